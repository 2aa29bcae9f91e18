import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '../context.ts';
import { operator, type TestLicet, testLicet } from '../testing.ts';

let licet: TestLicet;
beforeAll(async () => {
  licet = await testLicet();
});
afterAll(() => licet.close());

const group = (name: string) => licet.call('groups.create', licet.admin, { body: { name } });
const put = (into: { id: string }, member: string) =>
  licet.outcome('groups.addMember', licet.admin, { params: { group: into.id, member } });

describe('a group', () => {
  test('contains users and groups, and counts the users in each member', async () => {
    const [outer, inner] = [await group('Outer'), await group('Inner')];
    const [ann, bob] = [await licet.user(), await licet.user()];
    expect(await put(outer, inner.id)).toBe('ok');
    expect(await put(inner, ann.userId)).toBe('ok');
    expect(await put(inner, bob.userId)).toBe('ok');
    expect(await put(outer, ann.userId)).toBe('ok');
    const { items, total } = await licet.call('groups.members', licet.admin, { params: { group: outer.id } });
    expect(total).toBe(2);
    expect(items.find(({ kind }) => kind === 'group')).toMatchObject({ name: 'Inner', people: 2 });
    expect(items.find(({ kind }) => kind === 'user')).toMatchObject({ id: ann.userId, people: 1 });
    const only = await licet.call('groups.members', licet.admin, {
      params: { group: outer.id },
      query: { kind: 'user', sort: '-since' },
    });
    expect(only.items).toHaveLength(1);
    const ofBob = await licet.call('users.groups', licet.admin, { params: { user: bob.userId } });
    expect(ofBob.items).toMatchObject([
      { group: { name: 'Inner' }, direct: true, via: [] },
      { group: { name: 'Outer' }, direct: false, via: [{ name: 'Inner' }], since: null },
    ]);
    const inOuter = await licet.call('users.list', licet.admin, { query: { group: outer.id } });
    expect(new Set(inOuter.items.map(({ id }) => id))).toEqual(new Set([ann.userId, bob.userId]));
  });

  test('cannot contain itself, directly or indirectly', async () => {
    const [a, b, c] = [await group('A'), await group('B'), await group('C')];
    expect(await put(a, a.id)).toBe('cycle');
    expect(await put(a, b.id)).toBe('ok');
    expect(await put(b, c.id)).toBe('ok');
    expect(await put(c, a.id)).toBe('cycle');
    expect(await put(a, b.id)).toBe('already_exists');
    expect(await put(a, randomUUID())).toBe('not_found');
  });

  test('cannot contain itself through two simultaneous memberships, one of which is refused', async () => {
    const [a, b] = [await group('Left'), await group('Right')];
    expect((await Promise.all([put(a, b.id), put(b, a.id)])).sort()).toEqual(['cycle', 'ok']);
  });

  test('is deleted with its memberships and grants, and its name becomes free', async () => {
    const { key } = await licet.owned();
    const role = await licet.call('roles.create', licet.admin, { params: { application: key }, body: { name: 'r' } });
    const [old, inner] = [await group('Fleeting'), await group('Stays')];
    const ann = await licet.user();
    await put(old, ann.userId);
    await put(old, inner.id);
    await licet.call('grants.create', licet.admin, {
      params: { application: key },
      body: { principal: { kind: 'group', id: old.id }, gives: { kind: 'role', id: role.id } },
    });
    await licet.call('groups.remove', licet.admin, { params: { group: old.id } });
    expect((await licet.call('users.groups', licet.admin, { params: { user: ann.userId } })).items).toEqual([]);
    const { items } = await licet.call('grants.list', licet.admin, {
      params: { application: key },
      query: { state: 'revoked' },
    });
    expect(items).toMatchObject([{ principal: { kind: 'group', name: 'Fleeting' } }]);
    const anew = await group('fleeting');
    expect(anew.id).not.toBe(old.id);
    expect(await licet.outcome('groups.get', licet.admin, { params: { group: old.id } })).toBe('not_found');
    expect((await licet.call('groups.members', licet.admin, { params: { group: anew.id } })).total).toBe(0);
  });

  test('with access that the caller may not grant cannot be renamed', async () => {
    const { key, owner } = await licet.owned();
    const role = await licet.call('roles.create', owner, { params: { application: key }, body: { name: 'r' } });
    const [granted, free] = [await group('Treasury'), await group('Choir')];
    await licet.call('grants.create', owner, {
      params: { application: key },
      body: { principal: { kind: 'group', id: granted.id }, gives: { kind: 'role', id: role.id } },
    });
    const manager = await licet.user('groups.manage', 'groups.read');
    const change = ({ id }: { id: string }, body: object) =>
      licet.outcome('groups.update', manager, { params: { group: id }, body });
    expect(await change(granted, { name: 'Treasury of before' })).toBe('may_not_grant');
    expect(await change(granted, { name: 'Treasury', description: 'Money' })).toBe('ok');
    expect(await change(free, { name: 'Band' })).toBe('ok');
    const renamed = { params: { group: granted.id }, body: { name: 'Cash' } };
    expect(await licet.outcome('groups.update', licet.admin, renamed)).toBe('ok');
  });

  test('that requires a second factor loses members only through callers who may change that rule', async () => {
    const [strong, above, below] = [await group('Strong'), await group('Above'), await group('Below')];
    await put(above, strong.id);
    await put(strong, below.id);
    for (const into of [strong, above, below]) await put(into, licet.admin.userId);
    const { version: _, ...first } = await licet.call('policy.get', operator);
    const demand = (id: string) => ({ of: { kind: 'group', id }, graceUntil: null });
    const demandOf = (...ids: string[]) =>
      licet.call('policy.update', operator, { body: { ...first, secondFactor: ids.map(demand) } });
    const manager = await licet.user('groups.manage', 'groups.read');
    const both = await licet.user('groups.manage', 'groups.read', 'settings.manage');
    const takeOut = (of: { id: string }, member: string, by: Caller = manager) =>
      licet.outcome('groups.removeMember', by, { params: { group: of.id, member } });
    await licet.database.pool.query(
      `insert into totp (user_id, secret, added_at, last_step) values ($1, '', now(), 0)`,
      [licet.admin.userId],
    );
    await demandOf(strong.id);
    expect(await takeOut(strong, licet.admin.userId)).toBe('may_not_grant');
    expect(await takeOut(strong, below.id)).toBe('may_not_grant');
    expect(await takeOut(below, licet.admin.userId)).toBe('may_not_grant');
    for (const { id } of [strong, below])
      expect(await licet.outcome('groups.remove', manager, { params: { group: id } })).toBe('may_not_grant');
    expect(await takeOut(above, licet.admin.userId)).toBe('ok');
    expect(await takeOut(strong, licet.admin.userId, both)).toBe('ok');
    await demandOf();
    expect(await takeOut(below, licet.admin.userId)).toBe('ok');
  });

  test('shows its grants', async () => {
    const { key } = await licet.owned();
    const role = await licet.call('roles.create', licet.admin, { params: { application: key }, body: { name: 'r' } });
    const desk = await group('Desk');
    const body = { principal: { kind: 'group', id: desk.id }, gives: { kind: 'role', id: role.id } };
    await licet.call('grants.create', licet.admin, { params: { application: key }, body });
    const { items } = await licet.call('groups.grants', licet.admin, { params: { group: desk.id } });
    expect(items).toMatchObject([
      { application: key, gives: { name: 'r' }, principal: { kind: 'group', name: 'Desk' } },
    ]);
    expect(items[0]?.principal).not.toHaveProperty('detail');
  });
});
