import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '../context.ts';
import { anonymous, operator, type TestLicet, testLicet } from '../testing.ts';

type User = Caller & { readonly kind: 'user' };

let licet: TestLicet;
let manager: User;
let bob: User;

beforeAll(async () => {
  licet = await testLicet();
});
afterAll(() => licet.close());

async function linkOf(maker: Caller, { userId }: User): Promise<string> {
  const { url } = await licet.call('users.passwordLink', maker, { params: { user: userId } });
  return url.split('token=')[1] ?? '';
}

const mayLink = (maker: Caller, { userId }: User) =>
  licet.outcome('users.passwordLink', maker, { params: { user: userId } });

const redeem = (token: string) =>
  licet.outcome('passwords.set', anonymous, { body: { token, password: 'nine blue doors in a row' } });

const scheduled = (principal: User, gives: { kind: 'role' | 'permission'; id: string }) => ({
  principal: { kind: 'user' as const, id: principal.userId },
  gives,
  starts: new Date(Date.now() + 86_400_000).toISOString(),
  ends: null,
  reason: '',
});

describe('a set-password link ends with its maker’s right to make it', () => {
  const losses: Record<string, () => Promise<unknown>> = {
    revoked: async () => {
      const params = { application: 'licet' };
      const { items } = await licet.call('users.grants', licet.admin, { params: { user: manager.userId } });
      for (const { id } of items) await licet.call('grants.revoke', licet.admin, { params: { ...params, grant: id } });
    },
    suspended: () => licet.call('users.suspend', licet.admin, { params: { user: manager.userId } }),
    deleted: () => licet.call('users.remove', licet.admin, { params: { user: manager.userId } }),
  };
  for (const [how, lose] of Object.entries(losses))
    test(`when it was ${how}`, async () => {
      manager = await licet.user('users.read', 'users.manage');
      bob = await licet.user();
      const [token, other] = [await linkOf(manager, bob), await linkOf(manager, await licet.user())];
      await lose();
      expect(await licet.outcome('passwords.link', anonymous, { body: { token } })).toBe('link_invalid');
      expect(await redeem(token)).toBe('link_invalid');
      expect(await redeem(other)).toBe('link_invalid');
    });

  test('and does not come back with it', async () => {
    manager = await licet.user('users.read', 'users.manage');
    const token = await linkOf(manager, await licet.user());
    await licet.call('users.suspend', licet.admin, { params: { user: manager.userId } });
    await licet.build(async ({ connection }) => {
      await connection.query(`update users set status = 'active' where id = $1`, [manager.userId]);
    });
    expect(await redeem(token)).toBe('link_invalid');
  });

  test('the operator’s works, and an administrator’s', async () => {
    expect(await redeem(await linkOf(operator, await licet.user()))).toBe('ok');
    expect(await redeem(await linkOf(licet.admin, await licet.user()))).toBe('ok');
  });
});

describe('a set-password link gives nothing that its maker may not give', () => {
  test('it is not made for a user who has access where the maker may not grant, be it scheduled only', async () => {
    const { key, owner } = await licet.owned();
    const params = { application: key };
    const permission = await licet.call('permissions.create', owner, { params, body: { name: 'pay', title: '' } });
    manager = await licet.user('users.read', 'users.manage');
    const granting = await licet.user('users.read', 'users.manage', 'grants.manage');
    bob = await licet.user();
    expect(await mayLink(manager, bob)).toBe('ok');
    const body = scheduled(bob, { kind: 'permission', id: permission.id });
    await licet.call('grants.create', owner, { params, body });
    expect(await mayLink(manager, bob)).toBe('may_not_grant');
    expect(await mayLink(granting, bob)).toBe('ok');
  });

  test('and does not work when the user has come by such a grant since, through a group as well', async () => {
    const { key, owner } = await licet.owned();
    const params = { application: key };
    const roles = await licet.call('roles.list', owner, { params });
    const admin = { kind: 'role' as const, id: roles.items.find(({ name }) => name === 'admin')?.id ?? '' };
    manager = await licet.user('users.read', 'users.manage');
    const [bob, eve] = [await licet.user(), await licet.user()];
    const tokens = [await linkOf(manager, bob), await linkOf(manager, eve)];
    await licet.call('grants.create', owner, { params, body: scheduled(bob, admin) });
    const group = await licet.call('groups.create', licet.admin, { body: { name: `clerks of ${key}` } });
    await licet.call('grants.create', owner, {
      params,
      body: { ...scheduled(bob, admin), principal: { kind: 'group', id: group.id } },
    });
    await licet.call('groups.addMember', licet.admin, { params: { group: group.id, member: eve.userId } });
    for (const token of tokens) expect(await redeem(token)).toBe('link_invalid');
  });
});
