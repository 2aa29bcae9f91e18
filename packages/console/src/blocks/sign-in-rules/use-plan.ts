import type { CallOf, PlanOutcome, PolicyPlan } from '@licet/contract';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type * as z from 'zod';
import { type List, type ListQuery, useList } from '../use-list.ts';

export type PlanQuery = NonNullable<z.input<CallOf<'policy.plan'>['query']>>;

/** What plans rules: those of everybody, or those of one application. */
export interface Planner<B> {
  /** Tells its plans from those of others. */
  readonly key: string;
  readonly plan: (asked: { body: B; query: PlanQuery; signal?: AbortSignal }) => Promise<PolicyPlan>;
}

/** Whom rules would touch, a page at a time. The plan before stays in sight until the next one comes. */
export const planQuery = <B>({ key, plan }: Planner<B>, body: B, query: PlanQuery) =>
  queryOptions({
    queryKey: ['policy', 'plan', key, body, query],
    queryFn: async ({ signal }) => ({ ...(await plan({ body, query, signal })), of: JSON.stringify(body) }),
    placeholderData: keepPreviousData,
  });

/** Whom the rules in the form would touch, and which of them are listed. */
export interface Plan {
  /** Asks for another page of it, by the rules that it is of: those of a moment ago, while somebody types. */
  readonly page: ((query: PlanQuery) => Promise<PolicyPlan>) | undefined;
  readonly query: ListQuery<PolicyPlan['items'][number]> & { readonly data: PolicyPlan | undefined };
  readonly list: List;
  readonly outcome: PlanOutcome | undefined;
  readonly choose: (outcome: PlanOutcome | undefined) => void;
  readonly searched: boolean;
  /** What is in sight is of other rules than those in the form: these are being counted. */
  readonly counting: boolean;
}

interface Place {
  of: string;
  q?: string | undefined;
  outcome?: PlanOutcome | undefined;
  cursor?: string | undefined;
}

const LISTED = 25;
const PAUSE_MS = 300;

/** Plans what is entered, after a pause; what cannot be saved is not planned, and the last plan stays in sight. */
export function usePlan<B extends object>(planner: Planner<B>, entered: B | undefined, enabled: boolean): Plan {
  const body = useSettled(entered);
  const of = JSON.stringify(body);
  const [place, setPlace] = useState<Place>({ of });
  // Other rules begin at the first page again.
  const address: Place = place.of === of ? place : { ...place, of, cursor: undefined };
  const change = (changes: Partial<Place>) => setPlace({ ...address, cursor: undefined, ...changes });
  const list = useList(address, change, 'name');
  const { q, outcome, cursor } = address;
  const query = useQuery({
    ...planQuery(planner, body ?? ({} as B), { q, outcome, cursor, limit: LISTED }),
    enabled: enabled && body !== undefined,
  });
  const page = body && ((next: PlanQuery) => planner.plan({ body, query: next }));
  const counting = entered !== undefined && query.data !== undefined && query.data.of !== JSON.stringify(entered);
  const choose = (next: PlanOutcome | undefined) => change({ outcome: next });
  return { page, query, list, outcome, searched: q !== undefined, choose, counting };
}

/** What was entered last that can be saved, once nothing else was for a moment. */
function useSettled<B>(entered: B | undefined): B | undefined {
  const [settled, setSettled] = useState(entered);
  const text = JSON.stringify(entered);
  useEffect(() => {
    if (text === undefined) return;
    const timer = setTimeout(() => setSettled(JSON.parse(text) as B), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
