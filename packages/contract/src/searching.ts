import { domainKey, isAscii, unicodeOf } from './identity-keys.ts';

/**
 * Returns the form of a text that is used for searching. Accents, apostrophes and invisible characters are removed, and
 * letters are in lower case. Letters such as ø, ı and ß are replaced by the letters that users type instead. The SQL
 * function `search_fold` of the server returns the same form.
 */
export function foldForSearch(text: string): string {
  if (ascii.test(text)) return text.replace(/['`]/g, '').toLowerCase();
  const bare = text.replaceAll(acuteAccent, '').normalize('NFKD').replace(dropped, '').toLowerCase();
  return bare.replace(replaced, (letter) => typed.get(letter) ?? letter);
}

/** The folded terms of a search. A text matches if it contains every word, in any order. */
export interface SearchTerms {
  /** Contains at least one word. */
  readonly words: readonly string[];
  /**
   * The same words with each domain in its other form, because a text may contain `bücher.example` in Unicode or
   * ASCII.
   */
  readonly otherWords: readonly (readonly string[])[];
  /** The whole query in each of its spellings. A text that contains one of them matches best. */
  readonly phrases: readonly string[];
  /** The e-mail address in the query as it was typed, or else the whole query. It may be the identifier of a user. */
  readonly identifier: string;
}

/**
 * Parses a query as people paste it: `Maya <maya@example.org>`, `mailto:maya@example.org`, `Müller, Jürgen`. Returns
 * undefined for an empty query.
 */
export function searchTerms(query: string | undefined): SearchTerms | undefined {
  const text = (query ?? '')
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  const whole = foldForSearch(text).trim();
  if (whole === '') return undefined;
  const words = wordsOf(text);
  const identifier = text.split(separators).map(bareWord).find(isAddress) ?? text;
  if (words.length === 0) return { words: [whole], otherWords: [], phrases: [whole], identifier };
  const [, last, first] = /^([^,]+),([^,]+)$/.exec(text) ?? [];
  const turned = last === undefined || first === undefined ? '' : `${first.trim()} ${last.trim()}`;
  const phrases = [words.join(' '), whole, foldForSearch(turned).trim()].filter((phrase) => phrase !== '');
  return { words, otherWords: otherWordsOf(text, words), phrases: [...new Set(phrases)], identifier };
}

/** Returns a function that tells whether texts, taken together, match a query. An empty query matches everything. */
export function searchFilter(query: string | undefined): (...texts: readonly (string | null | undefined)[]) => boolean {
  const terms = searchTerms(query);
  if (!terms) return () => true;
  return (...texts) => {
    const folded = foldForSearch(texts.map((text) => text ?? '').join('\n'));
    return [terms.words, ...terms.otherWords].some((words) => words.every((word) => folded.includes(word)));
  };
}

const maxWords = 8;
const separators = /[\s,;]+/u;

const wordsOf = (text: string): readonly string[] =>
  text
    .split(separators)
    .flatMap((written) => foldForSearch(bareWord(written)).split(' ').filter(Boolean))
    .slice(0, maxWords);

function otherWordsOf(text: string, words: readonly string[]): readonly (readonly string[])[] {
  const domains = /(?<=^|[\s@])[^\s@]*\.[^\s@,;<>]*/gu;
  if (!domains.test(text) || (isAscii(text) && !/xn--/i.test(text))) return [];
  const forms = [domainKey, (domain: string) => unicodeOf(domainKey(domain))];
  const others = forms.map((form) => wordsOf(text.replace(domains, form)));
  return others.filter((other) => other.join(' ') !== words.join(' '));
}

/** A word without the characters around it that a pasted address has. */
function bareWord(written: string): string {
  const bare = unwrapped(written);
  const [, address] = /^mailto:([^?]*)/i.exec(bare) ?? [];
  return address === undefined ? bare : unwrapped(decoded(address));
}

const isAddress = (word: string): boolean => /.@./.test(word);

/** Removes brackets, quotation marks and, after an address, the punctuation at the end of a sentence. */
function unwrapped(word: string): string {
  const bare = word.replace(/^[<>()[\]"“”„«»]+|[<>()[\]"“”„«»]+$/gu, '');
  return isAddress(bare) ? bare.replace(/[.:!?]+$/, '') : bare;
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

const ascii = /^[\n -~]*$/;

/** NFKD decomposes this character into a space and an accent, so it is handled separately. */
const acuteAccent = '\u00B4';

// Written as ranges, because PostgreSQL supports them too.
const accents = String.raw`\u0300-\u036F\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F`;
/** Invisible characters (Default_Ignorable_Code_Point). */
const shapeless = String.raw`\uFE00-\uFE0F\u00AD\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF\u{E0000}-\u{E0FFF}`;
/** Apostrophes and similar characters, which are removed from the text. */
const apostrophes = String.raw`'\u0060\u2018\u2019\u201B\u2032\u02B9\u02BB-\u02BF\u02C8`;
const dropped = new RegExp(`[${accents}${shapeless}${apostrophes}]`, 'gu');

const typed = new Map([
  ...Object.entries({ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' }),
  ...pairs('øłđðħıŧŋĸςəɛɔɓɗɖƙƴɨʉ', 'olddhitnkσeeobddkyiu'),
  ...pairs('\u2010\u2011\u2012\u2013\u2014\u2015\u2212', '-------'),
  ...pairs('\u201C\u201D\u201E\u00AB\u00BB', '"""""'),
]);
const replaced = new RegExp(`[${[...typed.keys()].join('')}]`, 'gu');

function pairs(from: string, to: string): [string, string][] {
  return [...from].map((letter, index) => [letter, to.charAt(index)]);
}

// English uses the unchanged root collation of Unicode. `und` would mean the language of the machine.
const root = new Intl.Collator('en');

/**
 * Compares two names in the sort order of all lists, in which Ä is next to A. PostgreSQL's collation `names` has the
 * same order.
 */
export const compareNames = (one: string, other: string): number =>
  root.compare(one, other) || (one < other ? -1 : one > other ? 1 : 0);
