import { useSyncExternalStore } from 'react';
import { chooseTheme, readTheme, type Theme } from './theme-choice.ts';

export type { Theme } from './theme-choice.ts';

const listeners = new Set<() => void>();

/** The theme, and a function that changes it. */
export function useTheme(): [theme: Theme, choose: (theme: Theme) => void] {
  const theme = useSyncExternalStore(subscribe, readTheme);
  return [theme, choose];
}

function choose(theme: Theme): void {
  chooseTheme(theme);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
