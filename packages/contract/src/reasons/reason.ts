import * as z from 'zod';

/** The values that a reason can carry, by kind. A language decides by the kind how it writes a value. */
export const valueKinds = {
  /** A name that a user chose, or an identifier. */
  name: z.string(),
  /** The identifier of an application; null if the caller may not see that application. */
  application: z.string().nullable(),
  count: z.int(),
  /** A number that identifies something, such as a version or an event. No language groups its digits. */
  number: z.int(),
  /** A duration in seconds. */
  seconds: z.int(),
  /** An instant in ISO 8601, in UTC. */
  instant: z.string(),
  names: z.array(z.string()),
} as const;

/** The name of a value kind, or the list of allowed words. Each language translates each word. */
type Kind = keyof typeof valueKinds | readonly string[];
type Kinds = Readonly<Record<string, Kind>>;

type ValueOf<K extends Kind> = K extends keyof typeof valueKinds
  ? z.infer<(typeof valueKinds)[K]>
  : K extends readonly string[]
    ? K[number]
    : never;

/** The values of a reason, by name. */
export type ValuesOf<K extends Kinds> = { readonly [Name in keyof K]: ValueOf<K[Name]> };

/** How a language writes values that are not plain text. */
export interface Writer {
  application(key: string | null): string;
  count(value: number): string;
  /** The largest unit in which the duration is whole: “2 hours”. */
  seconds(value: number): string;
  instant(at: string): string;
  names(names: readonly string[]): string;
}

/** The sentence of a reason in one language. */
export type Sentence<K extends Kinds> = (values: ValuesOf<K>, writer: Writer) => string;

/** Why a call was refused: the kinds of its values, and the English sentence, which is the problem's `detail`. */
export interface Reason<K extends Kinds = Kinds> {
  readonly values: K;
  readonly english: Sentence<K>;
}

/** Declares a reason. */
export const reason = <const K extends Kinds>(values: K, english: Sentence<K>): Reason<K> => ({ values, english });

/** The kinds of a reason's values. */
export type KindsIn<R> = R extends Reason<infer K> ? K : never;

/** The sentences of these reasons in another language. */
export type SentencesOf<ByCode> = {
  readonly [Code in keyof ByCode]: { readonly [Name in keyof ByCode[Code]]: Sentence<KindsIn<ByCode[Code][Name]>> };
};

/** Writes the English sentence of a reason. */
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
// Created once: a request can contain thousands of faults.
const digits = new Intl.NumberFormat('en');
const list = new Intl.ListFormat('en');
const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;
