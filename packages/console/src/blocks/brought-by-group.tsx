import type { Ref } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { client } from '../session/client.ts';
import { usePermission } from '../session/may.ts';
import { type Effect, Effects } from '../ui/effects.tsx';
import { SkeletonLines } from '../ui/states.tsx';
import { ApplicationName } from './application-name.tsx';
import { say } from './say.tsx';
import { broughtWords as words } from './words.ts';

const SHOWN = 20;

/**
 * What somebody loses who leaves a group, unless it comes another way as well: the grants in force of the group, and for
 * a person (`user`) those of the groups they are in only by way of it.
 */
export function BroughtByGroup({
  group,
  who,
  user,
}: {
  group: Ref;
  who: string;
  user?: string | undefined;
}): ReactNode {
  const mayAccess = usePermission('access.read');
  const query = useQuery({
    queryKey: ['groups', 'one', group.id, 'brings', user ?? 'everybody'],
    queryFn: async ({ signal }) => {
      const groups = [group, ...(user === undefined ? [] : await groupsBy(user, group.id, signal))];
      const pages = await Promise.all(
        groups.map(({ id }) =>
          client.groups.grants({ params: { group: id }, query: { state: 'active', limit: SHOWN }, signal }),
        ),
      );
      return {
        items: pages.flatMap((page) => page.items),
        total: pages.reduce((sum, page) => sum + page.total, 0),
      };
    },
    enabled: mayAccess,
  });
  if (!mayAccess || query.error) return <p>{words.unknown(group.name)}</p>;
  if (!query.data) return <SkeletonLines lines={2} />;
  const { items, total } = query.data;
  const nested = user === undefined ? words.nested(group.name) : '';
  if (items.length === 0) return <p>{`${words.nothing(group.name)} ${nested}`}</p>;
  const effects = [...Map.groupBy(items, (grant) => grant.application)].map(
    ([application, grants]): Effect => ({
      id: application,
      kind: 'lose',
      what: say(words.loses, { who: <b>{who}</b>, application: <ApplicationName id={application} /> }),
      names: grants.map((grant) => grant.gives.name).join(', '),
    }),
  );
  const more = total > items.length ? words.more(total - items.length) : '';
  return (
    <>
      <Effects effects={effects} />
      {(more !== '' || nested !== '') && <p className="small">{`${more} ${nested}`}</p>}
    </>
  );
}

/** The groups that a user is in only by way of this one. */
async function groupsBy(user: string, group: string, signal: AbortSignal): Promise<Ref[]> {
  const { items } = await client.users.groups({ params: { user }, signal });
  return items.filter((item) => !item.direct && item.via.some((by) => by.id === group)).map((item) => item.group);
}
