import { setImmediate as pause } from 'node:timers/promises';

/** Await it in a long loop: every 25 ms it yields to other requests. */
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
