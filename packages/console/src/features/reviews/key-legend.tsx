import type { ReactNode } from 'react';
import { KeyHint } from '../../ui/key-hint.tsx';
import { reviewWords as words } from './words.ts';

/** The keys one may press here. The buttons say theirs themselves. */
export function KeyLegend(): ReactNode {
  return (
    <p className="review-keys text-faint small hide-on-phone">
      <KeyHint keys={['J']}>{words.next}</KeyHint>
      <KeyHint keys={['K']}>{words.previous}</KeyHint>
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
      <KeyHint keys={['N']} hidden>
        {words.noteKey}
      </KeyHint>
      <KeyHint keys={['U']} hidden>
        {words.undoKey}
      </KeyHint>
    </p>
  );
}
