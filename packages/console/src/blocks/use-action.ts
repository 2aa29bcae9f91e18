import { useRef, useState } from 'react';
import { asProblem, type Problem } from '../ui/problem.ts';
import { useRefresh } from './use-refresh.ts';

/** An action of a button without confirmation. */
export interface Action {
  run: () => void;
  pending: boolean;
  /** Why the last run failed, until the next one. */
  problem: Problem | undefined;
}

/**
 * An action without confirmation: one run at a time; afterwards everything visible is refetched. For a confirmation use
 * `ConfirmDialog`, for input a form.
 * @param onProblem shows the problem if the button has no place for it, usually by a toast
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
