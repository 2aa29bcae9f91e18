import { useSyncExternalStore } from 'react';

// The rail of icons begins here (ui/styles/phone.css); under the second, tables fold and hide columns by themselves.
const NARROW = window.matchMedia('(min-width: 721px) and (max-width: 1200px)');

/** Whether there is room for fewer columns only. */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => NARROW.matches);
}

function subscribe(listener: () => void): () => void {
  NARROW.addEventListener('change', listener);
  return () => NARROW.removeEventListener('change', listener);
}
