import type { AccessSummary, User } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { countText, totalOf } from '../../blocks/totals.ts';
import { usePermission } from '../../session/may.ts';
import { type Effect, Effects } from '../../ui/effects.tsx';
import { SkeletonLines } from '../../ui/states.tsx';
import { userAccess, userGrantsEnding, userGroups, userSessions } from './queries.ts';
import { accessWords, dialogWords as words } from './words.ts';

/** What a user loses in each application when they are suspended. */
export function AccessLost({ user }: { user: User }): ReactNode {
  const mayAccess = usePermission('access.read');
  const access = useQuery({ ...userAccess(user.id), enabled: mayAccess });
  if (!mayAccess || access.error) return null;
  if (!access.data) return <SkeletonLines lines={2} />;
  const effects = lost(user, access.data.items);
  return <Effects effects={effects.length > 0 ? effects : [nothing(user)]} />;
}

/** Which browsers are signed out. */
export function SessionsLost({ user }: { user: User }): ReactNode {
  const sessions = useQuery(userSessions(user.id)).data?.items;
  if (!sessions) return <SkeletonLines lines={1} />;
  if (sessions.length === 0) return <p className="text-faint">{words.noSessions}</p>;
  return <Effects effects={[line('sessions', words.sessionsEnd(countText(sessions.length)))]} />;
}

/** What goes with a user: access, grants, groups, sessions; and what else is said to go. */
export function DeletionEffects({ user, more = [] }: { user: User; more?: readonly Effect[] }): ReactNode {
  const mayAccess = usePermission('access.read');
  const mayGroups = usePermission('groups.read');
  const grants = useQuery({ ...userGrantsEnding(user.id), enabled: mayAccess });
  const groups = useQuery({ ...userGroups(user.id), enabled: mayGroups });
  const sessions = useQuery(userSessions(user.id));
  const access = useQuery({ ...userAccess(user.id), enabled: mayAccess });
  const effects = lost(user, access.data?.items ?? []);
  const page = grants.data;
  if (page && page.total > 0) {
    effects.push(line('grants', words.grantsEnd(totalOf(page))));
  }
  const direct = groups.data?.items.filter((item) => item.direct) ?? [];
  if (direct.length > 0) {
    effects.push({
      ...line('groups', words.groupsEnd(countText(direct.length))),
      names: direct.map((item) => item.group.name).join(', '),
    });
  }
  const open = sessions.data?.items.length ?? 0;
  if (open > 0) effects.push(line('sessions', words.sessionsEnd(countText(open))));
  if (access.isLoading || grants.isLoading || groups.isLoading || sessions.isLoading)
    return <SkeletonLines lines={3} />;
  effects.push(...more);
  return <Effects effects={effects.length > 0 ? effects : [nothing(user)]} />;
}

function lost(user: User, items: readonly AccessSummary[]): Effect[] {
  return items.map(({ application, permissions, admin }) => ({
    id: application.id,
    kind: 'lose',
    what: (
      <>
        <b>{user.name}</b>{' '}
        {admin
          ? words.losesAdmin(application.name)
          : words.loses(accessWords.permissions(countText(permissions)), application.name)}
      </>
    ),
  }));
}

function line(id: string, what: string): Effect {
  return { id, kind: 'lose', what };
}

function nothing(user: User): Effect {
  return {
    id: 'nothing',
    kind: 'same',
    what: (
      <>
        <b>{user.name}</b> {words.noAccess}
      </>
    ),
  };
}
