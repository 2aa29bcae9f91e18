import { calls, limits, type PermissionUse } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { sortIn } from '../../../blocks/read-address.ts';
import { countText, useList } from '../../../blocks/use-list.ts';
import { DataTable } from '../../../ui/data-table.tsx';
import { formatDate } from '../../../ui/format.ts';
import { HistoryIcon } from '../../../ui/icons.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { Tools } from '../../../ui/section.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import type { Column } from '../../../ui/table-model.ts';
import { Time } from '../../../ui/time.tsx';
import { Permission } from '../../../ui/who.tsx';
import { type TabProps, useApplicationAddress } from '../application-tab.ts';
import { usageQuery } from '../queries.ts';
import { UnusedGrants, UnusedInRoles } from './unused-access.tsx';
import { NothingReported, WhichUse } from './unused-list.tsx';
import { words } from './words.ts';

const DAYS = limits.usageWindow.value;

/** The permissions of the catalogue with their use. */
export function UsageTab({ application }: TabProps): ReactNode {
  const [address, change] = useApplicationAddress();
  const { q, cursor } = address;
  const sort = sortIn(calls.applications.usage.query, address.sort) ?? '-count';
  const list = useList({ ...address, sort }, change, '-count');
  const never = address.never && 'true';
  const usage = useQuery({
    ...usageQuery(application.id, { q, sort, cursor, never, limit: limits.pageMax.value }),
    enabled: address.unused === undefined && address.unusedIn === undefined,
  });
  const since = usage.data?.since;
  if (address.unused !== undefined) return <UnusedGrants application={application} days={address.unused} />;
  if (address.unusedIn !== undefined) return <UnusedInRoles application={application} days={address.unusedIn} />;
  if (since === null) return <NothingReported application={application.id} />;
  return (
    <>
      <Tools>
        <SearchField label={words.search} {...list.search} />
        <WhichUse />
        <span className="text-muted push-end hide-on-phone">{usage.data && windowText(since, new Date())}</span>
      </Tools>
      <DataTable
        label={words.table(application.name)}
        columns={columns}
        rowId={({ permission }) => permission.id}
        {...list.table(usage)}
        empty={
          <EmptyState icon={HistoryIcon} title={address.never ? words.everyOne : words.noneFits}>
            {q === undefined ? undefined : words.noneFitsText}
          </EmptyState>
        }
      />
      <Pager {...list.pager(usage)} />
    </>
  );
}

/** Returns the text for the period that the counts cover. The period is shorter if the reports began within it. */
export function windowText(since: string | undefined, now: Date): string {
  const began = since === undefined ? now : new Date(since);
  if (since === undefined || now.getTime() - began.getTime() > DAYS * 86_400_000) return words.window(DAYS);
  const year = began.getUTCFullYear() === now.getUTCFullYear() ? undefined : 'numeric';
  return words.windowSince(DAYS, formatDate(began, { day: 'numeric', month: 'short', year, timeZone: 'UTC' }));
}

const columns: readonly Column<PermissionUse>[] = [
  {
    id: 'name',
    head: words.permission,
    sortable: true,
    fold: 1,
    skeleton: 220,
    cell: ({ permission }) => <Permission>{permission.name}</Permission>,
  },
  {
    id: 'title',
    head: words.title,
    fold: 3,
    cell: ({ permission }) => <span className="text-muted">{permission.title || words.none}</span>,
  },
  {
    id: 'users',
    head: words.people,
    end: true,
    fold: 4,
    width: '6rem',
    cell: ({ users }) => (
      <>
        {countText(users)}
        <span className="only-on-phone text-faint"> {words.personUnit(users)}</span>
      </>
    ),
  },
  {
    id: 'count',
    head: words.times,
    sortable: true,
    end: true,
    fold: 2,
    width: '7rem',
    cell: ({ count }) => (
      <>
        {countText(count)}
        <span className="only-on-phone text-faint"> {words.timeUnit(count)}</span>
      </>
    ),
  },
  {
    id: 'last',
    head: words.last,
    sortable: true,
    end: true,
    width: '9rem',
    cell: ({ last }) => <Time at={last} empty={words.never} />,
  },
];
