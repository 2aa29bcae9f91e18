import { setTimeout as pause } from 'node:timers/promises';
import { limits } from '@licet/contract';
import { Refusal, refuse } from '../refusal.ts';
import type { Context } from './context.ts';
import { inTime } from './patience.ts';

/** Who asks a server for its place: the server itself where a synchronisation is due. */
export interface Asking {
  readonly database: object;
  readonly caller: Context['caller'] | 'server';
}

/**
 * Takes the one place that a server has for large work: an import, a plan of very many changes. What such work reads and writes is kept in memory until it is
 * done, some hundred MB; several at once would take all that a machine has. The answer gives the place back, and does nothing the second time.
 * The right to the work is asked before. The place is given back when the work ends, not when its answer was read: an answer may never be.
 *
 * Callers who are refused come next, in the order in which they first asked, as long as they ask again in time. So nobody keeps the others out by asking
 * again and again.
 * @throws Refusal `busy` while another caller has it, or comes first
 */
export function takePlace({ database, caller }: Asking): () => void {
  const place = places.get(database) ?? { holder: undefined, next: new Map<string, number>() };
  places.set(database, place);
  const who = whoIs(caller);
  const now = performance.now();
  for (const [other, asked] of place.next) if (now - asked > limits.placeKept.value) place.next.delete(other);
  const [first = who] = place.next.keys();
  if (place.holder !== undefined || first !== who) {
    place.next.set(who, now);
    return place.holder === undefined
      ? refuse(
          'busy',
          'Another caller is next for an import, a synchronisation or a large plan on this server. Try again shortly.',
          {
            retryAfter: 10,
          },
        )
      : refuse(
          'busy',
          'This server is working on an import, a synchronisation or a large plan already, and does one at a time. Try again when it is done.',
          { retryAfter: 30 },
        );
  }
  place.next.delete(who);
  const mine = {};
  place.holder = mine;
  return () => {
    if (place.holder === mine) place.holder = undefined;
  };
}

/** By the database of the server: all that it is asked for goes through the same. */
const places = new WeakMap<object, Place>();

interface Place {
  holder: object | undefined;
  /** Callers who were refused, the earliest first, and when each asked last. */
  readonly next: Map<string, number>;
}

const whoIs = (caller: Asking['caller']): string => {
  if (caller === 'server') return caller;
  return caller.kind === 'user' ? caller.userId : caller.kind === 'service' ? caller.clientId : caller.kind;
};

/**
 * Reads what large work is about, with the place for it taken; where that fails the place is given back at once.
 * @throws Refusal `busy`, `request_timeout` when the body comes too slowly
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

/** Takes the place for what is due, as soon as it is free. Fails when the signal does. */
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
