import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestLicet, testLicet } from '../../usecases/testing.ts';
import { findApplication } from '../applications/applications.ts';
import { insertGroup } from '../groups/groups.ts';
import { insertPermission } from '../permissions/permissions.ts';
import { insertRole } from '../roles/roles.ts';
import { insertUser } from '../users/users.ts';
import { endGrant, insertGrant } from './grants.ts';

let licet: TestLicet;
let params: { application: string };
const scheduled = '2090-01-01T00:00:00.000000Z';
const given: string[] = [];

// Names alternate between users and groups, and between roles and permissions. Each principal is granted everything.
beforeAll(async () => {
  licet = await testLicet();
  params = { application: (await licet.owned()).key };
  const other = await licet.owned();
  await licet.build(async (change) => {
    const app = (await findApplication(change, params.application))?.factId ?? '';
    const otherApp = (await findApplication(change, other.key))?.factId ?? '';
    const user = (name: string) => insertUser(change, { username: name, email: null, name, status: 'active' });
    const principals = [
      { kind: 'user' as const, id: (await user('Ana')).id },
      { kind: 'group' as const, id: (await insertGroup(change, { name: 'bakers', description: '' })).id },
      { kind: 'user' as const, id: (await user('Cleo')).id },
      { kind: 'group' as const, id: (await insertGroup(change, { name: 'Dancers', description: '' })).id },
    ];
    const things = [
      { kind: 'role' as const, id: await insertRole(change, app, { name: 'a-role', title: '' }) },
      { kind: 'permission' as const, id: (await insertPermission(change, app, { name: 'b.permit', title: '' })).id },
      { kind: 'role' as const, id: await insertRole(change, app, { name: 'c-role', title: '' }) },
    ];
    const elsewhere = { kind: 'role' as const, id: await insertRole(change, otherApp, { name: 'b-role', title: '' }) };
    const common = { starts: scheduled, ends: null, reason: '', grantedBy: 'test' };
    for (const principal of principals) {
      for (const gives of things) given.push(await insertGrant(change, app, { principal, gives, ...common }));
      await insertGrant(change, otherApp, { principal, gives: elsewhere, ...common });
    }
  });
});
afterAll(() => licet.close());

const list = (query: Record<string, string>) => licet.call('grants.list', licet.admin, { params, query });

test.each(['principal', '-principal', 'gives', '-gives', 'ends', '-starts'])(
  'grants sorted by %s appear exactly once each, with their total on every page',
  async (sort) => {
    const all = await list({ sort, limit: '200' });
    expect(all).toMatchObject({ next: null, total: given.length, atLeast: false });
    expect(all.items.map(({ id }) => id).sort()).toEqual(given.toSorted());
    const walked: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: Awaited<ReturnType<typeof list>> = await list({ sort, limit: '5', ...(cursor ? { cursor } : {}) });
      expect(page.total).toBe(given.length);
      walked.push(...page.items.map(({ id }) => id));
      cursor = page.next;
    }
    expect(walked).toEqual(all.items.map(({ id }) => id));
  },
);

test('sorts names regardless of case and of the kind of principal or grant', async () => {
  const { items } = await list({ sort: 'principal' });
  expect([...new Set(items.map(({ principal }) => principal.name))]).toEqual(['Ana', 'bakers', 'Cleo', 'Dancers']);
  const byThing = await list({ sort: '-gives' });
  expect([...new Set(byThing.items.map(({ gives }) => gives.name))]).toEqual(['c-role', 'b.permit', 'a-role']);
});

test('the total matches the query, and decreases as grants are revoked', async () => {
  expect((await list({ state: 'active' })).total).toBe(0);
  expect((await list({ state: 'scheduled' })).total).toBe(given.length);
  expect((await list({ q: 'bakers' })).total).toBe(3);
  expect((await list({ q: 'nobody at all' })).total).toBe(0);
  const [last] = (await list({ sort: '-principal', limit: '1' })).items;
  const { next } = await list({ sort: 'principal', limit: String(given.length - 1) });
  await licet.build((change) => endGrant(change, last?.id ?? ''));
  const beyond = await list({ sort: 'principal', cursor: next ?? '' });
  expect(beyond).toMatchObject({ items: [], next: null, total: given.length - 1 });
  expect((await list({})).total).toBe(given.length - 1);
  expect((await list({ state: 'scheduled,revoked' })).total).toBe(given.length);
});
