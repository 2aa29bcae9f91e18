import type { Review, ReviewItem } from '@licet/contract';
import type { ReactNode } from 'react';
import { recordedActor } from '../../blocks/recorded.ts';
import { Button } from '../../ui/button.tsx';
import { SettingsIcon, UsersRoundIcon } from '../../ui/icons.tsx';
import { Meter } from '../../ui/meter.tsx';
import { Tools } from '../../ui/section.tsx';
import { Select } from '../../ui/select.tsx';
import { type StatusKind, StatusTag } from '../../ui/status.tsx';
import type { Column } from '../../ui/table-model.ts';
import { Time } from '../../ui/time.tsx';
import { Avatar } from '../../ui/who.tsx';
import { type LineOrder, lineOrders, type ShownLines, shownLines } from './address.ts';
import type { ReviewKey } from './keys.tsx';
import { progressOf, titleOf, whatOf, whyOf } from './lines.ts';
import { isDecided } from './use-deciding.ts';
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

function Holder({ line: { holder, people } }: { line: ReviewItem }): ReactNode {
  return (
    <span className="who">
      {holder.kind === 'user' ? (
        <Avatar name={holder.name} />
      ) : holder.kind === 'group' ? (
        <UsersRoundIcon />
      ) : (
        <SettingsIcon />
      )}
      <span className="ellipsis">
        <b>
          <bdi>{holder.name}</bdi>
        </b>
        {people !== null && <span className="text-faint small"> {words.people(people)}</span>}
      </span>
    </span>
  );
}

/** The last use, or why it is unknown. */
export function LastUsed({ line: { lastExercised, reportedSince } }: { line: ReviewItem }): ReactNode {
  if (lastExercised !== null) return <Time at={lastExercised} />;
  return <span className="text-faint">{reportedSince === null ? words.unknown : words.never}</span>;
}

const KINDS: Readonly<Record<ReviewItem['state'], StatusKind>> = {
  pending: 'waiting',
  'handed on': 'waiting',
  kept: 'yes',
  revoked: 'no',
  shortened: 'ending',
};

/**
 * The decision on a line, or its outcome once the review is closed. The outcome of an undecided line follows the
 * review's rule.
 */
export function Decision({ line }: { line: ReviewItem }): ReactNode {
  const { state, outcome } = line;
  if (outcome !== null && !isDecided(line))
    return (
      <>
        <StatusTag kind="unused">{words.undecided}</StatusTag>
        <span className="text-faint small block">
          {outcome === 'gone' ? words.outcome.gone : words.byRule(words.outcome[outcome])}
        </span>
      </>
    );
  if (state === 'pending' && outcome === null) return <span className="text-faint">{words.states.pending}</span>;
  const kind = outcome === 'gone' ? 'gone' : outcome ? KINDS[outcome] : KINDS[state];
  return <StatusTag kind={kind}>{outcome ? words.outcome[outcome] : words.states[state]}</StatusTag>;
}

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
