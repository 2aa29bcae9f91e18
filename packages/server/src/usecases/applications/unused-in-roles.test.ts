import { afterAll, beforeAll, expect, test } from 'vitest';
import { programOf } from '../../live/live.testing.ts';
import { type TestLicet, testLicet } from '../testing.ts';

let licet: TestLicet;
beforeAll(async () => {
  licet = await testLicet();
});
afterAll(() => licet.close());

test('a permission of a role is unused if no holder has exercised it, by any path', async () => {
  const { key, owner } = await licet.owned();
  const params = { application: key };
  const permission = async (name: string) =>
    (await licet.call('permissions.create', owner, { params, body: { name } })).id;
  const role = (name: string, permissions: string[], includes: string[] = []) =>
    licet.call('roles.create', owner, { params, body: { name, permissions, includes } });
  const grant = async (principal: object, gives: object) =>
    (await licet.call('grants.create', licet.admin, { params, body: { principal, gives } })).id;
  const report = (user: string, name: string) =>
    licet.call('usage.report', programOf(key), {
      body: { exercised: [{ user, permission: name, count: 1, last: Math.floor(Date.now() / 1000) + 1e8 }] },
    });
  const [read, write, third] = [await permission('read'), await permission('write'), await permission('void')];
  const [ada, ben] = [await licet.user(), await licet.user()];
  const clerk = await role('clerk', [read, write]);
  const chief = await role('chief', [third], [clerk.id]);
  const nobodys = await role('nobodys', [read]);
  const jobs = await role('jobs', [read]);
  const { id: group } = await licet.call('groups.create', licet.admin, { body: { name: `g-${ada.userId}` } });
  await licet.call('groups.addMember', licet.admin, { params: { group, member: ada.userId } });
  const given = await grant({ kind: 'group', id: group }, { kind: 'role', id: chief.id });
  await grant({ kind: 'user', id: ben.userId }, { kind: 'role', id: clerk.id });
  const program = { name: 'Job', kind: 'service' };
  const { client } = await licet.call('clients.create', owner, { params, body: program });
  await grant({ kind: 'client', id: client.id }, { kind: 'role', id: jobs.id });
  await grant({ kind: 'user', id: ben.userId }, { kind: 'role', id: jobs.id });
  await report(owner.userId, 'read'); // a user who holds neither
  const unused = (query: Record<string, string> = {}) =>
    licet.call('applications.unusedInRoles', owner, { params, query });
  const pairs = async (query?: Record<string, string>) =>
    (await unused(query)).items.map((it) => `${it.role.name} ${it.permission.name}`);
  expect(nobodys.id).toBeDefined();
  licet.setClock(100 * 86_400_000);
  try {
    expect(await pairs()).toEqual(['chief void', 'clerk read', 'clerk write']);
    expect(await pairs({ sort: '-permission', q: 'clerk' })).toEqual(['clerk write', 'clerk read']);
    expect(await pairs({ role: chief.id })).toEqual(['chief void']);
    expect((await unused({ role: clerk.id })).items[0]).toMatchObject({ holders: 2, last: null });
    const first = await unused({ limit: '2' });
    expect(await pairs({ limit: '2', cursor: first.next ?? '' })).toEqual(['clerk write']);
    // Ada holds the clerk's by the chief, by a group.
    await report(ada.userId, 'write');
    expect(await pairs()).toEqual(['chief void', 'clerk read']);
    // Use by a user who has lost it since counts.
    await report(ada.userId, 'void');
    await licet.call('grants.revoke', owner, { params: { ...params, grant: given } });
    expect(await pairs()).toEqual(['clerk read']);
    const late = await permission('late');
    await licet.call('roles.update', owner, { params: { ...params, role: clerk.id }, body: { permissions: [late] } });
    expect(await unused()).toMatchObject({ items: [], seen: true, days: 90 });
    expect(await unused({ days: '200' })).toMatchObject({ items: [], seen: false, days: 200 });
  } finally {
    licet.setClock(0);
  }
  expect(
    await licet.outcome('applications.unusedInRoles', await licet.user('applications.read'), {
      params: { application: key },
    }),
  ).toBe('forbidden');
});
