let touched = 0;

/** Records when the keyboard or pointer was last used. */
export function watchPresence(window: Window): void {
  const note = () => {
    touched = performance.now();
  };
  note();
  for (const kind of ['keydown', 'pointerdown', 'pointermove', 'wheel'])
    window.addEventListener(kind, note, { capture: true, passive: true });
}

/**
 * The header (a boolean of RFC 9651, section 3.3.6) that marks a request as unattended. The console sends some requests
 * without user input, such as refetches after a change. These must not keep an idle session alive.
 */
export const unattendedHeader = (now = performance.now()): readonly [string, string] | undefined =>
  now - touched > LATELY_MS ? ['licet-unattended', '?1'] : undefined;

const LATELY_MS = 60_000;
