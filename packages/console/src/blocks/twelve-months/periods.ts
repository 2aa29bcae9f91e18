import type { HeldPeriods } from '@licet/contract';
import { queryOptions } from '@tanstack/react-query';
import { client } from '../../session/client.ts';
import { DAY_MS, TODAY } from './days.ts';

/** A question about a year. Without a permission: anything in the application. */
export interface YearQuestion {
  application: string;
  user: string;
  permission?: string | undefined;
}

/**
 * The periods of the last 12 months in which a user held a permission. They always end at the present: the shown
 * instant is only a position on the bar.
 */
export const periodsQuery = ({ application, user, permission }: YearQuestion) => {
  const queryKey = ['access', 'periods', application, user, permission ?? ''];
  return queryOptions<HeldPeriods>({
    queryKey,
    queryFn: ({ signal }) =>
      client.access.periods({ params: { application }, query: { user, permission, at: undefined }, signal }),
    // A change of the shown instant drops the cached answers. The bar keeps its last answer meanwhile, and with it the
    // focus.
    placeholderData: (before, query) => (query?.queryKey.join(' ') === queryKey.join(' ') ? before : undefined),
    retry: false,
  });
};

/** A part of the bar. */
export interface Part {
  held: boolean;
  starts: string;
  /** The end of the part; the end of the bar if the access continues. */
  ends: string;
  /** Whether the part began at or before the start of the 12 months. */
  fromStart: boolean;
  lasts: boolean;
}

/** The parts of the bar since the creation of the user: the periods and the gaps between them. */
export function partsOf({ from, at, periods }: Pick<HeldPeriods, 'from' | 'at' | 'periods'>): Part[] {
  const parts: Part[] = [];
  let done = from;
  const isWholeYear = Date.parse(at) - Date.parse(from) >= TODAY * DAY_MS;
  const gap = (until: string, lasts: boolean) => {
    if (done < until)
      parts.push({ held: false, starts: done, ends: until, fromStart: isWholeYear && done === from, lasts });
  };
  for (const { starts, ends } of periods) {
    gap(starts, false);
    done = ends ?? at;
    parts.push({ held: true, starts, ends: done, fromStart: isWholeYear && starts === from, lasts: ends === null });
  }
  if (periods.at(-1)?.ends !== null) gap(at, true);
  return parts;
}

/** Whether the user held the permission at an instant. */
export const heldAt = ({ periods }: Pick<HeldPeriods, 'periods'>, at: string): boolean => {
  const time = Date.parse(at);
  return periods.some(({ starts, ends }) => Date.parse(starts) <= time && (ends === null || time < Date.parse(ends)));
};
