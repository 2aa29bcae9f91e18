import type { AccessItem } from '@licet/contract';

/** When something that somebody has ends: with the last of its ways, never when one has no end. Nothing: no end is known. */
export function endOfAccess(item: Pick<AccessItem, 'paths' | 'pathCount'>): string | null {
  const ends = item.paths.map((path) => path.ends);
  if (item.pathCount > ends.length || ends.length === 0) return null;
  return ends.reduce((last, end) => (last === null || end === null ? null : later(last, end)));
}

function later(one: string, other: string): string {
  return Date.parse(one) >= Date.parse(other) ? one : other;
}
