let touched = 0;

/** Notes when somebody last used keyboard or pointer. */
export function watchPresence(window: Window): void {
  const note = () => {
    touched = performance.now();
  };
  note();
  for (const kind of ['keydown', 'pointerdown', 'pointermove', 'wheel'])
    window.addEventListener(kind, note, { capture: true, passive: true });
}

/**
 * The header by which a request says that nobody is at the screen (RFC 9651 section 3.3.6): what the console asks by itself,
 * because something has changed, must not keep a session from going idle.
 */
export const unattendedHeader = (now = performance.now()): readonly [string, string] | undefined =>
  now - touched > LATELY_MS ? ['licet-unattended', '?1'] : undefined;

const LATELY_MS = 60_000;
