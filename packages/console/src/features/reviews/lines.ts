import type { Review, ReviewItem } from '@licet/contract';
import { isOpen, ordered } from '../../blocks/reviews/lines.ts';
import type { LineOrder, ShownLines } from './address.ts';
import { words as reviewWords } from './words.ts';

/** The scope of a review in words. */
export function scopeText({ scope }: Pick<Review, 'scope'>): string {
  const { kind, application, role, permission, group, principal, q } = scope;
  if (kind === 'application') return reviewWords.scopes.application(application?.name ?? reviewWords.gone);
  if (kind === 'role')
    return reviewWords.scopes.role(role?.name ?? reviewWords.gone, application?.name ?? reviewWords.gone);
  if (kind === 'group') return reviewWords.scopes.group(group?.name ?? reviewWords.gone);
  const parts = [application?.name, role?.name, permission?.name, principal?.name, q].filter((part) => part != null);
  return reviewWords.scopes.filter(parts.length > 0 ? parts.join(', ') : reviewWords.everything);
}

/** The initial filter: the viewer's own lines, if there are any. */
export const shownFirst = ({ mine, state }: Review): ShownLines =>
  state === 'open' && mine.lines > 0 ? 'mine' : 'all';

/**
 * The lines to show, in order.
 * @param touched lines that the viewer decided on this page: they stay visible although they are no longer pending
 */
export function arranged(
  lines: readonly ReviewItem[],
  show: ShownLines,
  by: LineOrder,
  touched: ReadonlySet<number>,
): readonly ReviewItem[] {
  const fits = {
    mine: (line: ReviewItem) => line.mine || touched.has(line.line),
    waiting: (line: ReviewItem) => isOpen(line) || touched.has(line.line),
    revoke: ({ suggestion }: ReviewItem) => suggestion?.decision === 'revoke',
    keep: ({ suggestion }: ReviewItem) => suggestion?.decision === 'keep',
    all: () => true,
  }[show];
  return ordered(lines.filter(fits), by);
}
