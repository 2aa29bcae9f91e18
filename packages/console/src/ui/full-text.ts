/** Shows the whole of a text that is cut off, as a title, from the moment that somebody points at it. */
export function showCutText(document: Document): void {
  document.addEventListener('pointerover', ({ target }) => {
    if (!(target instanceof HTMLElement)) return;
    const cut = cutBy(target);
    if (cut && !cut.closest('[title]')) cut.title = cut.innerText;
  });
}

/** The element that cuts the text off: the one pointed at, or the nearest around it within its line. */
function cutBy(target: HTMLElement): HTMLElement | undefined {
  for (let at: HTMLElement | null = target; at && at.childElementCount < SHORT; at = at.parentElement)
    if (at.scrollWidth > at.clientWidth && getComputedStyle(at).textOverflow === 'ellipsis') return at;
}

/** What has more elements than this is no line of text. */
const SHORT = 6;
