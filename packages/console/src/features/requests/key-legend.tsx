import type { ReactNode } from 'react';
import { KeyHint } from '../../ui/key-hint.tsx';
import { words } from './words.ts';
import './requests.css';

/** The keys one may press here, at the end of the foot. The buttons say theirs themselves. */
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
