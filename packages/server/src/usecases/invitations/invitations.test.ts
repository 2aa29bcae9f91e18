import type { InvitationRoundNamed } from '@licet/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type TestMailing, testMailing } from '../../mail/mailing.testing.ts';
import { linkIn } from '../../mail/smtp.testing.ts';
import { build } from '../../store/store.testing.ts';
import { deleteUser } from '../../store/users/users.ts';
import type { Caller } from '../context.ts';
import { anonymous, operator, signedInAlways } from '../testing.ts';

let mailing: TestMailing;
let made = 0;

beforeEach(async () => {
  mailing = await testMailing();
});
afterEach(() => mailing.close());

type Someone = { readonly id: string };
const rows = async (text: string) => (await mailing.licet.database.pool.query(text)).rowCount;

async function newcomer(more: { name?: string; email?: null } = {}) {
  made += 1;
  const username = `new-${made}`;
  const address = `${username}@harbour.example`;
  const body = { username, name: `Newcomer ${made}`, email: address, ...more };
  const { id } = await mailing.licet.call('users.create', operator, { body });
  return { id, address, username };
}

/** Imports users. Returns the number of the change that created them. */
async function imported(count: number, mark: string): Promise<number> {
  const lines = Array.from({ length: count }, (_, n) => ({
    user: {
      username: `${mark}-${n}`,
      email: `${mark}-${n}@harbour.example`,
      name: `${mark} ${n}`,
      suspended: false,
      groups: [],
      roles: [],
    },
  }));
  const end = { end: { system: 'csv', digest: '0'.repeat(64), leftOut: 0 } };
  const body = [...lines, end].map((line) => JSON.stringify(line)).join('\n');
  let text = '';
  for await (const piece of await mailing.licet.call('operator.importDirectory', operator, { body })) text += piece;
  return (JSON.parse(text.trim().split('\n').at(-1) ?? '') as { report: { change: number } }).report.change;
}

async function begin(filter: object, caller: Caller = operator, more: object = {}): Promise<string> {
  const { round } = await mailing.licet.call('users.invite', caller, { body: { filter, ...more } });
  return round ?? '';
}

const fresh = (caller: Caller & { readonly kind: 'user' }) => signedInAlways(mailing.licet.database, caller);
const roundOf = (round: string) =>
  mailing.licet.call('invitations.get', operator, { params: { round } }) as Promise<InvitationRoundNamed>;
const redeem = (token: string) =>
  mailing.licet.outcome('passwords.set', anonymous, { body: { token, password: 'nine blue doors in a row' } });
const tokenIn = (link = '') => link.split('#token=')[1] ?? '';
const tokenTo = async (address: string) => tokenIn(linkIn(await mailing.smtp.mailTo(address)));
const idsOf = (users: readonly Someone[]) => ({ users: users.map(({ id }) => id) });
const withdraw = (users: readonly Someone[], caller: Caller = operator) =>
  mailing.licet.call('invitations.withdraw', caller, { body: idsOf(users) });
const invite = (users: readonly Someone[]) => mailing.licet.call('users.invite', operator, { body: idsOf(users) });
const newestEvent = async () => (await mailing.licet.call('audit.list', mailing.licet.admin)).items[0];

async function linksFile(body: object, caller: Caller = operator): Promise<string> {
  let text = '';
  for await (const piece of await mailing.licet.call('invitations.links', caller, { body })) text += piece;
  return text;
}
const linesOf = (file: string) =>
  file
    .replace('\uFEFF', '')
    .trim()
    .split('\r\n')
    .map((line) => line.split(','));

const waitingForTheWriter = `
  select from pg_locks l join pg_database d on d.oid = l.database
  where l.locktype = 'advisory' and not l.granted and d.datname = current_database()`;

/** Grants a user access that only the owner of an application may grant. */
async function beyondReach({ id }: Someone) {
  const { key, owner } = await mailing.licet.owned();
  const params = { application: key };
  const permission = await mailing.licet.call('permissions.create', owner, {
    params,
    body: { name: 'pay', title: '' },
  });
  const body = { principal: { kind: 'user', id }, gives: { kind: 'permission', id: permission.id } };
  await mailing.licet.call('grants.create', owner, { params, body });
}

