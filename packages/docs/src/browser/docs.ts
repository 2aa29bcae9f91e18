import { copyButtons } from './copy.ts';
import { searchKeys } from './search-dialog.ts';
import { themeButton } from './theme.ts';

document.documentElement.dataset.scripted = '';
themeButton();
copyButtons();
searchKeys();
// A link within the page leaves its popover open.
for (const popover of document.querySelectorAll<HTMLElement>('[popover]'))
  popover.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('a') && popover.matches(':popover-open')) popover.hidePopover();
  });
// The table of contents is long: it opens where the reader is.
const contents = document.querySelector<HTMLElement>('.contents');
const here = contents?.querySelector<HTMLElement>('[aria-current]');
if (contents && here) contents.scrollTop = here.offsetTop - contents.clientHeight / 2;
