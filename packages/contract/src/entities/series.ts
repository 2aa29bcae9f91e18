import * as z from 'zod';
import { says } from '../reasons/says.ts';
import { instant } from './common.ts';

/** A day of UTC, such as 2026-03-01. */
const day = z.iso.date({ error: says('day_form', {}) });

/**
 * Over which days of UTC, both counted, and in which steps: the last quarter by day unless told; at most limits.seriesPoints of them. A week
 * begins on Monday, and the first is whole.
 */
export const seriesQuery = z.strictObject({
  from: day.optional(),
  to: day.optional(),
  by: z.enum(['day', 'week']).optional(),
});

const seriesOf = <Point extends z.ZodRawShape>(point: Point) =>
  z.strictObject({ by: z.enum(['day', 'week']), points: z.array(z.strictObject({ day, ...point })) });

/** How often something was exercised, in each day or week that begins on `day`. */
export const usageSeries = seriesOf({ count: z.int() });
export type UsageSeries = z.infer<typeof usageSeries>;

/** How many sign-ins succeeded and how many were refused, in each day or week that begins on `day`. */
export const signInSeries = seriesOf({ signedIn: z.int(), refused: z.int() });
export type SignInSeries = z.infer<typeof signInSeries>;

/** How many people held something at the end (`at`) of each day or week that begins on `day`; the last is not over yet, and told as of now. */
export const accessSeries = seriesOf({ at: instant, people: z.int() });
export type AccessSeries = z.infer<typeof accessSeries>;
