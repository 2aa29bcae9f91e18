import type { AccessRequest, RequestOutcomes } from '@licet/contract';
import { client } from '../../../session/client.ts';
import { asProblem } from '../../../ui/problem.ts';
import { showToast } from '../../../ui/toast.tsx';
import { useDraft } from '../../../ui/use-draft.ts';
import type { Picked, RefusedRequest } from '../use-picked.ts';
import { togetherWords as words } from '../words.ts';

/** What is written to all of them and not sent yet. */
interface Draft {
  note?: string | undefined;
  denial?: string | undefined;
}

/** Deciding several requests: those that are refused stay picked, with why, and what was typed stays. */
export interface Together {
  readonly draft: Draft;
  change: (changes: Draft) => void;
  decide: (decision: 'approve' | 'deny', reason: string) => Promise<void>;
}

const empty: Required<Draft> = { note: undefined, denial: undefined };

export function useTogether(picked: Picked, onDecided: () => void): Together {
  const [draft, change, forget] = useDraft<Draft>('requests together', empty);
  return {
    draft,
    change,
    decide: async (decision, reason) => {
      const asked = picked.requests;
      const { outcomes } = await client.requests.decideAll({
        body: {
          decision,
          requests: asked.map(({ id, version }) => ({ id, version })),
          ...(reason !== '' && { reason }),
        },
      });
      const left = refusedOf(asked, outcomes);
      picked.setRefused(left);
      picked.set([...left.keys()]);
      const done = asked.length - left.size;
      if (done > 0) showToast({ text: words.done[decision](done) });
      if (left.size > 0) return;
      forget();
      onDecided();
    },
  };
}

function refusedOf(asked: readonly AccessRequest[], outcomes: RequestOutcomes['outcomes']): Picked['refused'] {
  const left = new Map<string, RefusedRequest>();
  for (const { request: id, refused } of outcomes) {
    const request = asked.find((it) => it.id === id);
    if (request && refused) left.set(id, { request, problem: asProblem(refused) });
  }
  return left;
}

/** Who they are, each once. */
export const peopleOf = (requests: readonly AccessRequest[]): string[] => [
  ...new Map(requests.map(({ user }) => [user.id, user.name])).values(),
];
