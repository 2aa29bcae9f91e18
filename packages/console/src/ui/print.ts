import { useSyncExternalStore } from 'react';
import './print.css';

const media = globalThis.matchMedia?.('print');

/** Whether the page is being printed, or its print preview is open. */
export function usePrinting(): boolean {
  return useSyncExternalStore(subscribe, () => media?.matches ?? false);
}

function subscribe(listener: () => void): () => void {
  media?.addEventListener('change', listener);
  return () => media?.removeEventListener('change', listener);
}
