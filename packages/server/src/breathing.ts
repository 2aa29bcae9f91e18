import { setImmediate as pause } from 'node:timers/promises';

/**
 * Lets other requests run after every 25 ms of work. Await it in each iteration of a long loop.
 * @throws the reason of the signal, once it has aborted
 */
export type Breathe = () => Promise<void>;

export function breathing(disconnected?: AbortSignal): Breathe {
  let begun = performance.now();
  return async () => {
    disconnected?.throwIfAborted();
    if (performance.now() - begun < AT_A_TIME_MS) return;
    await pause();
    disconnected?.throwIfAborted();
    begun = performance.now();
  };
}

const AT_A_TIME_MS = 25;
