import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Caller } from './context.ts';
import { anonymous, operator, type TestLicet, testLicet } from './testing.ts';

type User = Caller & { readonly kind: 'user' };

let licet: TestLicet;
/** Roles of Licet by name. */
let roles: ReadonlyMap<string, string>;
let mallory: User;
beforeAll(async () => {
  licet = await testLicet();
  const { items } = await licet.call('roles.list', licet.freshAdmin, { params: { application: 'licet' } });
  roles = new Map(items.map(({ name, id }) => [name, id]));
});
afterAll(() => licet.close());

const inLicet = { application: 'licet' };
const roleId = (name: string) => roles.get(name) ?? '';
const grantOf = (kind: 'user' | 'group', id: string, role: string) => ({
  principal: { kind, id },
  gives: { kind: 'role', id: role },
});

/** A user with everything but the role admin. */
const allButAdmin = () =>
  licet.user(
    'users.read',
    'users.manage',
    'credentials.reset',
    'groups.read',
    'groups.manage',
    'applications.read',
    'applications.manage',
    'grants.manage',
    'access.read',
    'audit.read',
  );

describe('attack 30: a caller with every permission but without the role admin', () => {
  beforeEach(async () => {
    mallory = await allButAdmin();
  });

  test('cannot grant themselves a role of Licet', async () => {
    for (const role of ['admin', 'auditor'])
      expect(
        await licet.outcome('grants.create', mallory, {
          params: inLicet,
          body: grantOf('user', mallory.userId, roleId(role)),
        }),
      ).toBe('may_not_grant');
  });

  test('cannot grant a role of Licet to a group that they belong to', async () => {
    const group = await licet.call('groups.create', mallory, { body: { name: `mine ${mallory.userId}` } });
    await licet.call('groups.addMember', mallory, { params: { group: group.id, member: mallory.userId } });
    const body = grantOf('group', group.id, roleId('admin'));
    expect(await licet.outcome('grants.create', mallory, { params: inLicet, body })).toBe('may_not_grant');
  });

  test('cannot join a group with present or later access to Licet, directly or through a subgroup', async () => {
    const above = await licet.call('groups.create', licet.freshAdmin, { body: { name: `above ${mallory.userId}` } });
    const below = await licet.call('groups.create', mallory, { body: { name: `below ${mallory.userId}` } });
    const starts = new Date(Date.now() + 3_600_000).toISOString();
    const body = { ...grantOf('group', above.id, roleId('admin')), starts };
    await licet.call('grants.create', licet.freshAdmin, { params: inLicet, body });
    const join = (group: string, member: string) =>
      licet.outcome('groups.addMember', mallory, { params: { group, member } });
    expect(await join(above.id, mallory.userId)).toBe('may_not_grant');
    expect(await join(above.id, below.id)).toBe('may_not_grant');
    await licet.call('groups.addMember', licet.freshAdmin, { params: { group: above.id, member: below.id } });
    expect(await join(below.id, mallory.userId)).toBe('may_not_grant');
    const leave = { params: { group: above.id, member: below.id } };
    expect(await licet.outcome('groups.removeMember', mallory, leave)).toBe('may_not_grant');
    for (const group of [above.id, below.id])
      expect(await licet.outcome('groups.remove', mallory, { params: { group } })).toBe('may_not_grant');
  });

  test('cannot extend, rename or delete their own role of Licet', async () => {
    const { items } = await licet.call('users.grants', licet.freshAdmin, { params: { user: mallory.userId } });
    const role = items[0]?.gives.id ?? '';
    const { items: catalogue } = await licet.call('permissions.list', mallory, { params: inLicet });
    const keys = catalogue.find(({ name }) => name === 'keys.manage')?.id ?? '';
    const params = { ...inLicet, role };
    for (const body of [{ permissions: [keys] }, { includes: [roleId('admin')] }, { name: 'root' }, { title: 'x' }])
      expect(await licet.outcome('roles.update', mallory, { params, body }), JSON.stringify(body)).toBe(
        'may_not_grant',
      );
    expect(await licet.outcome('roles.remove', mallory, { params })).toBe('may_not_grant');
    const made = { params: inLicet, body: { name: 'mine', permissions: [keys] } };
    expect(await licet.outcome('roles.create', mallory, made)).toBe('may_not_grant');
  });

  test('cannot become an owner of Licet or register a client for it', async () => {
    const own = { params: { ...inLicet, user: mallory.userId } };
    expect(await licet.outcome('applications.addOwner', mallory, own)).toBe('built_in');
    const body = { name: 'mine', kind: 'browser', redirectUris: ['https://evil.example/callback'] };
    expect(await licet.outcome('clients.create', mallory, { params: inLicet, body })).toBe('built_in');
    const { items } = await licet.call('clients.list', mallory, { params: inLicet });
    const change = { params: { ...inLicet, client: items[0]?.id ?? '' }, body: { redirectUris: body.redirectUris } };
    expect(await licet.outcome('clients.update', mallory, change)).toBe('built_in');
    expect(await licet.outcome('permissions.create', mallory, { params: inLicet, body: { name: 'x' } })).toBe(
      'built_in',
    );
    expect(await licet.outcome('applications.remove', mallory, { params: inLicet })).toBe('built_in');
  });

  test('cannot redirect users or logout tokens of a client to their own host', async () => {
    const { key } = await licet.owned();
    const params = { application: key };
    const redirectUris = ['https://app.example/callback'];
    const { client } = await licet.call('clients.create', licet.admin, {
      params,
      body: { name: 'Till', kind: 'server', redirectUris, backchannelLogoutUri: 'https://app.example/logout' },
    });
    const registrar = await licet.user('applications.read', 'applications.manage');
    const change = (body: object) =>
      licet.outcome('clients.update', registrar, { params: { ...params, client: client.id }, body });
    for (const body of [
      { redirectUris: ['https://evil.example/callback'] },
      { postLogoutRedirectUris: ['https://evil.example/'] },
      { postLogoutRedirectUris: [...client.postLogoutRedirectUris, 'https://evil.example/'] },
      { backchannelLogoutUri: 'https://evil.example/logout' },
      { webOrigins: ['https://evil.example'] },
      { requirePkce: false },
    ])
      expect(await change(body), JSON.stringify(body)).toBe('may_not_grant');
    for (const body of [{ name: 'Desk' }, { postLogoutRedirectUris: [] }, { backchannelLogoutUri: null }])
      expect(await change(body), JSON.stringify(body)).toBe('ok');
    expect(await change({ backchannelLogoutUri: 'https://app.example/logout' })).toBe('may_not_grant');
  });

  test('cannot take over the account of a user with direct or inherited access to Licet', async () => {
    const group = await licet.call('groups.create', licet.freshAdmin, { body: { name: `admins ${mallory.userId}` } });
    const member = await licet.user();
    await licet.call('groups.addMember', licet.freshAdmin, { params: { group: group.id, member: member.userId } });
    await licet.call('grants.create', licet.freshAdmin, {
      params: inLicet,
      body: grantOf('group', group.id, roleId('auditor')),
    });
    for (const { userId } of [licet.freshAdmin, member]) {
      const params = { user: userId };
      const body = { email: 'mallory@evil.example' };
      expect(await licet.outcome('users.update', mallory, { params, body })).toBe('may_not_grant');
      for (const id of ['users.passwordLink', 'users.suspend', 'users.endSessions', 'users.remove'] as const)
        expect(await licet.outcome(id, mallory, { params }), id).toBe('may_not_grant');
    }
    const plain = await licet.user();
    expect(await licet.outcome('users.passwordLink', mallory, { params: { user: plain.userId } })).toBe('ok');
  });

  test('cannot make a set-password link for an application’s admin without the right to grant there', async () => {
    const { key, owner } = await licet.owned();
    const boss = await licet.user();
    const { items } = await licet.call('roles.list', owner, { params: { application: key } });
    const body = grantOf('user', boss.userId, items.find(({ name }) => name === 'admin')?.id ?? '');
    await licet.call('grants.create', owner, { params: { application: key }, body });
    const link = { params: { user: boss.userId } };
    expect(await licet.outcome('users.passwordLink', await licet.user('users.manage'), link)).toBe('may_not_grant');
    expect(await licet.outcome('users.passwordLink', await licet.user('users.manage', 'grants.manage'), link)).toBe(
      'ok',
    );
  });

  test('cannot use a set-password link after its user became an administrator or owner', async () => {
    const redeem = async (url: string) =>
      licet.outcome('passwords.set', anonymous, {
        body: { token: url.split('token=')[1], password: 'nine blue doors in a row' },
      });
    const manager = await licet.user('users.read', 'users.manage');
    const [bob, eve, ann] = [await licet.user(), await licet.user(), await licet.user()];
    const linkBy = async (maker: Caller, { userId }: User) =>
      (await licet.call('users.passwordLink', maker, { params: { user: userId } })).url;
    const [kept, owners, plain] = [await linkBy(manager, bob), await linkBy(manager, eve), await linkBy(manager, ann)];
    const { key } = await licet.owned();
    await licet.call('grants.create', licet.freshAdmin, {
      params: inLicet,
      body: grantOf('user', bob.userId, roleId('auditor')),
    });
    await licet.call('applications.addOwner', licet.freshAdmin, { params: { application: key, user: eve.userId } });
    expect(await redeem(kept)).toBe('link_invalid');
    expect(await redeem(owners)).toBe('link_invalid');
    expect(await redeem(plain)).toBe('ok');
    expect(await redeem(await linkBy(licet.freshAdmin, bob))).toBe('ok');
  });

  test('cannot invalidate a link that the operator makes later', async () => {
    const manager = await licet.user('users.read', 'users.manage');
    const { userId } = await licet.user();
    await licet.call('users.passwordLink', manager, { params: { user: userId } });
    const { username } = await licet.call('users.get', licet.freshAdmin, { params: { user: userId } });
    const { link } = await licet.call('operator.recoverAdmin', operator, { body: { username } });
    const body = { token: link.url.split('token=')[1], password: 'nine blue doors in a row' };
    expect(await licet.outcome('passwords.set', anonymous, { body })).toBe('ok');
    await licet.call('users.remove', licet.freshAdmin, { params: { user: userId } });
  });
});

