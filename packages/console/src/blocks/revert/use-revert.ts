import type { NotReverted } from '@licet/contract';
import { useRouter } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { client } from '../../session/client.ts';
import { addToDraft } from '../draft/draft.ts';
import { spokenTarget } from '../spoken.ts';
import { useAction } from '../use-action.ts';
import { actOf } from './act.ts';
import { words } from './words.ts';

/** What is reverted. */
export type RevertQuestion = Parameters<typeof client.plans.revert>[0]['body'];

/** More than so many are one line of the draft. */
const LINES = 30;

/** Asks what reverts something, puts it into the draft and shows the draft; where there is nothing to do, `nothing` says why. */
export function useRevert() {
  const router = useRouter();
  const question = useRef<RevertQuestion>(undefined);
  const [nothing, setNothing] = useState<readonly NotReverted[]>();
  const { run, pending, problem } = useAction(async () => {
    const body = question.current;
    if (!body) return;
    setNothing(undefined);
    const { changes, about, reverts, cannot } = await client.plans.revert({ body });
    if (changes.length === 0) {
      setNothing(cannot);
      return;
    }
    const [first] = changes;
    // What makes something and what needs it stay together.
    const isOne = changes.length > LINES || changes.some(({ as }) => as !== undefined);
    if (isOne || !first) addToDraft(words.whole(changes.length), changes, { reverts, left: cannot });
    else
      for (const [place, change] of changes.entries()) {
        const { kind = '', name = '' } = about[place]?.target ?? {};
        const title = words.line(actOf(change.call), kind, spokenTarget(kind, name));
        addToDraft(title, [change], { reverts, left: place === 0 ? cannot : [] });
      }
    await router.navigate({ to: '/changes', search: {} });
  });
  return {
    run: (body: RevertQuestion) => {
      question.current = body;
      run();
    },
    pending,
    problem,
    nothing,
    forget: () => setNothing(undefined),
  };
}
