import { setImmediate as pause } from 'node:timers/promises';

/** Awaited in a long loop. It lets other requests go on, every now and then. */
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
