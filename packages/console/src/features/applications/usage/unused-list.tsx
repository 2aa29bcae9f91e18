import '../applications.css';
import { type Application, limits, type Page } from '@licet/contract';
import type { UseQueryResult } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { say } from '../../../blocks/say.tsx';
import type { List } from '../../../blocks/use-list.ts';
import { Button } from '../../../ui/button.tsx';
import { Callout } from '../../../ui/callout.tsx';
import { SegmentedControl } from '../../../ui/choices.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { formatDate } from '../../../ui/format.ts';
import { HistoryIcon } from '../../../ui/icons.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { asProblem } from '../../../ui/problem.ts';
import { SearchField } from '../../../ui/search-field.tsx';
import { Tools } from '../../../ui/section.tsx';
import { Select } from '../../../ui/select.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import type { Column } from '../../../ui/table-model.ts';
import { showToast } from '../../../ui/toast.tsx';
import { useApplicationAddress } from '../application-tab.ts';
import { words } from './words.ts';

const QUARTER = limits.usageWindow.value;
const spans = [30, QUARTER, 180, 365];

/** Returns the period in the address, in days. Returns a quarter if it is not one of the choices. */
export const spanOf = (asked: string): number => spans.find((span) => `${span}` === asked) ?? QUARTER;

/** A page of unused access, with the period and the dates of the first and last report of use. */
type Found<R> = Page<R> & {
  readonly days: number;
  readonly reportedSince: string | null;
  readonly lastReport: string | null;
  readonly seen: boolean;
};

interface UnusedListProps<R> {
  application: Application;
  query: UseQueryResult<Found<R>>;
  list: List;
  days: number;
  onDays: (days: string) => void;
  label: string;
  searchLabel: string;
  columns: readonly Column<R>[];
  rowId: (row: R) => string;
  rowName: (row: R) => string;
  /** Adds the removal of the rows' access to the draft; absent for viewers who may not remove it. */
  plan?: ((rows: readonly R[]) => void | Promise<void>) | undefined;
  planLabel: (count: number) => string;
  empty: readonly [title: string, text: string];
  seenText: (days: number, lastReport: string) => string;
}

/**
 * The access that has not been used for a number of days. Warns that unused access may still be needed, and has a
 * button that plans its removal.
 */
export function UnusedList<R extends object>(props: UnusedListProps<R>): ReactNode {
  const { application, query, list, days, rowId, plan, planLabel, empty } = props;
  const navigate = useNavigate();
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const [pending, setPending] = useState(false);
  const found = query.data;
  if (found?.reportedSince === null)
    return (
      <>
        <Tools>
          <WhichUse />
        </Tools>
        <NothingReported application={application.id} />
      </>
    );
  const shown = found?.items ?? [];
  const some = shown.filter((row) => picked.has(rowId(row)));
  // Without a selection, the plan includes all rows of the page. On a phone, rows cannot be selected.
  const chosen = some.length > 0 ? some : shown;
  const take = async () => {
    setPending(true);
    try {
      await plan?.(chosen);
      void navigate({ to: '/changes' });
    } catch (thrown) {
      const { title, detail } = asProblem(thrown);
      showToast({ text: detail ?? title });
      setPending(false);
    }
  };
  return (
    <>
      <Tools
        wrap
        end={
          plan &&
          chosen.length > 0 && (
            <Button kind="primary" pending={pending} onClick={() => void take()}>
              {planLabel(chosen.length)}
            </Button>
          )
        }
      >
        <SearchField label={props.searchLabel} {...list.search} />
        <WhichUse />
        <Select
          label={words.span}
          hideLabel
          options={spans.map((span) => ({ id: `${span}`, label: words.forDays(span) }))}
          value={`${days}`}
          onChange={props.onDays}
        />
      </Tools>
      {found && (
        <div className="unused-caution">
          <Caution found={found} seenText={props.seenText} />
        </div>
      )}
      {found?.seen !== false && (
        <>
          <DataTable
            label={props.label}
            columns={props.columns}
            rowId={rowId}
            rowName={props.rowName}
            {...(plan && { selection: { picked, onChange: setPicked } })}
            {...list.table(query)}
            empty={
              <EmptyState icon={HistoryIcon} title={empty[0]}>
                {empty[1]}
              </EmptyState>
            }
          />
          <Pager {...list.pager(query)} />
        </>
      )}
    </>
  );
}

/** Warns that use may not have been reported yet, or may be rarer than the period, such as once a quarter. */
function Caution({
  found: { seen, days, reportedSince, lastReport },
  seenText,
}: {
  found: Omit<Found<never>, keyof Page<never>>;
  seenText: (days: number, lastReport: string) => string;
}): ReactNode {
  const of = (day: string | null) =>
    day === null ? '' : formatDate(new Date(day), { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
  if (!seen) return <Callout>{words.notSeen(of(reportedSince), days)}</Callout>;
  if (days < QUARTER) return <Callout>{words.shortSpan(days, of(lastReport))}</Callout>;
  return <p className="text-muted small">{seenText(days, of(lastReport))}</p>;
}

/** Explains how an application reports use. */
export function NothingReported({ application }: { application: string }): ReactNode {
  return (
    <EmptyState
      icon={HistoryIcon}
      title={words.nothing}
      action={
        <ButtonLink
          kind="primary"
          to="/applications/$application"
          params={{ application }}
          search={{ tab: 'integration' }}
        >
          {words.openIntegration}
        </ButtonLink>
      }
    >
      {say(words.nothingText, { api: <code>@licet/api</code> })}
    </EmptyState>
  );
}

/** Chooses the list: the catalogue, its unused permissions, unused grants, or unused permissions of roles. */
export function WhichUse(): ReactNode {
  const [{ never, unused, unusedIn }, change] = useApplicationAddress();
  return (
    <div className="which-use">
      <SegmentedControl
        label={words.which}
        choices={[
          { value: 'all', label: words.all },
          { value: 'never', label: words.neverExercised },
          { value: 'unused', label: words.unusedGrants },
          { value: 'roles', label: words.unusedInRoles },
        ]}
        value={unused !== undefined ? 'unused' : unusedIn !== undefined ? 'roles' : never ? 'never' : 'all'}
        onChange={(value) =>
          change({
            never: value === 'never' ? '1' : undefined,
            unused: value === 'unused' ? `${limits.usageWindow.value}` : undefined,
            unusedIn: value === 'roles' ? `${limits.usageWindow.value}` : undefined,
            sort: undefined,
            cursor: undefined,
          })
        }
      />
    </div>
  );
}
