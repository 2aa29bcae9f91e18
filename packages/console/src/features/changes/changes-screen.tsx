import { type AppliedPlan, limits, type Plan } from '@licet/contract';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useAddress } from '../../blocks/address.ts';
import {
  type DraftLine,
  emptyDraft,
  putBack,
  removeFromDraft,
  useDraftLines,
} from '../../blocks/draft/draft-button.tsx';
import { useAuditPlace } from '../../blocks/places/audit-tabs.tsx';
import { idleWords, PlanEffects } from '../../blocks/plan-effects/plan-effects.tsx';
import { effectOf, lostLines } from '../../blocks/plan-effects/plan-line.tsx';
import { usePlan } from '../../blocks/plan-effects/use-plan.ts';
import { LeftLines } from '../../blocks/revert/revert-button.tsx';
import { words as revertWords } from '../../blocks/revert/words.ts';
import { undoSet, useUndo } from '../../blocks/undo.ts';
import { useRefresh } from '../../blocks/use-action.ts';
import { client } from '../../session/client.ts';
import { Page, PageBody } from '../../shell/page.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { SegmentedControl } from '../../ui/choices.tsx';
import { Effects } from '../../ui/effects.tsx';
import { FileDiffIcon, HistoryIcon, XIcon } from '../../ui/icons.tsx';
import { asProblem, type Problem } from '../../ui/problem.ts';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { Lines, Section } from '../../ui/section.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { showToast } from '../../ui/toast.tsx';
import { words } from './words.ts';
import './changes.css';
import { useQuery } from '@tanstack/react-query';
import { actorName } from '../../blocks/events/event-sentence.tsx';
import { useList } from '../../blocks/use-list.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { useStoredState } from '../../ui/form-draft.ts';
import { formatNumber } from '../../ui/format.ts';
import { Pager } from '../../ui/pager.tsx';
import type { Column } from '../../ui/table-model.ts';
import { Time } from '../../ui/time.tsx';
import { Tag } from '../../ui/who.tsx';
import { appliedQuery } from './queries.ts';

/**
 * The draft: changes collected from any screen, their combined effects, and a button that applies all of them or none.
 */
export function ChangesScreen(): ReactNode {
  const lines = useDraftLines();
  const [address, change] = useAddress(route);
  const { tab = 'draft' } = address;
  const place = useAuditPlace();
  const navigate = useNavigate();
  return (
    <Page
      title={words.title}
      {...place}
      views={
        <SegmentedControl
          label={words.title}
          choices={[
            { value: 'draft', label: words.draft, count: lines.length || undefined },
            { value: 'applied', label: words.applied },
          ]}
          value={tab}
          onChange={(view) => void navigate({ to: '/changes', search: view === 'applied' ? { tab: 'applied' } : {} })}
        />
      }
    >
      {tab === 'applied' ? (
        <AppliedTab address={address} change={change} />
      ) : (
        <PageBody>
          {lines.length === 0 ? (
            <EmptyState icon={FileDiffIcon} title={words.empty}>
              {words.emptyText}
            </EmptyState>
          ) : (
            <Draft lines={lines} />
          )}
        </PageBody>
      )}
    </Page>
  );
}

const route = getRouteApi('/signed-in/changes');

