import { limits } from '@licet/contract';
import { refuse } from '../refusal.ts';
import type { Snapshot } from '../store/kernel/snapshot.ts';
import type { Period } from '../store/usage/usage.ts';

interface SeriesQuery {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly by?: 'day' | 'week' | undefined;
}

const day = 86_400_000;

/**
 * The requested days, by default the last quarter; no future day.
 * @throws Refusal `invalid_request`
 */
export function requireSeries({ clock }: Snapshot, { from, to, by = 'day' }: SeriesQuery): Period {
  const today = clock.slice(0, 10);
  const last = to === undefined || to > today ? today : to;
  const first = from ?? dayOf(Date.parse(last) - (limits.usageWindow.value - 1) * day);
  const days = (Date.parse(last) - Date.parse(first)) / day + 1;
  if (!(days >= 1)) refuse('invalid_request', 'series_ends_before_it_starts', { from: first, to: last });
  const most = limits.seriesPoints.value;
  if (days > most * (by === 'week' ? 7 : 1))
    refuse('invalid_request', 'series_too_long', { from: first, to: last, most, by });
  return { from: first, to: last, by };
}

/** Returns the first day of each step, and the instant at which the step ends, at most now. */
export function endsOf({ clock }: Snapshot, { from, to, by }: Period): { day: string; at: string }[] {
  const weekday = (new Date(from).getUTCDay() + 6) % 7;
  const step = by === 'week' ? 7 : 1;
  const ends: { day: string; at: string }[] = [];
  for (let at = Date.parse(from) - (by === 'week' ? weekday * day : 0); at <= Date.parse(to); at += step * day) {
    const end = `${new Date(Math.min(at + step * day, Date.parse(to) + day)).toISOString().slice(0, 23)}000Z`;
    ends.push({ day: dayOf(at), at: end < clock ? end : clock });
  }
  return ends;
}

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
