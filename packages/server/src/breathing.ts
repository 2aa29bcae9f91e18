import { setImmediate as pause } from 'node:timers/promises';

/** To be awaited in a long loop. Every 25 ms it lets other requests run. */
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
