import { useSyncExternalStore } from 'react';

let instant: string | undefined;
const listeners = new Set<() => void>();

/** The instant that the whole console shows; undefined for the present. The router sets it from the URL (`?at=`). */
export const asOf = {
  current: (): string | undefined => instant,
  set(next: string | undefined): void {
    if (next === instant) return;
    instant = next;
    for (const listener of listeners) listener();
  },
};

/** The shown instant as a hook, which renders the component again when it changes. */
export function useAsOf(): string | undefined {
  return useSyncExternalStore(subscribe, asOf.current);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
