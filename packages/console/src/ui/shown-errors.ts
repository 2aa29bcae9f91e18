import { useEffect } from 'react';

// The errors that components show now. The report of failed calls covers all others.
let shown: readonly unknown[] = [];
const listeners = new Set<() => void>();

/** Registers an error while a component shows it. */
export function useShownError(error: unknown): void {
  useEffect(() => {
    change([...shown, error]);
    return () => change(shown.toSpliced(shown.indexOf(error), 1));
  }, [error]);
}

/** Whether a component shows this error. */
export const isShown = (error: unknown): boolean => shown.includes(error);

/** Calls a listener when the shown errors change. */
export function onShownErrors(listener: () => void): void {
  listeners.add(listener);
}

function change(next: readonly unknown[]): void {
  shown = next;
  for (const listener of listeners) listener();
}