describe('attack 30: a caller who manages applications but not grants', () => {
  let key: string;
  beforeEach(async () => {
    mallory = await licet.user('applications.read', 'applications.manage', 'users.manage', 'groups.manage');
    key = (await licet.owned()).key;
  });

  test('cannot grant in another user’s application', async () => {
    const role = await licet.call('roles.create', mallory, { params: { application: key }, body: { name: 'clerk' } });
    const body = grantOf('user', mallory.userId, role.id);
    // The call itself needs grants.manage, or ownership.
    expect(await licet.outcome('grants.create', mallory, { params: { application: key }, body })).toBe('forbidden');
  });

  test('cannot become owner of an application, directly or by registering it again', async () => {
    const params = { application: key, user: mallory.userId };
    expect(await licet.outcome('applications.addOwner', mallory, { params })).toBe('may_not_grant');
    expect(await licet.outcome('applications.remove', mallory, { params: { application: key } })).toBe('may_not_grant');
  });

  test('cannot extend or rename a role with holders, or rename a permission', async () => {
    const params = { application: key };
    const permission = await licet.call('permissions.create', mallory, { params, body: { name: 'read' } });
    const role = await licet.call('roles.create', mallory, { params, body: { name: 'clerk' } });
    const inRole = { ...params, role: role.id };
    for (const body of [{ permissions: [permission.id] }, { includes: [] }, { name: 'chief' }])
      expect(await licet.outcome('roles.update', mallory, { params: inRole, body })).toBe('may_not_grant');
    expect(await licet.outcome('roles.update', mallory, { params: inRole, body: { title: 'Clerk' } })).toBe('ok');
    const inPermission = { ...params, permission: permission.id };
    expect(await licet.outcome('permissions.update', mallory, { params: inPermission, body: { name: 'write' } })).toBe(
      'may_not_grant',
    );
  });

  test('can import a catalogue with new roles, but not extend a role with holders', async () => {
    const params = { application: key };
    await licet.call('roles.create', mallory, { params, body: { name: 'nurse' } });
    const importing = async (...names: string[]) => {
      const body = JSON.stringify(names.map((name) => ({ name, permissions: ['doses.prepare'] })));
      const lines = await licet.call('access.import', mallory, { params, query: { kind: 'catalogue' }, body });
      let said = '';
      for await (const line of lines) said += line;
      return said;
    };
    expect(await importing('doctor', 'nurse')).toContain('may_not_grant');
    const { items } = await licet.call('roles.list', mallory, { params });
    expect(items.map(({ name }) => name)).not.toContain('doctor');
    expect(await importing('doctor')).toContain('report');
  });

  test('cannot redirect users’ codes and tokens to their own address', async () => {
    const params = { application: key };
    const mine = 'https://evil.example/callback';
    const make = (body: object) => licet.outcome('clients.create', mallory, { params, body });
    expect(await make({ name: 'Mine', kind: 'browser', redirectUris: [mine] })).toBe('may_not_grant');
    expect(await make({ name: 'Mine', kind: 'server', redirectUris: [mine] })).toBe('may_not_grant');
    expect(await make({ name: 'Mine', kind: 'device' })).toBe('may_not_grant');
    expect(await make({ name: 'A program', kind: 'service' })).toBe('ok');
    const redirectUris = ['https://shop.example/callback'];
    const { client } = await licet.call('clients.create', operator, {
      params,
      body: { name: 'Shop', kind: 'server', redirectUris, requirePushedAuthorization: true },
    });
    const update = (body: object) =>
      licet.outcome('clients.update', mallory, { params: { ...params, client: client.id }, body });
    expect(await update({ redirectUris: [...redirectUris, mine] })).toBe('may_not_grant');
    expect(await update({ redirectUris: [mine] })).toBe('may_not_grant');
    expect(await update({ webOrigins: ['https://evil.example'] })).toBe('may_not_grant');
    expect(await update({ requirePkce: false })).toBe('may_not_grant');
    expect(await update({ requirePushedAuthorization: false })).toBe('may_not_grant');
    expect(await update({ name: 'The shop', redirectUris, webOrigins: [] })).toBe('ok');
  });

  test('cannot take over the account of an owner', async () => {
    const { owner } = await licet.owned();
    const params = { user: owner.userId };
    expect(await licet.outcome('users.passwordLink', mallory, { params })).toBe('may_not_grant');
    expect(await licet.outcome('users.update', mallory, { params, body: { email: 'm@evil.example' } })).toBe(
      'may_not_grant',
    );
  });
});

