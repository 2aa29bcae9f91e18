import type { PlanOutcome, PolicyChange, PolicyPlan } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type List, type ListQuery, useList } from '../../blocks/use-list.ts';
import { planQuery } from './queries.ts';

/** Whom the rules in the form would touch, and which of them are listed. */
export interface Plan {
  /** The rules that it is of: those of a moment ago, while somebody types. */
  readonly body: PolicyChange | undefined;
  readonly query: ListQuery<PolicyPlan['items'][number]> & { readonly data: PolicyPlan | undefined };
  readonly list: List;
  readonly outcome: PlanOutcome | undefined;
  readonly choose: (outcome: PlanOutcome | undefined) => void;
  readonly searched: boolean;
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
export function usePlan(entered: PolicyChange | undefined, enabled: boolean): Plan {
  const body = useSettled(entered);
  const of = JSON.stringify(body);
  const [place, setPlace] = useState<Place>({ of });
  // Other rules begin at the first page again.
  const address: Place = place.of === of ? place : { ...place, of, cursor: undefined };
  const change = (changes: Partial<Place>) => setPlace({ ...address, cursor: undefined, ...changes });
  const list = useList(address, change, 'name');
  const { q, outcome, cursor } = address;
  const query = useQuery({
    ...planQuery(body ?? NOTHING, { q, outcome, cursor, limit: LISTED }),
    enabled: enabled && body !== undefined,
  });
  return { body, query, list, outcome, searched: q !== undefined, choose: (next) => change({ outcome: next }) };
}

const NOTHING = {} as PolicyChange;

/** What was entered last that can be saved, once nothing else was for a moment. */
function useSettled(entered: PolicyChange | undefined): PolicyChange | undefined {
  const [settled, setSettled] = useState(entered);
  const text = JSON.stringify(entered);
  useEffect(() => {
    if (text === undefined) return;
    const timer = setTimeout(() => setSettled(JSON.parse(text) as PolicyChange), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
