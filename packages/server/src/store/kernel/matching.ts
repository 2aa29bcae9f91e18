import { join, type Sql, sql } from './sql.ts';

/** What somebody searches for, ready for SQL. */
export interface Search {
  /** True for texts that hold every word of it. `text` is a folded text. */
  matches(text: Sql): Sql;
  /**
   * The same, but only where it begins a line or a word: of one or two letters, by which no index finds a part of a word. Undefined where
   * it is longer.
   */
  readonly begins: ((text: Sql) => Sql) | undefined;
  /** How well a folded text fits, from 0: the whole, its beginning, the beginning of a word, anywhere. `text` may hold several lines. */
  rank(text: Sql): Sql;
}

/** SQL of a text in the form in which it is searched: `normalize` and `lower` make spellings alike. */
export const folded = (text: Sql) => sql`lower(normalize(${text}, nfkc) collate "default")`;

/** Prepares a search. Undefined when nothing is asked for. */
export function searchFor(q: string | undefined): Search | undefined {
  const phrase = (q ?? '')
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  if (phrase === '') return undefined;
  const words = phrase.split(' ').slice(0, maxWords);
  const patterns = words.map((word) => like(`%${literal(word)}%`));
  const whole = like(`%\n${literal(phrase)}\n%`);
  const start = like(`%\n${literal(phrase)}%`);
  const wordStart = like(`% ${literal(phrase)}%`);
  const begins = [like(`${literal(phrase)}%`), like(`%\n${literal(phrase)}%`), wordStart];
  return {
    begins:
      [...phrase].length < lettersIndexed
        ? (text) =>
            sql`(${join(
              begins.map((pattern) => sql`${text} ${pattern}`),
              ' or ',
            )})`
        : undefined,
    matches: (text) =>
      sql`(${join(
        patterns.map((pattern) => sql`${text} ${pattern}`),
        ' and ',
      )})`,
    rank: (text) => {
      const lines = sql`(E'\\n' || ${text} || E'\\n')`;
      return sql`case when ${lines} ${whole} then 0 when ${lines} ${start} then 1 when ${lines} ${wordStart} then 2 else 3 end::int8`;
    },
  };
}

const maxWords = 8;

/** The index of texts is one of three letters in a row, and of the first two of a word (pg_trgm). */
const lettersIndexed = 3;

const like = (pattern: string) => sql`like ${folded(sql`${pattern}::text`)}`;

/** The characters that LIKE gives a meaning, without it. */
const literal = (text: string) => text.replace(/[\\%_]/g, '\\$&');