describe('attack 30: the owner of an application', () => {
  test('cannot grant in another application, by its name or by the ids of its roles', async () => {
    const mine = await licet.owned();
    const other = await licet.owned();
    const role = await licet.call('roles.create', other.owner, {
      params: { application: other.key },
      body: { name: 'clerk' },
    });
    const body = grantOf('user', mine.owner.userId, role.id);
    const at = (application: string) => ({ params: { application }, body });
    expect(await licet.outcome('grants.create', mine.owner, at(other.key))).toBe('not_found');
    expect(await licet.outcome('grants.create', mine.owner, at(mine.key))).toBe('invalid_request');
    const own = await licet.call('roles.create', mine.owner, {
      params: { application: mine.key },
      body: { name: 'r' },
    });
    const including = { params: { application: mine.key, role: own.id }, body: { includes: [role.id] } };
    expect(await licet.outcome('roles.update', mine.owner, including)).toBe('invalid_request');
    const foreign = { params: { application: mine.key, role: role.id }, body: { title: 'x' } };
    expect(await licet.outcome('roles.update', mine.owner, foreign)).toBe('not_found');
  });

  test('neither the owner nor a group manager can add members to a group with access', async () => {
    const manager = await licet.user('groups.read', 'groups.manage');
    const { key, owner } = await licet.owned();
    const group = await licet.call('groups.create', manager, { body: { name: `staff of ${key}` } });
    const params = { group: group.id, member: owner.userId };
    const role = await licet.call('roles.create', owner, { params: { application: key }, body: { name: 'clerk' } });
    const body = grantOf('group', group.id, role.id);
    await licet.call('grants.create', owner, { params: { application: key }, body });
    expect(await licet.outcome('groups.addMember', manager, { params })).toBe('may_not_grant');
    expect(await licet.outcome('groups.addMember', owner, { params })).toBe('forbidden');
  });
});

