import { describe, expect, test } from 'vitest';
import { boundFault, coverFault } from './check.ts';
import { curve } from './curve.ts';
import { fewestRoles } from './fewest-roles.ts';
import { realHoldings } from './real-data.testing.ts';

describe.each([
  ['domino', 20],
  ['healthcare', 14],
  ['firewall1', 64],
  ['customer', 276],
  ['americas_small', 178],
])('the access data %s', (name, minimum) => {
  const holdings = realHoldings(name);
  if (holdings === undefined) {
    console.info(`Skipped: the fewest roles of ${name} need ../shared/data/rbac/${name}.tsv, which is absent.`);
    test.skip(`need ${minimum} roles`, () => undefined);
    return;
  }

  test(`need ${minimum} roles`, () => {
    const { roles, lowerBound, blocks } = fewestRoles(holdings);
    expect([roles.length, lowerBound]).toEqual([minimum, minimum]);
    expect(coverFault(holdings, roles)).toBeUndefined();
    expect(boundFault(holdings, blocks, lowerBound)).toBeUndefined();
  });

  test('have a curve that begins with no missing pair and ends with all pairs missing', () => {
    const { points } = curve(holdings, fewestRoles(holdings));
    expect(points.map(({ roles }) => roles.length)).toEqual(Array.from({ length: minimum + 1 }, (_, i) => minimum - i));
    expect(points.filter(({ missing, missingAtLeast }) => missing < missingAtLeast)).toEqual([]);
    expect([points[0]?.missing, points.at(-1)?.missing]).toEqual([0, holdings.pairs.length / 2]);
  });
});
