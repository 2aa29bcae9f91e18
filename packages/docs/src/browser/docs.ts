import { copyButtons } from './copy.ts';
import { searchKeys } from './search-dialog.ts';
import { themeButton } from './theme.ts';

document.documentElement.dataset.scripted = '';
themeButton();
copyButtons();
searchKeys();
// The browser leaves a popover open after a link within the page.
for (const popover of document.querySelectorAll<HTMLElement>('[popover]'))
  popover.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('a') && popover.matches(':popover-open')) popover.hidePopover();
  });
// The table of contents is long: scrolls it to the current page.
const contents = document.querySelector<HTMLElement>('.contents');
const here = contents?.querySelector<HTMLElement>('[aria-current]');
if (contents && here) contents.scrollTop = here.offsetTop - contents.clientHeight / 2;
