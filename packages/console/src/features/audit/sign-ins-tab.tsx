import type { SignIn } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { browserOf } from '../../blocks/browser.ts';
import { UserChip } from '../../blocks/chips.tsx';
import { SignInAttempts } from '../../blocks/sign-in-attempts.tsx';
import { useList } from '../../blocks/use-list.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Filter } from '../../ui/filter.tsx';
import { LogInIcon } from '../../ui/icons.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Pager } from '../../ui/pager.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Tools } from '../../ui/section.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { type StatusKind, StatusTag } from '../../ui/status.tsx';
import type { Column } from '../../ui/table-model.ts';
import type { AuditAddress, ChangeAddress } from './address.ts';
import { dayWords } from './days.ts';
import { Clock } from './event-columns.tsx';
import { PeriodFilter } from './period-filter.tsx';
import { signInsQuery } from './queries.ts';
import { type Outcome, outcomes, words } from './words.ts';
import './filters.css';

/** The sign-in log: who came in, who did not, from where. */
export function SignInsTab({ address, change }: { address: AuditAddress; change: ChangeAddress }): ReactNode {
  const signIns = useQuery(signInsQuery(address));
  const list = useList(address, change, '-no');
  const { outcome } = address;
  const { data } = signIns;
  return (
    <>
      <Tools wrap>
        <SearchField className="audit-search" label={words.searchSignIns} {...list.search} />
        <PeriodFilter period={address} change={change} />
        <Menu
          label={words.outcome}
          align="start"
          trigger={
            <Filter
              label={words.outcome}
              value={outcome && outcomes[outcome]}
              onClear={() => change({ outcome: undefined })}
            />
          }
          groups={[
            (Object.keys(outcomes) as Outcome[]).map((id) => ({
              id,
              label: outcomes[id],
              chosen: id === outcome,
              onAction: () => change({ outcome: id }),
            })),
          ]}
        />
      </Tools>
      <DataTable
        label={words.signInsLabel}
        columns={columns}
        {...list.table(signIns)}
        rowId={({ id }) => id}
        groupOf={({ at }) => ({ id: dayWords(at), head: dayWords(at) })}
        empty={
          <EmptyState icon={LogInIcon} title={words.noSignIns}>
            {words.noEventsWhy}
          </EmptyState>
        }
      />
      {data && data.total > 0 && <Pager {...list.pager(signIns)} />}
    </>
  );
}

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
    cell: (signIn) => (
      <span className="outcome-cell">
        <StatusTag kind={kinds[signIn.outcome]}>{outcomes[signIn.outcome]}</StatusTag>
        <SignInAttempts signIn={signIn} />
      </span>
    ),
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
    cell: ({ agent }) => (
      <span className="text-muted ellipsis" title={agent ?? undefined}>
        {browserOf(agent) ?? words.none}
      </span>
    ),
  },
];

const kinds: Record<Outcome, StatusKind> = {
  signed_in: 'yes',
  wrong_password: 'no',
  unknown_name: 'no',
  suspended: 'no',
  no_password: 'no',
  second_factor_asked: 'active',
  set_up_asked: 'active',
  stopped_by_policy: 'no',
  wrong_code: 'no',
  passkey_refused: 'no',
  provider_refused: 'no',
  throttled: 'no',
  signed_out: 'gone',
  token_revoked: 'gone',
  key_ended: 'no',
  password_set: 'active',
  password_changed: 'active',
  reset_asked: 'active',
};
