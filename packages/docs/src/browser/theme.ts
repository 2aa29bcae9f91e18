import { chooseTheme, readTheme, type Theme } from '@licet/console/theme';

const names: Readonly<Record<Theme, string>> = { system: 'as the device', light: 'light', dark: 'dark' };
const order: readonly Theme[] = ['system', 'light', 'dark'];

/** The button cycles through the themes. The choice applies to the console too. */
export function themeButton(): void {
  const button = document.querySelector<HTMLElement>('[data-theme-button]');
  if (!button) return;
  const name = (theme: Theme) => {
    const label = `Theme: ${names[theme]}`;
    button.setAttribute('aria-label', label);
    button.title = label;
  };
  name(readTheme());
  button.addEventListener('click', () => {
    const next = order[(order.indexOf(readTheme()) + 1) % order.length] ?? 'system';
    chooseTheme(next);
    name(next);
  });
}
