import { adminRole, type Grant, type Principal } from '@licet/contract';
import type { ReactNode } from 'react';
import { IdCardIcon, SettingsIcon, ShieldCheckIcon, UsersRoundIcon } from '../../ui/icons.tsx';
import { PlainLink } from '../../ui/links.tsx';
import { StatusTag } from '../../ui/status.tsx';
import { EndsAt, Time } from '../../ui/time.tsx';
import { Avatar, Permission, Tag } from '../../ui/who.tsx';
import { stateWords, words } from '../words.ts';
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

/** What a grant gives: a role in a frame, a permission in monospace. */
export function GrantGives({ gives }: { gives: Pick<Grant['gives'], 'kind' | 'name'> }): ReactNode {
  if (gives.kind === 'permission') return <Permission>{gives.name}</Permission>;
  return <Tag icon={gives.name === adminRole ? ShieldCheckIcon : IdCardIcon}>{gives.name}</Tag>;
}

/**
 * The end of a grant: amber within a week, “No end” in grey. Also shows a future start, and marks an end in the past.
 */
export function GrantEnd({ grant }: { grant: Pick<Grant, 'starts' | 'ends' | 'state'> }): ReactNode {
  if (grant.state === 'revoked') return <StatusTag kind="gone">{stateWords.revoked}</StatusTag>;
  if (grant.state === 'expired') {
    return (
      <StatusTag kind="over">
        {words.ended} <Time at={grant.ends} />
      </StatusTag>
    );
  }
  if (grant.state === 'scheduled') {
    return (
      <StatusTag kind="scheduled">
        {words.starts} <Time at={grant.starts} />
      </StatusTag>
    );
  }
  return <EndsAt at={grant.ends} />;
}
