/** How long to wait before a further attempt, in ms: twice as long each time, up to 30 s, and anything less (full jitter). */
export const backOff = (attempt: number): number => Math.random() * Math.min(30_000, 250 * 2 ** attempt);

/** Waits so many ms; less when the tab is seen again or the network is back, or when `signal` ends the waiting. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      stop();
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    const stop = onWake(done);
    signal.addEventListener('abort', done);
    if (signal.aborted) done();
  });

/** Tells when there may be something to make up for: the tab is seen again, comes back, or the network does. @returns ends it */
export const onWake = (listener: () => void): (() => void) => {
  const onVisible = () => document.visibilityState === 'visible' && listener();
  document.addEventListener('visibilitychange', onVisible);
  addEventListener('pageshow', listener);
  addEventListener('online', listener);
  return () => {
    document.removeEventListener('visibilitychange', onVisible);
    removeEventListener('pageshow', listener);
    removeEventListener('online', listener);
  };
};
