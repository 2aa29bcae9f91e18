import { usualRolePolicy } from '@licet/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { programOf } from '../../live/live.testing.ts';
import { read } from '../../store/kernel/snapshot.ts';
import { findUsers } from '../../store/users/users.ts';
import { callerAccess } from '../authorise.ts';
import type { Caller } from '../context.ts';
import { mayBecome, whomMayBecome } from '../may-give.ts';
import { daysAhead, type ReviewDesk, reviewDeskIn } from '../reviews/testing.ts';
import { anonymous, callerOf, signedInAlways, type TestLicet, testLicet } from '../testing.ts';

type User = Caller & { readonly kind: 'user' };

let licet: TestLicet;
let desk: ReviewDesk;
/** Holds the permissions of the role help-desk. */
let hanna: User;
/** Holds the permissions of the role user-manager. */
let manager: User;
let licetRoles: ReadonlyMap<string, string>;
beforeAll(async () => {
  licet = await testLicet();
  desk = await reviewDeskIn(licet);
  const holder = await licet.user('users.read', 'users.manage', 'credentials.reset', 'access.read');
  hanna = await signedInAlways(licet.database, holder);
  manager = await licet.user('users.read', 'users.manage', 'groups.read', 'groups.manage');
  const { items } = await licet.call('roles.list', licet.admin, { params: inLicet });
  licetRoles = new Map(items.map(({ name, id }) => [name, id]));
});
afterAll(() => licet.close());

const inLicet = { application: 'licet' };
const inLicetRole = (name: string) => licetRoles.get(name) ?? '';
const tomorrow = daysAhead(1);

let made = 0;
const grouped = async (...members: readonly string[]) => {
  made += 1;
  const { id } = await licet.call('groups.create', licet.admin, { body: { name: `group ${made}` } });
  for (const member of members) await licet.call('groups.addMember', licet.admin, { params: { group: id, member } });
  return id;
};

const grant = (application: string, kind: 'user' | 'group', id: string, role: string, starts?: string) =>
  licet.call('grants.create', licet.freshAdmin, {
    params: { application },
    body: { principal: { kind, id }, gives: { kind: 'role', id: role }, ...(starts && { starts }) },
  });

const demand = (application: string, role: string, over: object) =>
  licet.call('roles.setPolicy', licet.freshAdmin, {
    params: { application, role },
    body: { ...usualRolePolicy, ...over },
  });
const approvedBy = (users: readonly string[], groups: readonly string[] = []) => ({
  approval: { steps: [{ approvers: { users, groups }, needed: 1 }] },
});
const takenBy = (user: string) => ({ breakGlass: { users: [user], groups: [], seconds: 3600 } });

/** Every call by which a caller could become a user, and its outcome. */
async function waysTo(caller: Caller, user: string): Promise<Record<string, string>> {
  const params = { user };
  made += 1;
  return {
    link: await licet.outcome('users.passwordLink', caller, { params }),
    reset: await licet.outcome('users.resetCredentials', caller, { params, body: { passkeys: true, accounts: true } }),
    address: await licet.outcome('users.update', caller, { params, body: { email: `at${made}@licet.example` } }),
  };
}
/** The reasons of the refusals that the console shows before a call. */
async function foretold(caller: Caller, user: string) {
  const { refusals } = await licet.call('users.credentials', caller, { params: { user } });
  return refusals && { manage: refusals.manage?.reason, signIn: refusals.signIn?.reason };
}

// An allowed reset returns `wrong_state`, because these users have no second factor to remove.
const allowed = { link: 'ok', reset: 'wrong_state', address: 'ok' };
const refused = { link: 'may_not_grant', reset: 'may_not_grant', address: 'may_not_grant' };

