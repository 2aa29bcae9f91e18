import { describe, expect, test } from 'vitest';
import { boundFault, coverFault } from './check.ts';
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
});
