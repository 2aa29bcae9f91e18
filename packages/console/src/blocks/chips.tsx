import type { Ref } from '@licet/contract';
import type { ReactNode } from 'react';
import { PlainLink } from '../ui/links.tsx';
import { Who } from '../ui/who.tsx';

/** A person, with a link to their page. */
export function UserChip({ user, detail }: { user: Ref; detail?: ReactNode }): ReactNode {
  const name = (
    <PlainLink to="/users/$user" params={{ user: user.id }}>
      {user.name}
    </PlainLink>
  );
  return <Who of={user.name} name={name} {...(detail !== undefined && { detail })} />;
}
