import { chooseTheme, readTheme, type Theme } from '@licet/console/theme';
import { checkIcon, copyIcon } from '../frame.ts';
import { searchKeys } from './search-dialog.ts';

const names: Readonly<Record<Theme, string>> = { system: 'as the device', light: 'light', dark: 'dark' };
const order: readonly Theme[] = ['system', 'light', 'dark'];

/** The theme button cycles through the themes. The choice also applies to the console. */
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

const SHOWN_MS = 2000;

function copyButtons(): void {
  for (const block of document.querySelectorAll('.code-block')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    const show = (label: string, icon: string) => {
      button.setAttribute('aria-label', label);
      button.title = label;
      button.innerHTML = icon;
    };
    show('Copy', copyIcon);
    button.addEventListener('click', () => {
      navigator.clipboard.writeText(block.querySelector('code')?.textContent ?? '').then(
        () => {
          show('Copied', checkIcon);
          setTimeout(() => show('Copy', copyIcon), SHOWN_MS);
        },
        () => undefined,
      );
    });
    block.append(button);
  }
}

document.documentElement.dataset.scripted = '';
themeButton();
copyButtons();
searchKeys();
// Closes the popover, because the browser leaves it open after a click on a link within the page.
for (const popover of document.querySelectorAll<HTMLElement>('[popover]'))
  popover.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('a') && popover.matches(':popover-open')) popover.hidePopover();
  });
// Scrolls the long table of contents to the current page.
const contents = document.querySelector<HTMLElement>('.contents');
const here = contents?.querySelector<HTMLElement>('[aria-current]');
if (contents && here) contents.scrollTop = here.offsetTop - contents.clientHeight / 2;
