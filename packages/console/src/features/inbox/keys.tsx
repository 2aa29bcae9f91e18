import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { KeyHint } from '../../ui/key-hint.tsx';
import { plainKey } from '../../ui/plain-key.ts';
import { keyWords as words } from './todo/words.ts';
import './inbox.css';

const LOOK_FIRST_MS = 400;
/** Keys that press the control labelled with them. */
const PRESSES: ReadonlySet<string> = new Set(['A', 'D', 'H', '?']);
/** Keys that do nothing at first, because the viewer cannot have read the item yet. */
const DECIDES: ReadonlySet<string> = new Set(['A', 'D', 'H']);

/**
 * Keyboard shortcuts: J and K go to the next and the previous item, X selects it, and A, D, H and ? press the controls
 * labelled with them. Enter on the open item moves the focus to its pane. Ignores:
 * - keys held down
 * - keys with Ctrl or Alt
 * - keys typed into a field
 * - A, D and H within 400 ms after an item appears, because the user cannot have read it yet
 * @param open the key of the open item
 * @param step goes to the next (1) or the previous (-1) item
 * @param pick selects or deselects the open item
 * @returns a function that begins the 400 ms again, for content that appears within the item
 */
export function useInboxKeys(
  open: string | undefined,
  step: (by: 1 | -1) => void,
  pick?: () => void,
): { readonly lookFirst: () => void } {
  const since = useRef(0);
  const latest = useRef({ step, pick });
  useEffect(() => {
    latest.current = { step, pick };
  });
  useEffect(() => {
    since.current = open === undefined ? Number.POSITIVE_INFINITY : performance.now();
  }, [open]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const key = plainKey(event);
      if (key === undefined || event.repeat) return;
      if (key === 'J' || key === 'K') latest.current.step(key === 'J' ? 1 : -1);
      else if (key === 'X') latest.current.pick?.();
      else if (key === 'ENTER') {
        if (!(event.target instanceof Element && event.target.closest('[data-item][aria-current]'))) return;
        document.querySelector<HTMLElement>('#main .panel')?.focus();
      } else if (PRESSES.has(key)) {
        if (DECIDES.has(key) && performance.now() - since.current <= LOOK_FIRST_MS) return;
        document.querySelector<HTMLElement>(`#main [aria-keyshortcuts="${key}"]`)?.click();
      } else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  const lookFirst = useCallback(() => {
    since.current = performance.now();
  }, []);
  return { lookFirst };
}

/** The keys that work on this screen, in the footer. Keys that are shown in buttons are not repeated. */
export function KeyLegend({
  onLater,
  undoes,
}: {
  onLater?: (() => void) | undefined;
  undoes?: boolean | undefined;
}): ReactNode {
  const [listed, setListed] = useState(false);
  return (
    <span className="end request-keys text-faint small hide-on-phone">
      <KeyHint keys={['J', 'K']}>{words.nextPrevious}</KeyHint>
      {undoes && <KeyHint keys={[words.control, 'Z']}>{words.undo}</KeyHint>}
      {onLater && (
        <button type="button" className="key-button" aria-keyshortcuts="H" onClick={onLater}>
          <KeyHint keys={['H']}>{words.later}</KeyHint>
        </button>
      )}
      <button type="button" className="key-button" aria-keyshortcuts="?" onClick={() => setListed(true)}>
        <KeyHint keys={['?']}>{words.keys}</KeyHint>
      </button>
      {listed && (
        <Dialog open title={words.title} onClose={() => setListed(false)}>
          <dl className="key-list">
            {Object.entries(words.list).map(([key, does]) => (
              <div key={key}>
                <dt>{does}</dt>
                <dd>
                  <KeyHint keys={[key]} />
                </dd>
              </div>
            ))}
          </dl>
        </Dialog>
      )}
    </span>
  );
}
