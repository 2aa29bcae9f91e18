import { Session } from 'node:inspector/promises';
import { performance } from 'node:perf_hooks';

/**
 * Gives back what only starting needed of memory, once nobody has asked for anything for a while. Reading the sources makes V8 widen
 * the space for what lives shortly, and it keeps it so until it is told that memory is low: some 45 MB.
 * @param every ms between two looks, and the time in which nothing may have been asked
 */
export function giveBackWhenIdle(every = 1000): void {
  let seen = performance.eventLoopUtilization();
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, seen);
    seen = now;
    if (utilization > idle) return;
    clearInterval(timer);
    void collect();
  }, every).unref();
}

/** The inspector's way is the one that is published to tell V8 that memory is low; it takes about 50 ms. */
async function collect(): Promise<void> {
  const session = new Session();
  session.connect();
  await session.post('HeapProfiler.collectGarbage').finally(() => session.disconnect());
}

/** The part of a while that timers and a look from the load balancer may take. */
const idle = 0.1;
