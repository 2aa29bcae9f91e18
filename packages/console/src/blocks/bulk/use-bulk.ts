import { useEffect, useRef, useState } from 'react';
import type { BulkWork } from '../../ui/bulk-bar.tsx';
import { asProblem, type Problem } from '../../ui/problem.ts';
import { focusRow } from '../../ui/row-keys.ts';
import { showToast } from '../../ui/toast.tsx';
import { howFar, initialProgress, type LongProgress } from '../plan-effects/long-plan.ts';
import { useUndo } from '../undo.ts';
import { useRefresh } from '../use-action.ts';
import { applyMany, type BulkChange, type BulkPlan, canCancel, planOfMany, undoMany } from './bulk-plan.ts';
import { words } from './words.ts';

/** The plan of the wanted changes, once it has loaded. It is never the plan of other changes. */
export interface AskedBulk {
  readonly plan: BulkPlan | undefined;
  readonly problem: Problem | undefined;
  readonly progress: LongProgress | undefined;
  readonly again: () => void;
}

interface Answer {
  readonly of: readonly BulkChange[];
  readonly plan?: BulkPlan;
  readonly problem?: Problem;
  readonly progress?: LongProgress;
}

/** Plans changes. Keep `wanted` stable, because each new list is a new plan. */
export function useBulkPlan(wanted: readonly BulkChange[]): AskedBulk {
  const [answer, setAnswer] = useState<Answer>();
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try plans the same changes again
  useEffect(() => {
    if (wanted.length === 0) return;
    const controller = new AbortController();
    const { signal } = controller;
    const tell = (more: Omit<Answer, 'of'>) => signal.aborted || setAnswer({ of: wanted, ...more });
    planOfMany(wanted, { signal, onProgress: (progress) => tell({ progress }) }).then(
      (plan) => tell({ plan }),
      (thrown) => tell({ problem: asProblem(thrown) }),
    );
    return () => controller.abort();
  }, [wanted, tries]);
  const { plan, problem, progress } = answer?.of === wanted ? answer : {};
  const again = () => {
    setAnswer(undefined);
    setTries(tries + 1);
  };
  return { plan, problem, progress, again };
}

/** The texts about a change to many rows. */
export interface BulkTexts {
  /** "Suspending 40 users". */
  readonly working: string;
  /** "40 users are suspended." */
  readonly done: string;
  /** "40 users are reactivated." */
  readonly undone: string;
}

/** Runs work on the selected rows. Only one task runs at a time. */
export interface BulkRun {
  /** For `BulkBar`. */
  readonly work: BulkWork | undefined;
  /** Applies a plan. Shows the toast with Undo and ends the selection. Returns why it failed. */
  readonly apply: (plan: BulkPlan, texts: BulkTexts) => Promise<Problem | 'cancelled' | undefined>;
  /** Does other work, such as an export. Returns why it failed. */
  readonly run: (
    label: string,
    task: (signal: AbortSignal, onProgress: (done: number, total: number) => void) => Promise<void>,
  ) => Promise<Problem | 'cancelled' | undefined>;
}

/**
 * Runs work on the selected rows, and returns its progress for `BulkBar`. Leaving the screen cancels the work if it can
 * be cancelled.
 */
export function useBulkRun(onDone: () => void): BulkRun {
  const refresh = useRefresh();
  const undoing = useUndo();
  const [work, setWork] = useState<BulkWork>();
  const leaving = useRef<AbortController>(undefined);
  const canCancelNow = useRef(false);
  const show = (next: BulkWork) => {
    canCancelNow.current = next.onCancel !== undefined;
    setWork(next);
  };
  useEffect(
    () => () => {
      if (canCancelNow.current) leaving.current?.abort();
    },
    [],
  );

  const working = async (task: (signal: AbortSignal) => Promise<void>): Promise<Problem | 'cancelled' | undefined> => {
    const controller = new AbortController();
    leaving.current = controller;
    try {
      await task(controller.signal);
      return undefined;
    } catch (thrown) {
      if (!controller.signal.aborted) return asProblem(thrown);
      showToast({ text: words.cancelled });
      return 'cancelled';
    } finally {
      setWork(undefined);
    }
  };
  const cancel = () => leaving.current?.abort();

  return {
    work,
    apply: (plan, { working: label, done, undone }) =>
      working(async (signal) => {
        const onProgress = (progress: LongProgress) =>
          show({
            label,
            value: progress.done,
            max: progress.total ?? undefined,
            text: howFar(progress),
            onCancel: canCancel(plan) && progress.phase !== 'writing' ? cancel : undefined,
          });
        onProgress(initialProgress);
        const last = await applyMany(plan, { signal, onProgress });
        showToast({ text: done, action: undoing({ run: () => undoMany(last, plan), done: undone }) });
        onDone();
        await refresh();
        focusRow();
      }),
    run: (label, task) =>
      working(async (signal) => {
        const tell = (done: number, total: number) =>
          show({ label, value: done, max: total, text: words.doneOf(done, total), onCancel: cancel });
        tell(0, 1);
        await task(signal, tell);
      }),
  };
}
