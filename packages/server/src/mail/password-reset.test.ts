import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { setPasswordHash } from '../store/credentials/passwords.ts';
import { queueJobs } from '../store/jobs/jobs.ts';
import { anonymous, issuer, operator } from '../usecases/testing.ts';
import { addressOf, type TestMailing, testMailing } from './mailing.testing.ts';
import { linkIn } from './smtp.testing.ts';

let mailing: TestMailing;
let user: Awaited<ReturnType<TestMailing['licet']['user']>>;
let address: string;
let jobs: ReturnType<TestMailing['sender']>;

beforeEach(async () => {
  mailing = await testMailing();
  user = await mailing.licet.user();
  address = await addressOf(mailing.licet, user);
  await mailing.licet.build((change) => setPasswordHash(change, user.userId, 'test:the forgotten one'));
  jobs = mailing.sender();
});
afterEach(() => mailing.close());

const forget = (login = address, language?: 'de') =>
  mailing.licet.outcome('passwords.reset', anonymous, { body: { login, ...(language && { language }) } });
const redeem = (token: string) =>
  mailing.licet.outcome('passwords.set', anonymous, { body: { token, password: 'nine blue doors in a row' } });
const tokenOf = async (count = 1) => linkIn(await mailing.smtp.mailTo(address, count)).split('token=')[1] ?? '';
const jobsLeft = async () => (await mailing.licet.database.pool.query('select from jobs')).rowCount;

test('attack 25: the link in the mail has the configured address, and sets a password once', async () => {
  expect(await forget(address, 'de')).toBe('ok');
  const mail = await mailing.smtp.mailTo(address);
  expect(mail.subject).toBe('Neues Passwort festlegen');
  expect(linkIn(mail)).toMatch(new RegExp(`^${issuer}/set-password#token=[\\w-]{43}$`));
  expect(mail.html).toContain(`href="${linkIn(mail)}"`);
  const token = await tokenOf();
  expect(await redeem(token)).toBe('ok');
  expect(await redeem(token)).toBe('link_invalid');
  expect((await mailing.smtp.mailTo(address, 2)).subject).toBe('Your password was changed');
});

describe('attack 20: enumeration by password reset', () => {
  test('gives known names, unknown names and too many requests the same response, before any look-up', async () => {
    await jobs.close(0);
    for (const login of [address, 'nobody@harbour.example', 'nobody']) expect(await forget(login)).toBe('ok');
    const { rows } = await mailing.licet.database.pool.query('select kind, attempts from jobs');
    expect(rows).toEqual(Array(3).fill({ kind: 'password_reset', attempts: 0 }));
    expect(await mailing.outbox()).toEqual([]);
    for (let times = 0; times < 8; times += 1) expect(await forget('eve')).toBe('ok');
    for (const login of ['half \ud800', '\udfff\ud800', '\u202e']) expect(await forget(login)).toBe('ok');
  });

  test('sends no mail to users who are unknown, invited, suspended or without an address', async () => {
    const invited = { username: 'new.one', name: 'New', email: 'new@harbour.example' };
    await mailing.licet.call('users.create', operator, { body: invited });
    const out = await mailing.licet.user();
    const outAt = await addressOf(mailing.licet, out);
    await mailing.licet.call('users.suspend', operator, { params: { user: out.userId } });
    for (const login of ['nobody', 'nobody@harbour.example', invited.email, invited.username, outAt, 'ada'])
      expect(await forget(login)).toBe('ok');
    await expect.poll(jobsLeft).toBe(0);
    expect(await mailing.outbox()).toEqual([]);
    expect(mailing.errors).toEqual([]);
  });
});

test('limits the mails per name and hour, and drops further requests silently', async () => {
  for (let times = 0; times < 6; times += 1) expect(await forget()).toBe('ok');
  await expect.poll(jobsLeft).toBe(0);
  expect((await mailing.outbox()).length).toBeLessThanOrEqual(4);
  mailing.licet.setClock(2 * 3_600_000);
  const before = (await mailing.outbox()).length;
  expect(await forget()).toBe('ok');
  await expect.poll(async () => (await mailing.outbox()).length).toBe(before + 1);
});

test('a link ends after an hour, when a newer link is made, or when its user is suspended', async () => {
  await forget();
  const first = await tokenOf();
  await forget();
  const second = await tokenOf(2);
  expect(await redeem(first)).toBe('link_invalid');
  mailing.licet.setClock(3_601_000);
  expect(await redeem(second)).toBe('link_invalid');
  await forget();
  const third = await tokenOf(3);
  await mailing.licet.call('users.suspend', operator, { params: { user: user.userId } });
  expect(await redeem(third)).toBe('link_invalid');
});

test('a mail that is sent again has the same link, which stays used', async () => {
  const resend = async (count: number) => {
    const { database } = mailing.licet;
    // The mail arrives a moment before it is stored as sent.
    const states = () => database.pool.query(`select distinct state from mails where template = 'password_reset'`);
    await expect.poll(async () => (await states()).rows).toEqual([{ state: 'sent' }]);
    const { rows } = await database.pool.query(
      `update mails set state = 'waiting' where template = 'password_reset' returning id`,
    );
    await mailing.licet.build((change) => queueJobs(change, 'mail', [{ mail: rows[0]?.id }]));
    const mail = await mailing.smtp.mailTo(address, count);
    return linkIn(mail).split('token=')[1] ?? '';
  };
  await forget();
  const token = await tokenOf();
  expect(await resend(2)).toBe(token);
  expect(await redeem(token)).toBe('ok');
  await mailing.smtp.mailTo(address, 3);
  expect(await resend(4)).toBe(token);
  expect(await redeem(token)).toBe('link_invalid');
});

test('the token is not in the outbox, its preview or the jobs', async () => {
  await forget();
  const token = await tokenOf();
  const { database } = mailing.licet;
  const tables = await Promise.all(
    ['mails', 'jobs', 'sign_ins'].map((table) => database.pool.query(`select * from ${table}`)),
  );
  const [mail] = await mailing.outbox();
  const preview = await mailing.licet.call('mail.preview', mailing.licet.admin, { params: { mail: mail?.id ?? '' } });
  expect(preview.text).toContain('(The link is created when the mail is sent.)');
  expect(JSON.stringify([tables.map(({ rows }) => rows), mail, preview])).not.toContain(token);
});

test('changing a user’s address needs the same permissions as creating their set-password link', async () => {
  const { licet } = mailing;
  const { key, owner } = await licet.owned();
  const permission = await licet.call('permissions.create', owner, {
    params: { application: key },
    body: { name: 'pay' },
  });
  const manager = await licet.user('users.read', 'users.manage');
  const move = () =>
    licet.outcome('users.update', manager, { params: { user: user.userId }, body: { email: 'eve@evil.example' } });
  const body = { principal: { kind: 'user', id: user.userId }, gives: { kind: 'permission', id: permission.id } };
  await licet.call('grants.create', owner, { params: { application: key }, body });
  expect(await move()).toBe('may_not_grant');
});
