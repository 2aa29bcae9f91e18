import { setImmediate as pause } from 'node:timers/promises';

/** Lets other requests run after every 25 ms of work. Await it in each iteration of a long loop. */
export type Breathe = () => Promise<void>;

export function breathing(): Breathe {
  let begun = performance.now();
  return async () => {
    if (performance.now() - begun < AT_A_TIME_MS) return;
    await pause();
    begun = performance.now();
  };
}

const AT_A_TIME_MS = 25;
