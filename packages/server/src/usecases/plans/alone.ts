import { limits } from '@licet/contract';
import { refuse } from '../../refusal.ts';
import type { Context } from '../context.ts';

/** Waits until the caller’s other plans are made. @throws Refusal `throttled` when several wait already */
export async function alone<Made>(
  { database, caller }: Pick<Context, 'database' | 'caller'>,
  make: () => Promise<Made>,
): Promise<Made> {
  const queues = plansOf.get(database) ?? new Map<string, Queue>();
  plansOf.set(database, queues);
  const who = whoIs(caller);
  const queue = queues.get(who) ?? { waiting: 0, last: Promise.resolve() };
  if (queue.waiting >= limits.plansWaiting.value)
    refuse('throttled', 'Plans of yours are being made already. Wait until they are answered, then send this one.', {
      retryAfter: 5,
    });
  queues.set(who, queue);
  queue.waiting += 1;
  const made = queue.last.then(make);
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

/** Whether the caller’s next plan would be made at once, without waiting for others of theirs or for a session. */
export function atOnce({ database, caller }: Pick<Context, 'database' | 'caller'>): boolean {
  const { idleCount, totalCount, waitingCount, options } = database.drafts;
  const free = idleCount > waitingCount || totalCount < options.max;
  return free && !plansOf.get(database)?.has(whoIs(caller));
}

const whoIs = (caller: Context['caller']) =>
  'userId' in caller ? caller.userId : 'clientId' in caller ? caller.clientId : caller.kind;

interface Queue {
  waiting: number;
  last: Promise<void>;
}
const plansOf = new WeakMap<object, Map<string, Queue>>();
