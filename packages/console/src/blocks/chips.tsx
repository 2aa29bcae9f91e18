import type { Ref } from '@licet/contract';
import type { ReactNode } from 'react';
import { IdCardIcon, KeyRoundIcon, UsersRoundIcon } from '../ui/icons.tsx';
import { PlainLink } from '../ui/links.tsx';
import { Tag, Who } from '../ui/who.tsx';
import { ApplicationSquare } from './application-square.tsx';

/** A person, with a link to their page. */
export function UserChip({ user, detail }: { user: Ref; detail?: ReactNode }): ReactNode {
  const name = (
    <PlainLink to="/users/$user" params={{ user: user.id }}>
      {user.name}
    </PlainLink>
  );
  return <Who of={user.name} name={name} {...(detail !== undefined && { detail })} />;
}

/** A group, with a link to its page. */
export function GroupChip({ group }: { group: Ref }): ReactNode {
  return (
    <Tag icon={UsersRoundIcon}>
      <PlainLink to="/groups/$group" params={{ group: group.id }}>
        {group.name}
      </PlainLink>
    </Tag>
  );
}

/** A role's name. */
export function RoleChip({ name }: { name: string }): ReactNode {
  return <Tag icon={IdCardIcon}>{name}</Tag>;
}

/** A permission's name, granted alone. */
export function PermissionChip({ name }: { name: string }): ReactNode {
  return (
    <Tag icon={KeyRoundIcon} mono>
      {name}
    </Tag>
  );
}

/** A person or a group that holds something. */
export function PrincipalChip({ principal }: { principal: Ref & { kind: 'user' | 'group' } }): ReactNode {
  return principal.kind === 'user' ? <UserChip user={principal} /> : <GroupChip group={principal} />;
}

/** An application: its square and its name, with a link to its page unless the page is its own. */
export function ApplicationMark({
  application,
  link = true,
}: {
  application: Ref;
  link?: boolean | undefined;
}): ReactNode {
  return (
    <span className="who">
      <ApplicationSquare application={application} />
      <b>
        {link ? (
          <PlainLink to="/applications/$application" params={{ application: application.id }}>
            {application.name}
          </PlainLink>
        ) : (
          application.name
        )}
      </b>
    </span>
  );
}
