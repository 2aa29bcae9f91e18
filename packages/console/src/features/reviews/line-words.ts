import type { ReviewItem, ReviewReason } from '@licet/contract';
import { formatList } from '../../ui/format.ts';
import { reviewWords as words } from './words.ts';

/** What a line is about, in words: by its name, as everywhere; a title alone is no name. */
export const whatOf = ({ gives, group }: ReviewItem): string => gives?.name ?? words.member(group?.name ?? '');

/** What it is called in people's own words; empty where it has no title. */
export const titleOf = ({ gives }: ReviewItem): string => gives?.title ?? '';

function reasonText(reason: ReviewReason): string {
  if (reason.kind === 'suspended') return words.why.suspended;
  if (reason.kind === 'unused' || reason.kind === 'used') return words.why[reason.kind](reason.days);
  return words.why[reason.kind](reason.holders, reason.total, reason.group);
}

/** Why something is suggested. */
export const whyOf = ({ suggestion }: ReviewItem): string =>
  suggestion ? formatList(suggestion.why.map(reasonText)) : '';
