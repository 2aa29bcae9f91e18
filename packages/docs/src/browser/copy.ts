import { checkIcon, copyIcon } from '../icons.ts';

const SHOWN_MS = 2000;

/** Adds a copy button to each block of code. */
export function copyButtons(): void {
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
