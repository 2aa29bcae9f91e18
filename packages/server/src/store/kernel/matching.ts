import type { Parameters } from './parameters.ts';

/** What somebody searches for, ready for SQL. */
export interface Search {
  /** True for texts that hold every word of it. `text` is SQL of a folded text. */
  matches(text: string): string;
  /** How well a folded text fits, from 0: the whole, its beginning, the beginning of a word, anywhere. `text` may hold several lines. */
  rank(text: string): string;
}

/** SQL of a text in the form in which it is searched: `normalize` and `lower` make spellings alike. */
export const folded = (sql: string) => `lower(normalize(${sql}, nfkc) collate "default")`;

/** Prepares a search. Undefined when nothing is asked for. */
export function searchFor(q: string | undefined, parameters: Parameters): Search | undefined {
  const phrase = (q ?? '')
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  if (phrase === '') return undefined;
  const words = phrase.split(' ').slice(0, maxWords);
  const placeholders = words.map((word) => foldedPattern(parameters.add(`%${literal(word)}%`)));
  const [whole, start, wordStart] = [`%\n${literal(phrase)}\n%`, `%\n${literal(phrase)}%`, `% ${literal(phrase)}%`].map(
    (pattern) => parameters.add(pattern),
  );
  const like = (text: string, placeholder: string | undefined) => `${text} like ${foldedPattern(placeholder ?? '')}`;
  return {
    matches: (text) => `(${placeholders.map((placeholder) => `${text} like ${placeholder}`).join(' and ')})`,
    rank: (text) => {
      const lines = `(E'\\n' || ${text} || E'\\n')`;
      return `case when ${like(lines, whole)} then 0 when ${like(lines, start)} then 1 when ${like(lines, wordStart)} then 2 else 3 end::int8`;
    },
  };
}

const maxWords = 8;

const foldedPattern = (placeholder: string) => folded(`${placeholder}::text`);

/** The characters that LIKE gives a meaning, without it. */
const literal = (text: string) => text.replace(/[\\%_]/g, '\\$&');
