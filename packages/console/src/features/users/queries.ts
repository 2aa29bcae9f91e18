import { type Access, limits } from '@licet/contract';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { roundRefetch } from '../../blocks/mail-round.tsx';
import { everyPage } from '../../blocks/use-list.ts';
import { client } from '../../session/client.ts';

type ListQuery = NonNullable<NonNullable<Parameters<typeof client.users.list>[0]>['query']>;

/** A page of users. The previous page stays visible while the next one loads. */
export const userList = (query: ListQuery) =>
  queryOptions({
    queryKey: ['users', 'list', query],
    queryFn: ({ signal }) => client.users.list({ query, signal }),
    placeholderData: keepPreviousData,
  });

/** One user. */
export const userById = (user: string) =>
  queryOptions({
    queryKey: ['users', 'one', user],
    queryFn: ({ signal }) => client.users.get({ params: { user }, signal }),
  });

/** The user with this username, in any equivalent spelling; null if there is none. */
export const userByUsername = (username: string) =>
  queryOptions({
    queryKey: ['users', 'named', username],
    queryFn: async ({ signal }) =>
      (await client.users.list({ query: { username, limit: 1 }, signal })).items[0] ?? null,
  });

/**
 * What an erasure would remove. Fetched only once, because the server blocks writes while it searches the audit log.
 */
export const erasurePlan = (user: string) =>
  queryOptions({
    queryKey: ['users', 'one', user, 'erasure'],
    queryFn: ({ signal }) => client.users.erasurePlan({ params: { user }, signal }),
    staleTime: 'static',
    gcTime: 0,
    retry: false,
  });

/** The duties of a user: what they are responsible for, and their unfinished work. */
export const userDuties = (user: string) =>
  queryOptions({
    queryKey: ['users', 'one', user, 'duties'],
    queryFn: ({ signal }) => client.users.duties({ params: { user }, signal }),
  });

/** The access of a user by application. */
export const userAccess = (user: string) =>
  queryOptions({
    queryKey: ['users', 'one', user, 'access'],
    queryFn: ({ signal }) => client.users.access({ params: { user }, signal }),
  });

/** The access of a user in one application, paginated. */
export const userAccessIn = (user: string, application: string, q: string) =>
  infiniteQueryOptions({
    queryKey: ['users', 'one', user, 'access', application, q],
    queryFn: ({ signal, pageParam }) =>
      client.access.get({ params: { application, user }, query: { q, cursor: pageParam, limit: 50 }, signal }),
    initialPageParam: '',
    getNextPageParam: (last) => last.permissions.next ?? undefined,
    placeholderData: keepPreviousData,
  });

/** The maximum number of permissions in one application that the page searches for those that end soon. */
const MOST_SEARCHED = 1000;

/** The access of a user in one application: all roles and the first permissions, with their paths. */
export const userAccessWhole = (user: string, application: string) =>
  queryOptions({
    queryKey: ['users', 'one', user, 'access', application, 'whole'],
    queryFn: async ({ signal }) => {
      let roles: Access['roles'] = [];
      let reportedSince: Access['reportedSince'];
      const permissions = await everyPage(async (cursor) => {
        const query = { cursor, limit: limits.pageMax.value };
        const page = await client.access.get({ params: { application, user }, query, signal });
        roles = page.roles;
        reportedSince = page.reportedSince;
        return page.permissions;
      }, MOST_SEARCHED);
      return { roles, permissions, reportedSince };
    },
  });

/** The direct grants of a user: those that are in force or will be, or those that have ended. */
export const userGrants = (user: string, ended: boolean, q: string) =>
  infiniteQueryOptions({
    queryKey: ['users', 'one', user, 'grants', ended, q],
    queryFn: ({ signal, pageParam }) => {
      const state = ended ? 'expired,revoked' : 'active,scheduled';
      const query = { state, q, sort: '-starts', cursor: pageParam, limit: limits.pageMax.value } as const;
      return client.users.grants({ params: { user }, query, signal });
    },
    initialPageParam: '',
    getNextPageParam: (last) => last.next ?? undefined,
    placeholderData: keepPreviousData,
  });

