import { useEffect, useSyncExternalStore } from 'react';
import type { PastBarProps } from './past-bar.tsx';

let shown: PastBarProps | undefined;
const listeners = new Set<() => void>();

/** Called by a screen that shows another day: turns the whole bar, for as long as the screen is there. */
export function usePastBar(bar: PastBarProps | undefined): void {
  useEffect(() => {
    if (shown === bar || (shown?.day === bar?.day && shown?.time === bar?.time)) return;
    show(bar);
  });
  useEffect(() => () => show(undefined), []);
}

/** The bar that the screen in sight asks for. */
export function usePastShown(): PastBarProps | undefined {
  return useSyncExternalStore(subscribe, () => shown);
}

function show(bar: PastBarProps | undefined): void {
  shown = bar;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
