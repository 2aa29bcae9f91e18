import { randomUUID } from 'node:crypto';
import { usualRolePolicy } from '@licet/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestMailing, testMailing } from '../../mail/mailing.testing.ts';
import { queueMail } from '../../mail/queue-mail.ts';
import { linkIn } from '../../mail/smtp.testing.ts';
import { setPasswordHash } from '../../store/credentials/passwords.ts';
import type { Caller } from '../context.ts';
import { daysAhead, type ReviewDesk, reviewDeskIn } from '../reviews/testing.ts';
import { anonymous, callerOf, operator, signedInAlways } from '../testing.ts';

type User = Caller & { readonly kind: 'user' };

let mailing: TestMailing;
let desk: ReviewDesk;
/** Holds the permissions of the role help-desk. */
let hanna: User;
let adminOfLicet: string;
let sending: ReturnType<TestMailing['sender']>;
// All tests request resets from one network.
beforeEach(() => mailing.licet.database.pool.query('delete from failures'));
beforeAll(async () => {
  mailing = await testMailing();
  const { licet } = mailing;
  sending = mailing.sender();
  desk = await reviewDeskIn(licet);
  hanna = await helpDesk();
  const { items } = await licet.call('roles.list', licet.admin, { params: { application: 'licet' } });
  adminOfLicet = items.find(({ name }) => name === 'admin')?.id ?? '';
});
afterAll(() => mailing.close());

const password = 'nine blue doors in a row';
const helpDesk = async () =>
  signedInAlways(
    mailing.licet.database,
    await mailing.licet.user('users.read', 'users.manage', 'credentials.reset', 'access.read'),
  );
let made = 0;
const newAddress = () => {
  made += 1;
  return `mine-${made}@help.example`;
};
const tokenOf = async (address: string, subject: string) =>
  linkIn(await mailing.smtp.mailAbout(address, subject)).split('token=')[1] ?? '';
const reader = async () => {
  const { userId } = await desk.reader();
  await mailing.licet.build((change) => setPasswordHash(change, userId, 'test:the first one'));
  return { kind: 'user', id: userId } as const;
};
const setAddress = async (caller: Caller, { id }: { readonly id: string }, email = newAddress()) => {
  await mailing.licet.call('users.update', caller, { params: { user: id }, body: { email } });
  return email;
};
const verified = async (address: string) => {
  const body = { token: await tokenOf(address, 'Verify your e-mail address') };
  await mailing.licet.call('emails.verify', anonymous, { body });
};
/** A user whose verified address was set by the help desk. */
const setByHanna = async () => {
  const user = await reader();
  const address = await setAddress(hanna, user);
  await verified(address);
  return { ...user, address };
};
const grantLicet = ({
  kind = 'user',
  id,
  starts,
}: {
  readonly kind?: 'user' | 'group';
  readonly id: string;
  readonly starts?: string;
}) =>
  mailing.licet.call('grants.create', mailing.licet.freshAdmin, {
    params: { application: 'licet' },
    body: { principal: { kind, id }, gives: { kind: 'role', id: adminOfLicet }, ...(starts && { starts }) },
  });
const groupOf = async (member: string) => {
  const { licet } = mailing;
  made += 1;
  const { id } = await licet.call('groups.create', licet.freshAdmin, { body: { name: `group ${made}` } });
  await licet.call('groups.addMember', licet.freshAdmin, { params: { group: id, member } });
  return id;
};
const own = (user: string) =>
  mailing.licet.call('applications.addOwner', mailing.licet.freshAdmin, { params: { application: desk.key, user } });
const letTakeAdmin = (taking: { readonly users?: readonly string[]; readonly groups?: readonly string[] }) =>
  mailing.licet.call('roles.setPolicy', mailing.licet.freshAdmin, {
    params: { application: 'licet', role: adminOfLicet },
    body: { ...usualRolePolicy, breakGlass: { users: [], groups: [], seconds: 3600, ...taking } },
  });
