import { inEnglish } from './english.ts';
import { type KindsIn, type Reason, reason, type ValuesOf } from './reason.ts';

/** Reasons for which the schemas of the contract refuse a field. Front ends load these sentences with the schemas. */
export const fieldReasons = {
  field: {
    field_missing: reason({}, () => 'This field is missing.'),
    domain_too_long: reason(
      { most: 'count' },
      ({ most }, say) => `A domain has at most ${say.count(most)} characters.`,
    ),
  },
} as const;

type FieldReasons = (typeof fieldReasons)['field'];

/** A reason with its values, as a field's fault carries it. */
export interface Said {
  readonly reason: string;
  readonly values: Readonly<Record<string, unknown>>;
}

const said = new Map<string, Said>();

/**
 * The sentence of a reason, for a rule of a schema to say: `.max(253, { error: says('domain_too_long', { most: 253 }) })`. What reads
 * the issue finds the reason again by the sentence, because the rules of zod carry nothing but a text.
 * @param values what is known where the schema is written; a value that was typed does not belong here
 */
export function says<Name extends keyof FieldReasons>(
  name: Name,
  values: ValuesOf<KindsIn<FieldReasons[Name]>>,
): string {
  const sentence = inEnglish(fieldReasons.field[name] as unknown as Reason<KindsIn<FieldReasons[Name]>>, values);
  said.set(sentence, { reason: name, values });
  return sentence;
}

/** The reason of a sentence that a schema said; undefined for one that zod made by itself. */
export const reasonSaid = (sentence: string): Said | undefined => said.get(sentence);
