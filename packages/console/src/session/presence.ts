let touched = 0;

/** Records the last use of keyboard or pointer. */
export function watchPresence(window: Window): void {
  const note = () => {
    touched = performance.now();
  };
  note();
  for (const kind of ['keydown', 'pointerdown', 'pointermove', 'wheel'])
    window.addEventListener(kind, note, { capture: true, passive: true });
}

/**
 * The header that marks a request as unattended (RFC 9651 section 3.3.6): requests that the console makes by itself
 * after a change must not keep a session from going idle.
 */
export const unattendedHeader = (now = performance.now()): readonly [string, string] | undefined =>
  now - touched > LATELY_MS ? ['licet-unattended', '?1'] : undefined;

const LATELY_MS = 60_000;
