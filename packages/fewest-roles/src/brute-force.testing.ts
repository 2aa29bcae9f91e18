import type { Holdings } from './holdings.ts';

/** Returns the smallest number of missing pairs with 0, 1, … roles, by trying every set of roles. Holdings have at most 30 different pairs. */
export function leastMissing(holdings: Holdings): number[] {
  const { users, permissions, pairs } = holdings;
  const number = new Map<number, number>();
  for (let i = 0; i < pairs.length; i += 2) {
    const key = (pairs[i] ?? 0) * permissions + (pairs[i + 1] ?? 0);
    if (!number.has(key)) number.set(key, number.size);
  }
  const roles = new Set<number>();
  for (let chosen = 1; chosen < 1 << users; chosen++) {
    const members = Array.from({ length: users }, (_, user) => user).filter((user) => (chosen >> user) & 1);
    let role = 0;
    for (let permission = 0; permission < permissions; permission++) {
      const bits = members.map((user) => number.get(user * permissions + permission));
      if (!bits.includes(undefined)) for (const bit of bits) role |= 1 << (bit ?? 0);
    }
    roles.add(role);
  }
  const least = [number.size];
  for (let given = new Set([0]); least.at(-1) !== 0; ) {
    given = new Set([...given].flatMap((before) => [...roles].map((role) => before | role)));
    least.push(number.size - Math.max(...[...given].map(ones)));
  }
  return least;
}

function ones(set: number): number {
  return set.toString(2).replaceAll('0', '').length;
}
