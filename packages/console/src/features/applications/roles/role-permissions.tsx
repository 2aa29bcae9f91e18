import '../applications.css';
import type { Application, Role } from '@licet/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { say } from '../../../blocks/say.tsx';
import { countText } from '../../../blocks/use-list.ts';
import { client } from '../../../session/client.ts';
import { Button } from '../../../ui/button.tsx';
import { IdCardIcon } from '../../../ui/icons.tsx';
import { Section } from '../../../ui/section.tsx';
import { ErrorState, SkeletonLines } from '../../../ui/states.tsx';
import { Permission, Tag } from '../../../ui/who.tsx';
import { roleWords as words } from './words.ts';

const AT_ONCE = 100;

/** The permissions of a role: its own first, then the others, grouped by the included roles that contain them. */
export function RolePermissions({ application, role }: { application: Application; role: Role }): ReactNode {
  const own = useItems(application.id, role.id, 'true');
  const others = useItems(application.id, role.id, 'false', role.includes.length > 0);
  if (own.error && !own.data) return <ErrorState small error={own.error} onRetry={() => void own.refetch()} />;
  if (!own.data) return <SkeletonLines lines={5} />;
  const groups = groupByWay(others.data?.pages.flatMap(({ items }) => items) ?? []);
  const ownItems = own.data.pages.flatMap(({ items }) => items);
  const more = [own, others].find(({ hasNextPage }) => hasNextPage);
  const shown = ownItems.length + groups.reduce((sum, { items }) => sum + items.length, 0);
  return (
    <Section title={words.brings} n={words.permissions(role.permissions)}>
      {role.permissions === 0 ? (
        <p className="text-faint">{words.bringsNothing}</p>
      ) : (
        <ul className="bring">
          {ownItems.length > 0 && <li className="bring-head">{words.own}</li>}
          {ownItems.map(({ id, name }) => (
            <li key={id}>
              <Permission>{name}</Permission>
            </li>
          ))}
          {groups.map(({ key, via, items }) => (
            <Fragment key={key}>
              <li className="bring-head">
                {say(words.byIncluding, {
                  roles: via.map(({ id, name }) => (
                    <Tag key={id} icon={IdCardIcon}>
                      {name}
                    </Tag>
                  )),
                })}
              </li>
              {items.map(({ id, name }) => (
                <li key={id}>
                  <Permission>{name}</Permission>
                </li>
              ))}
            </Fragment>
          ))}
          {more && (
            <li>
              <Button
                small
                kind="quiet"
                pending={own.isFetchingNextPage || others.isFetchingNextPage}
                onClick={() => void more.fetchNextPage()}
              >
                {words.more}
              </Button>
              <span className="text-faint small">{words.shown(countText(shown), countText(role.permissions))}</span>
            </li>
          )}
        </ul>
      )}
    </Section>
  );
}

function useItems(application: string, role: string, own: 'true' | 'false', enabled = true) {
  return useInfiniteQuery({
    queryKey: ['applications', application, 'role', role, 'items', own],
    enabled,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor, signal }) =>
      client.roles.items({ params: { application, role }, query: { own, cursor, limit: AT_ONCE }, signal }),
    getNextPageParam: ({ next }) => next ?? undefined,
  });
}

type Item = Awaited<ReturnType<typeof client.roles.items>>['items'][number];

function groupByWay(items: readonly Item[]): { key: string; via: Item['via']; items: Item[] }[] {
  const groups = new Map<string, { key: string; via: Item['via']; items: Item[] }>();
  for (const item of items) {
    const key = item.via.map(({ id }) => id).join(' ');
    const group = groups.get(key) ?? { key, via: item.via, items: [] };
    group.items.push(item);
    groups.set(key, group);
  }
  return [...groups.values()].sort((one, other) => one.via.length - other.via.length);
}
