import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { asProblem, type Problem } from '../ui/problem.ts';

/** An action that a button runs without confirmation. */
export interface Action {
  run: () => void;
  pending: boolean;
  /** Why the last run failed; cleared by the next run. */
  problem: Problem | undefined;
}

/**
 * Returns an action that runs without confirmation. It runs once at a time, then refetches all visible data. For a
 * confirmation use `ConfirmDialog`, for input a form.
 * @param onProblem shows the problem if the button has no place for it, usually as a toast
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

/** Refetches all visible data after a change, because access, counts and lists depend on each other. */
export function useRefresh(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries();
}
