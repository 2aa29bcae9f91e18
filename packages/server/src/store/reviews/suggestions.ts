import { limits, type ReviewItem, type ReviewReason } from '@licet/contract';

/** The inputs of a suggestion. Instants in ISO 8601. */
export interface Judged extends Pick<ReviewItem, 'lastExercised' | 'reportedSince' | 'share'> {
  readonly suspended: boolean;
}

/**
 * The suggestion for a line at an instant, with its reason; null if the inputs do not agree. Nothing counts as unused
 * if reports began less than `limits.reviewUnused` ago.
 */
export function suggestionOf(judged: Judged, at: string): ReviewItem['suggestion'] {
  const { lastExercised, reportedSince, share, suspended } = judged;
  const days = (instant: string) => Math.floor((Date.parse(at) - Date.parse(instant)) / 86_400_000);
  const unused = limits.reviewUnused.value;
  const against: ReviewReason[] = [];
  const inFavour: ReviewReason[] = [];
  if (suspended) against.push({ kind: 'suspended' });
  if (lastExercised !== null && days(lastExercised) < unused)
    inFavour.push({ kind: 'used', days: Math.max(0, days(lastExercised)) });
  else if (reportedSince !== null && days(reportedSince) >= unused)
    against.push({ kind: 'unused', days: days(lastExercised ?? reportedSince) });
  if (share) {
    const { group, holders, total } = share;
    if (holders * rare <= total) against.push({ kind: 'rare', group, holders, total });
    else if (holders * usual >= total) inFavour.push({ kind: 'usual', group, holders, total });
  }
  if (suspended || (against.length > 0 && !inFavour.some(({ kind }) => kind === 'used')))
    return { decision: 'revoke', why: against };
  return inFavour.length > 0 && against.length === 0 ? { decision: 'keep', why: inFavour } : null;
}

/** At most one of so many hold it. */
const rare = 10;
/** At least one of so many does. */
const usual = 2;
