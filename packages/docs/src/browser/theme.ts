const KEY = 'licet.theme';
const names = { system: 'as the device', light: 'light', dark: 'dark' } as const;
type Theme = keyof typeof names;
const order: readonly Theme[] = ['system', 'light', 'dark'];

/** The button goes through the themes. The choice is the console's too: both keep it under one name. */
export function themeButton(): void {
  const button = document.querySelector<HTMLElement>('[data-theme-button]');
  if (!button) return;
  const name = (theme: Theme) => {
    const label = `Theme: ${names[theme]}`;
    button.setAttribute('aria-label', label);
    button.title = label;
  };
  name(current());
  button.addEventListener('click', () => {
    const next = order[(order.indexOf(current()) + 1) % order.length] ?? 'system';
    choose(next);
    name(next);
  });
}

function current(): Theme {
  const { theme } = document.documentElement.dataset;
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}

function choose(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  try {
    if (theme === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, theme);
  } catch {
    // Storage may be closed to us: the choice then lasts as long as the page.
  }
}
