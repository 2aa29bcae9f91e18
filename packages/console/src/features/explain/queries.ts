import { limits } from '@licet/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { everyPage } from '../../blocks/use-list.ts';
import { client } from '../../session/client.ts';

/** The question of which users have a permission. */
export interface WhoQuestion {
  application: string;
  permission: string;
  at?: string | undefined;
  q?: string | undefined;
  cursor?: string | undefined;
}

const HELD_LIMIT = 50;
/** The maximum number of grants of one user that are searched for the one to revoke. */
const MOST_GRANTS = 2000;

/** The answer about the viewer, which every user may request. */
export const ownDecisionQuery = (application: string, permission: string) =>
  queryOptions({
    queryKey: ['me', 'decision', application, permission],
    queryFn: ({ signal }) => client.me.decision({ params: { application }, query: { permission }, signal }),
    staleTime: 0,
    retry: false,
  });

/** The roles and permissions that the user holds in the application, each with its paths. */
export const heldQuery = (application: string, user: string, at: string | undefined) =>
  queryOptions({
    queryKey: ['access', 'held', application, user, at ?? 'now'],
    queryFn: ({ signal }) =>
      client.access.get({ params: { application, user }, query: { at, limit: HELD_LIMIT }, signal }),
  });

export const holdersQuery = ({ application, permission, at, q, cursor }: WhoQuestion) =>
  queryOptions({
    queryKey: ['access', 'holders', application, permission, at ?? 'now', q ?? '', cursor ?? ''],
    queryFn: ({ signal }) =>
      client.access.holders({ params: { application }, query: { permission, at, q, cursor }, signal }),
    placeholderData: keepPreviousData,
    retry: false,
  });

/** The grants that a user holds directly, in all applications. */
export const grantsOfQuery = (user: string) =>
  queryOptions({
    queryKey: ['users', 'one', user, 'grants', 'present'],
    queryFn: ({ signal }) =>
      everyPage(
        (cursor) => client.users.grants({ params: { user }, query: { cursor, limit: limits.pageMax.value }, signal }),
        MOST_GRANTS,
      ),
    staleTime: 0,
  });

/** The permission of that name, for its title; null outside the catalogue. */
export const permissionQuery = ({
  application,
  permission,
  at,
}: Pick<WhoQuestion, 'application' | 'permission' | 'at'>) =>
  queryOptions({
    queryKey: ['applications', application, 'permission', permission, at ?? 'now'],
    queryFn: async ({ signal }) => {
      const query = { q: permission, at, limit: 50 };
      const { items } = await client.permissions.list({ params: { application }, query, signal });
      return items.find(({ name }) => name === permission) ?? null;
    },
    retry: false,
  });

/** The user with an id, to show the name before the question is answered. */
export const userQuery = (user: string) =>
  queryOptions({
    queryKey: ['users', 'one', user],
    queryFn: ({ signal }) => client.users.get({ params: { user }, signal }),
    retry: false,
  });
