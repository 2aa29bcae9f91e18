import { limits } from '@licet/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { everyPage } from '../../blocks/use-list.ts';
import { client } from '../../session/client.ts';

type ListQuery = NonNullable<NonNullable<Parameters<typeof client.groups.list>[0]>['query']>;
type MemberQuery = NonNullable<Parameters<typeof client.groups.members>[0]['query']>;

/** A page of groups. The previous page stays visible while the next one loads. */
export const groupList = (query: ListQuery) =>
  queryOptions({
    queryKey: ['groups', 'list', query],
    queryFn: ({ signal }) => client.groups.list({ query, signal }),
    placeholderData: keepPreviousData,
  });

/** One group. */
export const groupById = (group: string) =>
  queryOptions({
    queryKey: ['groups', 'one', group],
    queryFn: ({ signal }) => client.groups.get({ params: { group }, signal }),
  });

/** A page of the direct members of a group. */
export const groupMembers = (group: string, query: MemberQuery) =>
  queryOptions({
    queryKey: ['groups', 'one', group, 'members', query],
    queryFn: ({ signal }) => client.groups.members({ params: { group }, query, signal }),
    placeholderData: keepPreviousData,
  });

/** All direct members that a list shows. */
export const readMembers = (group: string, query: MemberQuery) =>
  everyPage(
    (cursor) => client.groups.members({ params: { group }, query: { ...query, cursor, limit: limits.pageMax.value } }),
    limits.planLongChangesMax.value,
  );

/** The first active grants to a group. */
export const groupAccess = (group: string) =>
  queryOptions({
    queryKey: ['groups', 'one', group, 'brings'],
    queryFn: ({ signal }) => client.groups.grants({ params: { group }, query: { state: 'active', limit: 20 }, signal }),
  });
