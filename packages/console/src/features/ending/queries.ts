import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { client } from '../../session/client.ts';

type EndingsQuery = NonNullable<NonNullable<Parameters<typeof client.endings.list>[0]>['query']>;

/** A page of what ends soon. */
export const endingsQuery = (query: EndingsQuery) =>
  queryOptions({
    queryKey: ['endings', query],
    queryFn: ({ signal }) => client.endings.list({ query, signal }),
    placeholderData: keepPreviousData,
  });
