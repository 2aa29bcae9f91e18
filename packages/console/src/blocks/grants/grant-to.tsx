import type { Principal } from '@licet/contract';
import type { ReactNode } from 'react';
import { SettingsIcon, UsersRoundIcon } from '../../ui/icons.tsx';
import { PlainLink } from '../../ui/links.tsx';
import { Avatar } from '../../ui/who.tsx';
import '../../ui/path.css';

/** The holder of a grant, as a node of a path, with a link to their page. */
export function GrantTo({ principal }: { principal: Principal }): ReactNode {
  const station = (
    <span className="path">
      <span>
        <HolderIcon principal={principal} />
        {principal.name}
      </span>
    </span>
  );
  switch (principal.kind) {
    case 'user':
      return (
        <PlainLink to="/users/$user" params={{ user: principal.id }}>
          {station}
        </PlainLink>
      );
    case 'group':
      return (
        <PlainLink to="/groups/$group" params={{ group: principal.id }}>
          {station}
        </PlainLink>
      );
    case 'client':
      return (
        <PlainLink
          to="/applications/$application"
          params={{ application: principal.detail ?? '' }}
          search={{ tab: 'clients', open: principal.id }}
        >
          {station}
        </PlainLink>
      );
  }
}

function HolderIcon({ principal: { kind, name } }: { principal: Principal }): ReactNode {
  if (kind === 'user') return <Avatar name={name} />;
  return kind === 'group' ? <UsersRoundIcon /> : <SettingsIcon />;
}
