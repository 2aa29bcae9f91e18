import type { SignIn } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { browserOf } from '../../blocks/browser.ts';
import { UserChip } from '../../blocks/chips.tsx';
import { useColumns } from '../../blocks/lists/use-columns.ts';
import { SignInOutcome } from '../../blocks/sign-in-outcome.tsx';
import { useList } from '../../blocks/use-list.ts';
import { ListViews } from '../../blocks/views/list-views.tsx';
import { outcomeWords } from '../../blocks/words.ts';
import { ColumnsMenu } from '../../ui/columns-menu.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { ChoiceFilter } from '../../ui/filter.tsx';
import { countSet, Filters } from '../../ui/filters.tsx';
import { LogInIcon } from '../../ui/icon.tsx';
import { Pager } from '../../ui/pager.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Tools } from '../../ui/section.tsx';
import { EmptyState } from '../../ui/states.tsx';
import type { Column } from '../../ui/table-model.ts';
import { type AuditAddress, type ChangeAddress, readAudit } from './address.ts';
import { Clock } from './event-columns.tsx';
import { dayWords, PeriodFilter } from './filters.tsx';
import { signInsQuery } from './queries.ts';
import { words } from './words.ts';
import './audit.css';

/** The sign-in log: every attempt, its outcome and its origin. */
export function SignInsTab({ address, change }: { address: AuditAddress; change: ChangeAddress }): ReactNode {
  const signIns = useQuery(signInsQuery(address));
  const list = useList(address, change, '-no');
  const chosen = useColumns('sign-ins', columns, [address, change], { shows: words.signInsLabel });
  const { data } = signIns;
  return (
    <>
      <Tools wrap end={<ColumnsMenu {...chosen.menu} />}>
        <ListViews list="sign-ins" filters={VIEWED} address={address} change={change} read={readAudit} />
        <SearchField className="audit-search" label={words.searchSignIns} {...list.search} />
        <Filters active={countSet([address.from ?? address.to, address.outcome])}>
          <PeriodFilter period={address} change={change} />
          <ChoiceFilter
            label={words.outcome}
            choices={{ refused: words.refused, ...outcomeWords }}
            value={address.outcome}
            onChange={(outcome) => change({ outcome })}
          />
        </Filters>
      </Tools>
      <DataTable
        label={words.signInsLabel}
        {...chosen.table}
        {...list.table(signIns)}
        rowId={({ id }) => id}
        groupOf={({ at }) => ({ id: dayWords(at), head: dayWords(at) })}
        empty={
          <EmptyState icon={LogInIcon} title={words.noSignIns}>
            {words.noEventsWhy}
          </EmptyState>
        }
      />
      {data && <Pager {...list.pager(signIns)} />}
    </>
  );
}

const VIEWED = ['q', 'outcome', 'from', 'to'] as const;

const columns: readonly Column<SignIn>[] = [
  { id: 'when', head: words.when, width: '6.5rem', fold: 2, skeleton: 52, cell: ({ at }) => <Clock at={at} /> },
  {
    id: 'who',
    head: words.who,
    width: '15rem',
    fold: 1,
    cell: ({ user }) => (user ? <UserChip user={user} /> : <span className="text-faint">{words.unknownPerson}</span>),
  },
  {
    id: 'outcome',
    head: words.outcome,
    fold: 3,
    width: '12rem',
    cell: (signIn) => <SignInOutcome signIn={signIn} />,
  },
  {
    id: 'client',
    head: words.client,
    cell: ({ client }) => <span className="text-muted ellipsis">{client ?? words.none}</span>,
  },
  {
    id: 'address',
    head: words.address,
    fold: 4,
    cell: ({ address }) => <span className="text-muted numeric">{address ?? words.none}</span>,
  },
  {
    id: 'browser',
    head: words.browser,
    cell: ({ agent }) => {
      const browser = browserOf(agent) ?? words.none;
      return (
        <span className="text-muted ellipsis" title={agent === null ? undefined : `${browser}\n${agent}`}>
          {browser}
        </span>
      );
    },
  },
];
