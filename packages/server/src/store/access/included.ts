import type { Breathe } from '../../breathing.ts';
import { Bits } from './bits.ts';

/**
 * Returns a function that lists a start with everything that its roles include. A start is a list of ids of roles and
 * permissions.
 *
 * Follows each inclusion once for all starts: hundreds of roles can include each other, and a walk for each start would follow all of them
 * again. Each id has one bit for each start that reaches it.
 * @param includes the roles that a role includes directly, without cycles
 */
export async function includedBy(
  starts: readonly (readonly string[])[],
  includes: readonly (readonly [role: string, included: readonly string[]])[],
  breathe: Breathe,
): Promise<(start: number) => string[]> {
  const ids: string[] = [];
  const numbers = new Map<string, number>();
  const numberOf = (id: string) => {
    const number = numbers.get(id) ?? ids.length;
    if (number === ids.length) numbers.set(id, ids.push(id) - 1);
    return number;
  };
  const below: Uint32Array[] = [];
  for (const [role, included] of includes) {
    below[numberOf(role)] = Uint32Array.from(included, numberOf);
    await breathe();
  }
  const begin = starts.map((those) => those.map(numberOf));
  const reachedBy = ids.map(() => new Bits(starts.length));
  for (const [start, those] of begin.entries()) for (const number of those) reachedBy[number]?.add(start);
  for (const number of topDown(ids.length, below)) {
    await breathe();
    const starting = reachedBy[number] ?? new Bits(0);
    for (const next of below[number] ?? []) reachedBy[next]?.join(starting);
  }
  return (start) => ids.filter((_, number) => reachedBy[number]?.has(start));
}

/** Returns all numbers less than `count`, each after all numbers that lead to it. */
function topDown(count: number, below: readonly (Uint32Array | undefined)[]): number[] {
  const leading = new Uint32Array(count);
  for (const next of below) for (const number of next ?? []) leading[number] = (leading[number] ?? 0) + 1;
  const order: number[] = [];
  for (let number = 0; number < count; number += 1) if (leading[number] === 0) order.push(number);
  // The list grows meanwhile.
  for (const first of order)
    for (const number of below[first] ?? []) {
      leading[number] = (leading[number] ?? 0) - 1;
      if (leading[number] === 0) order.push(number);
    }
  return order;
}
