import type { Plan } from '@licet/contract';
import { ApiError } from '@licet/contract/client';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { client } from '../../session/client.ts';
import { asProblem, type Problem } from '../../ui/problem.ts';
import { useShownError } from '../../ui/shown-errors.ts';

/** Changes in the contract's format, without versions, because a plan uses the current data. */
export type PlannedChanges = Parameters<typeof client.plans.make>[0]['body']['changes'];

/** No changes, so there are no effects to show. */
export const unplanned: PlannedChanges = [];

/** The plan of `changes`, if it has loaded. It is never the plan of earlier changes. */
export interface AskedPlan {
  readonly changes: PlannedChanges;
  readonly plan: Plan | undefined;
  /** Why the plan could not be computed. */
  readonly problem: Problem | undefined;
  /** Whether the plan is being computed, for the first time or again. */
  readonly asking: boolean;
  readonly retry: () => void;
}

const PAUSE_MS = 300;
const TRIES = 3;
const LONGEST_MS = 20_000;

/**
 * Plans changes. Requests the first plan immediately and later ones after a pause. Repeats the plan after every change
 * on the server, until the component unmounts.
 * @param held true while the changes are being made, because they would otherwise trigger a new plan
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
  // The components that show the plan also show its failure, with their own button to retry.
  useShownError(query.error);
  return {
    changes,
    plan: query.isError ? undefined : query.data,
    problem: query.isError ? asProblem(query.error) : undefined,
    asking: hasChanges && (query.isFetching || query.isPending),
    retry: () => void query.refetch(),
  };
}

/** Statuses after which a retry can succeed: the user has too many plans in progress, or the server is unreachable. */
const passing: ReadonlySet<number> = new Set([429, 503]);

/** Returns the text after a pause without changes. The initial text is returned immediately. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
