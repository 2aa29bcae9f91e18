import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { client } from '../../session/client.ts';

type UsesQuery = NonNullable<NonNullable<Parameters<typeof client.breakGlass.list>[0]>['query']>;

/** A page of roles that were taken at once. */
export const usesQuery = (query: UsesQuery) =>
  queryOptions({
    queryKey: ['emergencies', 'list', query],
    queryFn: ({ signal }) => client.breakGlass.list({ query, signal }),
    placeholderData: keepPreviousData,
  });
