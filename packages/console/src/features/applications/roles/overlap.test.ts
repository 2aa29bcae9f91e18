import type { RoleMatrix } from '@licet/contract';
import { expect, it } from 'vitest';
import { nearestTo, overlapsOf } from './overlap.ts';

const names = ['a', 'b', 'c', 'd', 'e', 'f'];
const roleOf = (name: string, brings: string): RoleMatrix['roles'][number] => {
  const bits = [...brings].reduce((sum, letter) => sum | (1 << names.indexOf(letter)), 0);
  const text = btoa(String.fromCharCode(bits));
  return { id: name, name, title: '', builtIn: name === 'admin', inReview: false, own: text, brings: text, version: 1 };
};
function overlaps(roles: Readonly<Record<string, string>>, includes: Readonly<Record<string, readonly string[]>> = {}) {
  const matrix = {
    permissions: names.map((name) => ({ id: name, name, title: '' })),
    roles: Object.entries(roles).map(([name, brings]) => roleOf(name, brings)),
  };
  const inclusions = Object.keys(roles).map((id) => ({
    id,
    includes: (includes[id] ?? []).map((name) => ({ id: name, name })),
  }));
  return [...overlapsOf(matrix, inclusions)]
    .map(([id, it]) => [id, `${it.shared} of ${it.own} in ${it.with.name}`])
    .sort();
}

it('finds a role that another one contains, and two roles that differ by one permission', () => {
  expect(overlaps({ approver: 'abcd', regional: 'abc', close: 'ef', controller: 'adef' })).toEqual([
    ['approver', '3 of 4 in regional'],
    ['close', '2 of 2 in controller'],
    ['regional', '3 of 3 in approver'],
  ]);
});

it('reports no overlap between a role and a role that it includes, directly or through another role', () => {
  expect(overlaps({ a: 'a', b: 'ab', c: 'abc' }, { b: ['a'], c: ['b'] })).toEqual([]);
});

it('reports no overlap for roles that differ by more than one permission, for empty roles and for admin', () => {
  expect(overlaps({ admin: 'abcdef', x: 'abc', y: 'abd', z: 'f', empty: '' })).toEqual([]);
});

it('names the smallest role that contains the other one', () => {
  expect(overlaps({ small: 'ab', large: 'abcde', middle: 'abcf' })).toEqual([['small', '2 of 2 in middle']]);
});

it('ranks the roles that share the most with a role, and counts the permissions that only one of the two has', () => {
  const roles = [
    roleOf('admin', 'abcdef'),
    roleOf('x', 'abc'),
    roleOf('y', 'abcdef'),
    roleOf('z', 'ab'),
    roleOf('w', 'f'),
  ];
  const matrix = { permissions: names.map((name) => ({ id: name, name, title: '' })), roles };
  expect(nearestTo(matrix, 'x', 5)).toEqual([
    { with: { id: 'z', name: 'z' }, both: 2, onlyThis: 1, onlyOther: 0 },
    { with: { id: 'y', name: 'y' }, both: 3, onlyThis: 0, onlyOther: 3 },
  ]);
  expect(nearestTo(matrix, 'x', 1)).toHaveLength(1);
  expect(nearestTo(matrix, 'w', 5)).toMatchObject([{ with: { id: 'y' }, both: 1 }]);
});
