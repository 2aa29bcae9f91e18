import type { AccessRequest } from '@licet/contract';
import { limits } from '@licet/contract';
import { useState } from 'react';
import type { Problem } from '../../ui/problem.ts';
import { useKept } from '../../ui/use-kept.ts';

/** The requests that are picked, to be decided together. */
export interface Picked {
  /** Those that one may decide, in the order of the list. */
  readonly able: readonly AccessRequest[];
  readonly requests: readonly AccessRequest[];
  has: (id: string) => boolean;
  /** Picks one, or drops it; with those between it and the one before, where a range is asked for. */
  toggle: (id: string, range?: boolean) => void;
  /** Puts others in their place. */
  set: (ids: readonly string[]) => void;
  /** Those that were not decided when they were to be, with why, by their ids: also where they wait no more. */
  readonly refused: ReadonlyMap<string, RefusedRequest>;
  setRefused: (refused: ReadonlyMap<string, RefusedRequest>) => void;
}

/** A request that was not decided. */
export interface RefusedRequest {
  readonly request: AccessRequest;
  readonly problem: Problem;
}

const NONE: readonly string[] = [];
const NOBODY: Picked['refused'] = new Map();

/** They stay picked through a reload; one that waits no more is picked no more. */
export function usePicked(rows: readonly AccessRequest[] | undefined): Picked {
  const [ids, setIds] = useKept<readonly string[]>('requests picked', NONE);
  const [refused, setRefused] = useState(NOBODY);
  const able = rows?.filter(({ mayDecide, state }) => state === 'pending' && mayDecide === 'yes') ?? [];
  const has = (id: string) => ids.includes(id);
  const set = (next: readonly string[]) => setIds(next.slice(0, limits.requestsAtOnce.value));
  return {
    able,
    requests: able.filter(({ id }) => has(id)),
    has,
    set,
    refused,
    setRefused,
    toggle: (id, range = false) => {
      if (!able.some((request) => request.id === id)) return;
      const last = ids.at(-1);
      const [from, to] = [last, id].map((it) => able.findIndex((request) => request.id === it));
      if (range && from !== undefined && to !== undefined && from >= 0 && to >= 0) {
        const between = able.slice(Math.min(from, to), Math.max(from, to) + 1).map((request) => request.id);
        set([...new Set([...ids, ...between])]);
      } else set(has(id) ? ids.filter((it) => it !== id) : [...ids, id]);
    },
  };
}
