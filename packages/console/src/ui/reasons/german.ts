import type { FieldError } from '@licet/contract';
import { type FoundWrong, reasonOfIssue, type Writer } from '@licet/contract/reasons';
import { formatDate, formatList, formatNumber } from '../format.ts';
import { isolated } from '../language.ts';
import { reasons } from './shown.ts';

/** Tables of German sentences, by code and reason. */
type Tables = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Builds the German catalogue of reasons from the tables that a page needs. */
export const germanReasons = (tables: Tables) => {
  /**
   * Returns the German sentence for a reason. Returns undefined if this page does not know the reason or its values,
   * because the server has another version. Stored findings have no code, so all tables are searched; the name of a
   * reason is unique.
   */
  const sentence = (code: string | undefined, reason: string, values: object): string | undefined => {
    const known = code === undefined ? Object.values(tables) : Object.hasOwn(tables, code) ? [tables[code]] : [];
    const ofCode = known.find((table) => table && Object.hasOwn(table, reason));
    return ofCode && written(ofCode[reason], values);
  };
  /** The sentence of a schema's issue. A form's own issues are already in German, and have no reason. */
  const ofIssue = (issue: FoundWrong): string => {
    const found = reasonOfIssue(issue);
    return (found && sentence('field', found.reason, found.values)) ?? issue.message;
  };
  return { reasons: { sentence, ofIssue } };
};

function written(sentenceOf: unknown, values: object): string | undefined {
  const write = sentenceOf as (values: unknown, say: Writer) => string | undefined;
  try {
    const isolatedValues = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, isolatedIn(value)]));
    const sentence = write(isolatedValues, say);
    // A newer server may send a value that has no German text here. Use the server's sentence then.
    return sentence?.includes(missing) ? undefined : sentence?.replaceAll(stand, missing);
  } catch {
    return undefined;
  }
}

/**
 * The text that JavaScript inserts for a missing value. Names may contain it too, so it is replaced in names before the
 * check. The replacement is a Unicode noncharacter, which no name contains.
 */
const missing = 'undefined';
const stand = '\uFDD0';

/** Isolates names, so that they do not reorder the words around them. */
const isolatedIn = (value: unknown): unknown =>
  typeof value === 'string'
    ? isolated(value.replaceAll(missing, stand))
    : Array.isArray(value)
      ? value.map(isolatedIn)
      : value;

const say: Writer = {
  application: (key) => key ?? 'eine Anwendung, die Sie nicht sehen dürfen',
  count: (value) => formatNumber(value),
  seconds(value) {
    const [unit, length] = units.find(([, size]) => value % size === 0) ?? ['second', 1];
    return formatNumber(value / length, { style: 'unit', unit, unitDisplay: 'long' });
  },
  instant: (at) => formatDate(new Date(at), { dateStyle: 'long', timeStyle: 'short' }),
  names: (names) => formatList(names),
};
const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/**
 * Returns a finding in the reader's language. If this page does not know the reason, returns the server's English
 * sentence.
 */
export function ownSentence(english: string, { reason, values }: Pick<FieldError, 'reason' | 'values'>): string {
  return (reason === undefined ? undefined : reasons.sentence(undefined, reason, values ?? {})) ?? english;
}
