import type { AccessRequest, RequestOutcomes, RequestsPlan } from '@licet/contract';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useState } from 'react';
import { EffectsThen } from '../../blocks/plan-effects/effects-then.tsx';
import { useAction } from '../../blocks/use-action.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { formatFirst } from '../../ui/format.ts';
import { ButtonKey } from '../../ui/key-hint.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { ErrorState, SkeletonLines } from '../../ui/states.tsx';
import { TextArea } from '../../ui/text-field.tsx';
import { DenyDialog } from './deny-dialog.tsx';
import { KeyLegend } from './keys.tsx';
import type { Picked, RefusedRequest } from './use-picked.ts';
import { words as listWords, stepWords, togetherWords as words } from './words.ts';
import './inbox.css';
import '../../ui/panel.css';
import '../../ui/section.css';
import { AskedName } from '../../blocks/asks.tsx';
import { shortLength } from '../../blocks/durations.ts';
import { useUndo } from '../../blocks/undo.ts';
import { client } from '../../session/client.ts';
import { useDraft } from '../../ui/form-draft.ts';
import { NoIcon } from '../../ui/icon.tsx';
import { XIcon } from '../../ui/icons.tsx';
import { asProblem, type Problem } from '../../ui/problem.ts';
import { showToast } from '../../ui/toast.tsx';
import { Avatar } from '../../ui/who.tsx';

interface TogetherPanelProps {
  picked: Picked;
  panel: RefObject<HTMLElement | null>;
  /** On a phone: the link back to the list, above the panel. */
  back: ReactNode;
  /** Called when all selected requests are decided. */
  onDecided: () => void;
}

/** Decides several requests together. Shows one plan with their combined effects. */
export function TogetherPanel({ picked, panel, back, onDecided }: TogetherPanelProps): ReactNode {
  const { requests, refused } = picked;
  // Selected requests that can no longer be decided, because another user has decided them or they were withdrawn.
  const closed = [...refused.values()]
    .map(({ request }) => request)
    .filter(({ id }) => !requests.some((it) => it.id === id));
  const { draft, change, decide } = useTogether(picked, onDecided);
  const [denying, setDenying] = useState(false);
  const approve = useAction(() => decide('approve', draft.note?.trim() ?? ''));
  const plan = useQuery({
    ...planTogetherQuery(requests),
    enabled: requests.length > 0 && !approve.pending && !denying,
  });
  const known = plan.data !== undefined && !plan.isPlaceholderData;
  const able = requests.filter(({ id }) => !plan.data?.steps.some((step) => step.request === id && step.refused));
  const again = [...refused.values()].find(({ problem }) => problem.code === 'sign_in_again')?.problem;
  const count = requests.length;
  const drop = (id: string) => {
    picked.setRefused(new Map([...refused].filter(([it]) => it !== id)));
    if (picked.has(id)) picked.toggle(id);
  };
  const dropAll = () => {
    picked.setRefused(new Map());
    picked.set([]);
  };
  if (count === 0)
    return (
      <section className="panel" aria-label={words.titleNone} tabIndex={-1} ref={panel}>
        {back}
        <div className="panel-body request-body">
          <div>
            <h2>{words.titleNone}</h2>
            <p className="text-muted">{words.leadNone}</p>
          </div>
          <TogetherList requests={closed} plan={undefined} refused={refused} onDrop={drop} />
        </div>
        <div className="panel-foot request-foot">
          <Button onClick={dropAll}>{words.seen}</Button>
        </div>
      </section>
    );
  return (
    <section className="panel" aria-label={words.title(count)} tabIndex={-1} ref={panel}>
      {back}
      <div className="panel-body request-body">
        <div>
          <h2>{words.title(count)}</h2>
          <p className="text-muted">{words.lead}</p>
        </div>
        {again && <ProblemNote problem={again} />}
        <TogetherList requests={[...closed, ...requests]} plan={plan.data} refused={refused} onDrop={drop} />
        <section aria-live="polite" aria-busy={!known && !plan.error}>
          <div className="section-head">
            <h3>{words.changes}</h3>
          </div>
          {plan.data ? (
            <EffectsThen effects={plan.data.effects} at={plan.data.at} />
          ) : plan.error ? (
            <ErrorState small error={plan.error} onRetry={() => void plan.refetch()} />
          ) : (
            <SkeletonLines lines={3} />
          )}
        </section>
        <TextArea
          label={words.note}
          optional
          rows={2}
          hint={words.noteHint}
          value={draft.note ?? ''}
          onChange={(note) => change({ note })}
        />
        {approve.problem && <ProblemNote problem={approve.problem} />}
      </div>
      <div className="panel-foot request-foot">
        <Button
          kind="primary"
          pending={approve.pending}
          reason={known ? (able.length === 0 ? words.noneToApprove : undefined) : words.notKnown}
          aria-keyshortcuts="A"
          onClick={approve.run}
        >
          {words.approve(count)}
          <ButtonKey>A</ButtonKey>
        </Button>
        <Button aria-keyshortcuts="D" onClick={() => setDenying(true)}>
          {words.deny(count)}
          <ButtonKey>D</ButtonKey>
        </Button>
        <Button kind="quiet" onClick={dropAll}>
          {words.none}
        </Button>
        <KeyLegend />
      </div>
      {denying && (
        <DenyDialog
          title={words.denyTitle(count)}
          text={words.denyText(namesOf(requests))}
          action={words.denyAction(count)}
          draft={draft.denial ?? ''}
          onDraft={(denial) => change({ denial })}
          onClose={() => setDenying(false)}
          onDeny={async (reason) => {
            await decide('deny', reason);
            setDenying(false);
          }}
        />
      )}
    </section>
  );
}

