import type { AccessRequest } from '@licet/contract';
import { limits } from '@licet/contract';
import { useState } from 'react';
import { useStoredState } from '../../ui/form-draft.ts';
import type { Problem } from '../../ui/problem.ts';

/** The selected requests, which are decided together. */
export interface Picked {
  /** The requests that the viewer may decide, in the order of the list. */
  readonly able: readonly AccessRequest[];
  readonly requests: readonly AccessRequest[];
  has: (id: string) => boolean;
  /** Selects or deselects a request. With `range`, selects all requests from the last selected one to this one. */
  toggle: (id: string, range?: boolean) => void;
  /** Replaces the selection. */
  set: (ids: readonly string[]) => void;
  /** The requests that the server refused to decide, by id. They may no longer be pending. */
  readonly refused: ReadonlyMap<string, RefusedRequest>;
  setRefused: (refused: ReadonlyMap<string, RefusedRequest>) => void;
}

/** A request for which the server refused the approver's decision. */
export interface RefusedRequest {
  readonly request: AccessRequest;
  readonly problem: Problem;
}

const NONE: readonly string[] = [];
const NOBODY: Picked['refused'] = new Map();

/** The selection, which survives a reload. Requests that are no longer pending are removed from it. */
export function usePicked(rows: readonly AccessRequest[] | undefined): Picked {
  const [ids, setIds] = useStoredState<readonly string[]>('requests picked', NONE);
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
