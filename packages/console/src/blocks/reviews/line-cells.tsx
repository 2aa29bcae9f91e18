import type { ReviewItem } from '@licet/contract';
import type { ReactNode } from 'react';
import { SettingsIcon, UsersRoundIcon } from '../../ui/icons.tsx';
import { type StatusKind, StatusTag } from '../../ui/status.tsx';
import { Time } from '../../ui/time.tsx';
import { Avatar } from '../../ui/who.tsx';
import { isDecided } from './lines.ts';
import { words } from './words.ts';

/** The user, group or program that has the access. */
export function Holder({ line: { holder, people } }: { line: ReviewItem }): ReactNode {
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
