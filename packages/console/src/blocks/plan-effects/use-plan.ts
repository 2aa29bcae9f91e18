import type { Plan } from '@licet/contract';
import { ApiError } from '@licet/contract/client';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { client } from '../../session/client.ts';
import { asProblem, type Problem } from '../../ui/problem.ts';

/** Changes in the contract's form, without versions: the plan uses the facts of its own instant. */
export type PlannedChanges = Parameters<typeof client.plans.make>[0]['body']['changes'];

/** No changes, so there are no effects to show. */
export const unplanned: PlannedChanges = [];

/** The plan of some changes, as far as it is known. It never contains data of other or earlier changes. */
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
 * Plans changes. The first plan starts at once, later ones after a pause. Plans again after every change made anywhere,
 * and stops when the component unmounts.
 * @param held true while the changes are being made: their own effects cause no new plan
 */
export function usePlan(changes: PlannedChanges, { held = false } = {}): AskedPlan {
  const text = JSON.stringify(changes);
  const hasChanges = changes.length > 0;
  const isSettled = useSettled(text) === text;
  const query = useQuery({
    queryKey: ['plans', text],
    queryFn: ({ signal }) =>
      client.plans.make({ body: { changes }, signal: AbortSignal.any([signal, AbortSignal.timeout(LONGEST_MS)]) }),
    enabled: hasChanges && !held && isSettled,
    staleTime: 0,
    gcTime: 0,
    retry: (failures, error) => failures < TRIES && error instanceof ApiError && passing.has(error.problem.status ?? 0),
    retryDelay: (failures) => 1000 * 2 ** failures,
  });
  return {
    changes,
    plan: query.isError ? undefined : query.data,
    problem: query.isError ? asProblem(query.error) : undefined,
    asking: hasChanges && (query.isFetching || query.isPending),
    retry: () => void query.refetch(),
  };
}

/** The user has too many plans in progress, or the server is unreachable. */
const passing: ReadonlySet<number> = new Set([429, 503]);

/** A text once it has not changed for a moment; the first one at once. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
