import { limits } from '@licet/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type TestMailing, testMailing } from '../../mail/mailing.testing.ts';
import { linkIn } from '../../mail/smtp.testing.ts';
import { setPasswordHash } from '../../store/credentials/passwords.ts';
import { findAccount } from '../../store/sign-in/accounts.ts';
import { takesResets } from '../../store/users/addresses.ts';
import { anonymous, issuer, operator } from '../testing.ts';

let mailing: TestMailing;
let user: Awaited<ReturnType<TestMailing['licet']['user']>>;

beforeEach(async () => {
  mailing = await testMailing();
  user = await mailing.licet.user();
  await mailing.licet.build((change) => setPasswordHash(change, user.userId, 'test:the first one'));
});
afterEach(() => mailing.close());

const subject = 'Verify your e-mail address';
const tokenFor = async (address: string) =>
  linkIn(await mailing.smtp.mailAbout(address, subject)).split('token=')[1] ?? '';
const use = (token: string) => mailing.licet.outcome('emails.verify', anonymous, { body: { token } });
const shown = () => mailing.licet.call('users.get', mailing.licet.admin, { params: { user: user.userId } });
const mailsTo = (address: string) => mailing.smtp.mails.filter(({ to }) => to?.[0]?.address === address);
const isVerified = async () => (await findAccount(mailing.licet.database, user.userId))?.emailVerified;
const resets = async (address: string) => takesResets(mailing.licet.database.pool, user.userId, address);
const enter = async ({ userId }: { readonly userId: string }) => {
  const email = `${userId.slice(-12)}@harbour.example`;
  await mailing.licet.call('users.update', operator, { params: { user: userId }, body: { email } });
  return email;
};
const move = (email: string | null) =>
  mailing.licet.call('users.update', operator, { params: { user: user.userId }, body: { email } });

describe('an address that an administrator changed', () => {
  test('is unverified until its link is used, which works once; tokens and the user’s page show this', async () => {
    mailing.sender();
    const address = await enter(user);
    expect(await shown()).toMatchObject({ email: address, emailVerified: false });
    expect(await mailing.licet.call('me.get', user)).toMatchObject({ emailUnderWay: address, sendsMail: true });
    const token = await tokenFor(address);
    expect(linkIn(await mailing.smtp.mailTo(address))).toMatch(new RegExp(`^${issuer}/verify-email#token=[\\w-]{43}$`));
    const link = await mailing.licet.call('emails.link', anonymous, { body: { token } });
    expect(link).toMatchObject({ email: address, changes: false });
    expect(await isVerified()).toBe(false); // opening the link verifies nothing: mail scanners do that
    expect(await use(token)).toBe('ok');
    expect(await use(token)).toBe('link_invalid');
    expect(await shown()).toMatchObject({ emailVerified: true });
    expect(await isVerified()).toBe(true);
    expect((await mailing.licet.call('me.get', user)).emailUnderWay).toBeNull();
    const { items } = await mailing.licet.call('audit.list', mailing.licet.admin);
    expect(items[0]).toMatchObject({ action: 'user.email_verified', after: { email: address } });
  });

  test('receives no password reset before it is verified', async () => {
    const address = await enter(user);
    expect(await resets(address)).toBe(false);
    await mailing.licet.call('passwords.reset', anonymous, { body: { login: address } });
    const jobs = mailing.sender();
    const token = await tokenFor(address);
    await expect.poll(async () => (await mailing.licet.database.pool.query('select from jobs')).rowCount).toBe(0);
    await jobs.close(0);
    expect(mailsTo(address)).toHaveLength(1);
    await use(token);
    expect(await resets(address)).toBe(true);
  });

  test('ends links that were mailed or queued to the old address', async () => {
    const first = await enter(user);
    const jobs = mailing.sender();
    const token = await tokenFor(first);
    await use(token);
    await mailing.licet.call('passwords.reset', anonymous, { body: { login: first } });
    const reset = linkIn(await mailing.smtp.mailAbout(first, 'Set a new password')).split('token=')[1] ?? '';
    await jobs.close(0);
    await mailing.licet.build((change) =>
      import('../../mail/queue-mail.ts').then(({ queueMail }) =>
        queueMail(change, { to: [user.userId], template: 'password_reset', data: {} }),
      ),
    );
    await move('new@harbour.example');
    const body = { token: reset, password: 'nine blue doors in a row' };
    expect(await mailing.licet.outcome('passwords.set', anonymous, { body })).toBe('link_invalid');
    mailing.sender();
    await mailing.smtp.mailAbout('new@harbour.example', subject);
    await mailing.smtp.mailAbout(first, 'Your e-mail address was changed');
    await expect.poll(async () => (await mailing.outbox()).filter(({ state }) => state === 'dropped')).toHaveLength(1);
    expect(mailsTo('new@harbour.example')).toHaveLength(1);
  });

  test('must be verified again after it is changed and changed back', async () => {
    mailing.sender();
    const first = await enter(user);
    await use(await tokenFor(first));
    await move('new@harbour.example');
    const stale = await tokenFor('new@harbour.example');
    await move(first);
    expect(await isVerified()).toBe(false);
    expect(await use(stale)).toBe('link_invalid');
  });
});

