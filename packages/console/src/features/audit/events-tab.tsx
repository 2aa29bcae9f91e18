import type { Event } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { spoken } from '../../blocks/spoken.ts';
import { useList } from '../../blocks/use-list.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { ScrollTextIcon } from '../../ui/icons.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Split } from '../../ui/panel.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Tools } from '../../ui/section.tsx';
import { EmptyState } from '../../ui/states.tsx';
import type { AuditAddress, ChangeAddress } from './address.ts';
import { dayWords } from './days.ts';
import { eventColumns } from './event-columns.tsx';
import { EventPanel } from './event-panel.tsx';
import { EventFilters } from './filters.tsx';
import { eventsQuery } from './queries.ts';
import { words } from './words.ts';

/** Every change, newest first, with one beside the list. */
export function EventsTab({
  address,
  change,
  chain,
}: {
  address: AuditAddress;
  change: ChangeAddress;
  /** What the last verification came to. */
  chain: ReactNode;
}): ReactNode {
  const events = useQuery(eventsQuery(address));
  const list = useList(address, change, '-no');
  const { data } = events;
  const { open } = address;
  const close = () => change({ open: undefined });
  const opened = data?.items.find(({ no }) => String(no) === open);
  return (
    <Split panel={open !== undefined && <EventPanel key={open} no={open} event={opened} onClose={close} />}>
      <Tools wrap end={chain}>
        <SearchField className="audit-search" label={words.search} {...list.search} />
        <EventFilters address={address} change={change} nameOf={namesIn(data?.items ?? [])} />
      </Tools>
      <DataTable
        label={words.eventsLabel}
        columns={eventColumns}
        {...list.table(events)}
        rowId={({ no }) => String(no)}
        groupOf={({ at }) => ({ id: dayWords(at), head: dayWords(at) })}
        onOpen={({ no }) => change({ open: String(no) }, open !== undefined)}
        openId={open}
        empty={
          <EmptyState icon={ScrollTextIcon} title={words.noEvents}>
            {words.noEventsWhy}
          </EmptyState>
        }
      />
      {data && <Pager {...list.pager(events)} />}
    </Split>
  );
}

function namesIn(events: readonly Event[]): (id: string) => string | undefined {
  return (id) => {
    const name =
      events.find(({ actor }) => actor.id === id)?.actor.name ??
      events.find(({ target }) => target.id === id)?.target.name;
    return name === undefined ? undefined : spoken(name);
  };
}
