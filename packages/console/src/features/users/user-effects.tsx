import type { User } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { countText, totalOf } from '../../blocks/use-list.ts';
import { usePermission } from '../../session/may.ts';
import { type Effect, Effects } from '../../ui/effects.tsx';
import { Until } from '../../ui/until.tsx';
import { dialogWords as words } from './ending-words.ts';
import { userGrantsEnding, userGroups, userSessions } from './queries.ts';

/** Shows how many sessions the action ends. */
export function SessionsLost({ user }: { user: User }): ReactNode {
  const sessions = useQuery(userSessions(user.id));
  return (
    <Until calls={[sessions]} lines={1}>
      {() => {
        const count = sessions.data?.items.length ?? 0;
        if (count === 0) return <p className="text-faint">{words.noSessions}</p>;
        return <Effects effects={[line('sessions', words.sessionsEnd(countText(count)))]} />;
      }}
    </Until>
  );
}

/** Lists what a user loses besides access: grants, memberships and sessions, and then the lines in `more`. */
export function WhatGoes({ user, more = [] }: { user: User; more?: readonly Effect[] }): ReactNode {
  const mayAccess = usePermission('access.read');
  const mayGroups = usePermission('groups.read');
  const grants = useQuery({ ...userGrantsEnding(user.id), enabled: mayAccess });
  const groups = useQuery({ ...userGroups(user.id), enabled: mayGroups });
  const sessions = useQuery(userSessions(user.id));
  const effects: Effect[] = [];
  const page = grants.data;
  if (page && page.total > 0) effects.push(line('grants', words.grantsEnd(totalOf(page))));
  const direct = groups.data?.items.filter((item) => item.direct) ?? [];
  if (direct.length > 0) {
    effects.push({
      ...line('groups', words.groupsEnd(countText(direct.length))),
      names: direct.map((item) => item.group.name).join(', '),
    });
  }
  const open = sessions.data?.items.length ?? 0;
  if (open > 0) effects.push(line('sessions', words.sessionsEnd(countText(open))));
  effects.push(...more);
  return <Until calls={[grants, groups, sessions]}>{() => effects.length > 0 && <Effects effects={effects} />}</Until>;
}

function line(id: string, what: string): Effect {
  return { id, kind: 'lose', what };
}
