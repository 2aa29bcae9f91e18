import { useRef, useState } from 'react';
import { asProblem, type Problem } from '../ui/problem.ts';
import { useRefresh } from './use-refresh.ts';

/** What a button does without asking first. */
export interface Action {
  run: () => void;
  pending: boolean;
  /** Why the last run failed, until the next one. */
  problem: Problem | undefined;
}

/**
 * A button that does something at once: one run at a time; afterwards everything in sight is asked for again. What asks first is a
 * `ConfirmDialog`, what takes entries a form.
 * @param onProblem for what has no place to show the problem: a toast
 */
export function useAction(work: () => Promise<void>, onProblem?: (problem: Problem) => void): Action {
  const refresh = useRefresh();
  const busy = useRef(false);
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const run = async () => {
    if (busy.current) return;
    busy.current = true;
    setPending(true);
    setProblem(undefined);
    try {
      await work();
      void refresh();
    } catch (thrown) {
      const why = asProblem(thrown);
      setProblem(why);
      onProblem?.(why);
    } finally {
      busy.current = false;
      setPending(false);
    }
  };
  return { run: () => void run(), pending, problem };
}