describe('a round of invitations', () => {
  test('invites all users of an import who have an address, and reports progress', async () => {
    await newcomer();
    const change = await imported(30, 'crew');
    const mute = await newcomer({ email: null });
    await mailing.licet.database.pool.query('update users set created_no = $1 where id = $2', [change, mute.id]);
    const round = await begin({ import: change });
    expect(await roundOf(round)).toMatchObject({ state: 'under_way', total: 31, looked: 1, queued: 0, by: 'operator' });
    expect(await newestEvent()).toMatchObject({
      action: 'user.invited',
      after: { filter: { import: change }, users: 31 },
    });
    mailing.sender();
    await expect.poll(async () => (await roundOf(round)).mails.sent).toBe(30);
    expect(await roundOf(round)).toMatchObject({
      state: 'done',
      total: 31,
      looked: 31,
      queued: 30,
      skipped: [{ why: 'no_address', count: 1 }],
      names: [{ user: { id: mute.id }, why: 'no_address' }],
    });
    expect(new Set(mailing.smtp.recipients).size).toBe(30);
    expect(mailing.smtp.recipients.every((address) => address.startsWith('crew-'))).toBe(true);
    expect((await mailing.licet.call('invitations.list', operator)).items.map(({ id }) => id)).toEqual([round]);
  });

  test('continues on other processes after its process stops, and mails each user once', async () => {
    const change = await imported(450, 'many');
    const round = await begin({ import: change });
    const first = mailing.sender();
    await expect.poll(async () => (await roundOf(round)).queued).toBeGreaterThan(0);
    await first.close(0);
    mailing.sender();
    mailing.sender();
    await expect.poll(async () => (await roundOf(round)).state).toBe('done');
    expect(await roundOf(round)).toMatchObject({ looked: 450, queued: 450 });
    expect([await rows('select from mails'), await rows('select distinct user_id from mails')]).toEqual([450, 450]);
    expect(new Set(mailing.smtp.recipients).size).toBe(mailing.smtp.recipients.length);
    expect(mailing.errors).toEqual([]);
  });

  test('skips users with an invitation, unless a new one is requested', async () => {
    const change = await imported(3, 'twice');
    mailing.sender();
    const first = await begin({ import: change });
    await expect.poll(async () => (await roundOf(first)).mails.sent).toBe(3);
    const second = await begin({ import: change });
    expect(await roundOf(second)).toMatchObject({ state: 'done', queued: 0, skipped: [{ why: 'already', count: 3 }] });
    const body = { filter: { import: change, invitation: 'none' } };
    expect(await mailing.licet.outcome('users.invite', operator, { body })).toBe('wrong_state');
    const third = await begin({ import: change }, operator, { again: true });
    await expect.poll(async () => (await roundOf(third)).mails.sent).toBe(3);
    expect(mailing.smtp.mails).toHaveLength(6);
  });

  test('sends no more mails after it is stopped, even if sending was tried before', async () => {
    const change = await imported(700, 'stopped');
    mailing.smtp.mode = 'not now';
    const round = await begin({ import: change });
    const sender = mailing.sender();
    await expect.poll(async () => (await roundOf(round)).queued).toBeGreaterThan(0);
    await sender.close(5);
    const params = { round };
    const stopped = await mailing.licet.call('invitations.stop', operator, { params });
    expect(stopped).toMatchObject({ state: 'stopped', looked: 700, mails: { waiting: 0, sent: 0 } });
    expect(await rows('select from password_links')).toBe(0);
    mailing.smtp.mode = 'takes';
    mailing.sender();
    await expect.poll(() => rows('select from jobs where attempts = 0')).toBe(0);
    expect(mailing.smtp.mails).toEqual([]);
    expect(await mailing.licet.outcome('invitations.stop', operator, { params })).toBe('wrong_state');
  });

  test('attack 30: skips users whom the inviter may not invite, even if that right is lost meanwhile', async () => {
    const manager = await mailing.licet.user('users.read', 'users.manage');
    expect(await mailing.licet.outcome('users.invite', manager, { body: { filter: {} } })).toBe('sign_in_again');
    const signedIn = await fresh(manager);
    const [within, beyond] = [await newcomer(), await newcomer()];
    await beyondReach(beyond);
    const round = await begin({}, signedIn);
    const jobs = mailing.sender();
    await expect.poll(async () => (await roundOf(round)).state).toBe('done');
    expect((await roundOf(round)).names).toMatchObject([{ user: { id: beyond.id }, why: 'may_not' }]);
    await tokenTo(within.address);
    await jobs.close(5);
    const later = await begin({}, signedIn, { again: true });
    await mailing.licet.call('users.suspend', operator, { params: { user: manager.userId } });
    mailing.sender();
    await expect.poll(async () => (await roundOf(later)).state).toBe('done');
    expect((await roundOf(later)).skipped).toEqual([{ why: 'may_not', count: 2 }]);
  });

  test('a filter by access requires the right to see access', async () => {
    const manager = await fresh(await mailing.licet.user('users.read', 'users.manage'));
    for (const id of ['users.invite', 'invitations.links'] as const)
      expect(await mailing.licet.outcome(id, manager, { body: { filter: { application: 'licet' } } })).toBe(
        'forbidden',
      );
  });
});

