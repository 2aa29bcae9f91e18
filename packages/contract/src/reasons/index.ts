import type { ErrorCode } from '../errors.ts';
import { grantReasons } from './grants.ts';
import type { Reason, Sentence, ValuesOf, Writer } from './reason.ts';

export { type Sentence, type ValuesOf, valueKinds, type Writer } from './reason.ts';

/** Every reason for which a call is refused, by error code. A reason picks the sentence and types its values. */
export const reasons = {
  ...grantReasons,
} as const satisfies Partial<Record<ErrorCode, Readonly<Record<string, Pick<Reason, 'values'>>>>>;

type Reasons = typeof reasons;

/** The codes that have reasons. */
export type CodeWithReason = keyof Reasons;
/** The reasons of a code. */
export type ReasonOf<Code extends CodeWithReason> = keyof Reasons[Code] & string;
/** The kinds of the values of a reason. */
export type KindsOf<Code extends CodeWithReason, Name extends ReasonOf<Code>> =
  Reasons[Code][Name] extends Reason<infer Kinds> ? Kinds : never;

/** All sentences of a language: one for each reason. */
export type Sentences = {
  readonly [Code in CodeWithReason]: { readonly [Name in ReasonOf<Code>]: Sentence<KindsOf<Code, Name>> };
};

/** Returns the English sentence of a reason. */
export function sentenceOf<Code extends CodeWithReason, Name extends ReasonOf<Code>>(
  code: Code,
  name: Name,
  values: ValuesOf<KindsOf<Code, Name>>,
): string {
  const { english } = reasons[code][name] as unknown as Reason<KindsOf<Code, Name>>;
  return english(values, writer);
}

const writer: Writer = {
  application: (key) => key ?? 'an application that you may not see',
  count: (value) => value.toLocaleString('en'),
  seconds(value) {
    const [unit, length] = units.find(([, size]) => value % size === 0) ?? ['second', 1];
    return new Intl.NumberFormat('en', { style: 'unit', unit, unitDisplay: 'long' }).format(value / length);
  },
  instant: (at) => at,
  names: (names) => new Intl.ListFormat('en').format(names),
};
const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;
