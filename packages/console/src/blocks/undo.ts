import type { NotReverted } from '@licet/contract';
import { client } from '../session/client.ts';
import { asProblem } from '../ui/problem.ts';
import { useSignInAgainAction } from '../ui/sign-in-again.tsx';
import { showToast, type ToastAction } from '../ui/toast.tsx';
import { words } from '../ui/words.ts';
import { leftText } from './revert/revert-button.tsx';
import { useRefresh } from './use-action.ts';

/** The action that undoes a change, and the text of its toast. */
export interface Undo {
  run: () => Promise<unknown>;
  done: string;
}

/** Returns the Undo button of a toast. A refusal opens another toast, because the user may have left the screen. */
export function useUndo(): (undo: Undo) => ToastAction {
  const refresh = useRefresh();
  const remedy = useSignInAgainAction();
  const take = async ({ run, done }: Undo) => {
    try {
      await run();
      // Refresh before the toast appears, so that a form that the user edits next saves against the current version.
      await refresh();
      showToast({ text: done });
    } catch (thrown) {
      const problem = asProblem(thrown);
      showToast({ tone: 'no', text: problem.detail ?? problem.title, action: remedy(problem) });
      await refresh();
    }
  };
  return (undo) => ({ label: words.undo, run: () => void take(undo) });
}

/**
 * Reverts an applied change set, by the number of its last change. If another user has changed a part of it since,
 * nothing is reverted. Side effects, such as ended requests, are not reverted.
 */
export async function undoSet(last: number): Promise<void> {
  const { changes, reverts, cannot } = await client.plans.revert({ body: { plan: last } });
  requireWhole(cannot);
  if (changes.length === 0) return;
  const { digest } = await client.plans.make({ body: { changes } });
  await client.plans.apply({ body: { changes, digest, reverts } });
}

/** Throws if a part of a change set cannot be reverted. */
export function requireWhole(cannot: readonly NotReverted[]): void {
  const left = cannot.find(({ why }) => why !== 'not_planned' && why !== 'already');
  if (left)
    throw Object.assign(new Error(words.notUndone), {
      problem: { title: words.notUndone, detail: `${words.notUndone} ${leftText(left)}` },
    });
}
