import type { Mail, MailState } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useAddress } from '../../blocks/address.ts';
import { UserChip } from '../../blocks/chips.tsx';
import { useList } from '../../blocks/use-list.ts';
import { ChoiceFilter } from '../../ui/choice-filter.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { MailIcon, SearchIcon } from '../../ui/icons.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Split } from '../../ui/panel.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Tools } from '../../ui/section.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { type StatusKind, StatusTag } from '../../ui/status.tsx';
import type { Column } from '../../ui/table-model.ts';
import { Time } from '../../ui/time.tsx';
import { MailPanel } from './mail-panel.tsx';
import { mailList } from './queries.ts';
import { stateWords, templateWords, outboxWords as words } from './words.ts';

const route = getRouteApi('/signed-in/settings/$tab');

/** Mails that wait, were sent, or could not be. */
export function OutboxTab(): ReactNode {
  const [address, change] = useAddress(route);
  const list = useList(address, change, '-queuedAt');
  const { q, sort, cursor, state, open } = address;
  const mails = useQuery(mailList({ q, sort, cursor, state, limit: 50 }));
  const shown = mails.data?.items.find(({ id }) => id === open);
  const narrowed = q !== undefined || state !== undefined;
  return (
    <Split panel={shown && <MailPanel mail={shown} onClose={() => change({ open: undefined })} />}>
      <Tools wrap>
        <SearchField label={words.search} {...list.search} />
        <ChoiceFilter
          label={words.state}
          choices={stateWords}
          value={state}
          onChange={(chosen) => change({ state: chosen })}
        />
      </Tools>
      <DataTable
        label={words.label}
        columns={columns}
        rowId={({ id }) => id}
        onOpen={({ id }) => change({ open: id })}
        {...list.table(mails)}
        empty={
          <EmptyState icon={narrowed ? SearchIcon : MailIcon} title={narrowed ? words.nothingFound : words.nothing}>
            {narrowed ? words.nothingFoundText : words.nothingText}
          </EmptyState>
        }
      />
      <Pager {...list.pager(mails)} />
    </Split>
  );
}

const columns: readonly Column<Mail>[] = [
  {
    id: 'queuedAt',
    head: words.when,
    width: '9rem',
    sortable: true,
    fold: 2,
    skeleton: 80,
    cell: ({ queuedAt }) => (
      <span className="text-muted nowrap">
        <Time at={queuedAt} />
      </span>
    ),
  },
  { id: 'who', head: words.who, fold: 1, skeleton: 140, cell: ({ user }) => <UserChip user={user} /> },
  {
    id: 'address',
    head: words.address,
    spare: true,
    cell: ({ address }) => <span className="text-muted ellipsis">{address ?? words.noAddress}</span>,
  },
  { id: 'what', head: words.what, fold: 3, cell: ({ template }) => templateWords[template] },
  {
    id: 'state',
    head: words.state,
    width: '13rem',
    fold: 4,
    cell: ({ state }) => <MailStateTag state={state} />,
  },
];

/** What became of a mail. */
function MailStateTag({ state }: { state: MailState }): ReactNode {
  return <StatusTag kind={kinds[state]}>{stateWords[state]}</StatusTag>;
}

const kinds: Record<MailState, StatusKind> = {
  waiting: 'waiting',
  held: 'paused',
  sent: 'active',
  failed: 'no',
  dropped: 'gone',
};
