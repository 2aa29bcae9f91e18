import type { LicetPermission } from '@licet/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { programOf } from '../../live/live.testing.ts';
import { type TestLicet, testLicet } from '../testing.ts';

describe('unused grants', () => {
  let licet: TestLicet;
  beforeAll(async () => {
    licet = await testLicet();
  });
  afterAll(() => licet.close());
  const days = 86_400_000;

  /**
   * Creates an application with grants and usage reports. The tests set the clock forward before they query, so that
   * these have aged.
   */
  async function application() {
    const { key, owner } = await licet.owned();
    const params = { application: key };
    const permission = async (name: string) =>
      (await licet.call('permissions.create', owner, { params, body: { name } })).id;
    const [read, write] = [await permission('read'), await permission('write')];
    const role = (name: string, permissions: string[], includes: string[] = []) =>
      licet.call('roles.create', owner, { params, body: { name, permissions, includes } });
    const grant = async (principal: object, gives: object, more: object = {}) =>
      (await licet.call('grants.create', licet.admin, { params, body: { principal, gives, ...more } })).id;
    const report = (user: string, name: string) =>
      licet.call('usage.report', programOf(key), {
        body: { exercised: [{ user, permission: name, count: 1, last: Math.floor(Date.now() / 1000) + 1e6 }] },
      });
    const unused = (query: Record<string, string> = {}) => licet.call('applications.unused', owner, { params, query });
    const after = async <Result>(passed: number, work: () => Promise<Result>) => {
      licet.setClock(passed * days);
      try {
        return await work();
      } finally {
        licet.setClock(0);
      }
    };
    return { key, owner, params, read, write, role, grant, report, unused, after };
  }

  test('a grant is unused if none of its users exercised any of its permissions, by any path', async () => {
    const { owner, read, write, role, grant, report, unused, after } = await application();
    const [ada, ben, cyd] = [await licet.user(), await licet.user(), await licet.user()];
    const reader = await role('reader', [read]);
    const writer = await role('writer', [write], [reader.id]);
    const group = await licet.call('groups.create', licet.admin, { body: { name: `g-${ada.userId}` } });
    for (const { userId } of [ben, cyd])
      await licet.call('groups.addMember', licet.admin, { params: { group: group.id, member: userId } });
    const user = ({ userId }: { userId: string }) => ({ kind: 'user', id: userId });
    const adasWriter = await grant(user(ada), { kind: 'role', id: writer.id });
    const bensWrite = await grant(user(ben), { kind: 'permission', id: write });
    const groups = await grant({ kind: 'group', id: group.id }, { kind: 'role', id: reader.id });
    const later = { starts: new Date(Date.now() + 60 * days).toISOString() };
    await grant(user(cyd), { kind: 'permission', id: write }, later);
    await report(owner.userId, 'read');
    const ids = async (query?: Record<string, string>) => (await unused(query)).items.map(({ id }) => id);
    await after(100, async () => {
      expect((await ids()).toSorted()).toEqual([adasWriter, bensWrite, groups].toSorted());
      expect(await ids({ principal: ben.userId })).toEqual([bensWrite]);
      const ofBen = async () => {
        const { items, seen } = await licet.call('users.unused', licet.admin, { params: { user: ben.userId } });
        return { ids: items.map(({ id }) => id), seen };
      };
      expect(await ofBen()).toEqual({ ids: [bensWrite], seen: true });
      expect(await licet.call('users.unused', licet.admin, { params: { user: cyd.userId } })).toMatchObject({
        items: [],
        seen: true,
        days: 90,
      });
      const first = await unused({ limit: '2' });
      const second = await unused({ limit: '2', cursor: first.next ?? '' });
      expect([...first.items, ...second.items].map(({ id }) => id).toSorted()).toEqual((await ids()).toSorted());
      await expect(unused({ days: '80', cursor: first.next ?? '' })).rejects.toMatchObject({
        problem: { code: 'invalid_cursor' },
      });
      // Ada holds the permission by inclusion and Cyd through a group; their use counts for these grants.
      await report(ada.userId, 'read');
      await report(cyd.userId, 'read');
      expect(await ids()).toEqual([bensWrite]);
      await report(ben.userId, 'write');
      expect(await ofBen()).toEqual({ ids: [], seen: true });
      expect(await unused()).toMatchObject({ items: [], seen: true, days: 90 });
    });
  });

  test('an unused grant of admin is listed, whatever its holder does in other applications', async () => {
    const [one, other] = [await application(), await application()];
    const ada = await licet.user();
    const principal = { kind: 'user', id: ada.userId };
    const { items } = await licet.call('roles.list', one.owner, { params: one.params });
    const admin = items.find(({ name }) => name === 'admin')?.id ?? '';
    const chief = await one.grant(principal, { kind: 'role', id: admin });
    await other.grant(principal, { kind: 'permission', id: other.read });
    for (const { owner, report } of [one, other]) await report(owner.userId, 'read');
    await one.after(100, async () => {
      await other.report(ada.userId, 'read');
      expect((await one.unused({ principal: ada.userId })).items.map(({ id }) => id)).toEqual([chief]);
      const ofAda = await licet.call('users.unused', licet.admin, { params: { user: ada.userId } });
      expect(ofAda.items.map(({ id }) => id)).toEqual([chief]);
    });
  });

  test('a grant counts as unused only if usage was reported during the whole period', async () => {
    const { owner, params, read, write, role, grant, report, unused, after } = await application();
    const ada = await licet.user();
    expect(await unused()).toMatchObject({ items: [], seen: false, reportedSince: null });
    const reader = await role('reader', [read]);
    const id = await grant({ kind: 'user', id: ada.userId }, { kind: 'role', id: reader.id });
    await after(30, () => report(owner.userId, 'read'));
    await after(100, async () => {
      expect(await licet.call('users.unused', licet.admin, { params: { user: ada.userId } })).toMatchObject({
        items: [],
        seen: false,
      });
      expect(await unused()).toMatchObject({
        items: [],
        seen: false,
        reportedSince: expect.stringContaining('T00:00'),
      });
      expect(await unused({ days: '60' })).toMatchObject({ items: [{ id }], seen: true });
      await licet.call('roles.update', owner, {
        params: { ...params, role: reader.id },
        body: { permissions: [read, write] },
      });
      expect((await unused({ days: '60' })).items).toEqual([]);
    });
  });

  test('requires access.read from callers who do not own the application', async () => {
    const { owner, params } = await application();
    expect(await licet.outcome('applications.unused', owner, { params })).toBe('ok');
    const { owner: stranger } = await licet.owned();
    expect(await licet.outcome('applications.unused', stranger, { params })).toBe('not_found');
    const outcome = async (...held: LicetPermission[]) =>
      licet.outcome('applications.unused', await licet.user(...held), { params });
    expect([await outcome('access.read'), await outcome('applications.read'), await outcome()]).toEqual([
      'ok',
      'forbidden',
      'not_found',
    ]);
  });
});

describe('unused permissions of roles', () => {
  let licet: TestLicet;
  beforeAll(async () => {
    licet = await testLicet();
  });
  afterAll(() => licet.close());

  test('a permission of a role is unused if no holder exercised it, by any path', async () => {
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
      // Ada holds the permissions of clerk by the role chief, through a group.
      await report(ada.userId, 'write');
      expect(await pairs()).toEqual(['chief void', 'clerk read']);
      // Use also counts if the user has lost the role since.
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
});
