import type { Plan } from '@licet/contract';
import { ApiError } from '@licet/contract/client';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { client } from '../../session/client.ts';
import { asProblem, type Problem } from '../../ui/problem.ts';

/** Changes as the contract takes them. A version is left out: what they bring is asked of the facts as they are by then. */
export type PlannedChanges = Parameters<typeof client.plans.make>[0]['body']['changes'];

/** Nothing to plan, and nothing to show. */
export const unplanned: PlannedChanges = [];

/** What some changes would bring, as far as it is known. Nothing in it is of other changes, nor of those of a moment ago. */
export interface AskedPlan {
  readonly changes: PlannedChanges;
  readonly plan: Plan | undefined;
  /** Why nobody could say it. */
  readonly problem: Problem | undefined;
  /** It is being asked, for the first time or again. */
  readonly asking: boolean;
  readonly retry: () => void;
}

const PAUSE_MS = 300;
const TRIES = 3;
const LONGEST_MS = 20_000;

/**
 * Asks what changes would bring: those that come after the first only once nothing else came for a moment. It is asked again with every
 * change that is made anywhere, and nothing of it is kept when nobody looks.
 * @param held while the changes are being made: that what they remove is gone would be no news
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

/** Too many plans of the person at once, and a server that is not there. */
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
