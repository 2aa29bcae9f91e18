import { compareNames, type Review, type ReviewItem, type ReviewReason } from '@licet/contract';
import { formatList } from '../../ui/format.ts';
import type { LineOrder, ShownLines } from './address.ts';
import { words as reviewWords, reviewWords as words } from './words.ts';

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

const waits = ({ state }: ReviewItem) => state === 'pending' || state === 'handed on';

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
    waiting: (line: ReviewItem) => waits(line) || touched.has(line.line),
    revoke: ({ suggestion }: ReviewItem) => suggestion?.decision === 'revoke',
    keep: ({ suggestion }: ReviewItem) => suggestion?.decision === 'keep',
    all: () => true,
  }[show];
  const key = (line: ReviewItem) => (by === 'holder' ? line.holder.name : whatOf(line));
  return lines.filter(fits).toSorted((a, b) => compareNames(key(a), key(b)) || a.line - b.line);
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
  const waiting = own.filter((item) => item.state === 'pending' || item.state === 'handed on');
  return { decided: own.length - waiting.length, lines: own.length, own: true };
}
