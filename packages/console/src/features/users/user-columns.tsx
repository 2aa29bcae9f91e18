import type { UserRow } from '@licet/contract';
import { shownEmail } from '@licet/contract/shown-addresses';
import type { ReactNode } from 'react';
import { moreWords } from '../../blocks/words.ts';
import { formatFirst } from '../../ui/format.ts';
import { PlainLink } from '../../ui/links.tsx';
import type { Column } from '../../ui/table-model.ts';
import { EndsAt, Time } from '../../ui/time.tsx';
import { Avatar, Tag } from '../../ui/who.tsx';
import { UserStatus } from './user-facts.tsx';
import { userWords, words } from './words.ts';
import './users.css';
import { useQuery } from '@tanstack/react-query';
import { findApplications, findGroups, findRoles, nameIn } from '../../blocks/find.ts';
import { PickPopover } from '../../blocks/pick-popover.tsx';
import { useAsOf } from '../../session/as-of.ts';
import { usePermission } from '../../session/may.ts';
import { ChoiceFilter, Filter } from '../../ui/filter.tsx';
import { CircleCheckIcon, CirclePauseIcon, MailIcon } from '../../ui/icons.tsx';
import type { readUsers } from './address.ts';
import { applicationName, groupName, roleName } from './queries.ts';

const ROLES_SHOWN = 2;
/** The number of roles named in the tooltip. */
const ROLES_NAMED = 10;

/** The columns of the list of users. */
export const userColumns: readonly Column<UserRow>[] = [
  {
    id: 'name',
    head: words.name,
    sortable: true,
    fold: 1,
    width: '31%',
    cell: (user) => <Name user={user} />,
    skeleton: 190,
  },
  { id: 'status', head: words.status, fold: 2, cell: (user) => <UserStatus status={user.status} /> },
  { id: 'groups', head: words.groups, cell: (user) => <Groups user={user} /> },
  { id: 'roles', head: words.roles, fold: 3, cell: (user) => <Roles user={user} /> },
  { id: 'ends', head: words.endsNext, cell: (user) => <EndsAt at={user.endsNext} empty={words.dash} /> },
  {
    id: 'lastSignInAt',
    head: words.lastSignIn,
    sortable: true,
    downFirst: true,
    end: true,
    cell: (user) => (
      <span className="text-muted nowrap">
        {user.lastSignInAt === undefined ? words.dash : <Time at={user.lastSignInAt} empty={words.never} />}
      </span>
    ),
  },
  {
    id: 'createdAt',
    head: words.created,
    sortable: true,
    downFirst: true,
    end: true,
    optional: true,
    cell: (user) => (
      <span className="text-muted nowrap">
        <Time at={user.createdAt} />
      </span>
    ),
  },
];

/** Replaces the column of the name if the list is sorted by username: shows both. */
export const usernameColumn: Column<UserRow> = {
  id: 'name',
  head: words.name,
  sortable: true,
  fold: 1,
  width: '31%',
  cell: (user) => <Name user={user} detail={user.username} />,
  skeleton: 190,
};

function Name({
  user,
  detail = user.email === null ? user.username : shownEmail(user.email),
}: {
  user: UserRow;
  detail?: string;
}): ReactNode {
  return (
    <span className="who user-name">
      <Avatar name={user.name} />
      <span className="who-text">
        <b>
          <PlainLink to="/users/$user" params={{ user: user.id }} title={user.name}>
            <bdi>{user.name}</bdi>
          </PlainLink>
        </b>
        <span className="text-faint small">
          <bdi>{detail}</bdi>
        </span>
      </span>
    </span>
  );
}

function Groups({ user }: { user: UserRow }): ReactNode {
  if (user.groups === null || user.groups.length === 0) return <span className="text-faint">{words.dash}</span>;
  const names = user.groups.map((group) => group.name).join(', ');
  return <span className="ellipsis text-muted">{names}</span>;
}

function Roles({ user }: { user: UserRow }): ReactNode {
  if (user.roles === null) return <span className="text-faint">{words.dash}</span>;
  const shown = user.roles.slice(0, ROLES_SHOWN);
  const rest = user.roles.slice(ROLES_SHOWN);
  if (shown.length === 0) return <span className="text-faint">{words.none}</span>;
  return (
    <span className="tags user-roles" title={formatFirst(user.roles.map(roleText), ROLES_NAMED, moreWords.others)}>
      {shown.map((role) => (
        <Tag key={roleText(role)} lead={<span className="text-faint">{role.application}</span>}>
          <span className="tag-role">{role.name}</span>
        </Tag>
      ))}
      {rest.length > 0 && <span className="tag more">{words.more(rest.length)}</span>}
    </span>
  );
}

const roleText = ({ application, name }: { application: string; name: string }) => `${application} ${name}`;

type Address = ReturnType<typeof readUsers>;
type Change = (changes: Partial<Address>) => void;

const ICONS = { active: CircleCheckIcon, invited: MailIcon, suspended: CirclePauseIcon } as const;

/** The filters of the list: status, group, role and others. The URL stores all of them. */
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
      {(mayAccess || address.application !== undefined) && (
        <ApplicationFilter application={address.application} role={address.role} change={change} />
      )}
      {(mayAccess || address.role !== undefined) && (
        <RoleFilter application={address.application} role={address.role} change={change} />
      )}
    </>
  );
}

function GroupFilter({ group, change }: { group: string | undefined; change: Change }): ReactNode {
  const found = useQuery({ ...groupName(group ?? ''), enabled: group !== undefined });
  const value = group === undefined ? undefined : nameIn(found, found.data);
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

interface HoldingFilterProps {
  application: string | undefined;
  role: string | undefined;
  change: Change;
}

/** Lists the users who hold anything in an application. A role belongs to an application, so its filter names both. */
function ApplicationFilter({ application, role, change }: HoldingFilterProps): ReactNode {
  const chosen = role === undefined ? application : undefined;
  const found = useQuery({ ...applicationName(chosen ?? ''), enabled: chosen !== undefined });
  return (
    <PickPopover
      trigger={
        <Filter
          label={words.application}
          value={chosen && nameIn(found, found.data)}
          onClear={() => change({ application: undefined })}
        />
      }
      label={userWords.findApplication}
      none={userWords.noApplications}
      load={findApplications}
      onPick={({ id }) => change({ application: id, role: undefined })}
    />
  );
}

function RoleFilter({ application, role, change }: HoldingFilterProps): ReactNode {
  const found = useQuery({
    ...roleName(application ?? '', role ?? ''),
    enabled: application !== undefined && role !== undefined,
  });
  const value = role === undefined ? undefined : nameIn(found, found.data);
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
