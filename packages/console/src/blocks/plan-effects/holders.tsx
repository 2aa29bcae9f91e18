import type { PlanEffect } from '@licet/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { client } from '../../session/client.ts';
import { asProblem } from '../../ui/problem.ts';
import { ShowMore } from '../show-more.tsx';
import type { PlannedChanges } from './use-plan.ts';
import { words } from './words.ts';

/** The effect of a plan, and what its plan is of. */
export interface EffectInPlan {
  readonly effect: PlanEffect;
  readonly place: number;
  readonly digest: string;
  readonly changes: PlannedChanges;
}

const FIRST = 3;

/** Who they are: the first few in a line, all of them, a page at a time, when somebody asks. */
export function Holders(of: EffectInPlan): ReactNode {
  const [open, setOpen] = useState(false);
  const list = useId();
  const { holders, count } = of.effect;
  const first = holders.slice(0, FIRST).map(({ name }) => name);
  return (
    <div className="plan-holders">
      {!open && <span>{words.names(first.join(', '), count - first.length)} </span>}
      <button type="button" className="link" aria-expanded={open} aria-controls={list} onClick={() => setOpen(!open)}>
        {open ? words.fewerNames : words.allNames(count)}
      </button>
      {open && <All {...of} id={list} />}
    </div>
  );
}

function All({ effect, place, digest, changes, id }: EffectInPlan & { id: string }): ReactNode {
  const { holders, count } = effect;
  const query = useInfiniteQuery({
    queryKey: ['plans', 'holders', digest, place],
    queryFn: ({ pageParam, signal }) =>
      client.plans.holders({ body: { changes, digest, effect: place, after: pageParam }, signal }),
    initialPageParam: holders.length,
    getNextPageParam: (last) => last.next,
    // The first of them came with the plan; another plan has another digest.
    enabled: false,
    gcTime: 0,
    retry: false,
  });
  const shown = [...holders, ...(query.data?.pages.flatMap(({ items }) => items) ?? [])];
  const more = {
    hasNextPage: shown.length < count,
    isFetchingNextPage: query.isFetching,
    fetchNextPage: () => (query.data ? query.fetchNextPage() : query.refetch()),
  };
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard */}
      <ul id={id} tabIndex={0} aria-label={words.allNames(count)}>
        {shown.map(({ kind, id: who, name, detail }) => (
          <li key={`${kind} ${who}`}>
            {name} {detail !== undefined && <span className="text-faint">{detail}</span>}
          </li>
        ))}
      </ul>
      {shown.length < count && digest === '' && <p className="text-faint">{words.shown(shown.length, count)}</p>}
      {query.error && <p role="alert">{asProblem(query.error).title}</p>}
      {shown.length < count && digest !== '' && <ShowMore query={more} text={words.shown(shown.length, count)} />}
    </>
  );
}
