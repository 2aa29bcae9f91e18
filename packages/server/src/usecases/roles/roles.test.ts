import { randomUUID } from 'node:crypto';
import { limits } from '@licet/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { rolesAround } from '../large-roles.testing.ts';
import { listed } from '../long-lists.ts';
import { madeId, makeAll } from '../plans/together/together.testing.ts';
import { type TestLicet, testLicet } from '../testing.ts';
import { withListedChange } from './index.ts';

describe('roles', () => {
  let licet: TestLicet;
  let params: { application: string };
  beforeAll(async () => {
    licet = await testLicet();
  });
  afterAll(() => licet.close());
  beforeEach(async () => {
    params = { application: (await licet.owned()).key };
  });

  const permission = async (name: string) =>
    (await licet.call('permissions.create', licet.admin, { params, body: { name } })).id;
  const role = (name: string, more: object = {}) =>
    licet.call('roles.create', licet.admin, { params, body: { name, ...more } });

  describe('a role', () => {
    test('gives its own permissions and those of included roles, with the path', async () => {
      const [read, write, audit] = [await permission('read'), await permission('write'), await permission('audit')];
      const reader = await role('reader', { permissions: [read] });
      const writer = await role('writer', { permissions: [write], includes: [reader.id] });
      const chief = await role('chief', { permissions: [audit, read], includes: [writer.id] });
      expect(chief).toMatchObject({ permissions: 3, includes: [{ id: writer.id, name: 'writer' }], holders: 0 });
      const items = await licet.call('roles.items', licet.admin, { params: { ...params, role: chief.id } });
      expect(items.items.map(({ name, own, via }) => [name, own, via.map((step) => step.name)])).toEqual([
        ['audit', true, []],
        ['read', true, []],
        ['write', false, ['writer']],
      ]);
      const inWriter = await licet.call('roles.items', licet.admin, {
        params: { ...params, role: chief.id },
        query: { own: 'false' },
      });
      expect(inWriter).toMatchObject({ total: 1, items: [{ name: 'write' }] });
      const found = await licet.call('roles.list', licet.admin, { params, query: { q: 'read' } });
      expect(found.items.map(({ name }) => name)).toEqual(['reader', 'chief', 'writer']);
      const byCount = await licet.call('roles.list', licet.admin, { params, query: { sort: '-permissions' } });
      expect(byCount.items.map(({ name, permissions }) => [name, permissions])).toEqual([
        ['chief', 3],
        ['writer', 2],
        ['reader', 1],
        ['admin', 0],
      ]);
    });

    test('counts each holder once: users, group members, and holders of including roles', async () => {
      const reader = await role('reader');
      const chief = await role('chief', { includes: [reader.id] });
      const group = await licet.call('groups.create', licet.admin, { body: { name: params.application } });
      const [ann, bob, carl] = [await licet.user(), await licet.user(), await licet.user()];
      for (const member of [ann, bob])
        await licet.call('groups.addMember', licet.admin, { params: { group: group.id, member: member.userId } });
      const give = (kind: string, id: string, gives: string) =>
        licet.call('grants.create', licet.admin, {
          params,
          body: { principal: { kind, id }, gives: { kind: 'role', id: gives } },
        });
      await give('group', group.id, reader.id);
      await give('user', ann.userId, chief.id);
      await give('user', carl.userId, chief.id);
      await licet.call('users.suspend', licet.admin, { params: { user: carl.userId } });
      expect(await licet.call('roles.get', licet.admin, { params: { ...params, role: reader.id } })).toMatchObject({
        holders: 2,
      });
      const { items } = await licet.call('roles.list', licet.admin, { params, query: { sort: '-holders' } });
      expect(items.map(({ name, holders }) => [name, holders])).toEqual([
        ['reader', 2],
        ['chief', 1],
        ['admin', 0],
      ]);
      const holding = await licet.call('users.list', licet.admin, { query: { role: reader.id } });
      expect(new Set(holding.items.map(({ id }) => id))).toEqual(new Set([ann.userId, bob.userId]));
      const inside = await licet.call('users.list', licet.admin, { query: { application: params.application } });
      expect(inside.total).toBe(2);
    });

    test('replaces its whole list of permissions, and the event names both lists', async () => {
      const [read, write] = [await permission('read'), await permission('write')];
      const { id, version } = await role('clerk', { permissions: [read] });
      const at = { ...params, role: id };
      const body = { permissions: [write], name: 'scribe' };
      const after = await licet.call('roles.update', licet.admin, { params: at, body, ifMatch: version });
      expect(after).toMatchObject({ name: 'scribe', permissions: 1 });
      const { items } = await licet.call('audit.list', licet.admin, { query: { limit: '1' } });
      expect(items[0]).toMatchObject({
        action: 'role.changed',
        before: { name: 'clerk', permissions: ['read'] },
        after: { name: 'scribe', permissions: ['write'] },
      });
      const stale = { params: at, body: { title: 'x' }, ifMatch: version };
      expect(await licet.outcome('roles.update', licet.admin, stale)).toBe('version_conflict');
    });

    test('cannot include itself, not even through two simultaneous changes', async () => {
      const [a, b] = [await role('a'), await role('b')];
      const include = (into: string, what: string) =>
        licet.outcome('roles.update', licet.admin, { params: { ...params, role: into }, body: { includes: [what] } });
      expect(await include(a.id, a.id)).toBe('cycle');
      expect((await Promise.all([include(a.id, b.id), include(b.id, a.id)])).sort()).toEqual(['cycle', 'ok']);
      expect(await include(a.id, randomUUID())).toBe('invalid_request');
    });

    test('with the name admin exists in every application, and cannot be changed', async () => {
      const { items } = await licet.call('roles.list', licet.admin, { params });
      expect(items).toMatchObject([{ name: 'admin', builtIn: true }]);
      const at = { ...params, role: items[0]?.id ?? '' };
      await expect(
        licet.call('roles.update', licet.admin, { params: at, body: { name: 'root' } }),
      ).rejects.toMatchObject({
        problem: {
          code: 'built_in',
          detail: expect.stringMatching(/^The role admin of .+ was not changed\. It is built in: it keeps its name /),
          next: 'Create your own instead.',
        },
      });
      expect(await licet.outcome('roles.update', licet.admin, { params: at, body: { permissions: [] } })).toBe(
        'built_in',
      );
      await expect(licet.call('roles.remove', licet.admin, { params: at })).rejects.toMatchObject({
        problem: { code: 'built_in', detail: expect.stringMatching(/^The role admin of .+ was not deleted: /) },
      });
      expect(await licet.outcome('roles.create', licet.admin, { params, body: { name: 'admin' } })).toBe('name_taken');
      const clerk = await role('clerk');
      const rename = { params: { ...params, role: clerk.id }, body: { name: 'admin' } };
      expect(await licet.outcome('roles.update', licet.admin, rename)).toBe('name_taken');
    });

    test('is deleted with its grants and inclusions, and its name becomes free', async () => {
      const read = await permission('read');
      const reader = await role('reader', { permissions: [read] });
      const chief = await role('chief', { includes: [reader.id] });
      const user = await licet.user();
      const body = { principal: { kind: 'user', id: user.userId }, gives: { kind: 'role', id: reader.id } };
      await licet.call('grants.create', licet.admin, { params, body });
      await licet.call('roles.remove', licet.admin, { params: { ...params, role: reader.id } });
      const left = await licet.call('roles.get', licet.admin, { params: { ...params, role: chief.id } });
      expect(left).toMatchObject({ includes: [], permissions: 0 });
      expect((await licet.call('grants.list', licet.admin, { params })).total).toBe(0);
      const anew = await role('reader');
      expect(anew).toMatchObject({ permissions: 0, holders: 0 });
      expect(anew.id).not.toBe(reader.id);
    });
  });

  describe('a permission', () => {
    test('has a unique, case-sensitive name in its application, and can be renamed', async () => {
      const id = await permission('invoices.read');
      expect(await licet.outcome('permissions.create', licet.admin, { params, body: { name: 'invoices.read' } })).toBe(
        'name_taken',
      );
      await permission('Invoices.Read');
      const at = { params: { ...params, permission: id }, body: { name: 'invoices.see', title: 'See' } };
      expect(await licet.call('permissions.update', licet.admin, at)).toMatchObject({ id, name: 'invoices.see' });
      const { items } = await licet.call('permissions.list', licet.admin, { params, query: { sort: '-name' } });
      expect(items.map(({ name }) => name)).toEqual(['invoices.see', 'Invoices.Read']);
    });

    test('is deleted with its grants and removed from roles, and its name becomes free', async () => {
      const id = await permission('read');
      const reader = await role('reader', { permissions: [id] });
      const user = await licet.user();
      const body = { principal: { kind: 'user', id: user.userId }, gives: { kind: 'permission', id } };
      await licet.call('grants.create', licet.admin, { params, body });
      await licet.call('permissions.remove', licet.admin, { params: { ...params, permission: id } });
      expect(await licet.call('roles.get', licet.admin, { params: { ...params, role: reader.id } })).toMatchObject({
        permissions: 0,
      });
      expect((await licet.call('grants.list', licet.admin, { params })).total).toBe(0);
      expect(await permission('read')).not.toBe(id);
    });
  });
});

