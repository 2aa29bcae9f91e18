import { limits } from '@licet/contract';
import { beforeAll, expect, test } from 'vitest';
import { type TestMailing, testMailing } from '../../mail/mailing.testing.ts';
import { linkIn } from '../../mail/smtp.testing.ts';
import type { Caller } from '../context.ts';
import { anonymous, operator, signedInAlways } from '../testing.ts';

// Mailed invitations, redeemed by the wrong users, at the wrong time, and more than once.

let mailing: TestMailing;
let made = 0;

beforeAll(async () => {
  mailing = await testMailing();
  mailing.sender();
  return mailing.close;
});

/** A user who was invited by mail: their id and the token of their link. */
async function invited(by: Caller = operator) {
  made += 1;
  const username = `new-${made}`;
  const address = `${username}@harbour.example`;
  const body = { username, name: `Newcomer ${made}`, email: address };
  const { id } = await mailing.licet.call('users.create', operator, { body });
  await mailing.licet.call('users.invite', by, { body: { users: [id] } });
  return { id, address, token: await tokenTo(address) };
}

const tokenTo = async (address: string) => linkIn(await mailing.smtp.mailTo(address)).split('#token=')[1] ?? '';
const bodyOf = (token: string, no = 0) => ({ body: { token, password: `nine blue doors in a row ${no}` } });
const redeem = (token: string) => mailing.licet.outcome('passwords.set', anonymous, bodyOf(token));
const statusOf = async (user: string) => (await mailing.licet.call('users.get', operator, { params: { user } })).status;

test('a link works for only one of many simultaneous requests on two servers, with one event', async () => {
  const { licet } = mailing;
  const another = licet.anotherServer();
  const { id, token } = await invited();
  const outcomes = await Promise.all(
    Array.from({ length: 12 }, (_, no) =>
      (no % 2 === 0 ? licet : another).outcome('passwords.set', anonymous, bodyOf(token, no)),
    ),
  );
  await another.close();
  expect(outcomes.filter((it) => it === 'link_invalid')).toHaveLength(11);
  expect(await statusOf(id)).toBe('active');
  const { rows } = await licet.database.pool.query(
    `select count(*)::int as events from change where target_id = $1 and action in ('user.activated', 'user.password_set')`,
    [id],
  );
  expect(rows).toEqual([{ events: 1 }]);
  expect(await redeem(token)).toBe('link_invalid');
});

test('a link is void after the user’s address changed, even if it changes back', async () => {
  const { licet } = mailing;
  const person = await invited();
  const change = (email: string) =>
    licet.call('users.update', licet.freshAdmin, { params: { user: person.id }, body: { email } });
  await change('right@harbour.example');
  expect(await redeem(person.token)).toBe('link_invalid');
  await change(person.address);
  expect(await redeem(person.token)).toBe('link_invalid');
  expect(await statusOf(person.id)).toBe('invited');
});

test('a link ends when its sender is suspended, and stays void when they are reactivated', async () => {
  const { licet } = mailing;
  const manager = await licet.user('users.read', 'users.manage');
  const maker = await signedInAlways(licet.database, manager);
  const [first, second] = [await invited(maker), await invited(maker)];
  await licet.call('users.suspend', operator, { params: { user: manager.userId } });
  expect(await redeem(first.token)).toBe('link_invalid');
  await licet.call('users.reactivate', operator, { params: { user: manager.userId } }).catch(() => undefined);
  expect(await redeem(first.token)).toBe('link_invalid');
  expect(await redeem(second.token)).toBe('link_invalid');
  expect(await statusOf(second.id)).toBe('invited');
});

test('a link is refused after it expires, and while its user is suspended', async () => {
  const { licet } = mailing;
  const [late, kept] = [await invited(), await invited()];
  licet.setClock((limits.invitationLifetime.value + 60) * 1000);
  expect(await redeem(late.token)).toBe('link_invalid');
  licet.setClock(0);
  await licet.call('users.suspend', operator, { params: { user: kept.id } });
  expect(await redeem(kept.token)).toBe('link_invalid');
  expect(await statusOf(kept.id)).toBe('suspended');
});
