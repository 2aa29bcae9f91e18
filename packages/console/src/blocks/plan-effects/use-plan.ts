import type { Plan } from '@licet/contract';
import { ApiError } from '@licet/contract/client';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { client } from '../../session/client.ts';
import { asProblem, type Problem } from '../../ui/problem.ts';

/** Changes in the contract's form, without versions: the plan uses the facts at that time. */
export type PlannedChanges = Parameters<typeof client.plans.make>[0]['body']['changes'];

/** No changes, so nothing to show. */
export const unplanned: PlannedChanges = [];

/** The plan of some changes, as far as it is known. It never has data of other or earlier changes. */
export interface AskedPlan {
  readonly changes: PlannedChanges;
  readonly plan: Plan | undefined;
  /** Why it could not be computed. */
  readonly problem: Problem | undefined;
  /** It is being computed, for the first time or again. */
  readonly asking: boolean;
  readonly retry: () => void;
}

const PAUSE_MS = 300;
const TRIES = 3;
const LONGEST_MS = 20_000;

/**
 * Plans changes: after the first, only once nothing has changed for a moment. Planned again with every change made
 * anywhere, and dropped when nobody looks.
 * @param held while the changes are being made: their own effects are not news
 */
export function usePlan(changes: PlannedChanges, { held = false } = {}): AskedPlan {
  const text = JSON.stringify(changes);
  const wanted = changes.length > 0;
  const isSettled = useSettled(text) === text;
  const query = useQuery({
    queryKey: ['plans', text],
    queryFn: ({ signal }) =>
      client.plans.make({ body: { changes }, signal: AbortSignal.any([signal, AbortSignal.timeout(LONGEST_MS)]) }),
    enabled: wanted && !held && isSettled,
    staleTime: 0,
    gcTime: 0,
    retry: (failures, error) => failures < TRIES && error instanceof ApiError && passing.has(error.problem.status ?? 0),
    retryDelay: (failures) => 1000 * 2 ** failures,
  });
  return {
    changes,
    plan: query.isError ? undefined : query.data,
    problem: query.isError ? asProblem(query.error) : undefined,
    asking: wanted && (query.isFetching || query.isPending),
    retry: () => void query.refetch(),
  };
}

/** Too many plans of the user at once, and an unreachable server. */
const passing: ReadonlySet<number> = new Set([429, 503]);

/** A text once it did not change for a moment; the first one at once. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
