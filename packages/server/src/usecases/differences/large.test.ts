import { afterAll, beforeAll, expect, test } from 'vitest';
import { largeRoles } from '../large-roles.testing.ts';
import { type TestLicet, testLicet } from '../testing.ts';

let licet: TestLicet;
beforeAll(async () => {
  licet = await testLicet();
});
afterAll(() => licet.close());

const person = async () => ({ kind: 'user' as const, id: (await licet.user()).userId });
const instant = () => licet.build(async (change) => change.at);
const list = (owner: TestLicet['admin'], query: Record<string, string>) =>
  licet.call('differences.list', owner, { query });

test('a page ends early when its users have very many differences, and the next page continues', async () => {
  const { key: application, owner } = await licet.owned();
  const to = [await person(), await person(), await person()];
  const from = await instant();
  // The difference of each principal has two million characters: the gains and the grant. So a page has room for two principals.
  await licet.build((change) => largeRoles(change, { application, permissions: 8000, length: 250, roles: 1, to }));
  const first = await list(owner, { from, application });
  expect(first).toMatchObject({ total: 3, next: expect.any(String) });
  const second = await list(owner, { from, application, cursor: first.next ?? '' });
  expect([first.items.length, second.items.length, second.next]).toEqual([2, 1, null]);
  const found = [...first.items, ...second.items];
  expect(found.map(({ holder }) => holder.id).toSorted()).toEqual(to.map(({ id }) => id).sort());
  for (const { moments } of found) {
    expect(moments).toHaveLength(1);
    expect(moments[0]?.gains.permissions).toHaveLength(8000);
    expect(moments[0]?.gainedBy[0]?.brings).toHaveLength(8000);
  }
});

test('refuses differences of one user that are too large for a response', async () => {
  const { key: application, owner } = await licet.owned();
  const to = [await person()];
  const from = await instant();
  await licet.build((change) => largeRoles(change, { application, permissions: 1000, length: 200, roles: 50, to }));
  expect(await licet.outcome('differences.list', owner, { query: { from, application } })).toBe('too_large');
  const later = await instant();
  await licet.call('users.suspend', licet.admin, { params: { user: to[0]?.id ?? '' } });
  expect(await licet.outcome('differences.list', owner, { query: { from: later, application } })).toBe('too_large');
});

test('reads only altered access, however large the rest of the application is', async () => {
  const { key: application, owner } = await licet.owned();
  const to = [await person()];
  await licet.build((change) => largeRoles(change, { application, permissions: 6000, roles: 200, to }));
  const params = { application };
  const role = await licet.call('roles.create', owner, { params, body: { name: 'clerk' } });
  const user = await person();
  const from = await instant();
  const body = { principal: user, gives: { kind: 'role' as const, id: role.id } };
  await licet.call('grants.create', owner, { params, body });
  const { items } = await list(owner, { from, application });
  expect(items).toMatchObject([{ holder: { id: user.id }, moments: [{ gains: { roles: ['clerk'] } }] }]);
});
