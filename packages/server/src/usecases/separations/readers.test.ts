import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestLicet, testLicet } from '../testing.ts';

let licet: TestLicet;
beforeAll(async () => {
  licet = await testLicet();
});
afterAll(() => licet.close());

test('a manager of rules reads them and their exceptions, and no user’s access', async () => {
  const { key, owner } = await licet.owned();
  const params = { application: key };
  const role = async (name: string) => (await licet.call('roles.create', owner, { params, body: { name } })).id;
  const parts = [await role('enter'), await role('pay')].map((id) => ({ elements: [{ kind: 'role', id }] }));
  const manager = await licet.user('separations.manage');
  const { id } = await licet.call('separations.create', manager, { body: { name: 'Entering and paying', parts } });
  expect((await licet.call('separations.list', manager)).items.map((it) => it.id)).toEqual([id]);
  const of = { params: { separation: id } };
  expect(await licet.call('separations.get', manager, of)).toMatchObject({ name: 'Entering and paying' });
  expect(await licet.outcome('separations.exceptions', manager, of)).toBe('ok');
  expect(
    await Promise.all([
      licet.outcome('separations.violations', manager),
      licet.outcome('separations.export', manager),
      licet.outcome('separations.preview', manager, { body: { parts } }),
      licet.outcome('separations.list', owner),
      licet.outcome('separations.get', await licet.user('users.read'), of),
    ]),
  ).toEqual(Array(5).fill('forbidden'));
});
