import { calls, limits } from '@licet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestLicet, testLicet } from '../testing.ts';

let licet: TestLicet;
beforeAll(async () => {
  licet = await testLicet();
});
afterAll(() => licet.close());

const save = (body: { name: string; address: object }, as = licet.admin) => licet.call('views.save', as, { body });
const named = async (as = licet.admin) => (await licet.call('views.list', as)).items.map(({ name }) => name);

test('readers of users have a shared view; managers of users save, replace and delete it, with events', async () => {
  const manager = await licet.user('users.read', 'users.manage');
  const reader = await licet.user('users.read');
  const stranger = await licet.user('groups.read');
  const first = await save({ name: 'Invited', address: { status: 'invited', sort: '-name' } }, manager);
  const again = await save({ name: 'Invited', address: { status: 'invited', widths: 'name.31' } }, manager);
  expect(again.id).toBe(first.id);
  expect((await licet.call('views.list', reader)).items).toEqual([again]);
  expect(await licet.outcome('views.list', stranger)).toBe('forbidden');
  const body = { name: 'Mine', address: {} };
  expect(await licet.outcome('views.save', reader, { body })).toBe('forbidden');
  const params = { view: again.id };
  expect(await licet.outcome('views.remove', reader, { params })).toBe('forbidden');
  expect(await licet.outcome('views.remove', manager, { params })).toBe('ok');
  expect(await licet.outcome('views.remove', manager, { params })).toBe('not_found');
  expect(await named(reader)).toEqual([]);
  const { items } = await licet.call('audit.list', licet.admin, { query: { sort: '-no', limit: '3' } });
  expect(items).toMatchObject([
    { action: 'view.removed', target: { name: 'Invited' }, before: { widths: 'name.31' } },
    { action: 'view.shared', before: { sort: '-name' }, after: { widths: 'name.31' } },
    { action: 'view.shared', before: null, after: { status: 'invited', sort: '-name' } },
  ]);
});

test.each([
  ['a search text', { q: 'maya' }],
  ['a username', { username: 'maya' }],
  ['a page', { cursor: 'x' }],
  ['another parameter', { next: 'https://example.org' }],
  ['an unknown status', { status: 'https://example.org' }],
  ['a control character', { shown: '\u0001' }],
  ['a long application', { application: 'a'.repeat(64) }],
  ['long widths', { widths: 'a'.repeat(limits.viewTextMax.value + 1) }],
])('refuses a view with %s', (_, address) => {
  const isValid = (of: object) => calls.views.save.body.safeParse({ name: 'Other', address: of }).success;
  expect(isValid(address)).toBe(false);
  expect(isValid({ status: 'invited', density: 'compact', import: '3' })).toBe(true);
});

test('refuses more views than a menu shows, but still replaces one', async () => {
  const most = limits.viewsMax.value;
  for (let n = 0; n < most; n += 1) await save({ name: `View ${n}`, address: {} });
  expect(await licet.outcome('views.save', licet.admin, { body: { name: 'One more', address: {} } })).toBe('too_large');
  await save({ name: 'View 7', address: { status: 'suspended' } });
  expect(await named()).toHaveLength(most);
});