describe('a withdrawn invitation', () => {
  test('attack 30: cannot be sent again by a caller who manages mail settings, after sending failed', async () => {
    const { licet } = mailing;
    const [failed, also] = [await newcomer(), await newcomer()];
    await licet.call('users.invite', licet.admin, { body: idsOf([failed, also]) });
    await licet.database.pool.query(`update mails set state = 'failed'`);
    await licet.database.pool.query('delete from jobs');
    await licet.call('users.passwordLink', operator, { params: { user: also.id } });
    expect(await withdraw([failed, also])).toEqual({ withdrawn: 2, skipped: [] });
    const postmaster = await licet.user('settings.manage');
    for (const { id } of await mailing.outbox())
      expect(await licet.outcome('mail.sendAgain', postmaster, { params: { mail: id } })).toBe('wrong_state');
  });

  test('no longer works by its link, and its mail is not sent if it is still queued', async () => {
    const [sent, waiting, none] = [await newcomer(), await newcomer(), await newcomer()];
    const sender = mailing.sender();
    await invite([sent]);
    const token = await tokenTo(sent.address);
    await sender.close(5);
    await invite([waiting]);
    const active = { id: (await mailing.licet.user()).userId };
    const skipped = [none, active].map(({ id }) => ({ user: { id }, why: 'none' }));
    expect(await withdraw([sent, waiting, none, active])).toMatchObject({ withdrawn: 2, skipped });
    expect(await newestEvent()).toMatchObject({
      action: 'user.invitation_withdrawn',
      after: { users: expect.arrayContaining([sent.username]) },
    });
    expect(await redeem(token)).toBe('link_invalid');
    mailing.sender();
    await expect.poll(() => rows('select from jobs')).toBe(0);
    expect(mailing.smtp.mails).toHaveLength(1);
    const found = await mailing.licet.call('invitations.ofUser', operator, { params: { user: waiting.id } });
    expect(found).toMatchObject({ mail: { state: 'dropped' }, link: null });
  });

  test('a withdrawal revokes a link from the CSV file, and removes the user from a round', async () => {
    const [byHand, inRound] = [await newcomer({ name: 'A' }), await newcomer()];
    const [, line] = linesOf(await linksFile(idsOf([byHand])));
    await begin({ q: inRound.username });
    expect(await withdraw([byHand, inRound])).toEqual({ withdrawn: 2, skipped: [] });
    expect(await redeem(tokenIn(line?.[3]))).toBe('link_invalid');
    mailing.sender();
    await expect.poll(() => rows('select from jobs')).toBe(0);
    expect(mailing.smtp.mails).toEqual([]);
  });

  test('an invitation cannot be withdrawn by a caller who may not give the user’s access', async () => {
    const user = await newcomer();
    const { key } = await mailing.licet.owned();
    const params = { application: key, user: user.id };
    await mailing.licet.call('applications.addOwner', mailing.licet.admin, { params });
    await invite([user]);
    const manager = await mailing.licet.user('users.read', 'users.manage');
    const skipped = [{ user: expect.anything(), why: 'may_not' }];
    expect(await withdraw([user], manager)).toEqual({ withdrawn: 0, skipped });
  });
});

