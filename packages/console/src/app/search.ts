import { parseSearchWith, stringifySearchWith } from '@tanstack/react-router';

/** What an address says beside its path: plain words, so that it can be read and typed (`?q=123`, never `?q=%22123%22`). */
export type SearchOf<Names extends readonly string[]> = { [N in Names[number]]?: string | undefined };

/** Reads the names that a screen knows and drops everything else. */
export function searchReader<const Names extends readonly string[]>(names: Names) {
  return (search: Record<string, unknown>): SearchOf<Names> => {
    const found: Record<string, string> = {};
    for (const name of names) {
      const value = Object.hasOwn(search, name) ? search[name] : undefined;
      if ((typeof value === 'string' && value !== '') || typeof value === 'number' || value === true) {
        found[name] = String(value);
      }
    }
    return found as SearchOf<Names>;
  };
}

export const parseSearch = parseSearchWith((text) => text);
export const stringifySearch = stringifySearchWith(String);
