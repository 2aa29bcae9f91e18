import type { Page } from '@playwright/test';

/**
 * Returns what is wrong with the focus after a Tab: lost, outside of the window, covered, or without a visible ring.
 * Returns undefined if the user can see where it is.
 */
export const focusFault = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => {
    let at = document.activeElement;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    if (!(at instanceof HTMLElement) || at === document.body) return 'the focus is on nothing';
    const name = `${at.tagName.toLowerCase()} “${at.getAttribute('aria-label') ?? at.textContent?.trim().slice(0, 40)}”`;
    // A radio button or checkbox is drawn by its label.
    const drawn = at instanceof HTMLInputElement ? (at.closest('label') ?? at.labels?.[0] ?? at) : at;
    const boxes = [at, drawn, ...drawn.querySelectorAll('*')].map((it) => it.getBoundingClientRect());
    const inWindow = boxes.filter(
      ({ left, right, top, bottom, width, height }) =>
        width > 0 && height > 0 && right > 0 && bottom > 0 && left < innerWidth && top < innerHeight,
    );
    if (inWindow.length === 0) return `${name} is outside of the window`;
    const seen = inWindow.some(({ left, right, top, bottom }) => {
      const x = (Math.max(left, 0) + Math.min(right, innerWidth)) / 2;
      const y = (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2;
      const there = (at.getRootNode() as Document | ShadowRoot).elementFromPoint(x, y);
      return there !== null && (drawn.contains(there) || there.contains(drawn));
    });
    if (!seen) return `${name} is covered`;
    if (at.closest('.cell-grid')) return undefined; // The canvas below draws the frame of the focused cell.
    const parts = [at, drawn, drawn.parentElement, at.nextElementSibling, at.parentElement, at.firstElementChild];
    const ringed = parts.some((it) =>
      [undefined, '::before', '::after'].some((pseudo) => {
        const style = it && getComputedStyle(it, pseudo);
        return style && ((style.outlineStyle !== 'none' && style.outlineWidth !== '0px') || style.boxShadow !== 'none');
      }),
    );
    return ringed ? undefined : `${name} shows no focus`;
  });
