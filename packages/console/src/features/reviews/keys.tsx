import { type ReactNode, useEffect, useRef } from 'react';
import { KeyHint } from '../../ui/key-hint.tsx';
import { plainKey } from '../../ui/plain-key.ts';
import { reviewWords as words } from './words.ts';

/** The action of a letter: A keeps, D revokes, S shortens, H hands on, N writes a note, U undoes. */
export type ReviewKey = 'A' | 'D' | 'S' | 'H' | 'N' | 'U';
/** The letters and their actions. Y and R are the former letters of A and D. */
const KEYS: ReadonlyMap<string, ReviewKey> = new Map([
  ['A', 'A'],
  ['Y', 'A'],
  ['D', 'D'],
  ['R', 'D'],
  ['S', 'S'],
  ['H', 'H'],
  ['N', 'N'],
  ['U', 'U'],
]);

/**
 * Keyboard shortcuts of a review. J and K go to the next and the previous row, like the arrow keys. The keys of
 * `ReviewKey` act on the open line or on the selected lines. Ignores keys held down, keys with Ctrl or Alt, and keys
 * typed into a field.
 */
export function useReviewKeys(press: (key: ReviewKey) => void, step: (by: 1 | -1) => void): void {
  const latest = useRef({ press, step });
  useEffect(() => {
    latest.current = { press, step };
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const key = plainKey(event);
      const action = KEYS.get(key ?? '');
      if (key === 'J' || key === 'K') latest.current.step(key === 'J' ? 1 : -1);
      else if (action !== undefined && !event.repeat) latest.current.press(action);
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

/**
 * Goes to the next or previous row by sending an arrow key to the table, which also knows the rows that are not
 * rendered.
 */
export function stepFrom(line: number, by: 1 | -1): void {
  const key = by === 1 ? 'ArrowDown' : 'ArrowUp';
  rowOf(line)?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
}

export const rowOf = (line: number): HTMLElement | null => document.querySelector(`#main tr[data-row="${line}"]`);

/**
 * The keys that work on this screen. Keys that are shown on buttons are not repeated.
 * @param decides whether there is a line to decide
 * @param notes whether there is a line that can have a note
 */
export function KeyLegend({ decides, notes }: { decides: boolean; notes: boolean }): ReactNode {
  return (
    <p className="review-keys text-faint small hide-on-phone">
      <KeyHint keys={['J']}>{words.next}</KeyHint>
      <KeyHint keys={['K']}>{words.previous}</KeyHint>
      {decides && (
        <>
          <KeyHint keys={['A']} hidden>
            {words.keepKey}
          </KeyHint>
          <KeyHint keys={['D']} hidden>
            {words.revokeKey}
          </KeyHint>
          <KeyHint keys={['S']} hidden>
            {words.shortenKey}
          </KeyHint>
          <KeyHint keys={['H']} hidden>
            {words.handOnKey}
          </KeyHint>
          {notes && (
            <KeyHint keys={['N']} hidden>
              {words.noteKey}
            </KeyHint>
          )}
          <KeyHint keys={['U']} hidden>
            {words.undoKey}
          </KeyHint>
        </>
      )}
    </p>
  );
}
