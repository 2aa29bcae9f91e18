'use client';

import type { AccessSource } from '@licet/client';
import { useEffect, useSyncExternalStore } from 'react';

/** The sign-in that guards have started with a source. All guards of a source share it. */
interface Start {
  running: Promise<void> | undefined;
  /** The reason why the last sign-in could not begin. If it is set, the browser is still on the page. */
  error: Error | undefined;
}

const starts = /* @__PURE__ */ new WeakMap<AccessSource, Start>();
const started = /* @__PURE__ */ new WeakSet<AccessSource>();
const listeners = /* @__PURE__ */ new Set<() => void>();

/** Starts a sign-in, unless one is about to begin. Never rejects: `useSignInError` returns the error. */
export const startSignIn = (source: AccessSource): Promise<void> => {
  const start = startOf(source);
  start.running ??= begin(source, start);
  return start.running;
};

const begin = async (source: AccessSource, start: Start): Promise<void> => {
  started.delete(source);
  try {
    await source.signIn?.();
    started.add(source);
  } catch (error) {
    tell(start, error instanceof Error ? error : new Error(String(error)));
    const stop = source.subscribe(() => {
      if (source.current().status !== 'held') return;
      stop();
      tell(start, undefined);
    });
  } finally {
    start.running = undefined;
  }
};

/**
 * Returns the reason why the last sign-in of a guard could not begin. The reason is cleared when a user is signed in.
 */
export const useSignInError = (source: AccessSource): Error | undefined => {
  const read = () => starts.get(source)?.error;
  return useSyncExternalStore(subscribe, read, () => undefined);
};

/**
 * Retries the sign-in while `on` is true. It retries immediately when the network or the tab is back, otherwise every
 * few seconds at random intervals.
 */
export const useAgain = (source: AccessSource, on: boolean): void =>
  useEffect(() => {
    if (!on) return;
    let wait = SOONEST;
    let timer: ReturnType<typeof setTimeout>;
    const end = new AbortController();
    const now = () => startSignIn(source).then(later);
    const later = () => {
      clearTimeout(timer);
      // A sign-in has begun, so the browser is leaving the page.
      if (end.signal.aborted || started.has(source)) return;
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
