/**
 * Returns the pause before the next attempt, in ms. It is less than 2 s at first, then 2 to 4 s, then 2.25 to 4.5 s.
 * So a tab reconnects within five seconds after the server is back. The pause is random, so that tabs that lost the
 * server together do not reconnect together.
 * @param longest the longest pause; larger for a server that responds and asks for fewer requests
 */
export const backOff = (attempt: number, longest = 4500): number =>
  Math.min(longest, 2000 * 2 ** attempt) * (attempt ? 0.5 + Math.random() / 2 : Math.random());

/**
 * Waits `ms` milliseconds. Returns earlier when the tab becomes visible, the network is back, or `signal` is aborted.
 */
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
 * Calls the listener when events may have been missed: the tab becomes visible or is restored, or the network is
 * back.
 * @returns a function that ends the subscription
 */
export const onWake = (listener: () => void): (() => void) => {
  const onEvent = ({ type }: Event) =>
    (type !== 'visibilitychange' || document.visibilityState === 'visible') && listener();
  const end = new AbortController();
  // `visibilitychange` bubbles to the window.
  for (const wake of ['visibilitychange', 'pageshow', 'online']) addEventListener(wake, onEvent, end);
  return () => end.abort();
};
