/**
 * The pause before a further attempt, in ms: less than 2 s at first, then 2 to 4 s, then 2.25 to 4.5 s. So a tab
 * connects within five seconds of the server's return, however long it was away, and tries about three times in ten
 * seconds meanwhile. Evenly distributed: tabs that lost a server at one moment return spread over seconds.
 * @param longest for a server that answers and requests less
 */
export const backOff = (attempt: number, longest = 4500): number =>
  Math.min(longest, 2000 * 2 ** attempt) * (attempt ? 0.5 + Math.random() / 2 : Math.random());

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

/**
 * Calls the listener when something may have been missed: the tab is visible again, or the tab or the network
 * returns.
 * @returns ends it
 */
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
