import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { client } from '../../session/client.ts';

/** A page of change sets, newest first. */
export const appliedQuery = (cursor: string | undefined) =>
  queryOptions({
    queryKey: ['plans', 'applied', cursor],
    queryFn: ({ signal }) => client.plans.applied({ query: { cursor }, signal }),
    placeholderData: keepPreviousData,
  });

/** One change set with its effects. */
export const changeSetQuery = (set: string) =>
  queryOptions({
    queryKey: ['plans', 'applied', 'one', set],
    queryFn: ({ signal }) => client.plans.getApplied({ params: { no: set }, signal }),
    retry: false,
  });

const pageOf = (q: string, cursor: string) => ({ ...(q !== '' && { q }), ...(cursor !== '' && { cursor }) });

/** The effects of a large change set, by pages. */
export const appliedEffectsQuery = (set: number, q: string) =>
  infiniteQueryOptions({
    queryKey: ['plans', 'applied', 'effects', set, q],
    queryFn: ({ pageParam, signal }) =>
      client.plans.appliedEffects({ params: { no: set }, query: pageOf(q, pageParam), signal }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next ?? undefined,
    placeholderData: keepPreviousData,
  });

/** The changes of a change set, by pages. */
export const appliedEventsQuery = (set: number, q: string) =>
  infiniteQueryOptions({
    queryKey: ['plans', 'applied', 'events', set, q],
    queryFn: ({ pageParam, signal }) =>
      client.plans.appliedEvents({ params: { no: set }, query: pageOf(q, pageParam), signal }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next ?? undefined,
    placeholderData: keepPreviousData,
  });
