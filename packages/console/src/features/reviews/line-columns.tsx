import type { ReviewItem } from '@licet/contract';
import type { ReactNode } from 'react';
import { recordedActor } from '../../blocks/recorded.ts';
import { SettingsIcon, UsersRoundIcon } from '../../ui/icons.tsx';
import { type StatusKind, StatusTag } from '../../ui/status.tsx';
import type { Column } from '../../ui/table-model.ts';
import { Time } from '../../ui/time.tsx';
import { Avatar } from '../../ui/who.tsx';
import { titleOf, whatOf, whyOf } from './lines.ts';
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
