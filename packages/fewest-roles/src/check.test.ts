import { describe, expect, test } from 'vitest';
import { boundFault, coverFault } from './check.ts';
import { fewestRoles } from './fewest-roles.ts';
import { crown, holdingsOf } from './holdings.testing.ts';

// User 0 holds permissions 0 and 1, and user 1 holds permissions 1 and 2.
const chain = holdingsOf(2, 3, [
  [0, 0],
  [0, 1],
  [1, 1],
  [1, 2],
]);
const whole = [
  { users: [0], permissions: [0, 1] },
  { users: [1], permissions: [1, 2] },
];

describe('check of a cover', () => {
  test('accepts roles that together give each user exactly the held permissions', () =>
    expect(coverFault(chain, whole)).toBeUndefined());

  test('rejects a missing pair', () =>
    expect(coverFault(chain, whole.slice(1))).toBe('No role gives user 0 permission 0.'));

  test.each([
    ['a permission that the user does not hold', { users: [0, 1], permissions: [0] }, 'user 1 permission 0'],
    ['an unknown permission', { users: [0], permissions: [3] }, 'user 0 permission 3'],
    ['an unknown user', { users: [2], permissions: [0] }, 'user 2 permission 0'],
  ])('rejects %s', (_, role, pair) =>
    expect(coverFault(chain, [...whole, role])).toBe(`Role 2 gives ${pair}, which the user does not hold.`),
  );
});

describe('check of a lower bound', () => {
  const one = (user: number, permission: number) => ({ pairs: [[user, permission] as const], roles: 1 });

  test('accepts pairs that cannot share a role', () =>
    expect(boundFault(chain, [one(0, 0), one(1, 2)], 2)).toBeUndefined());

  test('rejects a bound above what the blocks prove', () =>
    expect(boundFault(chain, [one(0, 0), one(1, 2)], 3)).toBe('The blocks prove 2 roles, not 3.'));

  test('rejects pairs of different blocks that can share a role', () =>
    expect(boundFault(chain, [one(0, 0), one(0, 1)], 2)).toBe(
      'The pairs (0,0) and (0,1) of different blocks can share a role.',
    ));

  test('rejects a repeated pair', () =>
    expect(boundFault(chain, [one(0, 0), one(0, 0)], 2)).toContain('can share a role'));

  test.each([
    [0, 2],
    [0, 3],
    [2, 0],
  ])('rejects the pair (%i, %i), which is not held', (user, permission) =>
    expect(boundFault(chain, [one(user, permission)], 1)).toContain('does not hold'),
  );

  test('rejects a block that needs fewer roles than it states', () =>
    expect(
      boundFault(
        chain,
        [
          {
            pairs: [
              [0, 0],
              [0, 1],
            ],
            roles: 2,
          },
        ],
        2,
      ),
    ).toBe('The block of (0,0) does not need 2 roles.'));

  test('rejects an empty block', () =>
    expect(boundFault(chain, [{ pairs: [], roles: 1 }], 1)).toContain('does not need 1 roles'));

  test('accepts the number of roles that a block needs, even if it has fewer independent pairs, and no higher number', () => {
    const { blocks, lowerBound } = fewestRoles(crown(5));
    expect(blocks.some(({ pairs }) => pairs.length > 1)).toBe(true);
    expect(boundFault(crown(5), blocks, lowerBound)).toBeUndefined();
    const higher = blocks.map((block) => ({ ...block, roles: block.roles + 1 }));
    expect(boundFault(crown(5), higher, lowerBound)).toContain('does not need');
  });
});
