import type { Sentences, Writer } from '@licet/contract/reasons';
import { formatDate, formatList, formatNumber } from '../format.ts';
import { grantReasons } from './grants.de.ts';

const sentences: Sentences = { ...grantReasons };

/** The German sentence of a reason; undefined if the server is newer than this page and sent one that it does not know. */
export function germanReason(code: string, reason: string, values: unknown): string | undefined {
  const ofCode = Object.hasOwn(sentences, code) ? sentences[code as keyof Sentences] : {};
  if (!Object.hasOwn(ofCode, reason)) return undefined;
  const write = ofCode[reason as keyof typeof ofCode] as (values: unknown, say: Writer) => string;
  return write(values, say);
}

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