const ofLicet = { scope: { kind: 'application', application: 'licet' } };
const reviewedBy = (...users: readonly string[]) => ({ reviewers: { kind: 'users', users } });
/** A user whom a review of Licet names as its reviewer. */
const reviewerOfLicet = async () => {
  const user = await mailing.licet.user();
  return { user, review: await desk.open({ ...ofLicet, ...reviewedBy(user.userId) }) };
};
/** Requests a reset, and waits until its job has run. Returns the number of reset mails to the address. */
const resetMails = async (address: string) => {
  await mailing.licet.call('passwords.reset', anonymous, { body: { login: address } });
  const { pool } = mailing.licet.database;
  const waiting = async () => (await pool.query(`select from jobs where kind in ('password_reset', 'mail')`)).rowCount;
  await expect.poll(waiting, { timeout: 60_000 }).toBe(0);
  return mailing.smtp.mails.filter(
    ({ to, subject }) => to?.[0]?.address === address && subject === 'Set a new password',
  ).length;
};
const useLink = (token: string) => mailing.licet.outcome('passwords.set', anonymous, { body: { token, password } });

describe('an address that a help desk set', () => {
  test('receives no password reset while its user has access to Licet', async () => {
    const user = await setByHanna();
    expect(await resetMails(user.address)).toBe(1);
    await grantLicet(user);
    expect(await resetMails(user.address)).toBe(1);
  });

  test('receives no password reset if it was verified after its user gained access to Licet', async () => {
    const user = await reader();
    const address = await setAddress(hanna, user);
    await grantLicet(user);
    await verified(address);
    expect(await resetMails(address)).toBe(0);
  });

  test.each<[string, (user: string) => Promise<unknown>]>([
    ['may take a role of Licet in an emergency', (user) => letTakeAdmin({ users: [user] })],
    [
      'may take a role of Licet in an emergency through a group',
      async (user) => letTakeAdmin({ groups: [await groupOf(await groupOf(user))] }),
    ],
    ['reviews access to Licet', (user) => desk.open({ ...ofLicet, ...reviewedBy(user) })],
    ['is the fall-back of a review of access to Licet', (user) => desk.open({ ...ofLicet, fallback: user })],
    [
      'reviews a group that gives access to Licet',
      async (user) => {
        const group = await groupOf((await mailing.licet.user()).userId);
        await desk.open({ scope: { kind: 'group', group }, ...reviewedBy(user) });
        await grantLicet({ kind: 'group', id: group });
      },
    ],
    [
      'reviews a group that may take a role of Licet in an emergency',
      async (user) => {
        const group = await groupOf((await mailing.licet.user()).userId);
        await desk.open({ scope: { kind: 'group', group }, ...reviewedBy(user) });
        await letTakeAdmin({ groups: [group] });
      },
    ],
  ])('receives no password reset while its user %s', async (_, protect) => {
    const user = await setByHanna();
    await protect(user.id);
    expect(await resetMails(user.address)).toBe(0);
  });

  // Owners, reviewers and absent users choose these users, and could otherwise stop the password resets of any user.
  test.each<[string, (user: string) => Promise<unknown>]>([
    ['owns an application', (user) => own(user)],
    ['reviews another application', (user) => desk.open(reviewedBy(user))],
    [
      'is the deputy of a reviewer of Licet',
      async (user) => {
        const { user: away } = await reviewerOfLicet();
        // Only users who currently approve requests or review access can name a deputy.
        await own(away.userId);
        const { username } = await mailing.licet.call('users.get', mailing.licet.admin, { params: { user } });
        const body = { to: username, ends: daysAhead(2) };
        await mailing.licet.call('me.delegate', callerOf(away.userId), { body });
      },
    ],
    [
      'decides a line that a reviewer of Licet handed on',
      async (user) => {
        const { user: reviewer, review } = await reviewerOfLicet();
        const [line] = await desk.items(review);
        const handOn = { line: line?.line, version: line?.version, decision: 'hand on', to: user };
        expect((await desk.decide(review, reviewer, handOn)).refused).toEqual([]);
      },
    ],
  ])('still receives password resets while its user %s', async (_, name) => {
    const user = await setByHanna();
    await name(user.id);
    expect(await resetMails(user.address)).toBe(1);
  });

  test('gives no access through a reset that was mailed before its user gained access to Licet', async () => {
    const user = await setByHanna();
    await resetMails(user.address);
    const token = await tokenOf(user.address, 'Set a new password');
    expect(await mailing.licet.outcome('passwords.link', anonymous, { body: { token } })).toBe('ok');
    await grantLicet(user);
    expect(await useLink(token)).toBe('link_invalid');
    expect(await mailing.licet.outcome('passwords.link', anonymous, { body: { token } })).toBe('link_invalid');
  });

  test.each(['password_reset', 'invitation'] as const)(
    'a queued mail (%s) is dropped when its user gains access to Licet',
    async (template) => {
      const { licet } = mailing;
      const user = template === 'invitation' ? await invitedBy(hanna) : await setByHanna();
      await sending.close(0);
      const [id = ''] = await licet.build((change) =>
        queueMail(change, { to: [user.id], template, data: template === 'invitation' ? { by: null } : {} }),
      );
      await grantLicet(user);
      sending = mailing.sender();
      const state = async () => (await mailing.outbox()).find((mail) => mail.id === id);
      await expect.poll(state, { timeout: 60_000 }).toMatchObject({ state: 'dropped', dropped: 'no_use' });
    },
  );

  test('invalidates an administrator’s invitation once its user gains access to Licet', async () => {
    const { licet } = mailing;
    const user = await invitedBy(hanna);
    await licet.call('users.invite', licet.freshAdmin, { body: { users: [user.id] } });
    const token = linkIn(await mailing.smtp.mailTo(user.address)).split('token=')[1] ?? '';
    await grantLicet(user);
    expect(await useLink(token)).toBe('link_invalid');
  });

  test('is recorded with its setter for all users that a plan creates, unless an administrator applies the plan', async () => {
    const { licet } = mailing;
    const bodies = () =>
      Array.from({ length: 3 }, () => {
        const email = newAddress();
        return { username: email.split('@')[0], name: 'Planned', email };
      });
    const created: string[][] = [];
    for (const caller of [hanna, licet.freshAdmin]) {
      const changes = bodies().map((body) => ({ call: 'users.create', as: randomUUID(), body }));
      const { digest } = await licet.call('plans.make', caller, { body: { changes } });
      await licet.call('plans.apply', caller, { body: { changes, digest } });
      const { rows } = await licet.database.pool.query(
        `select s.set_by as "setBy" from users u left join address_setters s on s.user_id = u.id where u.username = any($1)`,
        [changes.map(({ body }) => body.username)],
      );
      created.push(rows.map(({ setBy }) => setBy));
    }
    expect(created).toEqual([Array(3).fill(hanna.userId), Array(3).fill(null)]);
  });

  test('receives password resets again after an administrator sets it', async () => {
    const user = await setByHanna();
    await grantLicet(user);
    expect(await resetMails(user.address)).toBe(0);
    await setAddress(mailing.licet.freshAdmin, user, user.address);
    expect(await resetMails(user.address)).toBe(1);
    expect(await useLink(await tokenOf(user.address, 'Set a new password'))).toBe('ok');
  });

  test('receives password resets again after its signed-in user confirms it', async () => {
    const { licet } = mailing;
    const user = await setByHanna();
    await grantLicet(user);
    const seen = mailing.smtp.mails.length;
    const unproved = await signedInAlways(licet.database, { ...hanna, userId: user.id });
    const body = { email: user.address };
    expect(await licet.outcome('me.verifyEmail', { ...unproved, sessionId: null }, { body })).toBe('sign_in_again');
    await licet.call('me.verifyEmail', unproved, { body });
    await expect.poll(() => mailing.smtp.mails.length, { timeout: 60_000 }).toBe(seen + 1);
    expect(await resetMails(user.address)).toBe(0);
    await verified(user.address);
    expect(await resetMails(user.address)).toBe(1);
    expect(await licet.outcome('me.verifyEmail', unproved, { body: {} })).toBe('wrong_state');
  });

  test('receives no password resets after its user only asked for a link to verify it', async () => {
    const { licet } = mailing;
    const user = await reader();
    const address = await setAddress(hanna, user);
    await grantLicet(user);
    const own = await signedInAlways(licet.database, { ...hanna, userId: user.id });
    await mailing.smtp.mailTo(address);
    await licet.call('me.verifyEmail', own, { body: {} });
    const token = linkIn(await mailing.smtp.mailTo(address, 2)).split('token=')[1];
    await licet.call('emails.verify', anonymous, { body: { token } });
    expect(await resetMails(address)).toBe(0);
  });

  test('receives password resets after its setter was deleted, but none if its user has access to Licet', async () => {
    const { licet } = mailing;
    const leaver = await helpDesk();
    const users = [await reader(), await reader()] as const;
    const addresses: string[] = [];
    for (const user of users) {
      const address = await setAddress(leaver, user);
      await verified(address);
      addresses.push(address);
    }
    const [ordinary = '', administrator = ''] = addresses;
    await grantLicet(users[1]);
    await licet.call('users.remove', licet.freshAdmin, { params: { user: leaver.userId } });
    expect(await resetMails(ordinary)).toBe(1);
    expect(await useLink(await tokenOf(ordinary, 'Set a new password'))).toBe('ok');
    expect(await resetMails(administrator)).toBe(0);
  });

  test('receives password resets after its setter also became an administrator', async () => {
    const user = await setByHanna();
    const [desk, address] = [await helpDesk(), newAddress()];
    await setAddress(desk, user, address);
    await verified(address);
    await grantLicet(user);
    await grantLicet({ id: desk.userId });
    expect(await resetMails(address)).toBe(1);
  });
});

