import { useLayoutEffect } from 'react';

let open: ((typed: string) => void) | undefined;
/** What was typed after the key while the page was starting. */
let early: string | undefined;

/** Listens for Ctrl-K and ⌘ K from the start of the page, before there is a frame that could open the palette. */
export function watchPaletteKey(document: Document): void {
  document.addEventListener('keydown', (event) => {
    if (isPaletteKey(event) && (open || isStarting(document))) {
      event.preventDefault();
      if (open) open('');
      else early ??= '';
    } else if (early !== undefined && isStarting(document) && keep(event)) event.preventDefault();
  });
}

/** Opens the palette by its key, with whatever was typed before the frame was drawn. */
export function usePaletteKey(onOpen: (typed: string) => void): void {
  // Before the next key event, so that no letter falls between the two.
  useLayoutEffect(() => {
    open = onOpen;
    if (early !== undefined) onOpen(early);
    early = undefined;
    return () => {
      open = undefined;
    };
  });
}

const isPaletteKey = (event: KeyboardEvent) =>
  event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;

/** Nothing is drawn yet that a key could be meant for. */
const isStarting = (document: Document) => document.querySelector('#root:empty, #root .starting') !== null;

function keep({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (early === undefined || ctrlKey || metaKey || altKey) return false;
  if (key === 'Backspace') early = early.slice(0, -1);
  else if (key === 'Escape') early = undefined;
  else if (key.length === 1) early += key;
  else return false;
  return true;
}
