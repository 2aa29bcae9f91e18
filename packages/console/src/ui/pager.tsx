import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { words } from './words.ts';
import './data-table.css';

export interface PagerProps {
  /** "1 to 21 of 18,412". */
  count: ReactNode;
  /** Whether the list is empty and has only one page. The footer is then hidden. */
  empty?: boolean | undefined;
  /** Secondary text: "Found in 4 ms". */
  note?: ReactNode;
  /** Undefined on the first or last page, where the button is disabled. A list of one page has no buttons. */
  onPrevious?: (() => void) | undefined;
  onNext?: (() => void) | undefined;
  pending?: boolean | undefined;
  /** Whether the shown rows are from an earlier request. The buttons have no effect until the requested rows arrive. */
  waiting?: boolean | undefined;
}

/** The footer of a list with cursor-based pages. */
export function Pager({ count, empty, note, onPrevious, onNext, pending, waiting }: PagerProps): ReactNode {
  if (empty) return null;
  const held = waiting ? { 'aria-disabled': true } : undefined;
  return (
    <div className="foot">
      <span aria-live="polite">{count}</span>
      {note !== undefined && <span className="hide-on-phone">{note}</span>}
      {(onPrevious || onNext) && (
        <div className="end">
          <Button small kind="quiet" disabled={!onPrevious} {...held} onClick={waiting ? undefined : onPrevious}>
            {words.previous}
          </Button>
          <Button small disabled={!onNext} pending={pending} {...held} onClick={waiting ? undefined : onNext}>
            {words.next}
          </Button>
        </div>
      )}
    </div>
  );
}
