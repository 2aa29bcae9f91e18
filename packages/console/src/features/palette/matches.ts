import { foldForSearch, searchTerms } from '@licet/contract';

/** A piece of a text; `hit` if it matches the query. */
export interface Piece {
  text: string;
  from: number;
  hit: boolean;
}

/**
 * Splits a text at the matches of the query's words. Like the search on the server, it matches only beginnings of
 * words.
 */
export function splitMatches(text: string, query: string): Piece[] {
  const searched = foldedByCharacter(text);
  const hits: Span[] = [];
  for (const word of searchTerms(query)?.words ?? []) {
    const hit = find(searched, word, hits.at(-1)?.to ?? 0) ?? find(searched, word, 0);
    if (hit && hits.every(({ from, to }) => hit.to <= from || hit.from >= to)) hits.push(hit);
  }
  const pieces: Piece[] = [];
  let done = 0;
  for (const { from, to } of hits.sort((one, other) => one.from - other.from)) {
    if (from > done) pieces.push({ text: text.slice(done, from), from: done, hit: false });
    pieces.push({ text: text.slice(from, to), from, hit: true });
    done = to;
  }
  if (done < text.length) pieces.push({ text: text.slice(done), from: done, hit: false });
  return pieces;
}

interface Span {
  from: number;
  to: number;
}

/** A text folded for comparison, with the original index of each character. */
interface Folded {
  text: string;
  folded: string;
  origins: readonly Span[];
}

function foldedByCharacter(text: string): Folded {
  const origins: Span[] = [];
  let folded = '';
  for (const { 0: character, index } of text.matchAll(/\P{M}\p{M}*|\p{M}+/gu)) {
    const part = foldForSearch(character);
    for (let unit = 0; unit < part.length; unit += 1) origins.push({ from: index, to: index + character.length });
    folded += part;
  }
  return { text, folded, origins };
}

/** The first match at or after `after` in the original text: a word that begins with the query's word. */
function find({ text, folded, origins }: Folded, word: string, after: number): Span | undefined {
  for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + 1)) {
    const from = origins[at]?.from ?? 0;
    const to = origins[at + word.length - 1]?.to ?? from;
    const begins = from === 0 || !/[\p{L}\p{N}\p{M}]$/u.test(text.slice(0, from));
    if (from >= after && begins && origins[at - 1]?.from !== from) return { from, to };
  }
  return undefined;
}
