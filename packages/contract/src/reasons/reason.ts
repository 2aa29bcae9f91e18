import * as z from 'zod';

/** The kinds of values in a reason. The kind determines how a language formats the value. */
export const valueKinds = {
  /** A name that a user chose, or an identifier. */
  name: z.string(),
  /** The identifier of an application; null if the caller may not see the application. */
  application: z.string().nullable(),
  count: z.int(),
  /** A number that identifies something, such as a version or an event. Its digits are never grouped. */
  number: z.int(),
  /** A duration in seconds. */
  seconds: z.int(),
  /** A time in ISO 8601, in UTC. */
  instant: z.string(),
  names: z.array(z.string()),
} as const;

/** A kind of value, or a list of permitted words. Each language translates each word. */
type Kind = keyof typeof valueKinds | readonly string[];
type Kinds = Readonly<Record<string, Kind>>;

type ValueOf<K extends Kind> = K extends keyof typeof valueKinds
  ? z.infer<(typeof valueKinds)[K]>
  : K extends readonly string[]
    ? K[number]
    : never;

export type ValuesOf<K extends Kinds> = { readonly [Name in keyof K]: ValueOf<K[Name]> };

export interface Writer {
  application(key: string | null): string;
  count(value: number): string;
  /** Returns a duration in the largest unit without a remainder, such as “2 hours”. */
  seconds(value: number): string;
  instant(at: string): string;
  names(names: readonly string[]): string;
}

/** Returns the sentence of a reason in one language. */
export type Sentence<K extends Kinds> = (values: ValuesOf<K>, writer: Writer) => string;

/**
 * The reason why a call was refused: the kinds of its values, and the English sentence, which becomes the problem's
 * `detail`.
 */
export interface Reason<K extends Kinds = Kinds> {
  readonly values: K;
  readonly english: Sentence<K>;
}

export const reason = <const K extends Kinds>(values: K, english: Sentence<K>): Reason<K> => ({ values, english });

export type KindsIn<R> = R extends Reason<infer K> ? K : never;

/** The sentences of these reasons in another language. */
export type SentencesOf<ByCode> = {
  readonly [Code in keyof ByCode]: { readonly [Name in keyof ByCode[Code]]: Sentence<KindsIn<ByCode[Code][Name]>> };
};

export const inEnglish = <K extends Kinds>({ english }: Reason<K>, values: ValuesOf<K>): string =>
  english(values, writer);

const writer: Writer = {
  application: (key) => key ?? 'an application that you may not see',
  count: (value) => digits.format(value),
  seconds(value) {
    const [unit, length] = units.find(([, size]) => value % size === 0) ?? ['second', 1];
    return new Intl.NumberFormat('en', { style: 'unit', unit, unitDisplay: 'long' }).format(value / length);
  },
  instant: (at) => at,
  names: (names) => list.format(names),
};
// Created once, because a request can contain thousands of faults.
const digits = new Intl.NumberFormat('en');
const list = new Intl.ListFormat('en');
const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

type Both<Table> = (Table extends unknown ? (each: Table) => void : never) extends (all: infer All) => void
  ? All
  : never;

/** Merges several tables by code. A code may occur in several tables. */
export function merged<const Tables extends readonly object[]>(...tables: Tables): Both<Tables[number]> {
  const all: Record<string, object> = {};
  for (const table of tables)
    for (const [code, ofCode] of Object.entries(table)) all[code] = { ...all[code], ...ofCode };
  return all as Both<Tables[number]>;
}
