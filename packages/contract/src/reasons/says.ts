import * as z from 'zod';
import { accessFieldReasons, fieldReasons, signInFieldReasons } from './fields.ts';
import { inEnglish, type KindsIn, type Reason, type ValuesOf } from './reason.ts';

/** The reason of a field's fault, with its values. */
export interface ReasonWithValues {
  readonly reason: string;
  readonly values: Readonly<Record<string, string | number | null | string[]>>;
}

const reasonsBySentence = new Map<string, ReasonWithValues>();

/** Stores the reason of a sentence, for {@link reasonOfIssue}. */
function keepReason(sentence: string, reason: ReasonWithValues): void {
  reasonsBySentence.set(sentence, reason);
}

/** A fault that a schema or a form finds, such as an issue of zod. */
export interface FoundWrong {
  readonly message: string;
  readonly params?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Returns the reason of an issue; undefined for a sentence that is not in the contract's schemas.
 * - An issue whose sentence contains typed text has its reason and values in `params`.
 * - Any other issue has only a sentence, by which the reason is found.
 */
export function reasonOfIssue({ message, params }: FoundWrong): ReasonWithValues | undefined {
  if (typeof params?.reason === 'string' && params.values)
    return { reason: params.reason, values: params.values as ReasonWithValues['values'] };
  return reasonsBySentence.get(message);
}

const reasons = { ...fieldReasons.field, ...accessFieldReasons.field, ...signInFieldReasons.field };
type Reasons = typeof reasons;
type Name = keyof Reasons;
type Values<N extends Name> = ValuesOf<KindsIn<Reasons[N]>>;

/**
 * Returns the sentence of a reason for a rule of a schema, as in `.max(253, { error: says('domain_too_long', { most:
 * 253 }) })`.
 * @param values values that are known when the schema is declared; for typed text, use {@link saysTyped}
 */
export function says<N extends Name>(name: N, values: Values<N>): string {
  const sentence = sentenceOf(name, values);
  keepReason(sentence, { reason: name, values: values as unknown as ReasonWithValues['values'] });
  return sentence;
}

/** Returns the message and the `params` of an issue whose reason contains typed text. */
export const saysTyped = <N extends Name>(name: N, values: Values<N>) => ({
  message: sentenceOf(name, values),
  params: { reason: name, values },
});

const sentenceOf = <N extends Name>(name: N, values: Values<N>): string =>
  inEnglish(reasons[name] as unknown as Reason<KindsIn<Reasons[N]>>, values);

/**
 * Converts an issue to a fault for the list in a problem. Parse with `reportInput`, because otherwise a missing field
 * counts as a field of a wrong type.
 */
export function faultOfIssue(found: z.core.$ZodIssue): { readonly detail: string } & Partial<ReasonWithValues> {
  const issue = meant(found);
  const missing = issue.code === 'invalid_type' && 'input' in issue && issue.input === undefined;
  const message = missing ? says('field_missing', {}) : issue.message;
  return { detail: message, ...reasonOfIssue({ ...issue, message }) };
}

/**
 * Returns the issue to report. For a union, this is the first issue inside a nested value, because only the branch that
 * the input selects has one.
 */
export function meant(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  if (issue.code !== 'invalid_union') return issue;
  const inside = issue.errors.flat().find(({ path }) => path.length > 1);
  return inside ? meant({ ...inside, path: [...issue.path, ...inside.path] }) : issue;
}

/**
 * Rules of zod without a sentence use a sentence of the catalogue. Otherwise, zod would report texts such as “Too
 * big: expected …”.
 */
z.config({ customError: sentenceOfRule });

type Issue = Parameters<z.core.$ZodErrorMap>[0];

function sentenceOfRule(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return says('field_missing', {});
      return says('field_type', { expected: types[issue.expected] ?? 'other' });
    case 'unrecognized_keys':
      return says('field_unknown', {});
    case 'invalid_value':
      if (issue.input === undefined) return says('field_missing', {});
      return says('value_not_one_of', { choices: issue.values.map(String) });
    case 'too_big':
      return ofMost(issue.origin, Number(issue.maximum) - (issue.inclusive === false ? 1 : 0));
    case 'too_small':
      return ofLeast(issue.origin, Number(issue.minimum) + (issue.inclusive === false ? 1 : 0));
    case 'invalid_format':
      return issue.format.startsWith('base64') ? says('text_not_base64', {}) : says('text_form', {});
    case 'invalid_union':
      if (issue.input === undefined) return says('field_missing', {});
      if ('options' in issue && Array.isArray(issue.options))
        return says('value_not_one_of', { choices: issue.options.map(String) });
      return says('value_of_no_form', {});
    default:
      return says('value_not_valid', {});
  }
}

function ofMost(origin: string, most: number): string {
  if (!Number.isSafeInteger(most)) return says('value_not_valid', {});
  if (origin === 'string') return says('text_longer', { most });
  return origin === 'array' ? says('list_too_long', { most }) : says('number_too_large', { most });
}

function ofLeast(origin: string, least: number): string {
  if (!Number.isSafeInteger(least)) return says('value_not_valid', {});
  if (origin === 'string') return least === 1 ? says('field_empty', {}) : says('text_shorter', { least });
  if (origin !== 'array') return says('number_too_small', { least });
  return least === 1 ? says('list_empty', {}) : says('list_too_short', { least });
}

const types: Readonly<Record<string, Values<'field_type'>['expected']>> = {
  string: 'text',
  number: 'number',
  int: 'whole_number',
  boolean: 'true_or_false',
  array: 'list',
  object: 'object',
  record: 'object',
};
