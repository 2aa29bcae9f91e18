import MiniSearch from 'minisearch';
import type { Entry } from '../build.ts';

/** A result, with the words of the query that matched. */
export interface Found extends Entry {
  readonly words: readonly string[];
}

export type Search = (query: string) => Found[];

const most = 20;

/** Searches the entries. Each word of the query must match the beginning of a word in the entry. A long word may have one wrong letter. */
export function searchOver(entries: readonly Entry[]): Search {
  const index = new MiniSearch<Entry & { readonly id: number }>({
    fields: ['page', 'heading', 'text'],
    searchOptions: {
      boost: { page: 3, heading: 4 },
      prefix: (word) => word.length > 1,
      fuzzy: (word) => (word.length > 5 ? 0.2 : false),
      combineWith: 'AND',
      // Ranks hand-written pages above generated pages.
      boostDocument: (id) => weights[entries[id as number]?.chapter ?? ''] ?? 1,
    },
    tokenize,
  });
  index.addAll(entries.map((entry, id) => ({ ...entry, id })));
  return (query) => {
    // Searches first for whole names, so that `LICET_DATA` does not match every page that contains “Licet”.
    const named = index.search(query, { tokenize: names });
    const all = named.length > 0 ? named : index.search(query);
    const results = all.length > 0 ? all : index.search(query, { combineWith: 'OR' });
    return results.slice(0, most).flatMap(({ id, terms }) => {
      const entry = entries[id as number];
      return entry ? [{ ...entry, words: terms }] : [];
    });
  };
}

const weights: Readonly<Record<string, number>> = { Reference: 0.6, Security: 0.5, 'The house': 0.4 };

/** Splits a text into words. A name such as `cut-off`, `invoices.refund` or `LICET_DATA` yields the whole name and its parts. */
function tokenize(text: string): string[] {
  return names(text).flatMap((word) => {
    const parts = word.split(/[-._:/@]/);
    return parts.length > 1 ? [word, ...parts] : [word];
  });
}

const names = (text: string): string[] => text.match(/[\p{L}\p{N}]+(?:[-._:/@][\p{L}\p{N}]+)*/gu) ?? [];

/** Returns an excerpt of a text around the first match of some words, in pieces. `found` marks the pieces that match a word. */
export function excerpt(text: string, words: readonly string[], length = 140): { text: string; found: boolean }[] {
  const pattern = new RegExp(`(${words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})`, 'giu');
  const first = words.length > 0 ? text.search(pattern) : -1;
  const from = first < length / 2 ? 0 : text.lastIndexOf(' ', first - length / 3) + 1;
  const part = `${from > 0 ? '… ' : ''}${text.slice(from, from + length)}${from + length < text.length ? ' …' : ''}`;
  const pieces = words.length > 0 ? part.split(pattern) : [part];
  return pieces.map((piece, index) => ({ text: piece, found: index % 2 === 1 })).filter((piece) => piece.text !== '');
}
