import type { Review, ReviewItem } from '@licet/contract';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Meter } from '../../ui/meter.tsx';
import { Tools } from '../../ui/section.tsx';
import { Select } from '../../ui/select.tsx';
import { type LineOrder, lineOrders, type ShownLines, shownLines } from './address.ts';
import type { ReviewKey } from './keys.tsx';
import { progressOf } from './lines.ts';
import { reviewWords as words } from './words.ts';

export interface LineToolsProps {
  review: Review;
  /** The lines; undefined while they load. */
  items: readonly ReviewItem[] | undefined;
  /** Whether a decision is still being sent. */
  sending: boolean;
  show: ShownLines;
  by: LineOrder;
  onShow: (show: ShownLines) => void;
  onOrder: (by: LineOrder) => void;
  /** The number of selected lines. */
  picked: number;
  /** The number of selected lines that are decided and can therefore have a note. */
  notable: number;
  press: (key: ReviewKey) => void;
}

/** Above the lines: their filter and order, the progress, and the actions for selected lines. */
export function LineTools({
  review,
  items,
  sending,
  show,
  by,
  onShow,
  onOrder,
  picked,
  notable,
  press,
}: LineToolsProps): ReactNode {
  const { decided, lines, own } = progressOf(review, items);
  const text = own ? words.ownProgress(decided, lines) : words.progress(decided, lines);
  return (
    <Tools
      wrap
      end={
        <span className="review-progress">
          <Meter label={words.progressLabel} value={decided} max={Math.max(lines, 1)} text={text} />
          <span className="text-muted small nowrap" role="status" aria-busy={sending}>
            {text}
          </span>
        </span>
      }
    >
      <Select
        label={words.show}
        hideLabel
        options={shownLines.map((id) => ({ id, label: words.filters[id] }))}
        value={show}
        onChange={(id) => onShow(id as ShownLines)}
      />
      <Select
        label={words.group}
        hideLabel
        options={lineOrders.map((id) => ({ id, label: words.groups[id] }))}
        value={by}
        onChange={(id) => onOrder(id as LineOrder)}
      />
      {picked > 0 && (
        <span className="review-picked">
          <span className="small nowrap">{words.picked(picked)}</span>
          <Button small onClick={() => press('Y')}>
            {words.keepAll(picked)}
          </Button>
          <Button small onClick={() => press('R')}>
            {words.revokeAll(picked)}
          </Button>
          {notable > 0 && (
            <Button small onClick={() => press('N')}>
              {words.noteAll(notable)}
            </Button>
          )}
        </span>
      )}
    </Tools>
  );
}
