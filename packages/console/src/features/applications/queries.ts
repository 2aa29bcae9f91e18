import { limits } from '@licet/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { permissionTitle } from '../../blocks/roles.ts';
import { everyPage } from '../../blocks/use-list.ts';
import { client } from '../../session/client.ts';

/** The query parameters of a list call: search, sort, cursor and others. */
type ListAsk<C extends (input: never) => unknown> =
  NonNullable<Parameters<C>[0]> extends { query?: infer Q } ? Q : never;

const ROLES_LIMIT = 200;

export const applicationListQuery = (query: ListAsk<typeof client.applications.list>) =>
  queryOptions({
    queryKey: ['applications', 'list', query],
    queryFn: ({ signal }) => client.applications.list({ query, signal }),
    placeholderData: keepPreviousData,
  });

export const ownersQuery = (application: string) =>
  queryOptions({
    queryKey: ['applications', application, 'owners'],
    queryFn: ({ signal }) => client.applications.owners({ params: { application }, signal }),
  });

/** The grants of a program, in every application. */
export const clientGrantsQuery = (application: string, id: string) =>
  queryOptions({
    queryKey: ['applications', application, 'clients', id, 'grants'],
    queryFn: ({ signal }) =>
      client.clients.grants({
        params: { application, client: id },
        query: { state: 'active,scheduled', sort: 'gives', limit: 50 },
        signal,
      }),
  });

/** The secrets and public keys of a client. */
export const clientKeysQuery = (application: string, id: string) =>
  queryOptions({
    queryKey: ['applications', application, 'clients', id, 'keys'],
    queryFn: ({ signal }) => client.clients.keys({ params: { application, client: id }, signal }),
  });

/** The sign-in requirements of an application. */
export const applicationPolicyQuery = (application: string) =>
  queryOptions({
    queryKey: ['applications', application, 'policy'],
    queryFn: ({ signal }) => client.policy.ofApplication({ params: { application }, signal }),
  });

export const permissionListQuery = (application: string, query: ListAsk<typeof client.permissions.list>) =>
  queryOptions({
    queryKey: ['applications', application, 'permissions', query],
    queryFn: async ({ signal }) => {
      const page = await client.permissions.list({ params: { application }, query, signal });
      return { ...page, items: page.items.map((it) => ({ ...it, title: permissionTitle(application, it) })) };
    },
    placeholderData: keepPreviousData,
  });

const HOLDERS_SHOWN = 6;

/** The first holders of a permission by name, and their number. */
export const permissionHoldersQuery = (application: string, permission: string, at: string | undefined) =>
  queryOptions({
    queryKey: ['applications', application, 'holders', permission, at ?? 'now'],
    queryFn: ({ signal }) =>
      client.access.holders({ params: { application }, query: { permission, at, limit: HOLDERS_SHOWN }, signal }),
    retry: false,
  });

export const roleListQuery = (application: string, query: ListAsk<typeof client.roles.list>) =>
  queryOptions({
    queryKey: ['applications', application, 'roles', query],
    queryFn: ({ signal }) => client.roles.list({ params: { application }, query, signal }),
    placeholderData: keepPreviousData,
  });

/** The first roles by name, offered while nothing is typed. */
export const firstRolesQuery = (application: string) =>
  roleListQuery(application, { limit: ROLES_LIMIT, sort: 'name' });

export const roleQuery = (application: string, role: string) =>
  queryOptions({
    queryKey: ['applications', application, 'role', role],
    queryFn: ({ signal }) => client.roles.get({ params: { application, role }, signal }),
  });

/** How many holders of roles use them. */
export const roleUseQuery = (application: string, roles: readonly string[]) =>
  queryOptions({
    queryKey: ['applications', application, 'roles', 'use', roles],
    queryFn: ({ signal }) => client.roles.use({ params: { application }, query: { roles: roles.join(',') }, signal }),
    placeholderData: keepPreviousData,
  });

/** How many holders of a role use each of its permissions. */
export const permissionUseQuery = (application: string, role: string) =>
  queryOptions({
    queryKey: ['applications', application, 'role', role, 'use'],
    queryFn: ({ signal }) => client.roles.permissionUse({ params: { application, role }, signal }),
  });

export const grantListQuery = (application: string, query: ListAsk<typeof client.grants.list>) =>
  queryOptions({
    queryKey: ['applications', application, 'grants', query],
    queryFn: ({ signal }) => client.grants.list({ params: { application }, query, signal }),
    placeholderData: keepPreviousData,
  });

/** All grants that a list shows. */
export const readGrants = (application: string, query: ListAsk<typeof client.grants.list>) =>
  everyPage(
    (cursor) =>
      client.grants.list({ params: { application }, query: { ...query, cursor, limit: limits.pageMax.value } }),
    limits.planLongChangesMax.value,
  );

export const clientsQuery = (application: string) =>
  queryOptions({
    queryKey: ['applications', application, 'clients'],
    queryFn: ({ signal }) => client.clients.list({ params: { application }, signal }),
  });

export const unusedQuery = (application: string, query: ListAsk<typeof client.applications.unused>) =>
  queryOptions({
    queryKey: ['applications', application, 'unused', query],
    queryFn: ({ signal }) => client.applications.unused({ params: { application }, query, signal }),
    placeholderData: keepPreviousData,
  });

export const unusedInRolesQuery = (application: string, query: ListAsk<typeof client.applications.unusedInRoles>) =>
  queryOptions({
    queryKey: ['applications', application, 'unused in roles', query],
    queryFn: ({ signal }) => client.applications.unusedInRoles({ params: { application }, query, signal }),
    placeholderData: keepPreviousData,
  });

export const usageQuery = (application: string, query: ListAsk<typeof client.applications.usage>) =>
  queryOptions({
    queryKey: ['applications', application, 'usage', query],
    queryFn: ({ signal }) => client.applications.usage({ params: { application }, query, signal }),
    placeholderData: keepPreviousData,
  });

export const roleMatrixQuery = (application: string) =>
  queryOptions({
    queryKey: ['applications', application, 'matrix', 'roles'],
    queryFn: ({ signal }) => client.applications.roleMatrix({ params: { application }, signal }),
    structuralSharing: false,
  });

export const userMatrixQuery = (application: string, query: ListAsk<typeof client.applications.userMatrix>) =>
  queryOptions({
    queryKey: ['applications', application, 'matrix', 'users', query],
    queryFn: ({ signal }) => client.applications.userMatrix({ params: { application }, query, signal }),
    placeholderData: keepPreviousData,
    structuralSharing: false,
  });

/** Why a user has a permission or lacks it. */
export const whyQuery = (application: string, user: string, permission: string) =>
  queryOptions({
    queryKey: ['access', 'decision', application, user, permission, 'matrix'],
    queryFn: ({ signal }) => client.access.decide({ params: { application }, query: { user, permission }, signal }),
  });

/** The last reported use of a permission by a user; undefined if the call does not tell it. */
export const lastUsedQuery = (application: string, user: string, permission: string) =>
  queryOptions({
    queryKey: ['access', 'last-used', application, user, permission],
    queryFn: async ({ signal }) => {
      const query = { q: permission, limit: 200 };
      const { permissions } = await client.access.get({ params: { application, user }, query, signal });
      return permissions.items.find(({ name }) => name === permission)?.lastUsed ?? null;
    },
  });

/** How a role has a permission: directly, or by the roles that it includes. */
export const includesQuery = (application: string, role: string, permission: string) =>
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