describe('the last administrator', () => {
  test('attack 34: when two administrators suspend each other at the same moment, one stays', async () => {
    const fresh = await testLicet();
    try {
      const { items } = await fresh.call('roles.list', fresh.admin, { params: inLicet, query: { q: 'admin' } });
      const admin = items.find(({ name }) => name === 'admin')?.id ?? '';
      for (let round = 0; round < 5; round += 1) {
        const second = await fresh.user();
        const body = grantOf('user', second.userId, admin);
        // Granted by the operator: a user who was suspended in the previous round has no fresh sign-in.
        await fresh.call('grants.create', operator, { params: inLicet, body });
        const removals = [
          [fresh.admin, second],
          [second, fresh.admin],
        ] as const;
        const outcomes = await Promise.all(
          removals.map(([by, of]) => fresh.outcome('users.suspend', by, { params: { user: of.userId } })),
        );
        expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(1);
        // The second caller was suspended by the first before their own call ran.
        expect(outcomes).toContain('unauthenticated');
        const [left, lost] = outcomes[0] === 'ok' ? [fresh.admin, second] : [second, fresh.admin];
        await fresh.database.pool.query(`insert into credentials values ($1, 'x') on conflict do nothing`, [
          lost.userId,
        ]);
        await fresh.call('users.reactivate', left, { params: { user: lost.userId } });
        if (round < 4) {
          const { items: grants } = await fresh.call('users.grants', fresh.admin, {
            params: { user: second.userId },
          });
          await fresh.call('grants.revoke', fresh.admin, { params: { ...inLicet, grant: grants[0]?.id ?? '' } });
        }
      }
    } finally {
      await fresh.close();
    }
  });

  test('cannot be lost by suspension, deletion, revocation or an end date', async () => {
    const params = { user: licet.freshAdmin.userId };
    expect(await licet.outcome('users.suspend', licet.freshAdmin, { params })).toBe('last_admin');
    expect(await licet.outcome('users.remove', licet.freshAdmin, { params })).toBe('last_admin');
    const { items } = await licet.call('users.grants', licet.freshAdmin, { params });
    const grant = { ...inLicet, grant: items[0]?.id ?? '' };
    expect(await licet.outcome('grants.revoke', licet.freshAdmin, { params: grant })).toBe('last_admin');
    const ends = new Date(Date.now() + 86_400_000).toISOString();
    expect(await licet.outcome('grants.update', licet.freshAdmin, { params: grant, body: { ends } })).toBe(
      'last_admin',
    );
  });
});