describe('a help desk resets the sign-in of a user who has access that it may not grant', () => {
  const { reader, admin } = { reader: () => desk.roles.reader, admin: () => desk.roles.admin };
  const ordinary: Record<string, (user: string) => Promise<unknown>> = {
    'by a direct grant': (user) => grant(desk.key, 'user', user, reader()),
    'through a group': async (user) => grant(desk.key, 'group', await grouped(user), reader()),
    'from tomorrow on': (user) => grant(desk.key, 'user', user, reader(), tomorrow),
    'by the application’s role admin': (user) => grant(desk.key, 'user', user, admin()),
  };
  test.each(Object.entries(ordinary))('%s', async (_, give) => {
    const { userId } = await licet.user();
    expect(await waysTo(manager, userId)).toEqual(allowed);
    await give(userId);
    expect(await waysTo(manager, userId)).toEqual(refused);
    expect(await foretold(manager, userId)).toEqual({ manage: undefined, signIn: 'user_has_access' });
    expect(await waysTo(hanna, userId)).toEqual(allowed);
    expect(await foretold(hanna, userId)).toEqual({ manage: undefined, signIn: undefined });
  });

  test('also invites such users and creates links for them, but not for owners', async () => {
    const invited = async (name: string) => {
      const body = { username: name, name, email: `${name}@licet.example` };
      const { id } = await licet.call('users.create', licet.admin, { body });
      await grant(desk.key, 'user', id, desk.roles.reader);
      return id;
    };
    const [plain, owning] = [await invited('plain'), await invited('owning')];
    await licet.call('applications.addOwner', licet.admin, { params: { ...desk.params, user: owning } });
    const { queued, skipped } = await licet.call('users.invite', hanna, { body: { users: [plain, owning] } });
    expect([queued, skipped.map(({ user, why }) => [user.id, why])]).toEqual([1, [[owning, 'may_not']]]);
    let csv = '';
    const body = { users: [plain, owning] };
    for await (const piece of await licet.call('invitations.links', hanna, { body })) csv += piece;
    const [, first, second] = csv.split('\r\n');
    expect(first).toMatch(/^plain,.*set-password#token=/);
    expect(second).toMatch(/^owning,.*may not/);
    await licet.call('applications.removeOwner', licet.admin, { params: { ...desk.params, user: owning } });
  });
});

describe('a help desk cannot take over', () => {
  const protectedUsers: Record<string, (user: string) => Promise<unknown>> = {
    'an administrator of Licet': (user) => grant('licet', 'user', user, inLicetRole('admin')),
    'another help desk': (user) => grant('licet', 'user', user, inLicetRole('help-desk')),
    'a member of a group with access to Licet': async (user) =>
      grant('licet', 'group', await grouped(await grouped(user)), inLicetRole('auditor')),
    'a user with access to Licet from tomorrow on': (user) =>
      grant('licet', 'user', user, inLicetRole('auditor'), tomorrow),
    'an owner of an application': (user) => own(user),
    'the deputy of an owner': async (user) => {
      const { userId } = await licet.user();
      await own(userId);
      await delegate(userId, user);
    },
    'an approver': (user) => demand(desk.key, desk.roles.reader, approvedBy([user])),
    'a member of an approving group': async (user) =>
      demand(desk.key, desk.roles.reader, approvedBy([], [await grouped(user)])),
    'the deputy of an approver': async (user) => {
      const { userId } = await licet.user();
      await demand(desk.key, desk.roles.reader, approvedBy([userId]));
      await delegate(userId, user);
    },
    'an approver of a role of Licet': (user) => demand('licet', inLicetRole('auditor'), approvedBy([user])),
    'a user who may take a role of Licet in an emergency': (user) =>
      demand('licet', inLicetRole('auditor'), takenBy(user)),
    'a named reviewer': (user) => desk.open(reviewedBy(user)),
    'the fall-back of a review': async (user) =>
      desk.open({ ...reviewedBy((await licet.user()).userId), fallback: user }),
    'the recipient of a line of a review': async (user) => {
      const review = await desk.open();
      const line = (await desk.items(review)).find(({ holder }) => holder.id === desk.member.userId);
      const handOn = { line: line?.line, version: line?.version, decision: 'hand on', to: user };
      expect((await desk.decide(review, desk.owner, handOn)).refused).toEqual([]);
    },
    'the deputy of a reviewer': async (user) => {
      const { userId } = await licet.user();
      const { key } = await licet.owned();
      const owning = { params: { application: key, user: userId } };
      await desk.open(reviewedBy(userId));
      // Only users who decide requests or reviews can name a deputy, so the test makes the user an owner temporarily.
      await licet.call('applications.addOwner', licet.admin, owning);
      await delegate(userId, user);
      await licet.call('applications.removeOwner', licet.admin, owning);
    },
    'the reviewer of a recurring review of a text that nothing matches yet': (user) =>
      desk.open({ ...recurring(user), scope: { kind: 'filter', q: 'nobody is called so' } }),
    'the reviewer of a recurring review of a user without access': async (user) =>
      desk.open({ ...recurring(user), scope: { kind: 'filter', principal: (await licet.user()).userId } }),
    'a reviewer of a group': async (user) =>
      desk.open({ ...reviewedBy(user), scope: { kind: 'group', group: await grouped() } }),
  };
  const reviewedBy = (user: string) => ({ reviewers: { kind: 'users', users: [user] } });
  const recurring = (user: string) => ({ ...reviewedBy(user), everyMonths: 3, endsAt: daysAhead(3) });
  const own = (user: string) => licet.call('applications.addOwner', licet.admin, { params: { ...desk.params, user } });
  const delegate = async (from: string, to: string) => {
    const { username } = await licet.call('users.get', licet.admin, { params: { user: to } });
    return licet.call('me.delegate', callerOf(from), { body: { to: username, ends: daysAhead(2) } });
  };

  test.each(Object.entries(protectedUsers))('%s', async (_, become) => {
    const { userId } = await licet.user();
    expect(await waysTo(hanna, userId)).toEqual(allowed);
    await become(userId);
    expect(await waysTo(hanna, userId)).toEqual(refused);
    const params = { user: userId };
    for (const id of ['users.suspend', 'users.endSessions', 'users.remove'] as const)
      expect(await licet.outcome(id, hanna, { params }), id).toBe('may_not_grant');
    const { problem } = await licet.call('users.suspend', hanna, { params }).catch((error) => error);
    expect(await foretold(hanna, userId)).toEqual({ manage: problem.reason, signIn: problem.reason });
    expect(await foretold(await licet.user('users.read'), userId)).toBeNull();
  });

  test('any of several users who are checked together', async () => {
    const users = (await Promise.all([desk.reader(), licet.user(), licet.user()])).map(({ userId }) => userId);
    for (const become of Object.values(protectedUsers)) {
      const { userId } = await licet.user();
      await become(userId);
      users.push(userId, (await licet.user()).userId);
    }
    const granting = await licet.user('users.manage', 'grants.manage');
    const grouping = await licet.user('users.manage', 'grants.manage', 'groups.manage');
    await read(licet.database, async (snapshot) => {
      for (const caller of [hanna, manager, granting, grouping, licet.admin]) {
        const access = await callerAccess(snapshot, caller);
        const found = await findUsers(snapshot, users);
        const singly = [];
        for (const user of found) if (await mayBecome(snapshot, access, user)) singly.push(user.id);
        expect([...(await whomMayBecome(snapshot, access, found))].sort()).toEqual(singly.sort());
        if (caller !== licet.admin) expect(singly.length).toBeLessThan(users.length);
      }
    });
  });

  test('any of many users, and checks them with as many statements as one user', async () => {
    const users = await Promise.all(Array.from({ length: 20 }, () => licet.user()));
    await read(licet.database, async (snapshot) => {
      const access = await callerAccess(snapshot, hanna);
      const statements = async (count: number) => {
        let made = 0;
        const connection = Object.create(snapshot.connection, {
          query: {
            value: (...given: Parameters<typeof snapshot.connection.query>) => {
              made += 1;
              return snapshot.connection.query(...given);
            },
          },
        });
        const some = users.slice(0, count).map(({ userId }) => ({ id: userId, name: 'somebody' }));
        expect((await whomMayBecome({ ...snapshot, connection }, access, some)).size).toBe(count);
        return made;
      };
      const one = await statements(1);
      expect(one).toBeGreaterThan(0);
      expect(await statements(users.length)).toBe(one);
    });
  });

  test('a user through an earlier link, after the user gained access to Licet', async () => {
    const { userId } = await licet.user();
    const kept = await linkOf(hanna, userId);
    await grant('licet', 'user', userId, inLicetRole('help-desk'));
    expect(await redeem(kept)).toBe('link_invalid');
  });

  test('a user through an earlier link, after the help desk lost its role', async () => {
    const leaver = await licet.user('users.manage');
    const role = inLicetRole('help-desk');
    const { id } = await grant('licet', 'user', leaver.userId, role);
    const [reader, nobody] = [await desk.reader(), await licet.user()];
    const [kept, plain] = [await linkOf(leaver, reader.userId), await linkOf(leaver, nobody.userId)];
    await licet.call('grants.revoke', licet.freshAdmin, { params: { ...inLicet, grant: id } });
    expect(await redeem(kept)).toBe('link_invalid');
    await grant('licet', 'user', leaver.userId, role);
    expect(await redeem(await linkOf(leaver, reader.userId))).toBe('ok');
    expect(await redeem(plain)).toBe('ok');
  });

  test('any user if it lacks users.manage', async () => {
    const { userId } = await licet.user();
    const forbidden = { link: 'forbidden', reset: 'forbidden', address: 'forbidden' };
    expect(await waysTo(await licet.user('users.read', 'credentials.reset'), userId)).toEqual(forbidden);
  });

  test('any user through a program', async () => {
    const { client } = await licet.call('clients.create', licet.admin, {
      params: desk.params,
      body: { name: 'Night job', kind: 'service' },
    });
    for (const name of ['users.manage', 'credentials.reset']) {
      const { items } = await licet.call('permissions.list', licet.admin, { params: inLicet, query: { q: name } });
      const body = { principal: { kind: 'client', id: client.id }, gives: { kind: 'permission', id: items[0]?.id } };
      await licet.call('grants.create', licet.freshAdmin, { params: inLicet, body });
    }
    const program = { ...programOf('licet'), clientId: client.id };
    const { userId } = await licet.user();
    const peopleOnly = { link: 'people_only', reset: 'people_only', address: 'people_only' };
    expect(await waysTo(program, userId)).toEqual(peopleOnly);
  });
});

async function linkOf(maker: Caller, user: string): Promise<string> {
  const { url } = await licet.call('users.passwordLink', maker, { params: { user } });
  return url.split('token=')[1] ?? '';
}

const redeem = (token: string) =>
  licet.outcome('passwords.set', anonymous, { body: { token, password: 'nine blue doors in a row' } });
