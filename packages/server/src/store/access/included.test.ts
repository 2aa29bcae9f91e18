import { expect, test } from 'vitest';
import { breathing } from '../../breathing.ts';
import { includedBy } from './included.ts';

test('lists each start with everything that its roles include', async () => {
  const includes: [string, string[]][] = [
    ['c', ['d']],
    ['a', ['b', 'c']],
    ['b', ['d', 'e']],
    ['other', ['e']],
  ];
  const starts = [['a'], ['c'], ['d', 'permission'], [], ['other', 'c']];
  const included = await includedBy(starts, includes, breathing());
  expect(starts.map((_, start) => included(start).toSorted())).toEqual([
    ['a', 'b', 'c', 'd', 'e'],
    ['c', 'd'],
    ['d', 'permission'],
    [],
    ['c', 'd', 'e', 'other'],
  ]);
});

test('keeps many starts apart', async () => {
  const roles = Array.from({ length: 100 }, (_, n) => `role ${n}`);
  const includes = roles.map((role, n): [string, string[]] => [role, roles.slice(n + 1)]);
  const starts = roles.map((role) => [role]);
  const included = await includedBy(starts, includes, breathing());
  for (const [n] of roles.entries()) expect(new Set(included(n))).toEqual(new Set(roles.slice(n)));
});
