import { type ReactNode, useEffect, useRef } from 'react';
import { KeyHint } from '../../ui/key-hint.tsx';
import { words } from './words.ts';
import './inbox.css';

const LOOK_FIRST_MS = 400;
const TYPES_INTO =
  'input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable], [aria-haspopup="listbox"], dialog, [role="dialog"], [role="alertdialog"], [role="listbox"], [role="menu"]';

/**
 * Keyboard shortcuts: J and K go to the next and the previous request, X selects it, A and D press the buttons labelled
 * with them. Ignores:
 * - keys held down
 * - keys with Ctrl or Alt
 * - keys typed into a field
 * - A and D within 400 ms after a request appears, because the user cannot have read it yet
 * @param openId the ID of the open request
 * @param step goes to the next (1) or the previous (-1) request
 * @param pick selects or deselects the open request
 */
export function useRequestKeys(openId: string | undefined, step: (by: 1 | -1) => void, pick: () => void): void {
  const since = useRef(0);
  const latest = useRef({ step, pick });
  useEffect(() => {
    latest.current = { step, pick };
  });
  useEffect(() => {
    since.current = openId === undefined ? Number.POSITIVE_INFINITY : performance.now();
  }, [openId]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof Element && event.target.closest(TYPES_INTO)) return;
      if (document.querySelector('[role="dialog"], [role="alertdialog"]')) return;
      const key = event.key.toUpperCase();
      if (key === 'J' || key === 'K') latest.current.step(key === 'J' ? 1 : -1);
      else if (key === 'X') latest.current.pick();
      else if ((key === 'A' || key === 'D') && performance.now() - since.current > LOOK_FIRST_MS)
        document.querySelector<HTMLElement>(`#main [aria-keyshortcuts="${key}"]`)?.click();
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

/** The keys that work on this screen, in the footer. Keys that are shown on buttons are not repeated. */
export function KeyLegend({ decides }: { decides?: boolean | undefined }): ReactNode {
  return (
    <span className="end request-keys text-faint small hide-on-phone">
      {decides && (
        <>
          <KeyHint keys={['A']} hidden>
            {words.keys.approve}
          </KeyHint>
          <KeyHint keys={['D']} hidden>
            {words.keys.deny}
          </KeyHint>
        </>
      )}
      <KeyHint keys={['J']}>{words.keys.next}</KeyHint>
      <KeyHint keys={['K']}>{words.keys.previous}</KeyHint>
    </span>
  );
}
