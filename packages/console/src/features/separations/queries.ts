import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { client } from '../../session/client.ts';

type ViolationsQuery = NonNullable<NonNullable<Parameters<typeof client.separations.violations>[0]>['query']>;
export type RuleBody = NonNullable<Parameters<typeof client.separations.preview>[0]>['body'];

/** The separation rules, paginated. */
export const rulesQuery = infiniteQueryOptions({
  queryKey: ['separations', 'list'],
  queryFn: ({ signal, pageParam }) =>
    client.separations.list({ query: { limit: 100, ...(pageParam && { cursor: pageParam }) }, signal }),
  initialPageParam: '',
  getNextPageParam: ({ next }) => next ?? undefined,
});

/** A page of violations. */
export const violationsQuery = (query: ViolationsQuery) =>
  queryOptions({
    queryKey: ['separations', 'violations', query],
    queryFn: ({ signal }) => client.separations.violations({ query, signal }),
    placeholderData: keepPreviousData,
  });

/** The violations that a separation rule would have before it is created. */
export const previewQuery = (body: RuleBody) =>
  queryOptions({
    queryKey: ['separations', 'preview', body],
    queryFn: ({ signal }) => client.separations.preview({ query: { limit: 5 }, body, signal }),
    placeholderData: keepPreviousData,
  });

/** The exceptions to a separation rule. */
export const exceptionsQuery = (separation: string) =>
  queryOptions({
    queryKey: ['separations', 'exceptions', separation],
    queryFn: ({ signal }) => client.separations.exceptions({ params: { separation }, query: { limit: 100 }, signal }),
  });
