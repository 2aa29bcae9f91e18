import type { Ending, Principal } from '@licet/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { client } from '../session/client.ts';
import type { PlannedChanges } from './plan-effects/use-plan.ts';

type EndingsQuery = NonNullable<NonNullable<Parameters<typeof client.endings.list>[0]>['query']>;

/** A page of grants and exceptions that end soon. */
export const endingsQuery = (query: EndingsQuery) =>
  queryOptions({
    queryKey: ['endings', query],
    queryFn: ({ signal }) => client.endings.list({ query, signal }),
    placeholderData: keepPreviousData,
  });

/** The fields that grants and exceptions in the list have in common. */
export interface EndingText {
  readonly id: string;
  readonly holder: Principal;
  readonly what: string;
  /** An instant: everything in the list has an end. */
  readonly ends: string;
}

export const endingText = (it: Ending): EndingText =>
  it.kind === 'exception'
    ? {
        id: it.exception.id,
        holder: it.exception.holder,
        what: it.exception.separation.name,
        ends: it.exception.ends,
      }
    : {
        id: it.grant.id,
        holder: it.grant.principal,
        what: it.grant.gives.name,
        ends: it.grant.ends ?? '',
      };

/** The changes that move the end of each item, or that end it now if `endOf` returns null. */
export const changesOf = (endings: readonly Ending[], endOf: (item: EndingText) => Date | null): PlannedChanges =>
  endings.map((it) => {
    const ends = endOf(endingText(it))?.toISOString();
    if (it.kind === 'exception') {
      const params = { separation: it.exception.separation.id, exception: it.exception.id };
      return ends === undefined
        ? { call: 'separations.endException', params }
        : { call: 'separations.changeException', params, body: { ends } };
    }
    const params = { application: it.grant.application, grant: it.grant.id };
    return ends === undefined ? { call: 'grants.revoke', params } : { call: 'grants.update', params, body: { ends } };
  });
