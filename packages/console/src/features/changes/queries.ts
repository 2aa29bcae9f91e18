import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { client } from '../../session/client.ts';

/** A page of change sets, the newest first. */
export const appliedQuery = (cursor: string | undefined) =>
  queryOptions({
    queryKey: ['plans', 'applied', cursor],
    queryFn: ({ signal }) => client.plans.applied({ query: { cursor }, signal }),
    placeholderData: keepPreviousData,
  });

/** One change set, with what it did. */
export const changeSetQuery = (no: string) =>
  queryOptions({
    queryKey: ['plans', 'applied', 'one', no],
    queryFn: ({ signal }) => client.plans.getApplied({ params: { no }, signal }),
    retry: false,
  });