test('repeated invitations send one mail per user once mail works; links from the CSV file work too', async () => {
  const [someone, other] = [await newcomer(), await newcomer()];
  await invite([someone]);
  await invite([someone]);
  await invite([other]);
  const lines = linesOf(await linksFile(idsOf([other])));
  mailing.sender();
  const token = await tokenTo(someone.address);
  await expect
    .poll(async () => (await mailing.outbox()).map(({ state }) => state).sort())
    .toEqual(['dropped', 'sent', 'sent']);
  expect(mailing.smtp.recipients.filter((it) => it === someone.address)).toHaveLength(1);
  expect(await redeem(token)).toBe('ok');
  expect(await redeem(tokenIn(lines[1]?.[3]))).toBe('ok');
});

describe('a CSV file of set-password links', () => {
  test('attack 30: omits links for users whose access the caller may not give, with the reason', async () => {
    const { licet } = mailing;
    const manager = await licet.user('users.read', 'users.manage');
    const [within, beyond, mute] = [await newcomer(), await newcomer(), await newcomer({ email: null })];
    await beyondReach(beyond);
    const body = { users: [within.id, beyond.id, mute.id, manager.userId] };
    expect(await licet.outcome('invitations.links', manager, { body })).toBe('sign_in_again');
    const lines = linesOf(await linksFile(body, await fresh(manager)));
    expect(lines.map(([username, , , link, , why]) => [username, link !== '', why])).toEqual([
      ['username', true, 'no link because'],
      [within.username, true, ''],
      [mute.username, true, ''],
      [beyond.username, false, 'you may not make links for this user'],
      [expect.any(String), false, '"already active'],
    ]);
    expect(await newestEvent()).toMatchObject({
      action: 'user.password_link_made',
      after: { users: [within.username, mute.username] },
    });
    await beyondReach(within);
    expect(await redeem(tokenIn(lines[1]?.[3]))).toBe('link_invalid');
    expect(await redeem(tokenIn(lines[2]?.[3]))).toBe('ok');
  });

  test('contains no link for a user who was deleted while the file waited', async () => {
    const [gone, stays] = [await newcomer(), await newcomer()];
    let file: Promise<string> | undefined;
    await build(mailing.licet.database, async (change) => {
      file = linksFile(idsOf([gone, stays]));
      await expect.poll(() => rows(waitingForTheWriter)).toBe(1);
      await deleteUser(change, gone.id);
    });
    expect(linesOf((await file) ?? '').map(([username, , , , , why]) => [username, why])).toEqual([
      ['username', 'no link because'],
      [stays.username, ''],
      [gone.id, 'deleted in the meantime'],
    ]);
  });

  test('covers a whole filter, and escapes names that a spreadsheet would run as formulas', async () => {
    await newcomer({ name: '=HYPERLINK("https://evil.example")' });
    await newcomer({ name: '+1, or "two"' });
    const file = await linksFile({ filter: { q: 'new-' } });
    expect(linesOf(file)).toHaveLength(3);
    expect(file).toContain(',"\'=HYPERLINK(""https://evil.example"")",');
    expect(file).toContain(',"\'+1, or ""two""",');
    const body = { filter: { q: 'nobody at all' } };
    expect(await mailing.licet.outcome('invitations.links', operator, { body })).toBe('wrong_state');
  });
});
