import { expect, test } from 'vitest';
import { countedUse, type Part } from './use.ts';

test('counts the use of a role through the roles that it includes', async () => {
  const parts: Part[] = [
    { of: 'role', id: 'clerk', list: '' },
    { of: 'role', id: 'guest', list: '' },
    { of: 'inside', id: 'clerk', list: 'clerk reader' },
    { of: 'inside', id: 'guest', list: 'guest' },
    { of: 'permissions', id: 'clerk', list: '0' },
    { of: 'permissions', id: 'reader', list: '1 2' },
    { of: 'granted', id: 'clerk', list: '0 1 40 41' },
    { of: 'used', id: '0', list: '1' },
    { of: 'used', id: '2', list: '40 99' },
  ];
  expect(await countedUse(parts)).toEqual([
    { role: 'clerk', holders: 4, used: 2 },
    { role: 'guest', holders: 0, used: 0 },
  ]);
});

test('counts the use of 200,000 permissions', async () => {
  const used = Array.from({ length: 200_000 }, (_, n): Part => ({ of: 'used', id: String(n), list: '0' }));
  const list = used.map(({ id }) => id).join(' ');
  const parts: Part[] = [
    { of: 'role', id: 'clerk', list: '' },
    { of: 'inside', id: 'clerk', list: 'clerk' },
    { of: 'permissions', id: 'clerk', list },
    { of: 'granted', id: 'clerk', list: '0 1' },
    ...used,
  ];
  expect(await countedUse(parts)).toEqual([{ role: 'clerk', holders: 2, used: 1 }]);
});
