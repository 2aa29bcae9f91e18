import type { Planned, PlanOutcome, PolicyPlan } from '@licet/contract';
import type { ReactNode } from 'react';
import { Callout } from '../../ui/callout.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { formatNumber } from '../../ui/format.ts';
import { CircleCheckIcon, SearchIcon } from '../../ui/icons.tsx';
import { Pager } from '../../ui/pager.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { type StatusKind, StatusTag } from '../../ui/status.tsx';
import type { Column } from '../../ui/table-model.ts';
import { Time } from '../../ui/time.tsx';
import { Tag } from '../../ui/who.tsx';
import { UserChip } from '../chips.tsx';
import { OutcomeHelp, type Tell } from './outcome-help.tsx';
import type { Plan } from './use-plan.ts';
import { planWords as words } from './words.ts';
import './sign-in-rules.css';

/** The style of the outcomes, worst first. */
const statusOf: Readonly<Record<PlanOutcome, StatusKind>> = {
  stopped: 'no',
  sets_up: 'waiting',
  grace: 'ending',
  no_recovery: 'unused',
};

/** The number of users with each outcome, before and after the rules. A click on a number lists the users. */
function OutcomeTable({
  plan: { counts, present },
  changed,
  counting,
  outcome,
  onChoose,
}: {
  plan: PolicyPlan;
  changed: boolean;
  /** Whether the new numbers are still being counted. */
  counting: boolean;
  outcome: PlanOutcome | undefined;
  onChoose: (outcome: PlanOutcome | undefined) => void;
}): ReactNode {
  return (
    <table className="outcome-table" aria-label={words.outcomesLabel}>
      <thead>
        <tr>
          <th scope="col">{words.outcome}</th>
          {changed && <th scope="col">{words.would}</th>}
          <th scope="col">{words.now}</th>
        </tr>
      </thead>
      <tbody>
        {(Object.keys(statusOf) as PlanOutcome[]).map((one) => (
          <tr key={one} className={one === outcome ? 'chosen' : undefined}>
            <th scope="row">
              <button
                type="button"
                aria-pressed={one === outcome}
                onClick={() => onChoose(one === outcome ? undefined : one)}
              >
                <StatusTag kind={statusOf[one]}>{words.outcomes[one]}</StatusTag>
                <span className="hint">{words.meanings[one]}</span>
              </button>
            </th>
            {changed && <td>{counting ? <Skeleton width={18} /> : <b>{formatNumber(counts[one])}</b>}</td>}
            <td className={changed ? 'text-faint' : undefined}>{formatNumber(present[one])}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Lists the users whom the rules in the form would stop at their next sign-in, with remedies. */
export function PlanPanel({
  plan,
  changed,
  onGiveTime,
  stoppedHelp,
  noPlanText = words.noPlanText,
  whom,
  tell,
  mailProgress,
}: {
  /** Undefined if the viewer may not see the users whom the rules affect. */
  plan: Plan | undefined;
  /** Whether the rules differ from those in force. */
  changed: boolean;
  /** Gives a grace period to all users who have none; undefined if no rule supports a grace period. */
  onGiveTime?: ((until: string) => void) | undefined;
  /** Replaces the general advice for stopped users. */
  stoppedHelp?: string | undefined;
  noPlanText?: string | undefined;
  /** Describes the counted users, if not all users are counted. */
  whom?: string | undefined;
  /** Renders a button that mails the users with an outcome. `mailProgress` shows the progress of the mails. */
  tell?: Tell | undefined;
  mailProgress?: ReactNode;
}): ReactNode {
  const title = changed ? words.title : words.titleNow;
  if (!plan)
    return (
      <section className="plan-panel" aria-label={title}>
        <h2>{title}</h2>
        <Callout>
          <b>{words.noPlan}</b>
          <p>{noPlanText}</p>
        </Callout>
      </section>
    );
  const { query, list, outcome, choose, searched, counting } = plan;
  const { data } = query;
  const counted = counting ? undefined : data;
  return (
    <section className="plan-panel" aria-label={title} aria-busy={counting}>
      <h2>
        {title} {data && <span className="number">{words.ofPeople(data.people)}</span>}
      </h2>
      {whom !== undefined && <p className="text-muted small">{whom}</p>}
      {counted?.locksOut && (
        <Callout tone="no">
          <b>{words.locksOut}</b>
          <p>{words.locksOutText}</p>
        </Callout>
      )}
      {data && <OutcomeTable plan={data} changed={changed} counting={counting} outcome={outcome} onChoose={choose} />}
      {counted && outcome && counted.counts[outcome] > 0 && (
        <OutcomeHelp
          outcome={outcome}
          count={counted.counts[outcome]}
          page={plan.page}
          onGiveTime={onGiveTime}
          stoppedHelp={stoppedHelp}
          tell={tell}
        />
      )}
      {mailProgress}
      {data?.namesShown === false ? (
        <Callout>
          <p>{words.namesHidden}</p>
        </Callout>
      ) : (
        <>
          <SearchField label={words.search} shortcut={false} {...list.search} />
          <DataTable
            inline
            label={title}
            columns={columns}
            rowId={({ user }) => user.id}
            {...list.table(query)}
            {...(counting && { rows: undefined })}
            skeletonRows={5}
            empty={
              searched || outcome !== undefined ? (
                <EmptyState icon={SearchIcon} title={words.nobodyHere}>
                  {searched ? words.nobodyFoundText : words.nobodyHereText}
                </EmptyState>
              ) : (
                <EmptyState icon={CircleCheckIcon} title={words.nobody}>
                  {words.nobodyText}
                </EmptyState>
              )
            }
          />
          {counted && counted.items.length > 0 && <Pager {...list.pager(query, countOf(counted, outcome, searched))} />}
        </>
      )}
    </section>
  );
}

/**
 * Returns the total of the listed outcome from the plan's counts, because the list stops counting at a limit. Undefined
 * for a search.
 */
function countOf({ counts }: NonNullable<Plan['query']['data']>, outcome: Plan['outcome'], searched: boolean) {
  if (searched) return undefined;
  return outcome ? counts[outcome] : Object.values(counts).reduce((sum, count) => sum + count, 0);
}

const columns: readonly Column<Planned>[] = [
  {
    id: 'name',
    head: words.name,
    fold: 1,
    width: '50%',
    skeleton: 140,
    cell: ({ user, administrator }) => (
      <span className="plan-who">
        <UserChip user={user} detail={user.username} />
        {administrator && <Tag>{words.administrator}</Tag>}
      </span>
    ),
  },
  {
    id: 'outcome',
    head: words.outcome,
    fold: 3,
    skeleton: 90,
    cell: ({ outcome, graceUntil }) => (
      <StatusTag kind={statusOf[outcome]}>
        {words.outcomes[outcome]}
        {graceUntil !== null && (
          <>
            {' '}
            {words.until} <Time at={graceUntil} />
          </>
        )}
      </StatusTag>
    ),
  },
  {
    id: 'reason',
    head: words.reason,
    fold: 4,
    skeleton: 110,
    cell: ({ reason }) => <span className="text-muted">{words.reasons[reason]}</span>,
  },
];

/** The number of stopped users in a sentence, shown above the save button. */
export function PlanSummary({ plan: { query, counting } }: { plan: Plan }): ReactNode {
  const { data } = query;
  if (!data || counting) return <Callout live>{words.counting}</Callout>;
  const { counts, present, locksOut } = data;
  if (locksOut)
    return (
      <Callout tone="no" live>
        <b>{words.locksOut}</b>
        <p>{words.locksOutText}</p>
      </Callout>
    );
  return (
    <Callout tone={counts.stopped > 0 ? 'no' : counts.sets_up + counts.grace > 0 ? 'ending' : 'yes'} live>
      <b>{words.stopped(counts.stopped)}</b>
      {counts.sets_up > 0 && <p>{words.setsUp(counts.sets_up)}</p>}
      {counts.grace > 0 && <p>{words.waits(counts.grace)}</p>}
      {present.stopped > 0 && <p>{words.stoppedNow(present.stopped)}</p>}
    </Callout>
  );
}
