import type { UserRow } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { findGroups, findRoles } from '../../blocks/find-options.tsx';
import { PickPopover } from '../../blocks/pick-popover.tsx';
import type { ListSearch } from '../../blocks/use-list-search.ts';
import { usePermission } from '../../session/may.ts';
import { Filter } from '../../ui/filter.tsx';
import { CircleCheckIcon, CirclePauseIcon, MailIcon } from '../../ui/icons.tsx';
import { Menu } from '../../ui/menu.tsx';
import { groupName, roleName } from './queries.ts';
import { words } from './words.ts';

type Search = ListSearch['search'];

const STATUSES = ['active', 'invited', 'suspended'] as const;
const ICONS = { active: CircleCheckIcon, invited: MailIcon, suspended: CirclePauseIcon } as const;

/** The status in the address, when it is one. */
export function statusIn(search: Search): UserRow['status'] | undefined {
  return STATUSES.find((status) => status === search.status);
}

/** Which users are listed: by status, by group, by a role they hold. All of it stands in the address. */
export function ListFilters({ search, set }: Pick<ListSearch, 'search' | 'set'>): ReactNode {
  const mayGroups = usePermission('groups.read');
  const status = statusIn(search);
  return (
    <>
      <Menu
        label={words.status}
        align="start"
        trigger={
          <Filter
            label={words.status}
            value={status && words.statuses[status]}
            onClear={() => set({ status: undefined })}
          />
        }
        groups={[
          STATUSES.map((one) => ({
            id: one,
            label: words.statuses[one],
            icon: ICONS[one],
            chosen: one === status,
            onAction: () => set({ status: one }),
          })),
        ]}
      />
      {mayGroups && <GroupFilter group={search.group} set={set} />}
      <RoleFilter application={search.application} role={search.role} set={set} />
    </>
  );
}

function GroupFilter({ group, set }: { group: string | undefined; set: ListSearch['set'] }): ReactNode {
  const found = useQuery({ ...groupName(group ?? ''), enabled: group !== undefined });
  const value = group === undefined ? undefined : found.error ? words.gone : (found.data ?? words.loading);
  return (
    <PickPopover
      trigger={<Filter label={words.group} value={value} onClear={() => set({ group: undefined })} />}
      label={words.findGroup}
      none={words.noGroups}
      load={findGroups}
      onPick={({ id }) => set({ group: id })}
    />
  );
}

function RoleFilter({
  application,
  role,
  set,
}: {
  application: string | undefined;
  role: string | undefined;
  set: ListSearch['set'];
}): ReactNode {
  const found = useQuery({
    ...roleName(application ?? '', role ?? ''),
    enabled: application !== undefined && role !== undefined,
  });
  const value = role === undefined ? undefined : found.error ? words.gone : (found.data ?? words.loading);
  return (
    <PickPopover
      trigger={
        <Filter
          label={words.holdsRole}
          value={value}
          onClear={() => set({ application: undefined, role: undefined })}
        />
      }
      label={words.findRole}
      none={words.noRoles}
      untyped={words.typeRole}
      load={findRoles}
      onPick={({ id, application: its }) => set({ application: its, role: id })}
    />
  );
}
