import { type ReactNode, useId, useSyncExternalStore } from 'react';
import { EndsIcon } from './state-icons.tsx';
import { ENDING_SOON_MS, exactTime, relativeTime } from './time-words.ts';
import { Tooltip } from './tooltip.tsx';
import { words } from './words.ts';
import './status.css';
import './time.css';

export interface TimeProps {
  /** An instant; a string has the server's format (RFC 3339). Without one, `empty` is shown. */
  at: Date | string | null | undefined;
  /** The text without an instant: "Never" for the last use, "No end" for an end. */
  empty?: string | undefined;
}

/** An instant in words that follow the clock, with the exact instant on hover and focus. `shown` replaces the words. */
export function Time({ at, empty = words.none, shown }: TimeProps & { shown?: string | undefined }): ReactNode {
  const now = useNow();
  const tipId = useId();
  if (at === null || at === undefined) return <span className="text-faint">{empty}</span>;
  const instant = new Date(at);
  return (
    <Tooltip id={tipId} text={exactTime(instant)}>
      <time className="when" dateTime={instant.toISOString()}>
        {shown ?? relativeTime(instant, instant > now ? new Date() : now)}
      </time>
    </Tooltip>
  );
}

/** An end: amber with an hourglass within seven days, grey without an end. */
export function EndsAt({ at, empty = words.noEnd }: TimeProps): ReactNode {
  const now = useNow();
  if (at === null || at === undefined) return <span className="text-faint">{empty}</span>;
  const left = new Date(at).getTime() - now.getTime();
  if (left <= 0 || left > ENDING_SOON_MS) return <Time at={at} />;
  return (
    <span className="status tone-ending">
      <EndsIcon />
      <Time at={at} />
    </span>
  );
}

const TICK_MS = 15_000;
let current = new Date();
let timer = 0;
const listeners = new Set<() => void>();

/** The current time, updated every 15 seconds and when the tab becomes visible. The whole page shares one timer. */
export function useNow(): Date {
  return useSyncExternalStore(subscribe, () => current);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) {
    current = new Date();
    timer = window.setInterval(tick, TICK_MS);
    document.addEventListener('visibilitychange', tick);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
    }
  };
}

function tick(): void {
  current = new Date();
  for (const listener of listeners) listener();
}
