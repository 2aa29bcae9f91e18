import { setTimeout as pause } from 'node:timers/promises';
import { limits } from '@licet/contract';
import { Refusal, refuse } from '../refusal.ts';
import type { Context } from './context.ts';
import { inTime } from './patience.ts';

/** A request for the server's slot for large jobs; `server` stands for a scheduled synchronisation. */
export interface Asking {
  readonly database: object;
  readonly caller: Context['caller'] | 'server';
}

/**
 * Takes the only slot of a server for a large job: an import, or a plan of very many changes. Such a job holds some
 * hundred MB in memory, so several at once could exhaust the machine.
 * Returns a function that frees the slot; further calls of it do nothing.
 * - Check the right to the job before taking the slot.
 * - Free the slot when the job ends. Do not wait until its answer is read: a client may never read it.
 * - Refused callers are next, in the order of their first request, if they retry in time. So a caller cannot keep others out by retrying.
 * @throws Refusal `busy` while another caller has the slot or is next
 */
export function takePlace({ database, caller }: Asking): () => void {
  const place = places.get(database) ?? { holder: undefined, next: new Map<string, number>() };
  places.set(database, place);
  const who = whoIs(caller);
  const now = performance.now();
  for (const [other, asked] of place.next) if (now - asked > limits.placeKept.value) place.next.delete(other);
  const [first = who] = place.next.keys();
  if (place.holder !== undefined || first !== who) {
    // Do not queue the holder of the slot: no other caller could begin until the holder retries.
    if (place.holder?.who !== who) place.next.set(who, now);
    return place.holder === undefined
      ? refuse('busy', 'large_job_next', {}, { retryAfter: 10 })
      : refuse('busy', 'large_job_running', {}, { retryAfter: 30 });
  }
  place.next.delete(who);
  const mine = { who };
  place.holder = mine;
  return () => {
    if (place.holder === mine) place.holder = undefined;
  };
}

/** Per database, because all requests of a server share one. */
const places = new WeakMap<object, Place>();

interface Place {
  holder: { readonly who: string } | undefined;
  /** Refused callers in order of their first request, with the time of their last. */
  readonly next: Map<string, number>;
}

const whoIs = (caller: Asking['caller']): string => {
  if (caller === 'server') return caller;
  return caller.kind === 'user' ? caller.userId : caller.kind === 'service' ? caller.clientId : caller.kind;
};

/**
 * Takes the slot and reads the body of a large job; frees the slot if that fails.
 * @throws Refusal `busy`, or `request_timeout` when the body arrives too slowly
 */
export async function inPlace<Read>(
  { body, ...asking }: Asking & { readonly body: AsyncIterable<string> },
  read: (pieces: AsyncIterable<string>) => Promise<Read>,
): Promise<{ readonly read: Read; readonly leave: () => void }> {
  const leave = takePlace(asking);
  try {
    return { read: await read(inTime(body)), leave };
  } catch (error) {
    leave();
    throw error;
  }
}

/** Takes the slot for a scheduled job as soon as it is free. Rejects when the signal aborts. */
export async function placeWhenFree(database: object, signal: AbortSignal): Promise<() => void> {
  for (;;) {
    try {
      return takePlace({ database, caller: 'server' });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      await pause(1000, undefined, { signal });
    }
  }
}
