import { useEffect, useState } from 'react';

const LONGEST_TIMER_MS = 2_147_483_647;

/** Now, ms since the epoch, renewed at every full second until `until` (ms) is there; and once more exactly then. */
export function useSeconds(until: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    let timer = 0;
    const tick = () => {
      const at = Date.now();
      setNow(at);
      if (at < until) timer = window.setTimeout(tick, Math.min(until - at, (until - at) % 1000 || 1000));
    };
    tick();
    return () => clearTimeout(timer);
  }, [until]);
  return now;
}

/** Whether an instant (ms) has passed. Turns at that instant, and when the tab is seen again after a sleep. */
export function usePassed(at: number): boolean {
  const [passed, setPassed] = useState(() => Date.now() >= at);
  useEffect(() => {
    let timer = 0;
    const look = () => {
      clearTimeout(timer);
      const left = at - Date.now();
      setPassed(left <= 0);
      if (left > 0) timer = window.setTimeout(look, Math.min(left, LONGEST_TIMER_MS));
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [at]);
  return passed;
}
