import { useSyncExternalStore } from 'react';

let counts: Readonly<Record<string, number>> = {};
const listeners = new Set<() => void>();

/** Sets the number beside a navigation entry ("/requests": 3). Zero removes it. */
export function setNavCount(to: string, count: number): void {
  if ((counts[to] ?? 0) === count) return;
  counts = { ...counts, [to]: count };
  for (const listener of listeners) listener();
}

/** The numbers beside the navigation entries, by path. */
export function useNavCounts(): Readonly<Record<string, number>> {
  return useSyncExternalStore(subscribe, () => counts);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
