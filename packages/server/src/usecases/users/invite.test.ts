import { afterEach, beforeEach, expect, test } from 'vitest';
import { type TestMailing, testMailing } from '../../mail/mailing.testing.ts';
import { linkIn } from '../../mail/smtp.testing.ts';
import type { Caller } from '../context.ts';
import { anonymous, issuer, operator } from '../testing.ts';

let mailing: TestMailing;
let made = 0;

beforeEach(async () => {
  mailing = await testMailing();
});
afterEach(() => mailing.close());

async function newcomer(email?: null) {
  made += 1;
  const username = `new-${made}`;
  const address = `${username}@harbour.example`;
  const body = { username, name: `Newcomer ${made}`, email: email === null ? null : address };
  const { id } = await mailing.licet.call('users.create', operator, { body });
  return { id, address, username };
}

const invite = (users: { readonly id: string }[], caller: Caller = operator) =>
  mailing.licet.call('users.invite', caller, { body: { users: users.map(({ id }) => id) } });
const redeem = (token: string) =>
  mailing.licet.outcome('passwords.set', anonymous, { body: { token, password: 'nine blue doors in a row' } });
const tokenTo = async (address: string, count = 1) =>
  linkIn(await mailing.smtp.mailTo(address, count)).split('#token=')[1] ?? '';
const statusOf = async (id: string) =>
  (await mailing.licet.call('users.get', mailing.licet.admin, { params: { user: id } })).status;

test('attack 25: an invited user becomes active by a mailed link, which works once', async () => {
  mailing.sender();
  const user = await newcomer();
  const manager = await mailing.licet.user('users.read', 'users.manage');
  expect(await invite([user], manager)).toEqual({ queued: 1, skipped: [], round: null });
  const mail = await mailing.smtp.mailTo(user.address);
  expect(mail.subject).toBe('You are invited to Licet');
  expect(linkIn(mail)).toMatch(new RegExp(`^${issuer}/invited#token=[\\w-]{43}$`));
  const token = await tokenTo(user.address);
  const link = await mailing.licet.call('passwords.link', anonymous, { body: { token } });
  expect(link).toMatchObject({ username: user.username, organisation: 'Licet' });
  expect(await redeem(token)).toBe('ok');
  expect(await statusOf(user.id)).toBe('active');
  expect(await redeem(token)).toBe('link_invalid');
  const { items } = await mailing.licet.call('audit.list', mailing.licet.admin);
  expect(items.map(({ action }) => action).slice(0, 2)).toEqual(['user.activated', 'user.invited']);
});

test('an invitation of several users skips active, unreachable, deleted and forbidden ones, with the reason', async () => {
  const { licet } = mailing;
  const manager = await licet.user('users.read', 'users.manage');
  const [beyond, mute, gone] = [await newcomer(), await newcomer(null), await newcomer()];
  const { key, owner } = await licet.owned();
  const params = { application: key };
  const permission = await licet.call('permissions.create', owner, { params, body: { name: 'pay', title: '' } });
  const body = { principal: { kind: 'user', id: beyond.id }, gives: { kind: 'permission', id: permission.id } };
  await licet.call('grants.create', owner, { params, body });
  await licet.call('users.remove', operator, { params: { user: gone.id } });
  const active = { id: (await licet.user()).userId };
  const { queued, skipped } = await invite([beyond, mute, gone, active], manager);
  expect(queued).toBe(0);
  expect(Object.fromEntries(skipped.map(({ user, why }) => [user.id, why]))).toEqual({
    [beyond.id]: 'may_not',
    [mute.id]: 'no_address',
    [gone.id]: 'gone',
    [active.id]: 'not_invited',
  });
  expect(await mailing.outbox()).toEqual([]);
});

test('attack 30: an invitation depends on its sender’s rights when it is used', async () => {
  mailing.sender();
  const { licet } = mailing;
  const manager = await licet.user('users.read', 'users.manage');
  const [user, other] = [await newcomer(), await newcomer()];
  await invite([user, other], manager);
  const [token, second] = [await tokenTo(user.address), await tokenTo(other.address)];
  const { key, owner } = await licet.owned();
  const params = { application: key };
  const permission = await licet.call('permissions.create', owner, { params, body: { name: 'pay', title: '' } });
  const body = { principal: { kind: 'user', id: user.id }, gives: { kind: 'permission', id: permission.id } };
  await licet.call('grants.create', owner, { params, body });
  expect(await redeem(token)).toBe('link_invalid');
  await licet.call('users.suspend', operator, { params: { user: manager.userId } });
  expect(await redeem(second)).toBe('link_invalid');
});

test('an invitation ends after a week or when a newer one is sent; a password reset does not replace it', async () => {
  mailing.sender();
  const user = await newcomer();
  await invite([user]);
  const first = await tokenTo(user.address);
  await invite([user]);
  const second = await tokenTo(user.address, 2);
  expect(await redeem(first)).toBe('link_invalid');
  await mailing.licet.call('passwords.reset', anonymous, { body: { login: user.address } });
  mailing.licet.setClock(7 * 86_400_000 + 1000);
  expect(await redeem(second)).toBe('link_invalid');
  expect(mailing.smtp.mails).toHaveLength(2);
});

test('each of many invitations is sent once, although the sender restarts', async () => {
  const people = [];
  for (let count = 0; count < 60; count += 1) people.push(await newcomer());
  expect((await invite(people)).queued).toBe(60);
  const sender = mailing.sender();
  await expect.poll(() => mailing.smtp.mails.length).toBeGreaterThan(10);
  await sender.close(5);
  expect(mailing.smtp.mails.length).toBeLessThan(60);
  mailing.sender();
  mailing.sender();
  await expect.poll(() => mailing.smtp.mails.length).toBe(60);
  expect(new Set(mailing.smtp.recipients).size).toBe(60);
  const sent = async () => (await mailing.outbox()).every(({ state }) => state === 'sent');
  await expect.poll(sent).toBe(true);
});
