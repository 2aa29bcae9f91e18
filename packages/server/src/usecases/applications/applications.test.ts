import { licetPermissions } from '@licet/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestLicet, testLicet } from '../testing.ts';

let licet: TestLicet;
beforeAll(async () => {
  licet = await testLicet();
});
afterAll(() => licet.close());

describe('an application', () => {
  test('is registered with the role admin, and its creator as owner', async () => {
    const manager = await licet.user('applications.read', 'applications.manage');
    const made = await licet.call('applications.create', manager, { body: { id: 'ledger', name: 'Ledger' } });
    expect(made).toMatchObject({ id: 'ledger', builtIn: false, roles: 1, permissions: 0, grants: 0, clients: 0 });
    expect(made.owners.map(({ id }) => id)).toEqual([manager.userId]);
    expect(await licet.outcome('applications.create', manager, { body: { id: 'ledger', name: 'x' } })).toBe(
      'name_taken',
    );
    expect(await licet.outcome('applications.create', manager, { body: { id: 'licet', name: 'x' } })).toBe(
      'name_taken',
    );
    const role = await licet.call('roles.create', manager, { params: { application: 'ledger' }, body: { name: 'r' } });
    const grant = (user: string, ends: string | null) =>
      licet.call('grants.create', manager, {
        params: { application: 'ledger' },
        body: { principal: { kind: 'user', id: user }, gives: { kind: 'role', id: role.id }, ends },
      });
    await grant(manager.userId, null);
    await grant(licet.admin.userId, new Date(Date.now() + 60_000).toISOString());
    const at = { params: { application: 'ledger' } };
    expect(await licet.call('applications.get', manager, at)).toMatchObject({ roles: 2, grants: 2 });
    licet.setClock(120_000);
    expect(await licet.call('applications.get', manager, at)).toMatchObject({ grants: 1 });
    licet.setClock(0);
  });

  test('is listed for its owners and for callers who may see all applications', async () => {
    const { key, owner } = await licet.owned();
    const mine = await licet.call('applications.list', owner);
    expect(mine).toMatchObject({ total: 1, items: [{ id: key }] });
    expect((await licet.call('applications.list', await licet.user())).items).toEqual([]);
    const all = await licet.call('applications.list', licet.admin, { query: { q: 'LICET' } });
    expect(all.items[0]).toMatchObject({
      id: 'licet',
      builtIn: true,
      permissions: Object.keys(licetPermissions).length,
      clients: 2,
    });
  });

  test('is deleted with everything in it, and its identifier becomes free', async () => {
    const { key } = await licet.owned();
    const params = { application: key };
    const permission = await licet.call('permissions.create', licet.admin, { params, body: { name: 'read' } });
    const role = await licet.call('roles.create', licet.admin, {
      params,
      body: { name: 'reader', permissions: [permission.id] },
    });
    const user = await licet.user();
    const body = { principal: { kind: 'user', id: user.userId }, gives: { kind: 'role', id: role.id } };
    await licet.call('grants.create', licet.admin, { params, body });
    await licet.call('applications.remove', licet.admin, { params });
    expect(await licet.outcome('applications.get', licet.admin, { params })).toBe('not_found');
    const left = await licet.call('users.grants', licet.admin, {
      params: { user: user.userId },
      query: { state: 'revoked' },
    });
    expect(left.items).toMatchObject([{ application: key, gives: { name: 'reader' } }]);
    const anew = await licet.call('applications.create', licet.admin, { body: { id: key, name: 'Anew' } });
    expect(anew).toMatchObject({ permissions: 0, roles: 1, grants: 0 });
  });

  test('gains and loses owners', async () => {
    const { key, owner } = await licet.owned();
    const user = await licet.user();
    const params = { application: key, user: user.userId };
    expect(await licet.outcome('applications.addOwner', licet.admin, { params })).toBe('ok');
    expect(await licet.outcome('applications.addOwner', licet.admin, { params })).toBe('already_exists');
    const { items } = await licet.call('applications.owners', user, { params: { application: key } });
    expect(new Set(items.map(({ id }) => id))).toEqual(new Set([owner.userId, user.userId]));
    expect(await licet.outcome('applications.removeOwner', licet.admin, { params })).toBe('ok');
    expect(await licet.outcome('applications.removeOwner', licet.admin, { params })).toBe('not_found');
    expect(await licet.outcome('applications.get', user, { params: { application: key } })).toBe('not_found');
  });

  test('accepts one of two simultaneous changes to the same version', async () => {
    const { key, owner } = await licet.owned();
    const params = { application: key };
    const { version } = await licet.call('applications.get', owner, { params });
    const change = (name: string) =>
      licet.outcome('applications.update', owner, { params, body: { name }, ifMatch: version });
    expect((await Promise.all([change('one'), change('two')])).sort()).toEqual(['ok', 'version_conflict']);
    const licetItself = { params: { application: 'licet' }, body: { name: 'x' } };
    expect(await licet.outcome('applications.update', licet.admin, licetItself)).toBe('built_in');
  });
});
