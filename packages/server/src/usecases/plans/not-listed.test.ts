import type { PlannedChange } from '@licet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endGrant } from '../../store/grants/grants.ts';
import { draft } from '../../store/kernel/draft.ts';
import { authoriseNow } from '../authorise.ts';
import { type TestLicet, testLicet } from '../testing.ts';
import { CreatedIds } from './created-ids.ts';
import { effectsOfDraft } from './effects.ts';
import { madeId, makeAll } from './together/together.testing.ts';

let licet: TestLicet;
beforeAll(async () => {
  licet = await testLicet();
});
afterAll(() => licet.close());

/** An application whose role has `count` permissions, each with a name of 250 characters. */
async function withRole(count: number) {
  const { key: application, owner } = await licet.owned();
  const params = { application };
  const names = Array.from({ length: count }, (_, n) => `${n}`.padStart(250, 'x'));
  await makeAll(licet, owner, [
    ...names.map((name, n): PlannedChange => ({ call: 'permissions.create', as: madeId(n), params, body: { name } })),
    { call: 'roles.create', params, body: { name: 'clerk', permissions: names.map((_, n) => madeId(n)) } },
  ]);
  const { items } = await licet.call('roles.list', owner, { params, query: { q: 'clerk' } });
  return { params, owner, gives: { kind: 'role' as const, id: items[0]?.id ?? '' } };
}

const day = (n: number) => new Date(Date.now() + n * 86_400_000).toISOString();

test('many grants of a large role do not prevent plans to suspend or delete their holder', async () => {
  const { params, owner, gives } = await withRole(1000);
  const { userId } = await licet.user();
  const principal = { kind: 'user' as const, id: userId };
  // 250,000 characters each, so 75 MB in all.
  const grants = Array.from({ length: 300 }, (_, n): PlannedChange => {
    const period = { starts: day(2 * n + 1), ends: day(2 * n + 2) };
    return { call: 'grants.create', params, body: { principal, gives, ...period, reason: '' } };
  });
  await makeAll(licet, owner, grants);
  for (const call of ['users.suspend', 'users.remove'] as const) {
    const { effects } = await licet.call('plans.make', licet.admin, {
      body: { changes: [{ call, params: { user: userId } }] },
    });
    expect(effects, call).toMatchObject([{ count: 1, loses: { roles: ['clerk'] } }]);
  }
  const changes = [{ call: 'roles.remove', params: { ...params, role: gives.id } }];
  expect(await licet.outcome('plans.make', owner, { body: { changes } })).toBe('ok');
});

test('names every user whose effects do not fit into a page of a change set', async () => {
  const { params, gives } = await withRole(1000);
  const people = Array.from({ length: 40 }, (_, n) => madeId(0x5000 + n));
  const applied = await makeAll(licet, licet.freshAdmin, [
    ...people.map(
      (as, n): PlannedChange => ({ call: 'users.create', as, body: { username: `many${n}`, name: `Many ${n}` } }),
    ),
    ...people.map(
      (id): PlannedChange => ({
        call: 'grants.create',
        params,
        body: { principal: { kind: 'user', id }, gives, reason: '' },
      }),
    ),
  ]);
  const { last } = (applied as { applied: { last: number } }).applied;
  const { items } = await licet.call('plans.appliedEffects', licet.admin, { params: { no: `${last}` } });
  const cut = items.filter(({ notListed }) => notListed);
  expect(items).toHaveLength(people.length);
  expect(cut.length).toBeGreaterThan(1);
  expect(cut.length).toBeLessThan(people.length);
  expect(JSON.stringify(items).length).toBeLessThan(10_000_000);
});

test('a digest covers effects that do not fit into the response', async () => {
  const { key, owner } = await licet.owned();
  const params = { application: key };
  const { userId } = await licet.user();
  const grantOf = async (name: string) => {
    const permission = await licet.call('permissions.create', owner, { params, body: { name } });
    const body = { principal: { kind: 'user', id: userId }, gives: { kind: 'permission', id: permission.id } };
    return (await licet.call('grants.create', owner, { params, body })).id;
  };
  const [read, write] = [await grantOf('read'), await grantOf('write')];
  const access = await authoriseNow(licet.database, licet.admin, 'plans.make', undefined);
  const without = (grant: string, room?: { characters: number; named: number }) =>
    draft(licet.database, { kind: 'system', id: null, name: 'test' }, async (handle) => {
      await endGrant(handle, grant);
      return effectsOfDraft(handle, access, new CreatedIds(), undefined, room);
    });
  const nothing = { characters: 0, named: 5 };
  const [one, other] = [await without(read, nothing), await without(write, nothing)];
  const told = { count: 1, holders: [{ id: userId }], notListed: true, loses: { permissions: [] } };
  expect([one.effects, other.effects]).toMatchObject([[told], [told]]);
  expect(one.fingerprint).not.toEqual(other.fingerprint);
  expect((await without(read)).effects).toMatchObject([{ loses: { permissions: ['read'] } }]);
  expect((await without(read)).fingerprint).toEqual(one.fingerprint);
});
