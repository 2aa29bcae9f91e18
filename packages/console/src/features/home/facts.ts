import type { AccessRequest, Home, SignInSeries } from '@licet/contract';
import { endingText } from '../../blocks/endings.ts';
import { formatDate, formatNumber } from '../../ui/format.ts';
import type { UnusedIn } from './queries.ts';
import { figureWords as words } from './words.ts';

type Points = SignInSeries['points'];

/** "37,750 succeeded (98.9%)". */
export function succeededFact(points: Points): string {
  const signedIn = points.reduce((sum, point) => sum + point.signedIn, 0);
  const all = points.reduce((sum, point) => sum + point.refused, signedIn);
  if (all === 0) return words.noAttempts;
  // Rounded down, so that a failure never reads as 100%.
  const share = Math.floor((signedIn / all) * 1000) / 1000;
  return words.succeeded(signedIn, formatNumber(share, { style: 'percent', maximumFractionDigits: 1 }));
}

const LEAST_OF_A_DAY = 0.25;

/**
 * "214 of them on Monday 16 Nov" if a single day has a large part of the failures; otherwise the number of days with
 * failures.
 */
export function failedFact(points: Points): string {
  const all = points.reduce((sum, { refused }) => sum + refused, 0);
  if (all === 0) return words.noneFailed;
  const worst = points.reduce((one, other) => (other.refused > one.refused ? other : one));
  if (worst.refused < LEAST_OF_A_DAY * all) return words.failedDays(points.filter(({ refused }) => refused > 0).length);
  const date = formatDate(new Date(worst.day), { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' });
  return words.failedOn(worst.refused, all, date);
}

/** A sentence with `{when}`: the number of holders, and when the first loses something. */
export function endsFact({ items, total }: Home['ending']): string {
  const holders = new Set(items.map((it) => endingText(it).holder.id)).size;
  return items.length < total ? words.next : words.holdersAndNext(holders);
}

/** The median of the time from a request to its decision, in seconds. Undefined if nothing was decided. */
export function timeToDecide(
  requests: readonly Pick<AccessRequest, 'askedAt' | 'decision'>[],
): { seconds: number; of: number } | undefined {
  const times = requests
    .flatMap(({ askedAt, decision }) => (decision ? (Date.parse(decision.at) - Date.parse(askedAt)) / 1000 : []))
    .toSorted((one, other) => one - other);
  const [low, high] = [times[Math.floor((times.length - 1) / 2)], times[Math.floor(times.length / 2)]];
  return low === undefined || high === undefined ? undefined : { seconds: (low + high) / 2, of: times.length };
}

/** The share of the grants that is unused, from 0 to 1. */
export const shareOf = ({ total, grants }: { total: number; grants: number }) =>
  Math.min(1, total / Math.max(grants, 1));

/** The applications with the largest share of unused grants first. */
export const byShare = (counted: readonly UnusedIn[]): readonly UnusedIn[] =>
  counted.toSorted(
    (one, other) =>
      shareOf({ total: other.total, grants: other.application.grants }) -
      shareOf({ total: one.total, grants: one.application.grants }),
  );

const LONG_MS = 30 * 86_400_000;

/** Whether a last sign-in is worth a line: it is more than 30 days ago, or there was none. */
export const isLongAway = (at: string | null | undefined, now: Date): boolean =>
  at === null || (at !== undefined && now.getTime() - Date.parse(at) > LONG_MS);
