import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { findGroups, findRoles } from '../../blocks/find.ts';
import { PickPopover } from '../../blocks/pick-popover.tsx';
import { useAsOf } from '../../session/as-of.ts';
import { usePermission } from '../../session/may.ts';
import { ChoiceFilter } from '../../ui/choice-filter.tsx';
import { Filter } from '../../ui/filter.tsx';
import { CircleCheckIcon, CirclePauseIcon, MailIcon } from '../../ui/icons.tsx';
import type { readUsers } from './address.ts';
import { groupName, roleName } from './queries.ts';
import { words } from './words.ts';

type Address = ReturnType<typeof readUsers>;
type Change = (changes: Partial<Address>) => void;

const ICONS = { active: CircleCheckIcon, invited: MailIcon, suspended: CirclePauseIcon } as const;

/** The filters of the list: status, group, role, and others. The address stores all of them. */
export function ListFilters({ address, change }: { address: Address; change: Change }): ReactNode {
  const mayGroups = usePermission('groups.read');
  const mayAccess = usePermission('access.read');
  // Missing factors and invitations are only known for the present, so these filters are hidden for past instants.
  const isNow = useAsOf() === undefined;
  const { status } = address;
  return (
    <>
      <ChoiceFilter
        label={words.status}
        choices={words.statuses}
        icons={ICONS}
        value={status}
        onChange={(chosen) => change({ status: chosen })}
      />
      {address.deletion && (
        <Filter label={words.deletionAsked} value={words.yes} onClear={() => change({ deletion: undefined })} />
      )}
      {(isNow || address.missing) && (
        <ChoiceFilter
          label={words.missing}
          choices={words.missings}
          value={address.missing}
          onChange={(missing) => change({ missing })}
        />
      )}
      {address.import !== undefined && (
        <Filter
          label={words.importedBy}
          value={words.changeNo(address.import)}
          onClear={() => change({ import: undefined })}
        />
      )}
      {((isNow && status === 'invited') || address.invitation) && (
        <ChoiceFilter
          label={words.invitation}
          choices={words.invitations}
          value={address.invitation}
          onChange={(invitation) => change({ invitation })}
        />
      )}
      {(mayGroups || address.group !== undefined) && <GroupFilter group={address.group} change={change} />}
      {(mayAccess || address.role !== undefined) && (
        <RoleFilter application={address.application} role={address.role} change={change} />
      )}
    </>
  );
}

function GroupFilter({ group, change }: { group: string | undefined; change: Change }): ReactNode {
  const found = useQuery({ ...groupName(group ?? ''), enabled: group !== undefined });
  const value = group === undefined ? undefined : found.error ? words.gone : (found.data ?? words.loading);
  return (
    <PickPopover
      trigger={<Filter label={words.group} value={value} onClear={() => change({ group: undefined })} />}
      label={words.findGroup}
      none={words.noGroups}
      load={findGroups}
      onPick={({ id }) => change({ group: id })}
    />
  );
}

function RoleFilter({
  application,
  role,
  change,
}: {
  application: string | undefined;
  role: string | undefined;
  change: Change;
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
          onClear={() => change({ application: undefined, role: undefined })}
        />
      }
      label={words.findRole}
      none={words.noRoles}
      load={findRoles}
      onPick={({ id, application: its }) => change({ application: its ?? undefined, role: id })}
    />
  );
}
