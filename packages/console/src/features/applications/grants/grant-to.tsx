import type { Principal } from '@licet/contract';
import type { ReactNode } from 'react';
import { UsersRoundIcon } from '../../../ui/icons.tsx';
import { PlainLink } from '../../../ui/links.tsx';
import { Avatar } from '../../../ui/who.tsx';
import '../../../ui/path.css';

/** Who holds a grant, as one station of a path, with a link to their page. */
export function GrantTo({ principal }: { principal: Principal }): ReactNode {
  const station = (
    <span className="path">
      <span>
        {principal.kind === 'user' ? <Avatar name={principal.name} /> : <UsersRoundIcon />}
        {principal.name}
      </span>
    </span>
  );
  return principal.kind === 'user' ? (
    <PlainLink to="/users/$user" params={{ user: principal.id }}>
      {station}
    </PlainLink>
  ) : (
    <PlainLink to="/groups/$group" params={{ group: principal.id }}>
      {station}
    </PlainLink>
  );
}
