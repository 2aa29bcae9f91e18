/** The reader's choice; `system` follows the device. */
export type Theme = 'light' | 'dark' | 'system';

const KEY = 'licet.theme';

/** The chosen theme of this page. */
export function readTheme(): Theme {
  const { theme } = document.documentElement.dataset;
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}

/**
 * Applies a theme to this page and stores it in this browser, also for the documentation. `public/theme.js` applies the
 * stored theme before the first paint.
 */
export function chooseTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  try {
    if (theme === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, theme);
  } catch {
    // Storage may be blocked (private windows); the choice then lasts only until the page is closed.
  }
}
