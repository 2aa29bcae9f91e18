import { type CallOf, daysLater, limits, type PlanOutcome, type PolicyPlan } from '@licet/contract';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type * as z from 'zod';
import { type List, type ListQuery, useList } from '../use-list.ts';

export type PlanQuery = NonNullable<z.input<CallOf<'policy.plan'>['query']>>;

/** Plans sign-in rules: those of the organisation, or of one application. */
export interface Planner<B> {
  /** The cache key for plans of these rules. */
  readonly key: string;
  readonly plan: (asked: { body: B; query: PlanQuery; signal?: AbortSignal }) => Promise<PolicyPlan>;
}

/** The affected users, by pages. The previous plan stays visible until the next one arrives. */
export const planQuery = <B>({ key, plan }: Planner<B>, body: B, query: PlanQuery) =>
  queryOptions({
    queryKey: ['policy', 'plan', key, body, query],
    queryFn: async ({ signal }) => ({ ...(await plan({ body, query, signal })), of: JSON.stringify(body) }),
    placeholderData: keepPreviousData,
  });

/** The plan of the rules in the form, and the list of affected users. */
export interface Plan {
  /** Loads another page of the visible plan. Uses the plan's own rules, which may be older than those in the form. */
  readonly page: ((query: PlanQuery) => Promise<PolicyPlan>) | undefined;
  readonly query: ListQuery<PolicyPlan['items'][number]> & { readonly data: PolicyPlan | undefined };
  readonly list: List;
  readonly outcome: PlanOutcome | undefined;
  readonly choose: (outcome: PlanOutcome | undefined) => void;
  readonly searched: boolean;
  /** Whether the visible plan is for earlier input, because the plan of the current input is still being computed. */
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

/** Plans the input after a pause. While the input is invalid, the last plan stays visible. */
export function usePlan<B extends object>(planner: Planner<B>, entered: B | undefined, enabled: boolean): Plan {
  const body = useSettled(entered);
  const of = JSON.stringify(body);
  const [place, setPlace] = useState<Place>({ of });
  // For new rules, return to the first page: the cursor belongs to the former plan.
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

/** The last valid input, after a pause without changes. */
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

/** Returns the options for the usual values and the current value. */
export function withPresent(usual: readonly number[], present: number | null, label: (value: number) => string) {
  const all = [...new Set(present === null ? usual : [...usual, present])].sort((one, other) => one - other);
  return all.map((value) => ({ id: String(value), label: label(value) }));
}

export const upTo = (most: number, values: readonly number[]) => values.filter((value) => value <= most);

const hour = 3600;
const day = 24 * hour;

/** The longest duration of members' sessions, in seconds. */
export const memberSessions = upTo(limits.memberSessionLifetime.value, [
  hour,
  8 * hour,
  12 * hour,
  day,
  7 * day,
  14 * day,
  30 * day,
]);

/** The maximum age of a fresh sign-in. */
export const freshLengths = upTo(limits.freshSignInMax.value, [60, 300, 600, 900, 1800, hour]);

/** The grace period: long enough for a holiday, short enough that users do not forget it. */
export const GRACE_DAYS = 14;

/** The last minute of the day that is `days` ahead. */
export function endOfDay(now: Date, days: number): Date {
  const end = daysLater(now, days);
  end.setHours(23, 59, 0, 0);
  return end;
}
