import { queryOptions } from '@tanstack/react-query';
import { client } from '../../session/client.ts';
import type { Span } from './span.tsx';

const DAY = 86_400_000;
const WEEKS = 26;
const SETS = 100;
/** The number of days of the chart of sign-ins. The query also reads as many earlier days, for a comparison. */
export const SIGN_IN_DAYS = 30;
// These figures read weeks of history, so a change does not refetch them. They are read again when a screen is opened
// more than a minute later.
const once = { staleTime: 'static', gcTime: 60_000 } as const;

/** A UTC day, as the server names it: 2026-03-01. */
export const dayOf = (instant: number): string => new Date(instant).toISOString().slice(0, 10);

/** The grants and memberships that began and ended in each of the last 26 weeks: in an application, or in all that the viewer may read. */
export function gainsQuery(now: Date, application?: string) {
  const to = dayOf(now.getTime());
  const from = dayOf(now.getTime() - (WEEKS - 1) * 7 * DAY);
  return queryOptions({
    queryKey: ['over-time', 'gains', application, to],
    queryFn: ({ signal }) => client.access.gainSeries({ query: { from, to, by: 'week', application }, signal }),
    ...once,
  });
}

/** The number of users with access in an application at the end of each day or week. */
export const accessSeriesQuery = (application: string, query: Span['query']) =>
  queryOptions({
    queryKey: ['over-time', 'access', application, query],
    queryFn: ({ signal }) => client.applications.accessSeries({ params: { application }, query, signal }),
  });

/** The sign-ins of each of the last 60 days, by method and outcome. */
export function signInsQuery(now: Date) {
  const to = dayOf(now.getTime());
  const from = dayOf(now.getTime() - (2 * SIGN_IN_DAYS - 1) * DAY);
  return queryOptions({
    queryKey: ['over-time', 'sign-ins', to],
    queryFn: ({ signal }) => client.audit.signInSeries({ query: { from, to, by: 'day' }, signal }),
    ...once,
  });
}

/** The last change sets that were applied, as far as the viewer may see them. They explain the largest weeks. */
export const lastSetsQuery = queryOptions({
  queryKey: ['over-time', 'sets'],
  queryFn: ({ signal }) => client.plans.applied({ query: { limit: SETS }, signal }),
  ...once,
});
