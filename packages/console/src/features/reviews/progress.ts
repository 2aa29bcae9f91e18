import type { Review, ReviewItem } from '@licet/contract';

/** How far somebody is with a review. */
export interface Progress {
  readonly decided: number;
  readonly lines: number;
  /** Whether these are their own lines alone. */
  readonly own: boolean;
}

/**
 * The lines that the caller decides; of a review in which they decide none, or that is closed, all lines.
 * @param items the lines as they are shown, where they are: what was decided a moment ago counts at once
 */
export function progressOf(
  { counts, mine, state }: Pick<Review, 'counts' | 'mine' | 'state'>,
  items?: readonly Pick<ReviewItem, 'mine' | 'state'>[],
): Progress {
  if (state !== 'open' || mine.lines === 0)
    return { decided: counts.lines - counts.pending - counts.handedOn, lines: counts.lines, own: false };
  if (!items) return { decided: mine.lines - mine.waiting, lines: mine.lines, own: true };
  const own = items.filter((item) => item.mine);
  const waiting = own.filter((item) => item.state === 'pending' || item.state === 'handed on');
  return { decided: own.length - waiting.length, lines: own.length, own: true };
}
