import { identityKeys, searchTerms } from '@licet/contract';
import { join, type Sql, sql } from './sql.ts';

/** A search, ready for SQL. */
export interface Search {
  /** True for texts that contain every word of the search. `text` must be folded: a column `sought`, or {@link folded}. */
  matches(text: Sql): Sql;
  /**
   * True for texts in which every word of the search begins a line or a word. It serves searches of one or two letters,
   * because an index cannot find so few letters inside a word. Undefined for longer searches.
   */
  readonly begins: ((text: Sql) => Sql) | undefined;
  /**
   * How well a folded text matches, best first from 0: the whole text, its beginning, the beginning of a word, anywhere. `text` may have
   * several lines.
   */
  rank(text: Sql): Sql;
  /** The keys by which to look up the username or e-mail address that is searched for. */
  readonly keys: readonly string[];
}

/** SQL of a text in searched form (migration 0102). */
export const folded = (text: Sql) => sql`search_fold(${text})`;

/** Prepares a search. Undefined for an empty one. */
export function searchFor(q: string | undefined): Search | undefined {
  const terms = searchTerms(q);
  if (!terms) return undefined;
  const forms = [terms.words, ...terms.otherWords].map((words) => words.map((word) => like(`%${literal(word)}%`)));
  const phrases = terms.phrases.map(literal);
  const [phrase = ''] = phrases;
  const begins = [like(`${phrase}%`), like(`%\n${phrase}%`), like(`% ${phrase}%`)];
  const anyOf = (text: Sql, patterns: readonly Sql[]) => joined(text, patterns, ' or ');
  return {
    keys: identityKeys(terms.identifier),
    begins: [...phrase].length < lettersIndexed ? (text) => anyOf(text, begins) : undefined,
    matches: (text) => {
      const [first = sql`false`, ...others] = forms.map((words) => joined(text, words, ' and '));
      return others.length === 0 ? first : sql`(${join([first, ...others], ' or ')})`;
    },
    rank: (text) => {
      const lines = sql`(E'\\n' || ${text} || E'\\n')`;
      const whole = phrases.map((each) => like(`%\n${each}\n%`));
      const start = phrases.map((each) => like(`%\n${each}%`));
      const wordStart = phrases.map((each) => like(`% ${each}%`));
      return sql`case when ${anyOf(lines, whole)} then 0 when ${anyOf(lines, start)} then 1 when ${anyOf(lines, wordStart)} then 2 else 3 end::int8`;
    },
  };
}

/**
 * Sets of LIKE patterns: a folded text that matches all patterns of one set contains every word of a search. An empty search has no set.
 */
export function patternsOf(q: string | undefined): string[][] {
  const terms = searchTerms(q);
  return terms ? [terms.words, ...terms.otherWords].map((words) => words.map((word) => `%${literal(word)}%`)) : [];
}

/** pg_trgm indexes three letters in a row, and the first two letters of a word. */
const lettersIndexed = 3;

const like = (pattern: string) => sql`like ${pattern}::text`;

const joined = (text: Sql, patterns: readonly Sql[], by: ' and ' | ' or ') =>
  sql`(${join(
    patterns.map((pattern) => sql`${text} ${pattern}`),
    by,
  )})`;

/** Escapes the characters that are special in LIKE. */
const literal = (text: string) => text.replace(/[\\%_]/g, '\\$&');

/**
 * The addresses in a URL, each as a separate URL. A URL can list several hosts, separated by commas, only one of which is writable at a
 * time (`postgres://licet@db1:5432,db2:5432/licet`).
 */
export function addressesOf(url: string): readonly string[] {
  const [, before = url, hosts = '', after = ''] =
    /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s.exec(url) ?? [];
  return hosts.split(',').map((host) => `${before}${host}${after}`);
}
