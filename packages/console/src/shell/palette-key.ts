let open: ((typed: string) => void) | undefined;
/** Loads the palette. Set while the frame is rendered without the palette. */
let load: (() => void) | undefined;
/** The text that was typed after the shortcut, before the palette could open. */
let early: string | undefined;

/** Listens for Ctrl-K and ⌘ K from the start of the page, before the palette can open. */
export function watchPaletteKey(document: Document): void {
  document.addEventListener('keydown', (event) => {
    const isWaiting = !open && (load !== undefined || isStarting(document));
    if (isPaletteKey(event) && (open || isWaiting)) {
      event.preventDefault();
      askPalette();
    } else if (early !== undefined && isWaiting && keep(event)) event.preventDefault();
  });
}

/** Opens the palette, or loads it first and keeps what is typed meanwhile. */
export function askPalette(): void {
  if (open) open('');
  else {
    early ??= '';
    load?.();
  }
}

/** Forgets the shortcut and what was typed after it, if the palette cannot be loaded. */
export function forgetPalette(): void {
  early = undefined;
}

/**
 * Opens the palette on its shortcut, with the text that was typed before it was loaded. Call it in a layout effect, which runs before the
 * next key event, so that no letter is lost.
 * @param onOpen undefined until the palette is loaded
 * @param onLoad loads the palette
 * @returns a function that ends this
 */
export function servePaletteKey(onOpen: ((typed: string) => void) | undefined, onLoad: () => void): () => void {
  open = onOpen;
  load = onOpen ? undefined : onLoad;
  if (early !== undefined) {
    if (onOpen) onOpen(early);
    else onLoad();
  }
  if (onOpen) early = undefined;
  return () => {
    open = undefined;
    load = undefined;
  };
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
