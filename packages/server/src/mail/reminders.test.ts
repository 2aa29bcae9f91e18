import { limits } from '@licet/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readClock } from '../store/kernel/clock.ts';
import { transaction } from '../store/kernel/database.ts';
import { queueLook } from '../store/reminders/reminders.ts';
import { operator } from '../usecases/testing.ts';
import { addressOf, type TestMailing, testMailing } from './mailing.testing.ts';

type User = Awaited<ReturnType<TestMailing['licet']['user']>>;

let mailing: TestMailing;
let owner: User;
let maya: User;
let key: string;
let role: string;

beforeEach(async () => {
  mailing = await testMailing();
  const { licet } = mailing;
  ({ owner, key } = await licet.owned());
  maya = await licet.user();
  for (const user of [owner, maya]) await addressOf(licet, user);
  const params = { application: key };
  role = (await licet.call('roles.create', owner, { params, body: { name: 'clerk', title: '' } })).id;
});
afterEach(() => mailing.close());

const day = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * day).toISOString();
const grant = (ends: string | null, kind: 'user' | 'group' = 'user', id = maya.userId) =>
  mailing.licet.call('grants.create', owner, {
    params: { application: key },
    body: { principal: { kind, id }, gives: { kind: 'role', id: role }, ends, reason: '' },
  });
const found = async () =>
  (await mailing.outbox()).filter(({ template }) => template === 'access_ending' || template === 'ending_soon');
const names = (id: string) => (id === maya.userId ? 'maya' : id === owner.userId ? 'owner' : 'somebody else');
const reminders = async () => (await found()).map(({ template, user }) => `${template} ${names(user.id)}`).sort();

/** The reminders with that text. */
async function saying(what: string): Promise<{ readonly subject: string; readonly text: string }> {
  const mail = (await found()).find(({ template, user }) => `${template} ${names(user.id)}` === what);
  return mailing.licet.call('mail.preview', mailing.licet.admin, { params: { mail: mail?.id ?? '' } });
}

/** Moves the clock ahead by this many days, and runs the job of that hour. */
async function lookAt(days: number): Promise<void> {
  const { licet } = mailing;
  licet.setClock(days * day);
  const { database } = licet;
  const clock = await readClock(database);
  await transaction(database, 'begin', (connection) => queueLook({ connection, clock }, 'now'));
  const jobs = mailing.sender();
  await expect
    .poll(async () => {
      const { rows } = await database.pool.query(
        `select from jobs where kind = 'reminders' and (attempts > 0 or due_at <= $1)`,
        [clock],
      );
      return rows.length;
    })
    .toBe(0);
  await jobs.close(1000);
}

test('reminds the holder and the owners once, a week before a grant ends', async () => {
  await grant(inDays(30));
  await lookAt(20);
  expect(await reminders()).toEqual([]);
  await lookAt(24);
  expect(await reminders()).toEqual(['access_ending maya', 'ending_soon owner']);
  const mail = await saying('access_ending maya');
  expect(mail.subject).toBe('Some of your access ends soon');
  expect(mail.text).toMatch(/^- “clerk” in .+, until \d+ \w+ \d{4} at \d\d:\d\d UTC\.$/m);
  expect(mail.text).toMatch(/\/requests\?view=mine&add=1&application=.+&renews=.+&role=clerk/);
  expect((await saying('ending_soon owner')).text).toMatch(/^- “clerk” of .+ in .+: /m);
  expect((await saying('ending_soon owner')).text).toMatch(/\/ending\?within=\d+/);
  for (const days of [24, 25, 29.9, 31]) await lookAt(days);
  expect(await reminders()).toHaveLength(2);
  expect(mailing.errors).toEqual([]);
});

test('a reminder is sent once by two servers, and checked again the next hour', async () => {
  for (let nth = 0; nth < 5; nth += 1) await grant(inDays(30), 'user', (await mailing.licet.user()).userId);
  const { licet } = mailing;
  licet.setClock(25 * day);
  const { database } = licet;
  const clock = await readClock(database);
  const look = () => transaction(database, 'begin', (connection) => queueLook({ connection, clock }, 'now'));
  await Promise.all([look(), look(), look()]);
  const { rows } = await database.pool.query(`select id from jobs where kind = 'reminders'`);
  expect(rows).toHaveLength(1);
  // Simulates a lease that expired while the job was running, so that the same job runs twice.
  await database.pool.query(
    `insert into jobs (id, kind, data, due_at) values (gen_random_uuid(), 'reminders', '{}', $1)`,
    [clock],
  );
  for (let nth = 0; nth < 2; nth += 1) mailing.sender();
  await expect.poll(async () => (await database.pool.query('select from reminders')).rowCount).toBe(5);
  const told = async () => (await mailing.outbox()).filter(({ template }) => template === 'access_ending').length;
  await expect.poll(told).toBe(5);
  await expect
    .poll(async () => (await database.pool.query(`select due_at from jobs where kind = 'reminders'`)).rows)
    .toEqual([{ due_at: expect.anything() }]);
  expect(await told()).toBe(5);
  expect((await reminders()).filter((it) => it.startsWith('ending_soon owner'))).toHaveLength(1); // one mail lists all of them
});

