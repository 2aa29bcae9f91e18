import type { AccessRequest, RequestOutcomes } from '@licet/contract';
import { useUndo } from '../../../blocks/undo.ts';
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
  const undoing = useUndo();
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
      const done = asked.filter(({ id }) => !left.has(id));
      const undo = { run: () => undoApprovals(done), done: words.undone(done.length) };
      if (done.length > 0)
        showToast({
          text: words.done[decision](done.length),
          ...(decision === 'approve' && { action: undoing(undo) }),
        });
      if (left.size > 0) return;
      forget();
      onDecided();
    },
  };
}

/** Takes back all of them that can be; then throws the first refusal. */
async function undoApprovals(approved: readonly AccessRequest[]): Promise<void> {
  const refusals: unknown[] = [];
  for (const { id } of approved) {
    const params = { request: id };
    await client.requests
      .get({ params })
      .then(({ version }) => client.requests.undo({ params, ifMatch: version }))
      .catch((refusal: unknown) => refusals.push(refusal));
  }
  if (refusals.length > 0) throw refusals[0];
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
