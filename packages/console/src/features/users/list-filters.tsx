import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { findGroups, findRoles } from '../../blocks/find.ts';
import { PickPopover } from '../../blocks/pick-popover.tsx';
import { usePermission } from '../../session/may.ts';
import { Filter } from '../../ui/filter.tsx';
import { CircleCheckIcon, CirclePauseIcon, MailIcon } from '../../ui/icons.tsx';
import { Menu } from '../../ui/menu.tsx';
import type { readUsers } from './address.ts';
import { groupName, roleName } from './queries.ts';
import { words } from './words.ts';

type Address = ReturnType<typeof readUsers>;
type Change = (changes: Partial<Address>) => void;

const STATUSES = ['active', 'invited', 'suspended'] as const;
const MISSING = ['second_factor', 'recovery', 'sign_in'] as const;
const ICONS = { active: CircleCheckIcon, invited: MailIcon, suspended: CirclePauseIcon } as const;

/** Which users are listed: by status, by group, by a role they hold. All of it stands in the address. */
export function ListFilters({ address, change }: { address: Address; change: Change }): ReactNode {
  const mayGroups = usePermission('groups.read');
  const { status } = address;
  return (
    <>
      <Menu
        label={words.status}
        align="start"
        trigger={
          <Filter
            label={words.status}
            value={status && words.statuses[status]}
            onClear={() => change({ status: undefined })}
          />
        }
        groups={[
          STATUSES.map((one) => ({
            id: one,
            label: words.statuses[one],
            icon: ICONS[one],
            chosen: one === status,
            onAction: () => change({ status: one }),
          })),
        ]}
      />
      {address.deletion && (
        <Filter label={words.deletionAsked} value={words.yes} onClear={() => change({ deletion: undefined })} />
      )}
      <Menu
        label={words.missing}
        align="start"
        trigger={
          <Filter
            label={words.missing}
            value={address.missing && words.missings[address.missing]}
            onClear={() => change({ missing: undefined })}
          />
        }
        groups={[
          MISSING.map((one) => ({
            id: one,
            label: words.missings[one],
            chosen: one === address.missing,
            onAction: () => change({ missing: one }),
          })),
        ]}
      />
      {address.import !== undefined && (
        <Filter
          label={words.importedBy}
          value={words.changeNo(address.import)}
          onClear={() => change({ import: undefined })}
        />
      )}
      {(status === 'invited' || address.invitation) && (
        <Menu
          label={words.invitation}
          align="start"
          trigger={
            <Filter
              label={words.invitation}
              value={address.invitation && words.invitations[address.invitation]}
              onClear={() => change({ invitation: undefined })}
            />
          }
          groups={[
            (['none', 'open'] as const).map((one) => ({
              id: one,
              label: words.invitations[one],
              chosen: one === address.invitation,
              onAction: () => change({ invitation: one }),
            })),
          ]}
        />
      )}
      {mayGroups && <GroupFilter group={address.group} change={change} />}
      <RoleFilter application={address.application} role={address.role} change={change} />
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
