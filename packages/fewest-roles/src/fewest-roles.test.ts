import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { leastMissing } from './brute-force.testing.ts';
import { boundFault, coverFault } from './check.ts';
import { fewestRoles } from './fewest-roles.ts';
import { crown, holdingsOf, someHoldings } from './holdings.testing.ts';
import { numbered } from './holdings.ts';

const small = someHoldings(6).filter(({ pairs }) => pairs.length <= 48);

test('finds as few roles as an exhaustive search', () => {
  fc.assert(
    fc.property(small, (holdings) => {
      const { roles, lowerBound, blocks } = fewestRoles(holdings);
      expect(roles.length).toBe(leastMissing(holdings).length - 1);
      expect(lowerBound).toBe(roles.length);
      expect(coverFault(holdings, roles)).toBeUndefined();
      expect(boundFault(holdings, blocks, lowerBound)).toBeUndefined();
    }),
    { seed: 1, numRuns: 500 },
  );
});

test('proves that its result is the minimum, even if finding it requires a search', () => {
  let searched = 0;
  fc.assert(
    fc.property(someHoldings(10), (holdings) => {
      const { roles, lowerBound, blocks } = fewestRoles(holdings);
      if (blocks.some(({ pairs }) => pairs.length > 1)) searched++;
      expect(lowerBound).toBe(roles.length);
      expect(coverFault(holdings, roles)).toBeUndefined();
      expect(boundFault(holdings, blocks, lowerBound)).toBeUndefined();
    }),
    { seed: 2, numRuns: 300 },
  );
  expect(searched).toBeGreaterThan(10);
});

test('returns exact roles and true bounds whenever the deadline passes', () => {
  fc.assert(
    fc.property(small, fc.integer({ min: 0, max: 60 }), (holdings, calls) => {
      let left = calls;
      const { roles, lowerBound, blocks } = fewestRoles(holdings, { deadline: () => left-- <= 0 });
      const fewest = leastMissing(holdings).length - 1;
      expect(roles.length).toBeGreaterThanOrEqual(fewest);
      expect(lowerBound).toBeLessThanOrEqual(fewest);
      expect(coverFault(holdings, roles)).toBeUndefined();
      expect(boundFault(holdings, blocks, lowerBound)).toBeUndefined();
    }),
    { seed: 3, numRuns: 500 },
  );
});

test('returns both bounds if there is no time for a proof', () => {
  const { roles, lowerBound } = fewestRoles(crown(12), { deadline: () => true });
  expect(lowerBound).toBeLessThan(6);
  expect(roles.length).toBeGreaterThanOrEqual(6);
  expect(coverFault(crown(12), roles)).toBeUndefined();
});

// De Caen, Gregory, Pullman (1981): the crown needs the least k with binomial(k, floor(k / 2)) >= n roles.
test.each([
  [3, 3],
  [4, 4],
  [6, 4],
  [7, 5],
])('finds the known minimum of the crown of %i', (n, fewest) => {
  const { roles, lowerBound } = fewestRoles(crown(n));
  expect([roles.length, lowerBound]).toEqual([fewest, fewest]);
});

describe('the result', () => {
  const pairs = [
    ['ben', 'read'],
    ['ada', 'write'],
    ['ada', 'read'],
    ['cy', 'read'],
    ['cy', 'write'],
  ] as const;

  test('has the largest role first, with all users who hold it', () => {
    const { holdings, users, permissions } = numbered(pairs);
    const named = fewestRoles(holdings).roles.map((role) => ({
      users: role.users.map((user) => users[user]),
      permissions: role.permissions.map((permission) => permissions[permission]),
    }));
    expect(named).toEqual([
      { users: ['ada', 'cy'], permissions: ['read', 'write'] },
      { users: ['ada', 'ben', 'cy'], permissions: ['read'] },
    ]);
  });

  test('does not depend on the order or repetition of pairs', () => {
    const again = [...pairs, ...pairs].reverse();
    expect(fewestRoles(numbered(again).holdings)).toEqual(fewestRoles(numbered(pairs).holdings));
  });

  test('is empty without pairs', () =>
    expect(fewestRoles(holdingsOf(3, 2, []))).toEqual({ roles: [], lowerBound: 0, blocks: [] }));

  test('rejects a pair outside the given numbers', () => {
    expect(() => fewestRoles(holdingsOf(1, 1, [[1, 0]]))).toThrow(RangeError);
    expect(() => fewestRoles(holdingsOf(1, 1, [[0, 1]]))).toThrow(RangeError);
  });
});
