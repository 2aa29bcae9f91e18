import fc from 'fast-check';
import type { Holdings, Pair } from './holdings.ts';

export function holdingsOf(users: number, permissions: number, pairs: readonly Pair[]): Holdings {
  return { users, permissions, pairs: Uint32Array.from(pairs.flat()) };
}

/** Holdings of up to `most` users and permissions, from sparse to full. */
export function someHoldings(most: number): fc.Arbitrary<Holdings> {
  const size = fc.integer({ min: 1, max: most });
  return fc.tuple(size, size, fc.integer({ min: 0, max: 100 })).chain(([users, permissions, percent]) =>
    fc
      .array(fc.integer({ min: 0, max: 99 }), { minLength: users * permissions, maxLength: users * permissions })
      .map((draws) =>
        holdingsOf(
          users,
          permissions,
          draws.flatMap((draw, i) => (draw < percent ? [[Math.floor(i / permissions), i % permissions] as const] : [])),
        ),
      ),
  );
}

/** The crown: user i of n holds all n permissions except permission i. At most three of its pairs are independent. */
export function crown(n: number): Holdings {
  const pairs = Array.from({ length: n * n }, (_, i): Pair => [Math.floor(i / n), i % n]);
  return holdingsOf(
    n,
    n,
    pairs.filter(([user, permission]) => user !== permission),
  );
}
