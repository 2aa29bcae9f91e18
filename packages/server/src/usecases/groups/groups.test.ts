import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestLicet, testLicet } from '../testing.ts';

let licet: TestLicet;
beforeAll(async () => {
  licet = await testLicet();
});
afterAll(() => licet.close());

const group = (name: string) => licet.call('groups.create', licet.admin, { body: { name } });
const put = (into: { id: string }, member: string) =>
  licet.outcome('groups.addMember', licet.admin, { params: { group: into.id, member } });

describe('a group', () => {
  test('holds users and groups; says who is in it, since when, and how many people stand behind', async () => {
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

  test('never holds itself, however far round', async () => {
    const [a, b, c] = [await group('A'), await group('B'), await group('C')];
    expect(await put(a, a.id)).toBe('cycle');
    expect(await put(a, b.id)).toBe('ok');
    expect(await put(b, c.id)).toBe('ok');
    expect(await put(c, a.id)).toBe('cycle');
    expect(await put(a, b.id)).toBe('already_exists');
    expect(await put(a, randomUUID())).toBe('not_found');
  });

  test('two links at the same moment that would make a circle: one is made', async () => {
    const [a, b] = [await group('Left'), await group('Right')];
    expect((await Promise.all([put(a, b.id), put(b, a.id)])).sort()).toEqual(['cycle', 'ok']);
  });

  test('takes its memberships and grants with it, and leaves its name to another', async () => {
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

  test('shows what it was granted', async () => {
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
