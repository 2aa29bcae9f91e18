import { searchTerms } from '@licet/contract';
import { join, type Sql, sql } from './sql.ts';

/** A search, ready for SQL. */
export interface Search {
  /** True for texts that contain every word of it. `text` is a folded text: a column `sought`, or {@link folded}. */
  matches(text: Sql): Sql;
  /**
   * The same, but only at the beginning of a line or a word: for one or two letters, with which no index finds a part
   * of a word. Undefined for longer ones.
   */
  readonly begins: ((text: Sql) => Sql) | undefined;
  /**
   * How well a folded text matches, from 0: the whole, its beginning, the beginning of a word, anywhere. `text` may
   * have several lines.
   */
  rank(text: Sql): Sql;
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
 * Patterns of LIKE: a folded text that matches all of one set contains every word of a search. No set for an empty
 * search.
 */
export function patternsOf(q: string | undefined): string[][] {
  const terms = searchTerms(q);
  return terms ? [terms.words, ...terms.otherWords].map((words) => words.map((word) => `%${literal(word)}%`)) : [];
}

/** The index of texts is one of three letters in a row, and of the first two of a word (pg_trgm). */
const lettersIndexed = 3;

const like = (pattern: string) => sql`like ${pattern}::text`;

const joined = (text: Sql, patterns: readonly Sql[], by: ' and ' | ' or ') =>
  sql`(${join(
    patterns.map((pattern) => sql`${text} ${pattern}`),
    by,
  )})`;

/** The characters that LIKE gives a meaning, without it. */
const literal = (text: string) => text.replace(/[\\%_]/g, '\\$&');