const NAMED = 5;

const namesOf = (requests: readonly AccessRequest[]) => formatFirst(peopleOf(requests), NAMED, words.others);

/** The combined effects of approving the requests. The previous plan stays visible while the next one is computed. */
const planTogetherQuery = (requests: readonly AccessRequest[]) =>
  queryOptions({
    queryKey: ['requests', 'plan together', requests.map(({ id, version }) => [id, version])],
    queryFn: ({ signal }) => client.requests.planAll({ body: { requests: requests.map(({ id }) => id) }, signal }),
    placeholderData: keepPreviousData,
  });

interface TogetherListProps {
  requests: readonly AccessRequest[];
  plan: RequestsPlan | undefined;
  refused: Picked['refused'];
  onDrop: (id: string) => void;
}

/** The selected requests, and why each refused one could not be decided. */
function TogetherList({ requests, plan, refused, onDrop }: TogetherListProps): ReactNode {
  return (
    <ul className="together-list" aria-label={words.list}>
      {requests.map((request) => {
        const { id, user, asks, application, seconds } = request;
        const step = plan?.steps.find((it) => it.request === id);
        const was = refused.get(id)?.problem;
        return (
          <li key={id}>
            <Avatar name={user.name} />
            <div>
              <b>
                <bdi>{user.name}</bdi>
              </b>{' '}
              <AskedName asks={asks} />{' '}
              <span className="text-faint">
                {application.name}, {listWords.forLong(shortLength(seconds))}
              </span>
              {was ? (
                <Why text={words.wasRefused(textOf(was))} />
              ) : step?.refused ? (
                <Why text={words.wouldBeRefused(textOf(asProblem(step.refused)))} />
              ) : (
                step !== undefined &&
                step.stillNeeded > 0 && <p className="text-muted small">{stepWords.stillNeeded(step.stillNeeded)}</p>
              )}
            </div>
            <IconButton icon={XIcon} label={words.drop(user.name)} onClick={() => onDrop(id)} />
          </li>
        );
      })}
    </ul>
  );
}

const textOf = ({ title, detail }: Problem) => detail ?? title;

function Why({ text }: { text: string }): ReactNode {
  return (
    <p className="tone-no small together-why">
      <NoIcon small />
      <span>{text}</span>
    </p>
  );
}

/** The unsent texts for the decision on all selected requests. */
interface Draft {
  note?: string | undefined;
  denial?: string | undefined;
}

/**
 * Decides the selected requests. If the server refuses some of them, these stay selected with the reasons, and the
 * typed text is kept.
 */
interface Together {
  readonly draft: Draft;
  change: (changes: Draft) => void;
  decide: (decision: 'approve' | 'deny', reason: string) => Promise<void>;
}

const empty: Required<Draft> = { note: undefined, denial: undefined };

function useTogether(picked: Picked, onDecided: () => void): Together {
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

/** Undoes as many approvals as possible, then throws the first refusal. */
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

/** The names of the users, each once. */
const peopleOf = (requests: readonly AccessRequest[]): string[] => [
  ...new Map(requests.map(({ user }) => [user.id, user.name])).values(),
];
