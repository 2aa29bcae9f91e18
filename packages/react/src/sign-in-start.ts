'use client';

import type { AccessSource } from '@licet/client';
import { useEffect, useSyncExternalStore } from 'react';

/** The sign-ins that guards have begun, one for a source however many guards there are. */
interface Start {
  running: Promise<void> | undefined;
  /** Why the last one could not begin; it has left the page where it is. */
  error: Error | undefined;
}

const starts = /* @__PURE__ */ new WeakMap<AccessSource, Start>();
const begun = /* @__PURE__ */ new WeakSet<AccessSource>();
const listeners = /* @__PURE__ */ new Set<() => void>();

/** Begins a sign-in unless one is about to begin. Never rejects: why it could not begin is what `useSignInError` gives. */
export const startSignIn = (source: AccessSource): Promise<void> => {
  const start = startOf(source);
  start.running ??= begin(source, start);
  return start.running;
};

const begin = async (source: AccessSource, start: Start): Promise<void> => {
  begun.delete(source);
  try {
    await source.signIn?.();
    begun.add(source);
  } catch (error) {
    tell(start, error instanceof Error ? error : new Error(String(error)));
  } finally {
    start.running = undefined;
  }
};

/** Why the last sign-in that a guard began could not begin; forgotten as soon as somebody is signed in. */
export const useSignInError = (source: AccessSource, signedIn: boolean): Error | undefined => {
  const read = () => starts.get(source)?.error;
  const error = useSyncExternalStore(subscribe, read, () => undefined);
  useEffect(() => {
    if (signedIn && starts.has(source)) tell(startOf(source), undefined);
  }, [signedIn, source]);
  return error;
};

/** Tries again as long as it is on: at once when the network or the tab is back, else every few seconds, never at the same moment as others. */
export const useAgain = (source: AccessSource, on: boolean): void =>
  useEffect(() => {
    if (!on) return;
    let wait = SOONEST;
    let timer: ReturnType<typeof setTimeout>;
    const end = new AbortController();
    const now = () => startSignIn(source).then(later);
    const later = () => {
      clearTimeout(timer);
      // One that has begun is leaving the page.
      if (end.signal.aborted || begun.has(source)) return;
      timer = setTimeout(now, wait * (0.5 + Math.random() / 2));
      wait = Math.min(wait * 1.5, LATEST);
    };
    for (const back of ['online', 'pageshow', 'visibilitychange']) addEventListener(back, now, end);
    later();
    return () => {
      end.abort();
      clearTimeout(timer);
    };
  }, [source, on]);

// In ms.
const SOONEST = 2000;
const LATEST = 4500;

const startOf = (source: AccessSource): Start => {
  const start = starts.get(source) ?? { running: undefined, error: undefined };
  starts.set(source, start);
  return start;
};

const tell = (start: Start, error: Error | undefined): void => {
  start.error = error;
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
