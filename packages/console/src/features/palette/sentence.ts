import { daysLater } from '@licet/contract';
import { takePast } from './past.ts';

/** What a typed sentence asks for. Without a verb it can be a name, a question or a grant. */
export type Verb = 'grant' | 'may' | 'who';

/** A typed sentence, such as “grant maya refund in ledger 2h because Kwame is away”. */
export interface Sentence {
  readonly verb: Verb | undefined;
  /** The words that name a holder, and a role or permission, in any order. */
  readonly names: readonly string[];
  /** The words after “in”, which name an application. */
  readonly place: string;
  /** When a grant ends: null for no end, undefined if the sentence does not say. */
  readonly ends: Date | null | undefined;
  /** The past instant of a question; undefined for now. */
  readonly at: Date | undefined;
  /** The text after “because”. */
  readonly reason: string;
}

/**
 * Identifies the subject of a text. It does not change while an end or a reason is added, so that the chosen
 * interpretation is kept.
 */
export function subjectOf(text: string): string {
  const { verb, names, place } = readSentence(text.trim(), new Date());
  return JSON.stringify([verb === 'grant' ? undefined : verb, names, place]);
}

/** Reads a sentence in English or German, independent of the language of the console. */
export function readSentence(text: string, now: Date): Sentence {
  const because = /\s(?:because|weil|:)\s+/iu.exec(text);
  const said = because ? text.slice(0, because.index) : text;
  const words = said
    .replace(/(?<![?!])[?!]+\s*$/u, '')
    .split(/\s+/u)
    .filter(Boolean);
  const { verb, rest } = takeVerb(words);
  const asks = verb === 'may' || verb === 'who' || /\?\s*$/u.test(said);
  const { at: instant, left: unended } = asks ? takePast(rest, now) : { at: undefined, left: rest };
  const { ends, left } = takeEnd(unended, now);
  const at = left.findIndex((word) => placed.has(word.toLowerCase()));
  const inside = at > 0 && at < left.length - 1;
  // A name such as “An” or “To” begins with a capital letter.
  const filler = (word: string) => fillers.has(word);
  const after = inside ? left.slice(at + 1) : [];
  const end = after.findIndex(filler);
  const place = end < 0 ? after : after.slice(0, end);
  const names = [...(inside ? left.slice(0, at) : left), ...after.slice(place.length)].filter((word) => !filler(word));
  return {
    verb: verb ?? (asks ? 'may' : ends === undefined ? undefined : 'grant'),
    names,
    place: place.join(' '),
    ends,
    at: instant,
    reason: because ? text.slice(because.index + because[0].length).trim() : '',
  };
}

const verbs: Readonly<Record<string, Verb>> = {
  grant: 'grant',
  give: 'grant',
  allow: 'grant',
  gewähre: 'grant',
  gewähren: 'grant',
  gib: 'grant',
  erlaube: 'grant',
  erlauben: 'grant',
  may: 'may',
  can: 'may',
  could: 'may',
  darf: 'may',
  durfte: 'may',
  kann: 'may',
  konnte: 'may',
  who: 'who',
  wer: 'who',
};

const placed: ReadonlySet<string> = new Set(['in']);
const fillers: ReadonlySet<string> = new Set([
  'to',
  'the',
  'a',
  'for',
  'until',
  'role',
  'permission',
  'an',
  'für',
  'bis',
  'die',
  'rolle',
]);

/** “who may refund” has two verbs; the first one decides. */
function takeVerb(words: readonly string[]): { verb: Verb | undefined; rest: readonly string[] } {
  const verb = verbOf(words[0]);
  if (verb === undefined || words.length < 2) return { verb: undefined, rest: words };
  const rest = words.slice(verb === 'who' && verbOf(words[1]) === 'may' ? 2 : 1);
  return { verb, rest };
}

const verbOf = (word = ''): Verb | undefined =>
  Object.hasOwn(verbs, word.toLowerCase()) ? verbs[word.toLowerCase()] : undefined;

