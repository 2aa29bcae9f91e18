import * as z from 'zod';
import { says } from '../reasons/says.ts';
import { instant } from './common.ts';

/** A day of UTC, such as 2026-03-01. */
const day = z.iso.date({ error: says('day_form', {}) });

/**
 * The UTC days, both included, and the step: by default the last quarter by day; at most limits.seriesPoints points.
 * A week begins on Monday, and the first is complete.
 */
export const seriesQuery = z.strictObject({
  from: day.optional(),
  to: day.optional(),
  by: z.enum(['day', 'week']).optional(),
});

const seriesOf = <Point extends z.ZodRawShape>(point: Point) =>
  z.strictObject({ by: z.enum(['day', 'week']), points: z.array(z.strictObject({ day, ...point })) });

/** The number of uses in each day or week that begins on `day`. */
export const usageSeries = seriesOf({ count: z.int() });
export type UsageSeries = z.infer<typeof usageSeries>;

/** The numbers of sign-ins and refusals in each day or week that begins on `day`. */
export const signInSeries = seriesOf({ signedIn: z.int(), refused: z.int() });
export type SignInSeries = z.infer<typeof signInSeries>;

/** The number of holders at the end (`at`) of each day or week that begins on `day`; the last is the present number. */
export const accessSeries = seriesOf({ at: instant, people: z.int() });
export type AccessSeries = z.infer<typeof accessSeries>;
