import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { client } from '../../../session/client.ts';
import type { ListAsk } from '../queries.ts';

export const roleMatrixQuery = (application: string) =>
  queryOptions({
    queryKey: ['applications', application, 'matrix', 'roles'],
    queryFn: ({ signal }) => client.applications.roleMatrix({ params: { application }, signal }),
  });

export const userMatrixQuery = (application: string, query: ListAsk<typeof client.applications.userMatrix>) =>
  queryOptions({
    queryKey: ['applications', application, 'matrix', 'users', query],
    queryFn: ({ signal }) => client.applications.userMatrix({ params: { application }, query, signal }),
    placeholderData: keepPreviousData,
  });

/** Why a user may do something, or may not. */
export const whyQuery = (application: string, user: string, permission: string) =>
  queryOptions({
    queryKey: ['access', 'decision', application, user, permission, 'matrix'],
    queryFn: ({ signal }) => client.access.decide({ params: { application }, query: { user, permission }, signal }),
  });

/** How a role brings a permission. */
export const bringsQuery = (application: string, role: string, permission: string) =>
  queryOptions({
    queryKey: ['applications', application, 'role', role, 'brings', permission],
    queryFn: async ({ signal }) => {
      const params = { application, role };
      const { items } = await client.roles.items({ params, query: { q: permission, limit: 200 }, signal });
      return items.find(({ name }) => name === permission) ?? null;
    },
  });

export const groupNameQuery = (group: string) =>
  queryOptions({
    queryKey: ['groups', 'one', group, 'name'],
    queryFn: async ({ signal }) => (await client.groups.get({ params: { group }, signal })).name,
    retry: false,
  });
