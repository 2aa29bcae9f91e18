/** Sets the full text of a cut-off element as its tooltip when the pointer enters it. */
export function showCutText(document: Document): void {
  document.addEventListener('pointerover', ({ target }) => {
    if (!(target instanceof HTMLElement)) return;
    const cut = cutBy(target);
    if (cut && !cut.closest('[title]')) cut.title = cut.innerText;
  });
}

/** The element that cuts the text off: the target or an ancestor within the same line. */
function cutBy(target: HTMLElement): HTMLElement | undefined {
  for (let at: HTMLElement | null = target; at && at.childElementCount < SHORT; at = at.parentElement)
    if (at.scrollWidth > at.clientWidth && getComputedStyle(at).textOverflow === 'ellipsis') return at;
}

/** An element with more descendants than this is not a line of text. */
const SHORT = 6;