describe('a help desk that became an ordinary user', () => {
  /** Requests the link that confirms the address, as the user, and keeps it unused. */
  const keepConfirming = async ({ id, address }: { readonly id: string; readonly address: string }) => {
    const { licet, smtp } = mailing;
    const own = await signedInAlways(licet.database, { ...hanna, userId: id });
    await licet.call('me.verifyEmail', own, { body: { email: address } });
    return linkIn(await smtp.mailTo(address, 2)).split('token=')[1] ?? '';
  };
  const useLinkByHand = async ({ id }: { readonly id: string }) => {
    const { licet } = mailing;
    const { url } = await licet.call('users.passwordLink', licet.freshAdmin, { params: { user: id } });
    expect(await useLink(url.split('token=')[1] ?? '')).toBe('ok');
  };
  const resetAll = ({ id }: { readonly id: string }) =>
    mailing.licet.call('users.resetCredentials', mailing.licet.freshAdmin, {
      params: { user: id },
      body: { passkeys: true, accounts: true },
    });

  test.each<[string, (user: { readonly id: string }) => Promise<unknown>]>([
    ['the user has used a link from an administrator', useLinkByHand],
    ['an administrator has reset the second factor of a user who has none', resetAll],
    [
      'an administrator has ended the sessions',
      ({ id }) => mailing.licet.call('users.endSessions', mailing.licet.freshAdmin, { params: { user: id } }),
    ],
  ])('cannot confirm the address any more once %s', async (_, shutOut) => {
    const { licet } = mailing;
    const user = await setByHanna();
    const token = await keepConfirming(user);
    await shutOut(user);
    await grantLicet(user);
    expect(await licet.outcome('emails.verify', anonymous, { body: { token } })).toBe('link_invalid');
    expect(await resetMails(user.address)).toBe(0);
  });

  test('has no way into the account after the steps of the guide', async () => {
    const { licet } = mailing;
    const user = await setByHanna();
    const params = { user: user.id };
    const { url } = await licet.call('users.passwordLink', hanna, { params });
    const token = await keepConfirming(user);
    await grantLicet({ ...user, starts: daysAhead(1) });
    for (const call of ['users.passwordLink', 'users.endSessions'] as const)
      expect(await licet.outcome(call, hanna, { params }), call).toBe('may_not_grant');
    // The help desk confirms its address at the worst time, and the user does not know this address.
    await licet.call('emails.verify', anonymous, { body: { token } });
    const address = await setAddress(licet.freshAdmin, user);
    expect(await useLink(url.split('token=')[1] ?? '')).toBe('link_invalid');
    await useLinkByHand(user);
    expect(await licet.outcome('users.resetCredentials', licet.freshAdmin, { params, body: { passkeys: true } })).toBe(
      'wrong_state',
    );
    const { email, username } = await licet.call('users.get', licet.admin, { params });
    expect(email).toBe(address);
    await resetMails(username);
    expect(await resetMails(user.address)).toBe(0);
  });
});

test('the setter of an address is shown to administrators until one of them confirms the address', async () => {
  const { licet } = mailing;
  const user = await setByHanna();
  const setBy = async (caller: Caller) =>
    (await licet.call('users.credentials', caller, { params: { user: user.id } })).addressSetBy;
  const { name } = await licet.call('users.get', licet.admin, { params: { user: hanna.userId } });
  expect(await setBy(licet.admin)).toEqual({ id: hanna.userId, name });
  expect(await setBy(hanna)).toBeNull();
  await setAddress(licet.freshAdmin, user, user.address);
  expect(await setBy(licet.admin)).toBeNull();
});

test('an address that the operator set receives password resets while its user has access to Licet', async () => {
  const user = await reader();
  await grantLicet(user);
  const address = await setAddress(operator, user);
  await verified(address);
  expect(await resetMails(address)).toBe(1);
});

async function invitedBy(caller: Caller) {
  const address = newAddress();
  const body = { username: address.split('@')[0], name: 'Invited', email: address };
  const { id } = await mailing.licet.call('users.create', caller, { body });
  return { kind: 'user', id, address } as const;
}
