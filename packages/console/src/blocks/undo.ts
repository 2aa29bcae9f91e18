import { client } from '../session/client.ts';
import { asProblem } from '../ui/problem.ts';
import { useSignInAgainAction } from '../ui/sign-in-again.tsx';
import { showToast, type ToastOptions } from '../ui/toast.tsx';
import { words } from '../ui/words.ts';
import { useRefresh } from './use-refresh.ts';

/** The change that takes another one back, and the sentence that says that it was taken back. */
export interface Undo {
  run: () => Promise<unknown>;
  done: string;
}

/** Returns the Undo button of a toast. A refusal is a toast of its own, since the screen may be gone. */
export function useUndo(): (undo: Undo) => NonNullable<ToastOptions['action']> {
  const refresh = useRefresh();
  const remedy = useSignInAgainAction();
  const take = async ({ run, done }: Undo) => {
    try {
      await run();
      showToast({ text: done });
    } catch (thrown) {
      const problem = asProblem(thrown);
      showToast({ tone: 'no', text: problem.detail ?? problem.title, action: remedy(problem) });
    }
    await refresh();
  };
  return (undo) => ({ label: words.undo, run: () => void take(undo) });
}

/** Turns back a plan that the viewer applied, by the number of its last change. */
export async function turnBack(plan: number): Promise<unknown> {
  const { changes, reverts } = await client.plans.revert({ body: { plan } });
  const { digest } = await client.plans.make({ body: { changes } });
  return client.plans.apply({ body: { changes, digest, reverts } });
}
