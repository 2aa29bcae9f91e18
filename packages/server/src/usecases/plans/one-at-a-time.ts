import { limits } from '@licet/contract';
import { type Queue, queue as queueOf } from '../../queue.ts';
import { refuse } from '../../refusal.ts';
import { type Context, nameOfCaller } from '../context.ts';

/**
 * Waits until the caller's other plans are done. A long plan also waits for the other long plans on this server. So the
 * second draft session stays free for short plans. A plan whose caller has left meanwhile is not made.
 * @throws Refusal `throttled` if several already wait
 */
export async function alone<Made>(
  { database, caller, disconnected }: Pick<Context, 'database' | 'caller' | 'disconnected'>,
  make: () => Promise<Made>,
  long = false,
): Promise<Made> {
  const begin = () => {
    disconnected?.throwIfAborted();
    return make();
  };
  const queues = plansOf.get(database) ?? new Map<string, Waiting>();
  plansOf.set(database, queues);
  const who = nameOfCaller(caller);
  const queue = queues.get(who) ?? { waiting: 0, last: Promise.resolve() };
  if (queue.waiting >= limits.plansWaiting.value) refuse('throttled', 'own_plans_waiting', {}, { retryAfter: 5 });
  queues.set(who, queue);
  queue.waiting += 1;
  const made = queue.last.then(() => (long ? longOnes(database)(begin) : begin()));
  queue.last = made.then(
    () => undefined,
    () => undefined,
  );
  try {
    return await made;
  } finally {
    queue.waiting -= 1;
    if (queue.waiting === 0) queues.delete(who);
  }
}

/** Whether a short plan of this caller could start immediately, without waiting for other plans or for a session. */
export function atOnce({ database, caller }: Pick<Context, 'database' | 'caller'>): boolean {
  const { idleCount, totalCount, waitingCount, options } = database.drafts;
  return (idleCount > waitingCount || totalCount < options.max) && !plansOf.get(database)?.has(nameOfCaller(caller));
}

function longOnes(database: object): Queue {
  const turns = longOf.get(database) ?? queueOf(1);
  longOf.set(database, turns);
  return turns;
}

interface Waiting {
  waiting: number;
  last: Promise<void>;
}
const plansOf = new WeakMap<object, Map<string, Waiting>>();
const longOf = new WeakMap<object, Queue>();
