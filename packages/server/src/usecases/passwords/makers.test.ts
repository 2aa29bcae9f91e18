import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setPasswordHash } from '../../store/credentials/passwords.ts';
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

/** Gives a user a second grant of the same access, and revokes it. */
async function revokeAnother({ userId }: User): Promise<void> {
  const params = { application: 'licet' };
  const { items } = await licet.call('permissions.list', licet.admin, { params });
  const id = items.find(({ name }) => name === 'users.manage')?.id ?? '';
  const body = { principal: { kind: 'user', id: userId }, gives: { kind: 'permission', id }, reason: '' };
  const grant = await licet.call('grants.create', licet.admin, { params, body });
  await licet.call('grants.revoke', licet.admin, { params: { ...params, grant: grant.id } });
}

const scheduled = (principal: User, gives: { kind: 'role' | 'permission'; id: string }) => ({
  principal: { kind: 'user' as const, id: principal.userId },
  gives,
  starts: new Date(Date.now() + 86_400_000).toISOString(),
  ends: null,
  reason: '',
});

describe('a set-password link whose maker loses the right to make it', () => {
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
    test(`becomes void when the maker’s access is ${how}`, async () => {
      manager = await licet.user('users.read', 'users.manage');
      bob = await licet.user();
      const [token, other] = [await linkOf(manager, bob), await linkOf(manager, await licet.user())];
      await lose();
      expect(await licet.outcome('passwords.link', anonymous, { body: { token } })).toBe('link_invalid');
      expect(await redeem(token)).toBe('link_invalid');
      expect(await redeem(other)).toBe('link_invalid');
    });

  const suspendAndBack = async () => {
    await licet.build((change) => setPasswordHash(change, manager.userId, 'test:of the maker'));
    await licet.call('users.suspend', licet.admin, { params: { user: manager.userId } });
    await licet.call('users.reactivate', licet.admin, { params: { user: manager.userId } });
  };
  const revokeAndGiveAgain = async () => {
    const { items } = await licet.call('users.grants', licet.admin, { params: { user: manager.userId } });
    const [grant] = items;
    if (!grant) throw new Error('The manager has no grant.');
    const params = { application: 'licet' };
    await licet.call('grants.revoke', licet.admin, { params: { ...params, grant: grant.id } });
    const { kind, id } = grant.gives;
    const body = { principal: { kind: 'user', id: manager.userId }, gives: { kind, id }, reason: '' };
    await licet.call('grants.create', licet.admin, { params, body });
  };
  const takeFromRoleAndPutBack = async () => {
    const { items } = await licet.call('users.grants', licet.admin, { params: { user: manager.userId } });
    const params = { application: 'licet', role: items[0]?.gives.id ?? '' };
    const held = await licet.call('roles.items', licet.admin, { params });
    const ids = held.items.map(({ id }) => id);
    await licet.call('roles.update', licet.admin, { params, body: { permissions: [] } });
    await licet.call('roles.update', licet.admin, { params, body: { permissions: ids } });
  };
  const interruptions = { suspendAndBack, revokeAndGiveAgain, takeFromRoleAndPutBack };
  for (const [how, interrupt] of Object.entries(interruptions))
    test(`stays void after the right returns: ${how}`, async () => {
      manager = await licet.user('users.read', 'users.manage');
      const token = await linkOf(manager, await licet.user());
      await interrupt();
      expect(await mayLink(manager, await licet.user())).toBe('ok');
      expect(await redeem(token)).toBe('link_invalid');
    });

  test('becomes void if one grant of the right ended before the next began', async () => {
    manager = await licet.user();
    const minute = (count: number) => new Date(Date.now() + count * 60_000).toISOString();
    const { items } = await licet.call('permissions.list', licet.admin, { params: { application: 'licet' } });
    const manage = items.find(({ name }) => name === 'users.manage')?.id ?? '';
    for (const [starts, ends] of [
      [undefined, minute(10)],
      [minute(20), minute(30)],
    ]) {
      const gives = { kind: 'permission', id: manage } as const;
      const body = { ...scheduled(manager, gives), starts, ends };
      await licet.call('grants.create', licet.admin, { params: { application: 'licet' }, body });
    }
    const [before, after] = [await linkOf(manager, await licet.user()), await linkOf(manager, await licet.user())];
    licet.setClock(9 * 60_000);
    expect(await redeem(before)).toBe('ok');
    licet.setClock(25 * 60_000);
    expect(await mayLink(manager, await licet.user())).toBe('ok');
    expect(await redeem(after)).toBe('link_invalid');
    licet.setClock(0);
  });

  test('becomes void if the ownership that it required was removed', async () => {
    const { key, owner } = await licet.owned();
    const params = { application: key };
    const permission = await licet.call('permissions.create', owner, { params, body: { name: 'pay', title: '' } });
    manager = await licet.user('users.read', 'users.manage');
    bob = await licet.user();
    const gives = { kind: 'permission', id: permission.id } as const;
    await licet.call('grants.create', owner, { params, body: scheduled(bob, gives) });
    const owning = { params: { ...params, user: manager.userId } };
    await licet.call('applications.addOwner', licet.admin, owning);
    const token = await linkOf(manager, bob);
    await licet.call('applications.removeOwner', licet.admin, owning);
    await licet.call('applications.addOwner', licet.admin, owning);
    expect(await redeem(token)).toBe('link_invalid');
  });

  test('stays valid after changes to its maker that leave this right unchanged', async () => {
    manager = await licet.user('users.read', 'users.manage');
    const group = await licet.call('groups.create', licet.admin, { body: { name: `of ${manager.userId}` } });
    const membership = { params: { group: group.id, member: manager.userId } };
    const token = await linkOf(manager, await licet.user());
    await revokeAnother(manager);
    await licet.call('groups.addMember', licet.admin, membership);
    await licet.call('groups.removeMember', licet.admin, membership);
    expect(await redeem(token)).toBe('ok');
  });

  test('works if the operator or an administrator made it', async () => {
    expect(await redeem(await linkOf(operator, await licet.user()))).toBe('ok');
    expect(await redeem(await linkOf(licet.admin, await licet.user()))).toBe('ok');
  });
});

describe('a set-password link whose maker may not grant the user’s access', () => {
  test.each([
    ['', undefined],
    [', even if the access only begins later', new Date(Date.now() + 86_400_000).toISOString()],
  ])('is refused%s', async (_, starts) => {
    const { key, owner } = await licet.owned();
    const params = { application: key };
    const permission = await licet.call('permissions.create', owner, { params, body: { name: 'pay', title: '' } });
    manager = await licet.user('users.read', 'users.manage');
    const granting = await licet.user('users.read', 'users.manage', 'grants.manage');
    bob = await licet.user();
    expect(await mayLink(manager, bob)).toBe('ok');
    const body = { ...scheduled(bob, { kind: 'permission', id: permission.id }), starts };
    await licet.call('grants.create', owner, { params, body });
    expect(await mayLink(manager, bob)).toBe('may_not_grant');
    expect(await mayLink(granting, bob)).toBe('ok');
  });

  test('does not work after the user gained such access, even through a group', async () => {
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