/**
 * Removes the words that state the end of a grant. Only words at the end of the text count, so that a name can contain
 * “morgen”.
 */
function takeEnd(words: readonly string[], now: Date): { ends: Date | null | undefined; left: readonly string[] } {
  for (const count of [2, 1]) {
    const from = words.length - count;
    if (from < 1) continue;
    const ends = endIn(words.slice(from).join(' ').toLowerCase(), now);
    // “Freitag” and “Morgen” are surnames too, so a day needs “until”.
    if (ends !== undefined && (!isDay(words[from] ?? '') || untils.has(words[from - 1]?.toLowerCase() ?? '')))
      return { ends, left: words.slice(0, from) };
  }
  return { ends: undefined, left: words };
}

const untils: ReadonlySet<string> = new Set(['until', 'bis']);
const isDay = (word: string) =>
  /^(?:tomorrow|morgen)$/iu.test(word) || weekdays.some((names) => names.includes(word.toLowerCase()));

/** Returns the end that a text names: “2h”, “3 days”, “tonight”, “friday”, “2026-12-24”, “no end”. */
export function endIn(text: string, now: Date): Date | null | undefined {
  if (/^(?:forever|no end|ohne ende|unbefristet|für immer)$/u.test(text)) return null;
  if (/^(?:tonight|today|heute)$/u.test(text)) return endOfDay(now, 0);
  if (/^(?:tomorrow|morgen)$/u.test(text)) return endOfDay(now, 1);
  return lengthIn(text, now) ?? weekdayIn(text, now) ?? dateIn(text, now);
}

const units: readonly (readonly [names: RegExp, later: (now: Date, count: number) => Date])[] = [
  [/^(?:m|min|mins|minutes?|minuten?)$/u, (now, count) => new Date(now.getTime() + count * 60_000)],
  [/^(?:h|hrs?|hours?|std|stunden?)$/u, (now, count) => new Date(now.getTime() + count * 3_600_000)],
  [/^(?:d|days?|t|tage?n?)$/u, (now, count) => daysLater(now, count)],
  [/^(?:w|wks?|weeks?|wochen?)$/u, (now, count) => daysLater(now, 7 * count)],
  [/^(?:mo|months?|monate?n?)$/u, (now, count) => monthsLater(now, count)],
];

/** Days, weeks and months are counted in the calendar, so the time of day is the same after a clock change. */
function lengthIn(text: string, now: Date): Date | undefined {
  const [, digits = '', unit = ''] = /^(\d{1,4}) ?(\p{L}+)$/u.exec(text) ?? [];
  const count = Number(digits);
  if (count === 0) return undefined;
  return units.find(([names]) => names.test(unit))?.[1](now, count);
}

function monthsLater(now: Date, count: number): Date {
  const later = new Date(now);
  later.setMonth(later.getMonth() + count);
  // In a shorter month the day would overflow into the next month.
  if (later.getDate() !== now.getDate()) later.setDate(0);
  return later;
}

const weekdays: readonly (readonly string[])[] = [
  ['sunday', 'sun', 'sonntag'],
  ['monday', 'mon', 'montag'],
  ['tuesday', 'tue', 'dienstag'],
  ['wednesday', 'wed', 'mittwoch'],
  ['thursday', 'thu', 'donnerstag'],
  ['friday', 'fri', 'freitag'],
  ['saturday', 'sat', 'samstag'],
];

/** The next such day; a week ahead if it is today. */
function weekdayIn(text: string, now: Date): Date | undefined {
  const day = weekdays.findIndex((names) => names.includes(text));
  return day < 0 ? undefined : endOfDay(now, ((day - now.getDay() + 6) % 7) + 1);
}

function dateIn(text: string, now: Date): Date | undefined {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  const at = year === undefined ? undefined : new Date(Number(year), Number(month) - 1, Number(day), 23, 59);
  return at !== undefined && at > now && at.getDate() === Number(day) ? at : undefined;
}

function endOfDay(now: Date, days: number): Date {
  const end = daysLater(now, days);
  end.setHours(23, 59, 0, 0);
  return end;
}
