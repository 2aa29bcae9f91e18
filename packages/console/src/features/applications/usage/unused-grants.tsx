import './unused-grants.css';
import { calls, type Grant, limits, type Unused } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { addToDraft } from '../../../blocks/draft/draft.ts';
import { GrantGives } from '../../../blocks/grants/grant-gives.tsx';
import { GrantTo } from '../../../blocks/grants/grant-to.tsx';
import { sortIn } from '../../../blocks/read-address.ts';
import { useList } from '../../../blocks/use-list.ts';
import { Button } from '../../../ui/button.tsx';
import { Callout } from '../../../ui/callout.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { formatDate } from '../../../ui/format.ts';
import { HistoryIcon } from '../../../ui/icons.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { Tools } from '../../../ui/section.tsx';
import { Select } from '../../../ui/select.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import type { Column } from '../../../ui/table-model.ts';
import { Time } from '../../../ui/time.tsx';
import { unusedQuery } from '../queries.ts';
import { useRights } from '../rights.ts';
import type { TabProps } from '../tab-props.ts';
import { useApplicationAddress } from '../use-application-address.ts';
import { NothingReported } from './nothing-reported.tsx';
import { WhichUse } from './which-use.tsx';
import { words } from './words.ts';

const QUARTER = limits.usageWindow.value;
const spans = [30, QUARTER, 180, 365];

/** The grants of which nobody whom they reach exercised anything, and the way to a plan that takes them away. */
export function UnusedGrants({ application, days: asked }: TabProps & { days: string }): ReactNode {
  const [address, change] = useApplicationAddress();
  const { grant: mayGrant } = useRights(application);
  const navigate = useNavigate();
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const days = spans.find((span) => `${span}` === asked) ?? QUARTER;
  const { q, cursor } = address;
  const sort = sortIn(calls.applications.unused.query, address.sort) ?? 'starts';
  const list = useList({ ...address, sort }, change, 'starts');
  const unused = useQuery(unusedQuery(application.id, { q, sort, cursor, days }));
  const found = unused.data;
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
  const some = shown.filter(({ id }) => picked.has(id));
  // With nothing picked, and on a phone nothing can be, it is all that the page shows.
  const chosen = some.length > 0 ? some : shown;
  const plan = () => {
    addToDraft(
      words.takeAwayTitle(chosen.length, application.name, days),
      chosen.map(({ id }) => ({ call: 'grants.revoke', params: { application: application.id, grant: id } })),
    );
    void navigate({ to: '/changes' });
  };
  return (
    <>
      <Tools
        wrap
        end={
          mayGrant &&
          chosen.length > 0 && (
            <Button kind="primary" onClick={plan}>
              {words.takeAway(chosen.length)}
            </Button>
          )
        }
      >
        <SearchField label={words.searchGrants} {...list.search} />
        <WhichUse />
        <Select
          label={words.span}
          hideLabel
          options={spans.map((span) => ({ id: `${span}`, label: words.forDays(span) }))}
          value={`${days}`}
          onChange={(id) => change({ unused: id, cursor: undefined })}
        />
      </Tools>
      {found && (
        <div className="unused-caution">
          <Caution found={found} />
        </div>
      )}
      {found?.seen !== false && (
        <>
          <DataTable
            label={words.unusedTable(application.name)}
            columns={columns}
            rowId={({ id }) => id}
            rowName={({ principal, gives }) => words.grantName(principal.name, gives.name)}
            {...(mayGrant && { selection: { picked, onChange: setPicked } })}
            {...list.table(unused)}
            empty={
              <EmptyState icon={HistoryIcon} title={words.nothingUnused}>
                {words.nothingUnusedText(days)}
              </EmptyState>
            }
          />
          <Pager {...list.pager(unused)} />
        </>
      )}
    </>
  );
}

/** What the answer does not say: what was not seen, and what comes round once a quarter. */
function Caution({ found: { seen, days, reportedSince, lastReport } }: { found: Unused }): ReactNode {
  const of = (day: string | null) =>
    day === null ? '' : formatDate(new Date(day), { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
  if (!seen) return <Callout>{words.notSeen(of(reportedSince), days)}</Callout>;
  if (days < QUARTER) return <Callout>{words.shortSpan(days, of(lastReport))}</Callout>;
  return <p className="text-muted small">{words.seenText(days, of(lastReport))}</p>;
}

const columns: readonly Column<Grant>[] = [
  {
    id: 'principal',
    head: words.to,
    sortable: true,
    fold: 1,
    skeleton: 140,
    cell: ({ principal }) => <GrantTo principal={principal} />,
  },
  { id: 'gives', head: words.gives, sortable: true, fold: 3, cell: ({ gives }) => <GrantGives gives={gives} /> },
  { id: 'starts', head: words.since, sortable: true, end: true, fold: 2, cell: ({ starts }) => <Time at={starts} /> },
];