/** The direct grants of a user that have not been used for a quarter of a year. */
export const userUnused = (user: string) =>
  queryOptions({
    queryKey: ['users', 'one', user, 'unused'],
    queryFn: ({ signal }) => client.users.unused({ params: { user }, signal }),
  });

export const userGroups = (user: string) =>
  queryOptions({
    queryKey: ['users', 'one', user, 'groups'],
    queryFn: ({ signal }) => client.users.groups({ params: { user }, signal }),
  });

/** The active grants that expire next. */
export const userGrantsEnding = (user: string) =>
  queryOptions({
    queryKey: ['users', 'one', user, 'grants', 'ending'],
    queryFn: ({ signal }) =>
      client.users.grants({ params: { user }, query: { state: 'active', sort: 'ends', limit: 5 }, signal }),
  });

/** The sign-in methods of a user. */
export const userCredentials = (user: string) =>
  queryOptions({
    queryKey: ['users', 'one', user, 'credentials'],
    queryFn: ({ signal }) => client.users.credentials({ params: { user }, signal }),
  });

export const userSessions = (user: string) =>
  queryOptions({
    queryKey: ['users', 'one', user, 'sessions'],
    queryFn: ({ signal }) => client.users.sessions({ params: { user }, signal }),
  });

/** The sign-in log of a user, latest first. */
export const userSignIns = (user: string) =>
  infiniteQueryOptions({
    queryKey: ['users', 'one', user, 'sign-ins'],
    queryFn: ({ signal, pageParam }) =>
      client.users.signIns({ params: { user }, query: { sort: '-at', cursor: pageParam, limit: 50 }, signal }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next ?? undefined,
  });

/** The changes to a user, latest first. */
export const userChanges = (user: string) =>
  infiniteQueryOptions({
    queryKey: ['users', 'one', user, 'changes'],
    queryFn: ({ signal, pageParam }) =>
      client.audit.list({ query: { target: user, sort: '-no', cursor: pageParam, limit: 50 }, signal }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next ?? undefined,
  });

/** The name of a group, for its filter. */
export const groupName = (group: string) =>
  queryOptions({
    queryKey: ['groups', 'one', group, 'name'],
    queryFn: async ({ signal }) => (await client.groups.get({ params: { group }, signal })).name,
  });

/** The name of an application, for its filter. */
export const applicationName = (application: string) =>
  queryOptions({
    queryKey: ['applications', 'one', application, 'name'],
    queryFn: async ({ signal }) => (await client.applications.get({ params: { application }, signal })).name,
  });

/** The name of a role with its application, for its filter: "Ledger clerk". */
export const roleName = (application: string, role: string) =>
  queryOptions({
    queryKey: ['roles', 'one', application, role, 'name'],
    queryFn: async ({ signal }) => {
      const found = await client.roles.get({ params: { application, role }, signal });
      return `${application} ${found.name}`;
    },
  });

/** The invitation of a user who has not signed in yet. */
export const userInvitation = (user: string) =>
  queryOptions({
    queryKey: ['users', 'one', user, 'invitation'],
    queryFn: ({ signal }) => client.invitations.ofUser({ params: { user }, signal }),
  });

/** The last rounds of invitations, refetched every two seconds while the newest is in progress. */
export const lastRounds = queryOptions({
  queryKey: ['invitations', 'rounds'],
  queryFn: ({ signal }) => client.invitations.list({ signal }),
  refetchInterval: ({ state }) => roundRefetch(state.data?.items),
});

/** The violations of separation rules by a user. */
export const userViolations = (holder: string) =>
  queryOptions({
    queryKey: ['users', 'one', holder, 'violations'],
    queryFn: ({ signal }) => client.separations.violations({ query: { holder, limit: 20 }, signal }),
  });

/** The last few changes to a user, for the panel beside the list. */
export const lastChanges = (user: string) =>
  queryOptions({
    queryKey: ['users', 'one', user, 'changes', 'last'],
    queryFn: ({ signal }) => client.audit.list({ query: { target: user, sort: '-no', limit: 5 }, signal }),
  });