test('no reminder is sent for a grant that was extended, revoked or has ended meanwhile', async () => {
  const [extended, revoked, ended] = [
    await mailing.licet.user(),
    await mailing.licet.user(),
    await mailing.licet.user(),
  ];
  for (const user of [extended, revoked, ended]) await addressOf(mailing.licet, user);
  const grants: { readonly id: string }[] = [];
  for (const user of [extended, revoked, ended]) grants.push(await grant(inDays(30), 'user', user.userId));
  const { licet } = mailing;
  licet.setClock(25 * day);
  const clock = await readClock(licet.database);
  await transaction(licet.database, 'begin', (connection) => queueLook({ connection, clock }, 'now'));
  mailing.smtp.mode = 'not now';
  const jobs = mailing.sender();
  await expect.poll(async () => (await mailing.outbox()).filter(({ attempts }) => attempts > 0).length).toBe(4);
  await jobs.close(1000);
  const of = (index: number) => ({ params: { application: key, grant: grants[index]?.id ?? '' } });
  await licet.call('grants.update', owner, { ...of(0), body: { ends: inDays(60) } });
  await licet.call('grants.revoke', owner, of(1));
  mailing.smtp.mode = 'takes';
  licet.setClock(30.5 * day);
  mailing.sender();
  await expect.poll(async () => (await mailing.outbox()).map(({ state }) => state)).toEqual(Array(4).fill('dropped'));
  expect(mailing.smtp.mails).toEqual([]);
});

test('a reminder is sent again for an extended grant, and never for a short or scheduled one', async () => {
  const short = await mailing.licet.user();
  await grant(inDays(3), 'user', short.userId);
  const given = await grant(inDays(30));
  await lookAt(24);
  const params = { application: key, grant: given.id };
  await mailing.licet.call('grants.update', owner, { params, body: { ends: inDays(60) } });
  await lookAt(40);
  expect(await reminders()).toHaveLength(2);
  await lookAt(54);
  expect(await reminders()).toEqual([
    'access_ending maya',
    'access_ending maya',
    'ending_soon owner',
    'ending_soon owner',
  ]);
});

test('reminders about groups, programs and program keys go to the owners', async () => {
  const { licet } = mailing;
  const group = await licet.call('groups.create', licet.admin, { body: { name: 'Night shift' } });
  await licet.call('groups.addMember', licet.admin, { params: { group: group.id, member: maya.userId } });
  await grant(inDays(30), 'group', group.id);
  const params = { application: key };
  const made = await licet.call('clients.create', owner, { params, body: { name: 'Nightly job', kind: 'service' } });
  await licet.call('clients.makeKey', operator, {
    params: { ...params, client: made.client.id },
    body: { name: 'Made in June', endsAt: inDays(30) },
  });
  await lookAt(25);
  expect(await reminders()).toEqual(['ending_soon owner']);
  const { text } = await saying('ending_soon owner');
  expect(text).toMatch(
    /The key “Made in June” of the program Nightly job of .+ Without another key, the program can then no longer sign in/,
  );
  expect(text).toMatch(/“clerk” of the group Night shift in/);
});

test('reminders are sent as many days before as the settings say, or never', async () => {
  const { licet } = mailing;
  expect(await licet.call('settings.get', licet.admin)).toMatchObject({ remindDays: limits.reminderDays.value });
  await licet.call('settings.update', licet.admin, { body: { remindDays: 0 } });
  await grant(inDays(30));
  await lookAt(29);
  expect(await reminders()).toEqual([]);
  await licet.call('settings.update', licet.admin, { body: { remindDays: 2 } });
  await lookAt(28.5);
  expect(await reminders()).toHaveLength(2);
  expect(await licet.call('settings.get', licet.admin)).toMatchObject({ organisation: 'Licet', remindDays: 2 });
});

test('a reminder about an ending exception goes once to the managers of separations', async () => {
  const { licet } = mailing;
  licet.setClock(0);
  const made = await licet.call('roles.create', owner, { params: { application: key }, body: { name: 'other' } });
  const parts = [role, made.id].map((id) => ({ elements: [{ kind: 'role', id }] }));
  const rule = await licet.call('separations.create', licet.admin, { body: { name: 'Apart', parts } });
  await licet.call('separations.except', licet.admin, {
    params: { separation: rule.id },
    body: { holder: maya.userId, reason: 'For now', ends: inDays(60) },
  });
  const told = async () => (await mailing.outbox()).filter(({ template }) => template === 'exception_ending');
  await lookAt(50);
  expect(await told()).toEqual([]);
  await lookAt(54);
  const mails = await told();
  expect(mails.map(({ user }) => user.id)).toContain(licet.admin.userId);
  expect(mails.map(({ user }) => user.id)).not.toContain(maya.userId);
  const { text } = await licet.call('mail.preview', licet.admin, { params: { mail: mails[0]?.id ?? '' } });
  expect(text).toContain('After that nothing is revoked');
  await lookAt(55);
  expect(await told()).toHaveLength(mails.length);
});
