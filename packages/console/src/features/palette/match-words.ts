import { foldForSearch } from '@licet/contract';

/** The words of an entry that a search can match. */
export interface Named {
  readonly title: string;
  /** Other words for it, separated by spaces. */
  readonly also?: string | undefined;
  /** The name of the section or application that the entry belongs to. A query with only this name does not match. */
  readonly place?: string | undefined;
}

/**
 * Returns how well a query matches an entry; lower is better, undefined is no match. Every word of the query must match,
 * in any order: as the beginning of a word, as the initials of the title, or with a typing error. Below
 * {@link certain}, every word is the beginning of a word of the title.
 */
export function matchWords(query: string, { title, also = '', place = '' }: Named): number | undefined {
  const places = wordsIn(place);
  const words = wordsIn(query).filter((word) => places.every((one) => !one.startsWith(word)));
  if (words.every((word) => ignored.has(word))) return undefined;
  const own = wordsIn(title);
  const other = wordsIn(also);
  if (words.length === 1 && isInitials(words[0] ?? '', own)) return 3;
  let sum = 0;
  for (const word of words) {
    const score = scoreOf(word, own, other) ?? (ignored.has(word) ? 0.1 : undefined);
    if (score === undefined) return undefined;
    sum += score;
  }
  return sum / words.length + own.length / 1000;
}

/** Matches below this score are certain. */
export const certain = 1.2;

/** Words that need not match. */
const ignored: ReadonlySet<string> = new Set(['go', 'to', 'open', 'show', 'the', 'my', 'a', 'an', 'zu', 'zur', 'zum']);

/** Whether a text is one word. */
export const isSingleWord = (text: string): boolean => wordsIn(text).length === 1;

/** Whether the only word of a query is a whole word of a name. */
export const isWordOf = (query: string, name: string): boolean =>
  isSingleWord(query) && wordsIn(name).includes(wordsIn(query)[0] ?? '');

const wordsIn = (text: string): readonly string[] =>
  foldForSearch(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

function scoreOf(word: string, own: readonly string[], other: readonly string[]): number | undefined {
  if (own.includes(word)) return 0;
  if (own.some((one) => one.startsWith(word))) return 1;
  if (other.includes(word)) return 1.5;
  if (other.some((one) => one.startsWith(word))) return 2;
  return [...own, ...other].some((one) => isMistyped(word, one)) ? 4 : undefined;
}

const isInitials = (word: string, own: readonly string[]) =>
  word.length > 1 &&
  own.length > 1 &&
  own
    .map(([first]) => first)
    .join('')
    .startsWith(word);

/** Whether a word is the beginning of another one with one typing error, or with two if it has eight letters or more. */
export function isMistyped(word: string, meant: string): boolean {
  if (word.length < 4) return false;
  const most = word.length < 8 ? 1 : 2;
  for (let length = word.length - most; length <= word.length + most; length += 1)
    if (length <= meant.length && distance(word, meant.slice(0, length)) <= most) return true;
  return false;
}

/** The number of typing errors between two words: a letter too many, missing, wrong, or two swapped letters. */
function distance(one: string, other: string): number {
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row += 1) {
    const next = [row];
    for (let at = 1; at <= other.length; at += 1) {
      const cost = one[row - 1] === other[at - 1] ? 0 : 1;
      let least = Math.min((last[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1, (last[at - 1] ?? 0) + cost);
      if (row > 1 && at > 1 && one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1])
        least = Math.min(least, (before[at - 2] ?? 0) + 1);
      next.push(least);
    }
    [before, last] = [last, next];
  }
  return last[other.length] ?? 0;
}
