import type { CallOf, PolicyChange } from '@licet/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type * as z from 'zod';
import { client } from '../../session/client.ts';

/** How people sign in. */
export const policyQuery = queryOptions({
  queryKey: ['policy', 'present'],
  queryFn: ({ signal }) => client.policy.get({ signal }),
});

export type PlanQuery = NonNullable<z.input<CallOf<'policy.plan'>['query']>>;

/** Whom rules would touch, a page at a time. The plan before stays in sight until the next one comes. */
export const planQuery = (body: PolicyChange, query: PlanQuery) =>
  queryOptions({
    queryKey: ['policy', 'plan', body, query],
    queryFn: ({ signal }) => client.policy.plan({ body, query, signal }),
    placeholderData: keepPreviousData,
  });
