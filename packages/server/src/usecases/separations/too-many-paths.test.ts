import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller } from '../context.ts';
import { largeRoles, rolesBetween } from '../large-roles.testing.ts';
import { type TestLicet, testLicet } from '../testing.ts';

let licet: TestLicet;
let application: string;
let owner: Caller;
let [ada, eve] = ['', ''];

// Ada holds both parts directly. Eve holds them by 400 roles that each indirectly include 400 others. Each of the others includes both parts.
beforeAll(async () => {
  licet = await testLicet();
  ({ key: application, owner } = await licet.owned());
  [ada, eve] = [(await licet.user()).userId, (await licet.user()).userId];
  const params = { application };
  const pay = await licet.call('permissions.create', owner, { params, body: { name: 'pay' } });
  const role = async (name: string) =>
    (await licet.call('roles.create', owner, { params, body: { name, permissions: [pay.id] } })).id;
  const parts = [await role('clerk'), await role('payer')];
  await licet.build(async (change) => {
    const large = await largeRoles(change, {
      application,
      permissions: 1,
      roles: 400,
      to: [{ kind: 'user', id: eve }],
    });
    await rolesBetween(change, large, 400, parts);
  });
  for (const id of parts)
    await licet.call('grants.create', owner, {
      params,
      body: { principal: { kind: 'user', id: ada }, gives: { kind: 'role', id }, reason: '' },
    });
  await licet.call('separations.create', licet.admin, {
    body: { name: 'Kept', parts: parts.map((id) => ({ elements: [{ kind: 'role', id }] })) },
  });
});
afterAll(() => licet.close());

test('lists a violator with too many paths by name only, and the others with their paths', async () => {
  const { items, total } = await licet.call('separations.violations', licet.admin, { query: {} });
  expect(total).toBe(2);
  const of = (id: string) => items.find(({ holder }) => holder.id === id);
  const heldBy = (id: string) =>
    of(id)?.held.flatMap(({ elements }) => elements.map((it) => [it.name, it.pathCount, it.paths.length]));
  expect(heldBy(ada)).toEqual([
    ['clerk', 1, 1],
    ['payer', 1, 1],
  ]);
  expect(of(ada)?.tooManyPaths).toBeUndefined();
  expect(heldBy(eve)).toEqual([
    ['clerk', 0, 0],
    ['payer', 0, 0],
  ]);
  expect(of(eve)?.tooManyPaths).toBe(true);
});

test('the exported file marks violators with too many paths', async () => {
  let text = '';
  for await (const piece of await licet.call('separations.export', licet.admin, { query: {} })) text += piece;
  expect(text.match(/too many paths to list/g)).toHaveLength(2);
});

test('lists a holder of a permission even if that holder has too many paths', async () => {
  const params = { application };
  const { items } = await licet.call('access.holders', owner, { params, query: { permission: 'pay' } });
  const of = (id: string) => items.find(({ user }) => user.id === id);
  expect(of(ada)).toMatchObject({ pathCount: 2, admin: false });
  expect(of(eve)).toMatchObject({ pathCount: 0, paths: [], admin: false, tooManyPaths: true });
});
