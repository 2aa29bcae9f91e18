import { useLayoutEffect } from 'react';

let open: ((typed: string) => void) | undefined;
/** The text that was typed after the shortcut, before the frame was rendered. */
let early: string | undefined;

/** Listens for Ctrl-K and ⌘ K from the start of the page, before the frame can open the palette. */
export function watchPaletteKey(document: Document): void {
  document.addEventListener('keydown', (event) => {
    if (isPaletteKey(event) && (open || isStarting(document))) {
      event.preventDefault();
      if (open) open('');
      else early ??= '';
    } else if (early !== undefined && isStarting(document) && keep(event)) event.preventDefault();
  });
}

/** Opens the palette on its shortcut, with the text that was typed before the frame was rendered. */
export function usePaletteKey(onOpen: (typed: string) => void): void {
  // A layout effect runs before the next key event, so that no letter is lost.
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

/** Whether the page has not rendered anything yet that could receive a key. */
const isStarting = (document: Document) => document.querySelector('#root:empty, #root .starting') !== null;

function keep({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (early === undefined || ctrlKey || metaKey || altKey) return false;
  if (key === 'Backspace') early = early.slice(0, -1);
  else if (key === 'Escape') early = undefined;
  else if (key.length === 1) early += key;
  else return false;
  return true;
}
