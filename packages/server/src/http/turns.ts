import { limits } from '@licet/contract';
import { type Queue, queue } from '../queue.ts';
import { refuse } from '../refusal.ts';
import type { Caller } from '../usecases/context.ts';

/** Runs a caller's work when it is that caller's turn. */
export type InTurn = <Result>(caller: Caller, work: () => Promise<Result>) => Promise<Result>;

/**
 * Limits the parallel calls of one user or program; further ones wait in line. The database has few connections, and a call may hold one
 * for seconds. With the limit, a caller with many calls delays only their own.
 * @throws Refusal `busy` when very many calls of the caller are waiting
 */
export function turnsOfCallers(): InTurn {
  const queues = new Map<string, Queue>();
  return async (caller, work) => {
    const key = keyOf(caller);
    if (key === undefined) return work();
    const inTurn = queues.get(key) ?? queue(limits.callsAtOnce.value);
    if (inTurn.load().waiting >= limits.callsWaiting.value) refuse('busy', 'calls_waiting', {}, { retryAfter: 5 });
    queues.set(key, inTurn);
    try {
      return await inTurn(work);
    } finally {
      const { running, waiting } = inTurn.load();
      if (running + waiting === 0) queues.delete(key);
    }
  };
}

/**
 * Identifies the user or program whose calls count together. Undefined for the operator, and for unauthenticated calls, which have other
 * limits.
 */
const keyOf = (caller: Caller): string | undefined =>
  caller.kind === 'user' ? caller.userId : caller.kind === 'service' ? caller.clientId : undefined;
