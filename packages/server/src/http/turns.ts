import { limits } from '@licet/contract';
import { type Queue, queue } from '../queue.ts';
import { refuse } from '../refusal.ts';
import type { Caller } from '../usecases/context.ts';

/** Does what a caller asks for when it is its turn. */
export type InTurn = <Result>(caller: Caller, work: () => Promise<Result>) => Promise<Result>;

/**
 * One person, or one program, has so many calls under way at once; their others wait in line. Connections to the database are few, and a call may hold one
 * for seconds: whoever makes many such waits for themselves, and not everybody for them.
 * @throws Refusal `busy` when very many of theirs wait already
 */
export function turnsOfCallers(): InTurn {
  const queues = new Map<string, Queue>();
  return async (caller, work) => {
    const who = whoIs(caller);
    if (who === undefined) return work();
    const inTurn = queues.get(who) ?? queue(limits.callsAtOnce.value);
    if (inTurn.load().waiting >= limits.callsWaiting.value) refuse('busy', 'calls_waiting', {}, { retryAfter: 5 });
    queues.set(who, inTurn);
    try {
      return await inTurn(work);
    } finally {
      const { running, waiting } = inTurn.load();
      if (running + waiting === 0) queues.delete(who);
    }
  };
}

/** Nobody for the operator, whose calls are theirs alone, and for those who need not be known: what these may do is bounded otherwise. */
const whoIs = (caller: Caller): string | undefined =>
  caller.kind === 'user' ? caller.userId : caller.kind === 'service' ? caller.clientId : undefined;
