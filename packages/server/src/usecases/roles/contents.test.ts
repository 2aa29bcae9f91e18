import { limits } from '@licet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listed } from '../long-lists.ts';
import { madeId, makeAll } from '../plans/together/together.testing.ts';
import { type TestLicet, testLicet } from '../testing.ts';
import { toldApart } from './contents.ts';

let licet: TestLicet;
beforeAll(async () => {
  licet = await testLicet();
});
afterAll(() => licet.close());

const most = limits.eventNamesMax.value;
const names = (count: number) => Array.from({ length: count }, (_, n) => `${n}`.padStart(256, 'x'));
const fit = most / 256;
const role = (permissions: readonly string[]) => ({
  name: 'clerk',
  title: '',
  permissions: [...permissions],
  includes: [],
});

test('lists names up to a length, and counts the others', () => {
  expect(listed(names(fit))).toEqual(names(fit));
  expect(listed(names(fit + 1))).toEqual([...names(fit), 'and 1 more']);
  expect(listed(names(fit + 2000)).at(-1)).toBe('and 2,000 more');
});

test('lists the shortest of many names, whatever their order', () => {
  expect(listed([...names(fit), 'refunds.approve'])).toEqual([...names(fit - 1), 'refunds.approve', 'and 1 more']);
});

test('records a change of a short list by both lists, and of a long one by what was removed and added', () => {
  expect(toldApart(role(['read']), role(['read', 'write']))).toEqual([role(['read']), role(['read', 'write'])]);
  const all = names(fit + 10);
  expect(toldApart(role(all), role(all))).toEqual([role([]), role([])]);
  expect(toldApart(role(all), role([...all.slice(1), 'write']))).toEqual([role(all.slice(0, 1)), role(['write'])]);
});

test('an event about a role of thousands of permissions stays short, for any change', async () => {
  const { key: application, owner } = await licet.owned();
  const params = { application };
  const permissions = names(2000);
  const { applied } = (await makeAll(licet, owner, [
    ...permissions.map((name, n) => ({ call: 'permissions.create' as const, as: madeId(n), params, body: { name } })),
    { call: 'roles.create', params, body: { name: 'clerk', permissions: permissions.map((_, n) => madeId(n)) } },
  ])) as { readonly applied: { readonly last: number } };
  expect(applied.last).toBeGreaterThan(2000);
  const { items } = await licet.call('roles.list', owner, { params, query: { q: 'clerk' } });
  const at = { params: { application, role: items[0]?.id ?? '' } };
  await licet.call('roles.update', owner, { ...at, body: { title: 'Clerk' } });
  await licet.call('roles.remove', owner, at);
  const { rows } = await licet.database.pool.query<{ action: string; length: number }>(
    `select action, length(concat(before, after)) as length from change where target_kind = 'role' and target_name = 'clerk' order by no`,
  );
  expect(rows.map(({ action }) => action)).toEqual(['role.created', 'role.changed', 'role.deleted']);
  for (const { length } of rows) expect(length).toBeLessThan(1.1 * most);
});
