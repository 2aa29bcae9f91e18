import { useSyncExternalStore } from 'react';

/** What the reader chose; `system` follows the device. */
export type Theme = 'light' | 'dark' | 'system';

const KEY = 'licet.theme';
const listeners = new Set<() => void>();

/** The theme and a way to choose another. Kept in this browser; `public/theme.js` applies it before the first paint. */
export function useTheme(): [theme: Theme, choose: (theme: Theme) => void] {
  const theme = useSyncExternalStore(subscribe, readTheme);
  return [theme, chooseTheme];
}

function readTheme(): Theme {
  const kept = document.documentElement.dataset.theme;
  return kept === 'light' || kept === 'dark' ? kept : 'system';
}

function chooseTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  try {
    if (theme === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, theme);
  } catch {
    // Storage may be closed to us (private windows): the choice then lasts as long as the page.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
