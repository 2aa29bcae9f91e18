import type { AppliedPlan } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { actorName } from '../../blocks/events/event-sentence.tsx';
import { useList } from '../../blocks/use-list.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { formatNumber } from '../../ui/format.ts';
import { HistoryIcon } from '../../ui/icons.tsx';
import { Pager } from '../../ui/pager.tsx';
import { EmptyState } from '../../ui/states.tsx';
import type { Column } from '../../ui/table-model.ts';
import { Time } from '../../ui/time.tsx';
import { Tag } from '../../ui/who.tsx';
import { appliedQuery } from './queries.ts';
import { words } from './words.ts';

interface Address {
  cursor?: string | undefined;
  sort?: 'no' | '-no' | undefined;
}

/** The change sets that were applied, the newest first. */
export function AppliedTab({
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
