import fc from 'fast-check';
import { expect, test } from 'vitest';
import { leastMissing } from './brute-force.testing.ts';
import { curve } from './curve.ts';
import { fewestRoles } from './fewest-roles.ts';
import { holdingsOf, someHoldings } from './holdings.testing.ts';
import type { Holdings, Pair, Role } from './holdings.ts';

const small = someHoldings(6).filter(({ pairs }) => pairs.length <= 48);

test('counts the missing pairs exactly, and returns bounds between which the optimum lies', () => {
  fc.assert(
    fc.property(small, (holdings) => {
      const { roles, points } = curve(holdings, fewestRoles(holdings));
      const best = leastMissing(holdings);
      expect(points.map((point) => point.roles.length)).toEqual([...best.keys()].reverse());
      for (const point of points) {
        const given = pairsOf(point.roles.map((i) => roles[i] as Role));
        expect(given.filter((pair) => !holds(holdings, pair))).toEqual([]);
        expect(point.missing).toBe((best[0] as number) - given.length);
        expect(point.missing).toBeGreaterThanOrEqual(best[point.roles.length] as number);
        expect(point.missingAtLeast).toBeLessThanOrEqual(best[point.roles.length] as number);
      }
    }),
    { seed: 4, numRuns: 300 },
  );
});

test('weights a pair by the numbers of identical users and permissions', () => {
  // Users 0 to 2 hold permissions 0 and 1, and user 3 holds permission 2: seven pairs in two roles.
  const pairs = [0, 1, 2].flatMap((user): Pair[] => [
    [user, 0],
    [user, 1],
  ]);
  const holdings = holdingsOf(4, 3, [...pairs, [3, 2]]);
  const { roles, points } = curve(holdings, fewestRoles(holdings));
  expect(points.map(({ missing, missingAtLeast }) => [missing, missingAtLeast])).toEqual([
    [0, 0],
    [1, 1],
    [7, 7],
  ]);
  expect(points[1]?.roles.map((i) => roles[i])).toEqual([{ users: [0, 1, 2], permissions: [0, 1] }]);
});

test('ends before the first point above the tolerated number of missing pairs', () => {
  const holdings = holdingsOf(3, 3, [
    [0, 0],
    [1, 1],
    [2, 2],
  ]);
  const { roles, points } = curve(holdings, fewestRoles(holdings), { tolerated: 1 });
  expect(points.map(({ missing }) => missing)).toEqual([0, 1]);
  expect(roles).toHaveLength(3);
});

test('returns the point without a missing pair even if the deadline has already passed', () => {
  const holdings = holdingsOf(2, 2, [
    [0, 0],
    [1, 1],
  ]);
  const { points } = curve(holdings, fewestRoles(holdings), { deadline: () => true });
  expect(points).toMatchObject([{ missing: 0, missingAtLeast: 0 }]);
});

function pairsOf(roles: readonly Role[]): Pair[] {
  const keys = roles.flatMap(({ users, permissions }) => users.flatMap((u) => permissions.map((p) => `${u} ${p}`)));
  return [...new Set(keys)].map((key) => key.split(' ').map(Number) as [number, number]);
}

function holds({ pairs }: Holdings, [user, permission]: Pair): boolean {
  for (let i = 0; i < pairs.length; i += 2) if (pairs[i] === user && pairs[i + 1] === permission) return true;
  return false;
}