describe('contents of a role', () => {
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

  test('lists names up to a total length, and counts the rest', () => {
    expect(listed(names(fit))).toEqual(names(fit));
    expect(listed(names(fit + 1))).toEqual([...names(fit), 'and 1 more']);
    expect(listed(names(fit + 2000)).at(-1)).toBe('and 2,000 more');
  });

  test('lists the shortest of many names, whatever their order', () => {
    expect(listed([...names(fit), 'refunds.approve'])).toEqual([...names(fit - 1), 'refunds.approve', 'and 1 more']);
  });

  test('records changes of a short list as both lists, and of a long list as the differences', () => {
    expect(withListedChange(role(['read']), role(['read', 'write']))).toEqual([
      role(['read']),
      role(['read', 'write']),
    ]);
    const all = names(fit + 10);
    expect(withListedChange(role(all), role(all))).toEqual([role([]), role([])]);
    expect(withListedChange(role(all), role([...all.slice(1), 'write']))).toEqual([
      role(all.slice(0, 1)),
      role(['write']),
    ]);
  });

  test('events about a role with thousands of permissions stay short', async () => {
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
});

describe('depth of inclusions', () => {
  let licet: TestLicet;
  beforeAll(async () => {
    licet = await testLicet();
  });
  afterAll(() => licet.close());

  test('limits the nesting of roles at both ends of a chain, even in a plan', async () => {
    const { key, owner } = await licet.owned();
    const params = { application: key };
    const make = (name: string, includes: readonly string[]) =>
      licet.call('roles.create', owner, { params, body: { name, includes } });
    const most = limits.nestingMax.value;
    const chain: string[] = [];
    for (let level = 0; level <= most; level += 1) chain.push((await make(`level ${level}`, chain.slice(-1))).id);
    await expect(make('one more', chain.slice(-1))).rejects.toMatchObject({
      problem: { code: 'invalid_request', detail: expect.stringContaining(`${most} levels`) },
    });
    const { id: single } = await make('single', []);
    const below = { params: { ...params, role: chain[0] ?? '' }, body: { includes: [single] } };
    expect(await licet.outcome('roles.update', owner, below)).toBe('invalid_request');
    const changes = [{ call: 'roles.update', ...below }];
    const { steps } = await licet.call('plans.make', owner, { body: { changes } });
    expect(steps[0]?.refused?.detail).toContain(`${most} levels`);
    const beside = { params: { ...params, role: chain[1] ?? '' }, body: { includes: [chain[0], single] } };
    expect(await licet.outcome('roles.update', owner, beside)).toBe('ok');
  });

  test('limits the nesting of groups, but users can join the innermost group', async () => {
    const most = limits.nestingMax.value;
    const group = async (name: string) => (await licet.call('groups.create', licet.admin, { body: { name } })).id;
    const put = (outer: string, member: string) =>
      licet.outcome('groups.addMember', licet.admin, { params: { group: outer, member } });
    let inner = await group('level 0');
    const deepest = inner;
    for (let level = 1; level <= most; level += 1) {
      const outer = await group(`level ${level}`);
      expect(await put(outer, inner)).toBe('ok');
      inner = outer;
    }
    expect(await put(await group('one more'), inner)).toBe('invalid_request');
    expect(await put(deepest, await group('deeper'))).toBe('invalid_request');
    expect(await put(deepest, (await licet.user()).userId)).toBe('ok');
  });
});

describe('the number of inclusions', () => {
  let licet: TestLicet;
  beforeAll(async () => {
    licet = await testLicet();
  });
  afterAll(() => licet.close());

  test('is limited in each application, even in a plan', async () => {
    const { key, owner } = await licet.owned();
    const params = { application: key };
    const inner = Array.from({ length: 400 }, (_, n) => ({
      call: 'roles.create' as const,
      params,
      body: { name: `inner ${n}` },
    }));
    await makeAll(licet, owner, inner);
    const { rows } = await licet.database.pool.query<{ id: string }>("select id from roles where name like 'inner %'");
    const ids = rows.map((row) => row.id);
    const full = limits.inclusionsMax.value / ids.length;
    await licet.build((change) => rolesAround(change, full - 1, ids));
    const make = (name: string, includes: readonly string[]) => ({ params, body: { name, includes } });
    const { id } = await licet.call('roles.create', owner, make('last', ids));
    const one = make('one more', ids.slice(0, 1));
    await expect(licet.call('roles.create', owner, one)).rejects.toMatchObject({
      problem: { code: 'invalid_request', detail: expect.stringContaining('100,000 roles in total') },
    });
    const { steps } = await licet.call('plans.make', owner, {
      body: { changes: [{ call: 'roles.create', ...one }] },
    });
    expect(steps[0]?.refused?.detail).toContain('100,000 roles in total');
    const fewer = { params: { ...params, role: id }, body: { includes: ids.slice(1) } };
    expect(await licet.outcome('roles.update', owner, fewer)).toBe('ok');
    expect(await licet.outcome('roles.create', owner, one)).toBe('ok');
    const { key: other, owner: another } = await licet.owned();
    const { id: base } = await licet.call('roles.create', another, {
      params: { application: other },
      body: { name: 'base' },
    });
    const beside = { params: { application: other }, body: { name: 'includes it', includes: [base] } };
    expect(await licet.outcome('roles.create', another, beside)).toBe('ok');
  });
});