describe('a new address that the user chose', () => {
  const fresh = async () => {
    await mailing.licet.database.pool.query(
      `insert into sessions (uid, user_id, created_at, seen_at, expires_at, amr)
       values ('now', $1, now(), now(), now() + interval '1 hour', '{pwd}') on conflict do nothing`,
      [user.userId],
    );
    return { ...user, sessionId: 'now' };
  };
  const ask = async (email: string) => mailing.licet.outcome('me.verifyEmail', await fresh(), { body: { email } });

  test('takes effect when its link is used, and the old address is notified', async () => {
    mailing.sender();
    const old = await enter(user);
    expect(await mailing.licet.outcome('me.verifyEmail', user, { body: { email: 'me@home.example' } })).toBe(
      'sign_in_again',
    );
    expect(await ask('me@home.example')).toBe('ok');
    expect(await shown()).toMatchObject({ email: old });
    expect(await use(await tokenFor('me@home.example'))).toBe('ok');
    expect(await shown()).toMatchObject({ email: 'me@home.example', emailVerified: true });
    await mailing.smtp.mailAbout(old, 'Your e-mail address was changed');
  });

  test('attack 20: does not reveal that another user has it, and cannot be verified in that case', async () => {
    mailing.sender();
    const other = await mailing.licet.user();
    const taken = await enter(other);
    await expect.poll(() => mailsTo(taken)).toHaveLength(1);
    await enter(user);
    expect(await ask(taken)).toBe('ok');
    expect(await ask('free@home.example')).toBe('ok');
    await mailing.smtp.mailAbout('free@home.example', subject);
    expect(mailsTo(taken)).toHaveLength(1);
    // Another user gets the address before the link is used.
    await mailing.licet.call('users.update', operator, {
      params: { user: other.userId },
      body: { email: 'free@home.example' },
    });
    expect(await use(await tokenFor('free@home.example'))).toBe('name_taken');
  });

  const isLost = async (howTheyAreKeptOut: () => Promise<unknown>) => {
    mailing.sender();
    const old = await enter(user);
    expect(await ask('thief@evil.example')).toBe('ok');
    const token = await tokenFor('thief@evil.example');
    await howTheyAreKeptOut();
    expect(await use(token)).toBe('link_invalid');
    expect(await shown()).toMatchObject({ email: old });
  };
  const changePassword = async () =>
    mailing.licet.call('me.password', await fresh(), {
      body: { current: 'the first one', password: 'nine blue doors in a row' },
    });

  test('a link requested by a thief is void after a password change', () => isLost(changePassword));

  test('a link requested by a thief is void after an administrator ended the sessions', () =>
    isLost(() => mailing.licet.call('users.endSessions', mailing.licet.admin, { params: { user: user.userId } })));

  test('the link that verifies the present address stays valid after a password change', async () => {
    mailing.sender();
    const token = await tokenFor(await enter(user));
    await changePassword();
    expect(await use(token)).toBe('ok');
  });

  test('can be requested only a few times per hour, and a newer link ends the earlier one', async () => {
    mailing.sender();
    await enter(user);
    expect(await ask('one@home.example')).toBe('ok');
    const first = await tokenFor('one@home.example');
    expect(await ask('two@home.example')).toBe('ok');
    expect(await use(first)).toBe('link_invalid');
    for (let more = 2; more < limits.resetsFree.value; more += 1) await ask('three@home.example');
    const outcomes = [await ask('four@home.example'), await ask('five@home.example')];
    expect(outcomes).toContain('throttled');
  });

  test('is refused if it contains a line break, two @ or two addresses', async () => {
    for (const email of ['me@home.example\r\nBcc: eve@evil.example', 'a@b@c', 'me@home.example, eve@evil.example'])
      await expect(ask(email), email).rejects.toThrow();
  });
});

test('a mailed invitation verifies the address; a link passed on by hand does not', async () => {
  mailing.sender();
  const { licet } = mailing;
  const make = (username: string) =>
    licet.call('users.create', operator, { body: { username, name: username, email: `${username}@harbour.example` } });
  const [mailed, handed] = [await make('mailed'), await make('handed')];
  await licet.call('users.invite', licet.admin, { body: { users: [mailed.id] } });
  const token = linkIn(await mailing.smtp.mailTo('mailed@harbour.example')).split('token=')[1] ?? '';
  const { url } = await licet.call('users.passwordLink', operator, { params: { user: handed.id } });
  for (const link of [token, url.split('token=')[1] ?? ''])
    await licet.call('passwords.set', anonymous, { body: { token: link, password: 'nine blue doors in a row' } });
  const verified = async ({ id }: { id: string }) =>
    (await licet.call('users.get', licet.admin, { params: { user: id } })).emailVerified;
  expect([await verified(mailed), await verified(handed)]).toEqual([true, false]);
});