function Draft({ lines }: { lines: readonly DraftLine[] }): ReactNode {
  const refresh = useRefresh();
  const navigate = useNavigate();
  const undoing = useUndo();
  const [reason, setReason] = useStoredState('reason of changes', '');
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  /** The plan that the user confirmed, if its effects changed before it was applied. */
  const [before, setBefore] = useState<Plan>();
  const changes = lines.flatMap((line) => line.changes);
  const titles = lines.flatMap((line) => line.changes.map(() => line.title));
  const reverts = [...new Set(lines.flatMap((line) => line.reverts ?? []))].slice(0, limits.planChangesMax.value);
  const left = lines.flatMap((line) => line.left ?? []);
  const asked = usePlan(changes, { held: pending });
  const { plan } = asked;
  const isRefused = plan?.steps.some(({ refused }) => refused) === true;
  const idle = idleWords(asked, words.waits) ?? (isRefused ? words.refused : undefined);

  const apply = async () => {
    if (!plan || idle !== undefined) return;
    setPending(true);
    setProblem(undefined);
    setBefore(undefined);
    try {
      const { last } = await client.plans.apply({
        body: { changes, digest: plan.digest, reason: reason.trim(), ...(reverts.length > 0 && { reverts }) },
      });
      setReason('');
      emptyDraft();
      showToast({
        text: words.done(changes.length),
        action: undoing({ run: () => undoSet(last), done: words.undone(changes.length) }),
        other: {
          label: words.show,
          run: () => void navigate({ to: '/changes/$no', params: { no: String(last) } }),
        },
      });
      await refresh();
    } catch (thrown) {
      const why = asProblem(thrown);
      if (why.code === 'plan_moved') setBefore(plan);
      else setProblem(why);
      await refresh();
    } finally {
      setPending(false);
    }
  };
  const back = (text: string) => {
    const action = undoing({ run: async () => putBack(lines), done: words.back });
    showToast({ text, action });
  };
  const takeOut = (id: string, title: string) => {
    removeFromDraft(id);
    back(words.removed(title));
  };
  const discard = () => {
    emptyDraft();
    back(words.discarded);
  };
  return (
    <div className="draft">
      <Section title={words.lines} n={lines.length}>
        <Lines label={words.lines}>
          {lines.map(({ id, title }) => (
            <div key={id}>
              <span className="grow">{title}</span>
              <IconButton small icon={XIcon} label={words.remove(title)} onClick={() => takeOut(id, title)} />
            </div>
          ))}
        </Lines>
      </Section>
      {left.length > 0 && (
        <Section title={revertWords.left} n={left.length}>
          <LeftLines left={left} />
        </Section>
      )}
      {before && plan && <LostEffects before={before} after={plan} />}
      <PlanEffects asked={asked} waits={words.waits} called={(place) => titles[place] ?? ''} />
      {problem && <ProblemNote problem={problem} />}
      <TextField label={words.reason} optional value={reason} onChange={setReason} />
      <div className="draft-foot">
        <Button kind="primary" pending={pending} {...(idle !== undefined && { idle })} onClick={() => void apply()}>
          {words.apply(changes.length)}
        </Button>
        <Button onClick={discard}>{words.discard}</Button>
      </div>
    </div>
  );
}

/** Lists the confirmed effects that no longer apply. The current effects are in the plan below. */
function LostEffects({ before, after }: { before: Plan; after: Plan }): ReactNode {
  const lost = lostLines(before, after).map((line) => effectOf(line, { plan: before, changes: [] }));
  return (
    <Callout tone="ending" live>
      <b>{words.moved}</b> {words.movedText}
      {lost.length > 0 && (
        <>
          <p>{words.gone}</p>
          <Effects effects={lost} />
        </>
      )}
    </Callout>
  );
}

interface Address {
  cursor?: string | undefined;
  sort?: 'no' | '-no' | undefined;
}

/** The applied change sets, newest first. */
function AppliedTab({
  address,
  change,
}: {
  address: Address;
  change: (changes: Address, replace?: boolean) => void;
}): ReactNode {
  const query = useQuery(appliedQuery(address.cursor));
  const list = useList(address, change, '-no');
  const navigate = useNavigate();
  const { sort: _, onSort: __, ...table } = list.table(query);
  return (
    <>
      <DataTable
        label={words.applied}
        columns={columns()}
        {...table}
        rowId={({ no }: AppliedPlan) => String(no)}
        onOpen={({ no }) => void navigate({ to: '/changes/$no', params: { no: String(no) } })}
        empty={
          <EmptyState icon={HistoryIcon} title={words.noneApplied}>
            {words.noneAppliedText}
          </EmptyState>
        }
      />
      {query.data && <Pager {...list.pager(query)} />}
    </>
  );
}

const columns = (): readonly Column<AppliedPlan>[] => [
  {
    id: 'when',
    head: words.when,
    width: '11rem',
    fold: 2,
    cell: ({ at }) => (
      <span className="text-muted nowrap">
        <Time at={at} />
      </span>
    ),
  },
  { id: 'who', head: words.who, width: '14rem', fold: 1, cell: ({ actor }) => actorName(actor) },
  {
    id: 'why',
    head: words.why,
    fold: 3,
    skeleton: 220,
    cell: ({ reason, set }) => (
      <span className="ellipsis">
        {reason || (set === null ? <span className="text-faint">{words.noReason}</span> : words.fromSet(set))}
      </span>
    ),
  },
  { id: 'count', head: words.count, width: '7rem', end: true, cell: ({ changes }) => formatNumber(changes) },
  {
    id: 'state',
    head: words.state,
    width: '13rem',
    spare: true,
    cell: ({ revertedBy, reverts }) =>
      revertedBy ? <Tag>{words.reverted}</Tag> : reverts.length > 0 ? <Tag>{words.revertsWhat(reverts)}</Tag> : null,
  },
];
