import { compareNames, type Review, type ReviewItem, type ReviewReason } from '@licet/contract';
import { formatList } from '../../ui/format.ts';
import { words } from './words.ts';

/** The name of the role or permission; for a membership line, the name of the group. */
export const whatOf = ({ gives, group }: ReviewItem): string => gives?.name ?? words.member(group?.name ?? '');

/** The title of the role or permission; empty if it has none. */
export const titleOf = ({ gives }: ReviewItem): string => gives?.title ?? '';

function reasonText(reason: ReviewReason): string {
  if (reason.kind === 'suspended') return words.why.suspended;
  if (reason.kind === 'unused' || reason.kind === 'used') return words.why[reason.kind](reason.days);
  return words.why[reason.kind](reason.holders, reason.total, reason.group);
}

/** The reasons for a suggestion. */
export const whyOf = ({ suggestion }: ReviewItem): string =>
  suggestion ? formatList(suggestion.why.map(reasonText)) : '';

/** Whether a line has no decision yet. */
export const isOpen = ({ state }: Pick<ReviewItem, 'state'>) => state === 'pending' || state === 'handed on';

/** Whether a line can have a note. The note of a line that was handed over belongs to the user who handed it over. */
export const isDecided = ({ state }: ReviewItem): boolean =>
  state === 'kept' || state === 'revoked' || state === 'shortened';

/** The lines ordered by the name of their holder, or of what they give. */
export function ordered(lines: readonly ReviewItem[], by: 'holder' | 'gives'): readonly ReviewItem[] {
  const key = (line: ReviewItem) => (by === 'holder' ? line.holder.name : whatOf(line));
  return lines.toSorted((a, b) => compareNames(key(a), key(b)) || a.line - b.line);
}

/** The progress of a review. */
interface Progress {
  readonly decided: number;
  readonly lines: number;
  /** Whether only the viewer's own lines are counted. */
  readonly own: boolean;
}

/**
 * Returns the progress over the viewer's own lines. If the viewer has none, or if the review is closed, returns the
 * progress over all lines.
 * @param items the shown lines, if loaded, so that a new decision is counted before the server confirms it
 */
export function progressOf(
  { counts, mine, state }: Pick<Review, 'counts' | 'mine' | 'state'>,
  items?: readonly Pick<ReviewItem, 'mine' | 'state'>[],
): Progress {
  if (state !== 'open' || mine.lines === 0)
    return { decided: counts.lines - counts.pending - counts.handedOn, lines: counts.lines, own: false };
  if (!items) return { decided: mine.lines - mine.waiting, lines: mine.lines, own: true };
  const own = items.filter((item) => item.mine);
  const waiting = own.filter(isOpen);
  return { decided: own.length - waiting.length, lines: own.length, own: true };
}
