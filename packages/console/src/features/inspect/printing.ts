import { formatDate, formatNumber } from '../../ui/format.ts';
import { instantOf } from './reading.ts';

/** One claim as it is printed. */
export interface PrintedClaim {
  name: string;
  text: string;
  /** A time in words. */
  note: string | undefined;
}

const ITEMS_SHOWN = 12;
const ITEMS_AT_FIRST = 8;
const TEXT_SHOWN = 400;
const LINE_WIDTH = 64;
const CLAIMS_SHOWN = 100;

/** Prints the members of an object for reading: long lists and texts are cut, and say so. */
export function printClaims(claims: Readonly<Record<string, unknown>>): { printed: PrintedClaim[]; left: number } {
  const entries = Object.entries(claims);
  const printed = entries.slice(0, CLAIMS_SHOWN).map(([name, value]) => ({
    name: cut(name),
    text: printed1(value),
    note: times.has(name) ? timeText(value) : undefined,
  }));
  return { printed, left: entries.length - printed.length };
}

// The claims that are times: RFC 7519 section 4.1, OpenID Connect Core section 2.
const times = new Set(['iat', 'exp', 'nbf', 'auth_time']);

function printed1(value: unknown): string {
  const text = JSON.stringify(shortened(value, 0), null, 2) ?? 'null';
  const single = text.replace(/\n\s*/g, ' ').replace(/([[{]) | ([\]}])/g, '$1$2');
  const shown = single.length <= LINE_WIDTH ? single : text.replaceAll('\n', '\n  ');
  return shown.replace(/"\u{E000}(.*?)"/gu, '$1');
}

function shortened(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return cut(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > 4) return '\u{E000}…';
  if (Array.isArray(value)) {
    const items = value.slice(0, value.length > ITEMS_SHOWN ? ITEMS_AT_FIRST : ITEMS_SHOWN);
    const rest = value.length - items.length;
    const shown = items.map((item) => shortened(item, depth + 1));
    return rest > 0 ? [...shown, `\u{E000}… and ${formatNumber(rest)} more`] : shown;
  }
  const entries = Object.entries(value).slice(0, ITEMS_SHOWN);
  return Object.fromEntries(entries.map(([key, item]) => [cut(key), shortened(item, depth + 1)]));
}

function cut(text: string): string {
  return text.length <= TEXT_SHOWN ? text : `${text.slice(0, TEXT_SHOWN)}… (${formatNumber(text.length)} characters)`;
}

function timeText(value: unknown): string | undefined {
  const at = instantOf(value);
  return at && formatDate(at, { dateStyle: 'medium', timeStyle: 'medium' });
}
