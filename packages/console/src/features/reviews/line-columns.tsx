import type { Review, ReviewItem } from '@licet/contract';
import type { ReactNode } from 'react';
import { recordedActor } from '../../blocks/recorded.ts';
import { Decision, Holder, LastUsed } from '../../blocks/reviews/line-cells.tsx';
import { progressOf, titleOf, whatOf, whyOf } from '../../blocks/reviews/lines.ts';
import { Button } from '../../ui/button.tsx';
import { Meter } from '../../ui/meter.tsx';
import { Tools } from '../../ui/section.tsx';
import { Select } from '../../ui/select.tsx';
import type { Column } from '../../ui/table-model.ts';
import { Time } from '../../ui/time.tsx';
import { type LineOrder, lineOrders, type ShownLines, shownLines } from './address.ts';
import type { ReviewKey } from './keys.tsx';
import { reviewWords as words } from './words.ts';

/** The columns of the lines of a review. `many`: the lines belong to several applications. */
export const lineColumns = (many: boolean): readonly Column<ReviewItem>[] => [
  {
    id: 'holder',
    head: words.holder,
    fold: 1,
    cell: (line) => <Holder line={line} />,
  },
  {
    id: 'what',
    head: words.what,
    fold: 3,
    cell: (line) => (
      <span className="ellipsis" title={[whatOf(line), titleOf(line)].filter(Boolean).join(': ')}>
        {whatOf(line)} {titleOf(line) && <span className="text-muted small">{titleOf(line)}</span>}
        {many && line.application && <span className="text-faint small"> {line.application.name}</span>}
      </span>
    ),
  },
  {
    id: 'since',
    head: words.since,
    spare: true,
    cell: (line) => (
      <span className="text-muted small ellipsis">
        <Time at={line.since} /> <span className="text-faint">{recordedActor(line.by)}</span>
      </span>
    ),
  },
  {
    id: 'last',
    head: words.last,
    cell: (line) => (
      <span className="text-muted nowrap small">
        <LastUsed line={line} />
      </span>
    ),
  },
  {
    id: 'suggestion',
    head: words.suggestion,
    fold: 4,
    cell: (line) =>
      line.suggestion ? (
        <span className="small ellipsis" title={whyOf(line)}>
          <b>{words.suggested[line.suggestion.decision]}</b> <span className="text-faint">{whyOf(line)}</span>
        </span>
      ) : (
        <span className="text-faint hide-on-phone">–</span>
      ),
  },
  {
    id: 'decision',
    head: words.decision,
    fold: 2,
    width: '9rem',
    cell: (line) => <Decision line={line} />,
  },
];

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
          <Button small onClick={() => press('A')}>
            {words.keepAll(picked)}
          </Button>
          <Button small onClick={() => press('D')}>
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
