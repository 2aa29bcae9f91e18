import type { ReactNode } from 'react';
import { KeyHint } from '../../ui/key-hint.tsx';
import { reviewWords as words } from './words.ts';

/** The keys one may press here. The buttons say theirs themselves. @param decides whether there is a line to decide @param notes one to write a note on */
export function KeyLegend({ decides, notes }: { decides: boolean; notes: boolean }): ReactNode {
  return (
    <p className="review-keys text-faint small hide-on-phone">
      <KeyHint keys={['J']}>{words.next}</KeyHint>
      <KeyHint keys={['K']}>{words.previous}</KeyHint>
      {decides && (
        <>
          <KeyHint keys={['Y']} hidden>
            {words.keepKey}
          </KeyHint>
          <KeyHint keys={['R']} hidden>
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
