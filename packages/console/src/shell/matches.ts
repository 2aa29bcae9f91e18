/** A piece of a text; `hit` where the query was found. */
export interface Piece {
  text: string;
  from: number;
  hit: boolean;
}

/** Cuts a text at the beginnings of words that the words of the query match, without regard to case. */
export function splitMatches(text: string, query: string): Piece[] {
  const lower = text.toLowerCase();
  const parts = query.toLowerCase().split(/\s+/).filter(Boolean);
  const hits: { from: number; to: number }[] = [];
  for (const part of parts) {
    const from = findStart(lower, part, hits.at(-1)?.to ?? 0);
    if (from >= 0) hits.push({ from, to: from + part.length });
  }
  const pieces: Piece[] = [];
  let done = 0;
  for (const hit of hits) {
    if (hit.from > done) pieces.push({ text: text.slice(done, hit.from), from: done, hit: false });
    pieces.push({ text: text.slice(hit.from, hit.to), from: hit.from, hit: true });
    done = hit.to;
  }
  if (done < text.length) pieces.push({ text: text.slice(done), from: done, hit: false });
  return pieces;
}

function findStart(text: string, part: string, from: number): number {
  for (let at = text.indexOf(part, from); at >= 0; at = text.indexOf(part, at + 1)) {
    if (at === 0 || !/[\p{L}\p{N}]/u.test(text.charAt(at - 1))) return at;
  }
  return -1;
}
