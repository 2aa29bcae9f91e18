import { compareNames, type Review, type ReviewItem } from '@licet/contract';
import type { LineOrder, ShownLines } from './address.ts';
import { whatOf } from './line-words.ts';

/** Which lines are shown first: one's own, where there are any. */
export const shownFirst = ({ mine, state }: Review): ShownLines =>
  state === 'open' && mine.lines > 0 ? 'mine' : 'all';

const waits = ({ state }: ReviewItem) => state === 'pending' || state === 'handed on';

/**
 * The lines to show, in order.
 * @param touched lines that were decided here: they stay although they wait no more
 */
export function arranged(
  lines: readonly ReviewItem[],
  show: ShownLines,
  by: LineOrder,
  touched: ReadonlySet<number>,
): readonly ReviewItem[] {
  const fits = {
    mine: (line: ReviewItem) => line.mine || touched.has(line.line),
    waiting: (line: ReviewItem) => waits(line) || touched.has(line.line),
    revoke: ({ suggestion }: ReviewItem) => suggestion?.decision === 'revoke',
    keep: ({ suggestion }: ReviewItem) => suggestion?.decision === 'keep',
    all: () => true,
  }[show];
  const key = (line: ReviewItem) => (by === 'holder' ? line.holder.name : whatOf(line));
  return lines.filter(fits).toSorted((a, b) => compareNames(key(a), key(b)) || a.line - b.line);
}
