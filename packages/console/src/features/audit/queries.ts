import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { client } from '../../session/client.ts';
import type { AuditAddress } from './address.ts';

export const eventsQuery = ({ q, action, actor, application, target, from, to, cursor }: AuditAddress) => {
  const query = { q, action, actor, application, target, from, to, cursor, sort: '-no' as const };
  return queryOptions({
    queryKey: ['audit', 'events', query],
    queryFn: ({ signal }) => client.audit.list({ query, signal }),
    placeholderData: keepPreviousData,
  });
};

/** One event, if it is not on the loaded page. */
export const eventQuery = (number: string) =>
  queryOptions({
    queryKey: ['audit', 'event', number],
    queryFn: ({ signal }) => client.audit.get({ params: { no: number }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

/** The number of the newest event, which is the number of events that a verification reads. */
export const newestQuery = queryOptions({
  queryKey: ['audit', 'newest'],
  queryFn: async ({ signal }) => (await client.audit.list({ query: { limit: 1 }, signal })).items[0]?.no ?? 0,
});

export const signInsQuery = ({ q, outcome, from, to, cursor }: AuditAddress) => {
  const query = { q, outcome, from, to, cursor, sort: '-at' as const };
  return queryOptions({
    queryKey: ['audit', 'sign-ins', query],
    queryFn: ({ signal }) => client.audit.signIns({ query, signal }),
    placeholderData: keepPreviousData,
  });
};
