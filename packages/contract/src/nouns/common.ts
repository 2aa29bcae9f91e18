import * as z from 'zod';
import { type CsvDelimiter, csvDelimiters } from '../csv.ts';
import { limits } from '../limits.ts';
import { says } from '../reasons/says.ts';

const notAnId = says('id_form', {});

/**
 * A UUID version 7 (RFC 9562). An id is never used again. Parsing converts the id to lower case (RFC 9562, section
 * 4), because events are found by its text.
 */
export const id = z.uuid({ error: notAnId }).toLowerCase();

/**
 * A list of ids, possibly thousands. Only the first 100 invalid ids are reported, because creating thousands of issues
 * would block other requests.
 */
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

/** A time in ISO 8601, in UTC with milliseconds or finer, of the years 1 to 9999. */
export const instant = z.iso
  .datetime({ offset: true, error: says('instant_form', {}) })
  .refine(isOfOurTime, says('instant_range', {}));

/**
 * Returns whether a time has an offset of at most 14 hours, as all time zones have, and a year from 1 to 9999.
 * PostgreSQL itself accepts offsets up to 16 hours, but no year before 1.
 */
function isOfOurTime(text: string): boolean {
  const offset = /[+-](\d\d):?(\d\d)?$/.exec(text.slice(11));
  const year = new Date(text).getUTCFullYear();
  return year >= 1 && year <= 9999 && Number(offset?.[1] ?? 0) * 60 + Number(offset?.[2] ?? 0) <= 14 * 60;
}

/** Any JSON value. It is registered by name, so that the recursive schema appears only once in the OpenAPI document. */
export const anyJson = z.json().register(z.globalRegistry, { id: 'AnyJson' });

/** The version of an entity: the number of the last change to it. The ETag is the same number in quotes. */
export const version = z.int().nonnegative();

/** The id and name of an object. */
export const ref = z.strictObject({ id: z.string(), name: z.string() });
export type Ref = z.infer<typeof ref>;

/** The present name in a response about a past time, if the name has changed since; null if the object was deleted. */
export const nameNow = z.string().nullable().optional();

/** The holder of a grant. A `client` is a service client (client credentials). */
export const principalRef = z.strictObject({ kind: z.enum(['user', 'group', 'client']), id });
export type PrincipalRef = z.infer<typeof principalRef>;

/** The holder of a grant with its name. `detail` is a user's username, or the application of a program. */
export const principal = principalRef.extend({
  name: z.string(),
  nameNow,
  detail: z.string().optional(),
});
export type Principal = z.infer<typeof principal>;

/**
 * A page of a list. `next` is the cursor of the next page. `total` is exact in an unfiltered list of users, groups,
 * applications, roles or permissions. In other lists, `total` stops at a limit, and `atLeast` is then true.
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
 * The time of a list, and the number of the last change before it. `scheduled` is true for a future time. The list
 * then shows the present objects with the grants that will be valid.
 */
export const asOf = z.strictObject({ at: instant, version, scheduled: z.boolean() });
export type AsOf = z.infer<typeof asOf>;

/** A page of a list that can be read at another time. `asOf` is present if a time was given. */
export const pageAt = <Item extends z.ZodType>(item: Item) => page(item).extend({ asOf: asOf.optional() });

/** The time of a read. A past time shows the recorded state, and a future time shows the scheduled state. */
export const atInstant = z.strictObject({ at: instant.optional() });

/** A list that is short enough to be sent without pages. */
export const listOf = <Item extends z.ZodType>(item: Item) => z.strictObject({ items: z.array(item) });

/** The separator of CSV cells. Default: comma. */
export const delimiter = z.enum(Object.keys(csvDelimiters) as [CsvDelimiter, ...CsvDelimiter[]]).optional();

/** The query of a list: search, sort column (with `-` before it for descending), cursor and size. */
export const listQuery = <const Sorts extends readonly [string, ...string[]]>(sorts: Sorts) =>
  z.strictObject({
    q: z.string().max(limits.nameMax.value).optional(),
    sort: z.enum(sorts).optional(),
    cursor: z.string().max(2048).optional(),
    limit: z.coerce.number<number | string>().int().min(1).max(limits.pageMax.value).optional(),
  });

/** A UTC day, such as 2026-03-01. */
const day = z.iso.date({ error: says('day_form', {}) });

/**
 * The first and last UTC day, and the interval of the points. Default: the last `limits.usageWindow` days, by day. A
 * series has at most `limits.seriesPoints` points. Weeks begin on Monday. A series by week is extended back to the
 * Monday of its first week.
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

/**
 * The number of sign-ins and of refusals in each day or week that begins on `day`. `ways` splits the sign-ins by
 * method: `code` is a password with a second factor, `provider` a connection or a directory, and `unknown` a sign-in of
 * an earlier version of Licet, which did not store the method.
 */
export const signInSeries = seriesOf({
  signedIn: z.int(),
  refused: z.int(),
  ways: z.strictObject({
    passkey: z.int(),
    code: z.int(),
    password: z.int(),
    provider: z.int(),
    unknown: z.int(),
  }),
});
export type SignInSeries = z.infer<typeof signInSeries>;

/**
 * The number of grants and memberships that began and that ended in each day or week that begins on `day`. Memberships
 * of users in groups count only if `memberships` is true.
 */
export const gainSeries = seriesOf({ gained: z.int(), lost: z.int() }).extend({ memberships: z.boolean() });
export type GainSeries = z.infer<typeof gainSeries>;

/**
 * The number of holders at the end (`at`) of each day or week that begins on `day`. The last point is the present
 * number.
 */
export const accessSeries = seriesOf({ at: instant, people: z.int() });
export type AccessSeries = z.infer<typeof accessSeries>;
