import { refuse } from '../refusal.ts';

/**
 * Takes the one place that a server has for large work: an import, a plan of very many changes. What such work reads and writes is kept in memory until it is
 * done, some hundred MB; several at once would take all that a machine has. The answer gives the place back, and does nothing the second time.
 * It is taken before anything large is read, and given back when the work ends, not when its answer was read: an answer may never be.
 * @throws Refusal `busy` while another one has it
 */
export function takePlace(server: object): () => void {
  if (taken.has(server))
    refuse(
      'busy',
      'This server is working on an import or a large plan already, and does one at a time. Try again when it is done.',
      { retryAfter: 30 },
    );
  const mine = {};
  taken.set(server, mine);
  return () => {
    if (taken.get(server) === mine) taken.delete(server);
  };
}

/** By the database of the server: all that it is asked for goes through the same. */
const taken = new WeakMap<object, object>();

/** Reads what large work is about, with the place for it taken; where that fails the place is given back at once. */
export async function inPlace<Read>(
  server: object,
  read: () => Promise<Read>,
): Promise<{ readonly read: Read; readonly leave: () => void }> {
  const leave = takePlace(server);
  try {
    return { read: await read(), leave };
  } catch (error) {
    leave();
    throw error;
  }
}
