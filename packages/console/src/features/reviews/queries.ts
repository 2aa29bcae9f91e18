import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { client } from '../../session/client.ts';

type ListQuery = NonNullable<NonNullable<Parameters<typeof client.reviews.list>[0]>['query']>;

export const reviewList = (query: ListQuery) =>
  queryOptions({
    queryKey: ['reviews', 'list', query],
    queryFn: ({ signal }) => client.reviews.list({ query, signal }),
    placeholderData: keepPreviousData,
  });
