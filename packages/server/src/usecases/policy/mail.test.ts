import type { PolicyChange } from '@licet/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { addressOf, type TestMailing, testMailing } from '../../mail/mailing.testing.ts';
import { setPasswordHash } from '../../store/credentials/passwords.ts';
import { firstPolicy } from '../../store/policy/policy.ts';

let mailing: TestMailing;
const { version: _, ...first } = firstPolicy;
const everybody = (graceUntil: string | null = null): PolicyChange => ({
  ...first,
  secondFactor: [{ of: { kind: 'everybody' }, graceUntil }],
});

beforeEach(async () => {
  mailing = await testMailing();
  const { licet } = mailing;
  await licet.build((change) => setPasswordHash(change, licet.admin.userId, 'test:ada'));
  await licet.database.pool.query('update users set email = null, email_key = null');
});
afterEach(() => mailing.close());

/** Creates users with only a password. */
async function people(count: number): Promise<{ readonly id: string; readonly address: string }[]> {
  const made = [];
  for (let nth = 0; nth < count; nth += 1) {
    const user = await mailing.licet.user();
    await mailing.licet.build((change) => setPasswordHash(change, user.userId, 'test:a'));
    made.push({ id: user.userId, address: await addressOf(mailing.licet, user) });
  }
  return made;
}
const begin = (policy: PolicyChange, outcome: string, from: string | null = null) =>
  mailing.licet.call('policy.mail', mailing.licet.freshAdmin, { body: { policy, outcome, from } });
const round = async () => (await mailing.licet.call('policy.mails', mailing.licet.admin)).items[0];
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const addTotp = (id: string) =>
  mailing.licet.database.pool.query(
    `insert into totp (user_id, secret, added_at, last_step) values ($1, '', now(), 0)`,
    [id],
  );

describe('users whom new sign-in rules would stop', () => {
  test('are mailed the change, its date and what to do; the new rules are not saved', async () => {
    const [maya] = await people(1);
    mailing.sender();
    const policy = everybody();
    await begin(policy, 'stopped', '2099-12-01T08:00:00Z');
    const mail = await mailing.smtp.mailTo(maya?.address ?? '');
    expect(mail.subject).toBe('Sign-in rules of Licet: set up what is missing');
    expect(mail.text).toContain('From 1 December 2099 at 08:00 UTC on');
    expect(mail.text).toContain('Add a passkey or an authenticator app');
    expect(mail.text).toContain('http://localhost:4080/me?tab=credentials');
    await expect.poll(round).toMatchObject({ state: 'done', total: 2, queued: 1, mails: { sent: 1 } });
    expect((await round())?.skipped).toEqual([{ why: 'no_address', count: 1 }]); // the administrator
    expect(await mailing.licet.call('policy.get', mailing.licet.admin)).toMatchObject({ secondFactor: [], version: 0 });
    const { items } = await mailing.licet.call('audit.list', mailing.licet.admin);
    expect(items[0]).toMatchObject({
      action: 'policy.people_mailed',
      actor: { id: mailing.licet.admin.userId },
      target: { name: '2 users' },
      after: { outcome: 'stopped', users: 2 },
    });
    expect(mailing.errors).toEqual([]);
  });

  test('are mailed the end of the grace period, or that a passkey is missing', async () => {
    const [maya] = await people(1);
    mailing.sender();
    await begin(everybody(inDays(14)), 'grace');
    expect((await mailing.smtp.mailTo(maya?.address ?? '')).text).toMatch(/^You have time until \d+ \w+ \d{4}/m);
    await begin({ ...first, ways: ['passkey'] }, 'stopped');
    expect((await mailing.smtp.mailTo(maya?.address ?? '', 2)).text).toContain('You have no passkey');
  });

  test('get no mail if they set up a factor before their turn, or were deleted', async () => {
    const [quick, gone, slow] = await people(3);
    await begin(everybody(), 'stopped');
    await addTotp(quick?.id ?? '');
    await mailing.licet.call('users.remove', mailing.licet.admin, { params: { user: gone?.id ?? '' } });
    mailing.sender();
    await expect.poll(async () => (await round())?.state).toBe('done');
    expect((await mailing.outbox()).map(({ user }) => user.id)).toEqual([slow?.id]);
    expect((await round())?.skipped).toEqual([
      { why: 'gone', count: 1 },
      { why: 'no_address', count: 1 },
      { why: 'settled', count: 1 },
    ]);
  });

  test('are mailed once each by several processes, even after a crash', async () => {
    const told = await people(12);
    await begin(everybody(), 'stopped');
    const { database } = mailing.licet;
    // Simulates an expired lease: another job for the same round.
    await database.pool.query(
      `insert into jobs (id, kind, data, due_at) select gen_random_uuid(), kind, data, due_at from jobs where kind = 'invitation round'`,
    );
    for (let nth = 0; nth < 3; nth += 1) mailing.sender();
    await expect.poll(async () => (await round())?.state).toBe('done');
    const mails = (await mailing.outbox()).map(({ user }) => user.id);
    expect(mails.sort()).toEqual(told.map(({ id }) => id).sort());
  });

  test('get no more mails after the round is stopped', async () => {
    await people(3);
    const { licet } = mailing;
    const { round: id } = await begin(everybody(), 'stopped');
    const params = { round: id };
    expect(await licet.outcome('invitations.stop', licet.admin, { params })).toBe('not_found');
    expect(await licet.call('policy.stopMails', licet.admin, { params })).toMatchObject({ state: 'stopped' });
    expect(await licet.outcome('policy.stopMails', licet.admin, { params })).toBe('wrong_state');
    expect((await licet.call('invitations.list', licet.admin)).items).toEqual([]);
    mailing.sender();
    await expect.poll(async () => (await licet.database.pool.query('select from jobs')).rowCount).toBe(0);
    expect(mailing.smtp.mails).toEqual([]);
  });
});

test('a mailing requires settings.manage, users.read, a fresh sign-in and an affected user', async () => {
  const { licet } = mailing;
  const input = { body: { policy: everybody(), outcome: 'stopped', from: null } };
  expect(await licet.outcome('policy.mail', await licet.user('users.read'), input)).toBe('forbidden');
  expect(await licet.outcome('policy.mail', await licet.user('settings.manage'), input)).toBe('forbidden');
  expect(await licet.outcome('policy.mail', await licet.user('settings.manage', 'users.read'), input)).toBe(
    'sign_in_again',
  );
  const past = { body: { ...input.body, from: inDays(-1) } };
  expect(await licet.outcome('policy.mail', licet.freshAdmin, past)).toBe('invalid_request');
  const nobody = { body: { ...input.body, outcome: 'no_recovery' } };
  expect(await licet.outcome('policy.mail', licet.freshAdmin, nobody)).toBe('wrong_state');
});
