import type { UserRow } from '@licet/contract';
import { shownEmail } from '@licet/contract/shown-addresses';
import type { ReactNode } from 'react';
import { moreWords } from '../../blocks/words.ts';
import { formatFirst } from '../../ui/format.ts';
import { PlainLink } from '../../ui/links.tsx';
import type { Column } from '../../ui/table-model.ts';
import { EndsAt, Time } from '../../ui/time.tsx';
import { Avatar, Tag } from '../../ui/who.tsx';
import { UserStatus } from './sign-in-facts.tsx';
import { words } from './words.ts';
import './users.css';

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
];

/** Replaces the column of the last sign-in if the list is sorted by the time of creation. */
export const createdColumn: Column<UserRow> = {
  id: 'createdAt',
  head: words.created,
  sortable: true,
  downFirst: true,
  end: true,
  cell: (user) => (
    <span className="text-muted nowrap">
      <Time at={user.createdAt} />
    </span>
  ),
};

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
