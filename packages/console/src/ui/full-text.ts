/** Shows the full text of a cut-off element as its title when the pointer is over it. */
export function showCutText(document: Document): void {
  document.addEventListener('pointerover', ({ target }) => {
    if (!(target instanceof HTMLElement)) return;
    const cut = cutBy(target);
    if (cut && !cut.closest('[title]')) cut.title = cut.innerText;
  });
}

/** The element that cuts the text off: the target, or its nearest ancestor within the line. */
function cutBy(target: HTMLElement): HTMLElement | undefined {
  for (let at: HTMLElement | null = target; at && at.childElementCount < SHORT; at = at.parentElement)
    if (at.scrollWidth > at.clientWidth && getComputedStyle(at).textOverflow === 'ellipsis') return at;
}

/** An element with more descendants than this is not a line of text. */
const SHORT = 6;
