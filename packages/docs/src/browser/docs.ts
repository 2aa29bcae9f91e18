document.documentElement.dataset.scripted = '';
themeButton();
copyButtons();
searchKeys();

import { chooseTheme, readTheme, type Theme } from '@licet/console/theme';
import { copyButtons } from './copy.ts';
import { searchKeys } from './search-dialog.ts';

const names: Readonly<Record<Theme, string>> = { system: 'as the device', light: 'light', dark: 'dark' };
const order: readonly Theme[] = ['system', 'light', 'dark'];

/** The button goes through the themes. The choice is the console's too. */
function themeButton(): void {
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

// A link within the page leaves what it was chosen from open.
for (const popover of document.querySelectorAll<HTMLElement>('[popover]'))
  popover.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('a') && popover.matches(':popover-open')) popover.hidePopover();
  });
// The table of contents is long: it opens where the reader is.
const contents = document.querySelector<HTMLElement>('.contents');
const here = contents?.querySelector<HTMLElement>('[aria-current]');
if (contents && here) contents.scrollTop = here.offsetTop - contents.clientHeight / 2;
