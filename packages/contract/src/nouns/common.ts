import * as z from 'zod';
import { type CsvDelimiter, csvDelimiters } from '../csv.ts';
import { limits } from '../limits.ts';
import { says } from '../reasons/says.ts';

const notAnId = says('id_form', {});

/**
 * An id: UUID version 7 (RFC 9562), never used again. Parsing lower-cases it (RFC 9562, section 4), because events are
 * found by its text.
 */
export const id = z.uuid({ error: notAnId }).toLowerCase();

/** Thousands of ids. Only the first invalid ones are named: an issue for each would block other requests. */
export const ids = (most: number) =>
  z
    .array(z.string().toLowerCase().meta({ format: 'uuid' }))
    .max(most)
    .superRefine((list, context) => {
      const faulty = list.flatMap((text, index) => (uuid.test(text) ? [] : [index]));
      for (const index of faulty.slice(0, 100))
        context.addIssue({ code: 'invalid_format', format: 'uuid', path: [index], message: notAnId });
    });
const uuid = z.regexes.uuid();

/** An instant: ISO 8601 in UTC with milliseconds or finer, of the years 1 to 9999. */
export const instant = z.iso
  .datetime({ offset: true, error: says('instant_form', {}) })
  .refine(isOfOurTime, says('instant_range', {}));

/**
 * Whether an instant has a real offset and year. No time zone is more than 14 hours from UTC; PostgreSQL accepts 16
 * hours, and no year before 1.
 */
function isOfOurTime(text: string): boolean {
  const offset = /[+-](\d\d):?(\d\d)?$/.exec(text.slice(11));
  const year = new Date(text).getUTCFullYear();
  return year >= 1 && year <= 9999 && Number(offset?.[1] ?? 0) * 60 + Number(offset?.[2] ?? 0) <= 14 * 60;
}

/** Any JSON value. It is registered by name, so the recursive schema appears once in the OpenAPI document. */
export const anyJson = z.json().register(z.globalRegistry, { id: 'AnyJson' });

/** The version of an entity: the number of the change that last touched it. Its ETag is the same in quotes. */
export const version = z.int().nonnegative();

/** A named thing, with its id. */
export const ref = z.strictObject({ id: z.string(), name: z.string() });
export type Ref = z.infer<typeof ref>;

/** Only for a past instant: the present name if it differs; null if deleted since. */
export const nameNow = z.string().nullable().optional();

/** The holder of a grant; a `client` is a service client (client credentials). */
export const principalRef = z.strictObject({ kind: z.enum(['user', 'group', 'client']), id });
export type PrincipalRef = z.infer<typeof principalRef>;

/** The same by name. `detail` is a user's username, or the application of a program. */
export const principal = principalRef.extend({
  name: z.string(),
  nameNow,
  detail: z.string().optional(),
});
export type Principal = z.infer<typeof principal>;

/**
 * A page of a list. `next` is the cursor of the following page. `total` is exact in an unfiltered list of users,
 * groups, applications, roles or permissions. Elsewhere it stops at a bound; `atLeast` is then true.
 */
export const page = <Item extends z.ZodType>(item: Item) =>
  z.strictObject({ items: z.array(item), next: z.string().nullable(), total: z.int(), atLeast: z.boolean() });
export interface Page<Item> {
  items: Item[];
  next: string | null;
  total: number;
  atLeast: boolean;
  asOf?: AsOf | undefined;
}

/**
 * The instant of a list, and the number of the last change recorded by then. `scheduled` for a future instant: then
 * it shows the present record, with the grants that will be in force.
 */
export const asOf = z.strictObject({ at: instant, version, scheduled: z.boolean() });
export type AsOf = z.infer<typeof asOf>;

/** A page of a list that can be read as of an instant; `asOf` if an instant was given. */
export const pageAt = <Item extends z.ZodType>(item: Item) => page(item).extend({ asOf: asOf.optional() });

/** The instant of a read: a past one, as recorded then, or a future one, as scheduled. */
export const atInstant = z.strictObject({ at: instant.optional() });

/** A list that is short enough to be sent without pages. */
export const listOf = <Item extends z.ZodType>(item: Item) => z.strictObject({ items: z.array(item) });

/** The separator of cells in a line of CSV; a comma by default. */
export const delimiter = z.enum(Object.keys(csvDelimiters) as [CsvDelimiter, ...CsvDelimiter[]]).optional();

/** The query of a list: search, sort (a column, `-` before it for descending), cursor and size. */
export const listQuery = <const Sorts extends readonly [string, ...string[]]>(sorts: Sorts) =>
  z.strictObject({
    q: z.string().max(limits.nameMax.value).optional(),
    sort: z.enum(sorts).optional(),
    cursor: z.string().max(2048).optional(),
    limit: z.coerce.number<number | string>().int().min(1).max(limits.pageMax.value).optional(),
  });

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
