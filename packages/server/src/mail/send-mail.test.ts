import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { queueJobs } from '../store/jobs/jobs.ts';
import { reviewDeskIn } from '../usecases/reviews/testing.ts';
import { issuer, operator, secrets } from '../usecases/testing.ts';
import { openMailer } from './mailer.ts';
import { addressOf, type TestMailing, testMailing } from './mailing.testing.ts';
import { queueMail } from './queue-mail.ts';
import { mailHandler } from './send-mail.ts';
import { localGuard, testSmtp } from './smtp.testing.ts';

let mailing: TestMailing;
let user: Awaited<ReturnType<TestMailing['licet']['user']>>;
let address: string;

const begin = async (...how: Parameters<typeof testMailing>) => {
  mailing = await testMailing(...how);
  user = await mailing.licet.user();
  address = await addressOf(mailing.licet, user);
};
beforeEach(() => begin());
afterEach(() => mailing.close());

const mail = (to = [user.userId]) =>
  ({ to, template: 'password_changed', data: { at: '2026-11-22T06:00:00Z' } }) as const;
const queue = (to?: string[]) => mailing.licet.build((change) => queueMail(change, mail(to)));
const states = async () => (await mailing.outbox()).map(({ state }) => state);

test('sends a queued mail, and shows it in the outbox', async () => {
  mailing.sender();
  await queue();
  expect((await mailing.smtp.mailTo(address)).subject).toBe('Your password was changed');
  await expect.poll(states).toEqual(['sent']);
  expect(await mailing.outbox()).toMatchObject([{ address, attempts: 1, failure: null, user: { id: user.userId } }]);
  expect(mailing.errors).toEqual([]);
});

test('a failed change leaves no mail', async () => {
  const failing = mailing.licet.build(async (change) => {
    await queueMail(change, mail());
    throw new Error('The change fails.');
  });
  await expect(failing).rejects.toThrow('The change fails.');
  expect(await mailing.outbox()).toEqual([]);
});

test('a mail whose sending was not recorded is sent again with the same id', async () => {
  mailing.sender();
  await queue();
  await expect.poll(states).toEqual(['sent']);
  const [sent] = await mailing.outbox();
  await mailing.licet.database.pool.query(`update mails set state = 'waiting'`);
  await mailing.licet.build((change) => queueJobs(change, 'mail', [{ mail: sent?.id }]));
  await mailing.smtp.mailTo(address, 2);
  const [first, second] = mailing.smtp.mails;
  expect(second?.messageId).toBe(first?.messageId);
  expect(second?.text).toBe(first?.text);
});

test('does not store the mail server’s reply about a user who was erased meanwhile', async () => {
  const { licet } = mailing;
  const smtp = await testSmtp({
    onRcptTo: ({ address: to }, _session, done) => {
      const refusal = Object.assign(new Error(`<${to}> is unknown`), { responseCode: 550 });
      void licet.call('users.erase', operator, { params: { user: user.userId } }).then(() => done(refusal), done);
    },
  });
  const mailer = openMailer(smtp.server, { patience: 20_000, guard: localGuard });
  try {
    const [id] = await queue();
    const { run } = mailHandler({ database: licet.database, mailer, issuer, secrets });
    const said = run({ data: { mail: id } } as never, new AbortController().signal).catch(String);
    expect(await said).toBeUndefined();
    const { rows } = await licet.database.pool.query('select failure from mail_health');
    expect(rows).toMatchObject([{ failure: { said: null } }]);
  } finally {
    mailer.close();
    await smtp.close();
  }
});

test('does not store the mail server’s reply while its user is being erased', async () => {
  const { licet } = mailing;
  const { pool } = licet.database;
  const desk = await reviewDeskIn(licet);
  const reader = await desk.reader();
  const to = await addressOf(licet, reader);
  const review = await desk.open();
  const items = await desk.items(review, desk.owner);
  const decisions = items.map(({ line, version }) => ({ line, version, decision: 'keep', note: `For ${to}` }));
  await desk.decide(review, desk.owner, ...decisions);
  const waiting = async () => {
    const { rowCount } = await pool.query(
      `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    );
    return rowCount;
  };
  // An erasure first searches the stored state of the mail server, then the notes of reviews. A lock on the review stops it in between.
  const held = await pool.connect();
  let erased: Promise<unknown> | undefined;
  const smtp = await testSmtp({
    onRcptTo: (_address, _session, done) => {
      const refusal = Object.assign(new Error(`<${to}> is unknown`), { responseCode: 550 });
      void (async () => {
        await held.query('begin');
        await held.query('select from reviews where id = $1 for update', [review.id]);
        erased = licet.call('users.erase', operator, { params: { user: reader.userId } });
        await expect.poll(waiting).toBe(1);
      })().then(() => done(refusal), done);
    },
  });
  const mailer = openMailer(smtp.server, { patience: 20_000, guard: localGuard });
  try {
    const [id] = await queue([reader.userId]);
    const { run } = mailHandler({ database: licet.database, mailer, issuer, secrets });
    let answered = false;
    const said = run({ data: { mail: id } } as never, new AbortController().signal)
      .catch(String)
      .finally(() => {
        answered = true;
      });
    // The mail's failure cannot be stored until the erasure has ended.
    await expect.poll(async () => answered || (await waiting()) === 2).toBe(true);
    await held.query('commit');
    await erased;
    expect(await said).toBeUndefined();
    const { rows } = await pool.query('select failure from mail_health');
    expect(rows).toMatchObject([{ failure: { kind: 'refused', said: null } }]);
  } finally {
    held.release();
    mailer.close();
    await smtp.close();
  }
});

test('a failed job does not store the mail server’s reply', async () => {
  mailing.smtp.mode = 'refuses';
  mailing.sender();
  await queue();
  await expect
    .poll(mailing.outbox)
    .toMatchObject([{ state: 'failed', failure: { said: expect.stringContaining('550') } }]);
  const kept = async () => (await mailing.licet.database.pool.query('select last_error from jobs')).rows;
  await expect.poll(kept).toEqual([{ last_error: 'refused' }]);
});

test('three processes send each of many mails only once', async () => {
  const people = await Promise.all(Array.from({ length: 40 }, () => mailing.licet.user()));
  for (const person of people) await addressOf(mailing.licet, person);
  for (let process = 0; process < 3; process += 1) mailing.sender();
  await queue(people.map(({ userId }) => userId));
  await expect.poll(async () => (await states()).filter((state) => state === 'sent').length).toBe(40);
  expect(new Set(mailing.smtp.recipients).size).toBe(40);
  expect(mailing.smtp.recipients).toHaveLength(40);
});

describe('a mail server that', () => {
  test('drops connections: the mail waits, and is sent when the server works again', async () => {
    mailing.smtp.mode = 'drops';
    mailing.sender();
    await queue();
    await expect
      .poll(mailing.outbox)
      .toMatchObject([{ state: 'waiting', attempts: 1, failure: { kind: 'no_answer' } }]);
    // The mail's result is stored first, and the time of the retry after it, so this waits for the latter.
    const putOff = 'select from jobs where last_error is not null';
    await expect.poll(async () => (await mailing.licet.database.pool.query(putOff)).rowCount).toBe(1);
    mailing.smtp.mode = 'takes';
    mailing.licet.setClock(120_000);
    mailing.sender();
    await expect.poll(states).toEqual(['sent']);
    expect(mailing.smtp.mails).toHaveLength(1);
  });

  test('hangs: only the mail waits', async () => {
    await mailing.close();
    await begin('smtp', 1000);
    mailing.smtp.mode = 'hangs';
    mailing.sender();
    await queue();
    await expect.poll(mailing.outbox).toMatchObject([{ state: 'waiting', failure: { kind: 'timeout' } }]);
    expect((await mailing.licet.call('mail.settings', mailing.licet.admin)).last?.failure?.kind).toBe('timeout');
  });

  test('has no such mailbox: the mail fails, and is not retried', async () => {
    mailing.smtp.mode = 'refuses';
    mailing.sender();
    await queue();
    await expect.poll(mailing.outbox).toMatchObject([{ state: 'failed', attempts: 1, failure: { kind: 'refused' } }]);
  });
});

test('users who are suspended, deleted or without an address get no mail', async () => {
  const [gone, mute] = [await mailing.licet.user(), await mailing.licet.user()];
  await addressOf(mailing.licet, gone);
  await queue([user.userId, gone.userId, mute.userId]);
  await mailing.licet.call('users.suspend', mailing.licet.admin, { params: { user: user.userId } });
  await mailing.licet.call('users.remove', mailing.licet.admin, { params: { user: gone.userId } });
  mailing.sender();
  await expect.poll(states).toEqual(['dropped', 'dropped', 'dropped']);
  const reasons = (await mailing.outbox()).map(({ user: { id }, dropped }) => [id, dropped]);
  expect(Object.fromEntries(reasons)).toEqual({
    [user.userId]: 'no_use',
    [gone.userId]: 'no_use',
    [mute.userId]: 'no_address',
  });
});

describe('without a mail server', () => {
  beforeEach(async () => {
    await mailing.close();
    await begin('none');
    mailing.sender();
  });
  const { host, port, security, ...from } = { host: '', port: 0, security: 'none', fromName: 'Clinic', language: 'de' };
  const turnOn = () => {
    const { host: at, port: on } = mailing.smtp.server;
    const body = {
      ...from,
      host: at || host,
      port: on || port,
      security,
      username: null,
      fromAddress: 'l@harbour.example',
    };
    return mailing.licet.call('mail.configure', operator, { body });
  };
  const held = async () => (await mailing.licet.call('me.home', mailing.licet.admin)).mailsHeld;

  test('mails are held, administrators see them, and turning mail on sends them', async () => {
    await queue();
    await expect.poll(states).toEqual(['held']);
    expect(await held()).toBe(1);
    expect((await mailing.licet.call('me.home', user)).mailsHeld).toBeNull();
    await turnOn();
    expect((await mailing.smtp.mailTo(address)).subject).toBe('Ihr Passwort wurde geändert');
    await expect.poll(states).toEqual(['sent']);
    expect(await held()).toBe(0);
  });

  test('held mails that are out of date are dropped', async () => {
    await queue();
    await expect.poll(states).toEqual(['held']);
    mailing.licet.setClock(8 * 86_400_000);
    await turnOn();
    expect(await mailing.outbox()).toMatchObject([{ state: 'dropped', dropped: 'too_late' }]);
    expect(mailing.smtp.mails).toEqual([]);
  });
});

test('only users who may set up mail can filter, page and preview the outbox', async () => {
  const { licet } = mailing;
  await queue();
  await queue();
  const first = await licet.call('mail.list', licet.admin, { query: { limit: '1', state: 'waiting' } });
  expect(first).toMatchObject({ total: 2, next: expect.any(String) });
  const next = { limit: '1', state: 'waiting', cursor: first.next ?? '' };
  const second = await licet.call('mail.list', licet.admin, { query: next });
  expect(second.items[0]?.id).not.toBe(first.items[0]?.id);
  expect((await licet.call('mail.list', licet.admin, { query: { state: 'sent' } })).items).toEqual([]);
  const params = { mail: first.items[0]?.id ?? '' };
  const preview = await licet.call('mail.preview', licet.admin, { params });
  expect(preview.text).toContain('22 November 2026 at 06:00 UTC');
  expect(await licet.outcome('mail.list', user)).toBe('forbidden');
  expect(await licet.outcome('mail.preview', user, { params })).toBe('forbidden');
});

describe('an unsent mail', () => {
  const params = async () => ({ params: { mail: (await mailing.outbox()).at(-1)?.id ?? '' } });
  const failing = async () => {
    mailing.smtp.mode = 'refuses';
    mailing.sender();
    await queue();
    await expect.poll(states).toEqual(['failed']);
    mailing.smtp.mode = 'takes';
  };

  test('can be sent again as a new mail, and its log shows the outcome', async () => {
    const { licet } = mailing;
    await failing();
    const first = await params();
    const { log } = await licet.call('mail.preview', licet.admin, first);
    expect(log).toMatchObject([
      { state: 'failed', failure: { kind: 'refused', said: expect.stringContaining('550') } },
    ]);
    expect(await licet.outcome('mail.sendAgain', user, first)).toBe('forbidden');
    expect(await licet.outcome('mail.sendAgain', licet.admin, first)).toBe('ok');
    await mailing.smtp.mailTo(address);
    await expect.poll(async () => (await states()).sort()).toEqual(['dropped', 'sent']);
    expect(await licet.outcome('mail.sendAgain', licet.admin, first)).toBe('wrong_state');
    const { items } = await licet.call('audit.list', licet.admin);
    expect(items[0]).toMatchObject({ action: 'mail.sent_again', after: { mail: 'password_changed' } });
  });

  test('cannot be sent again when it is out of date', async () => {
    const { licet } = mailing;
    await failing();
    licet.setClock(8 * 86_400_000);
    expect(await licet.outcome('mail.sendAgain', licet.admin, await params())).toBe('wrong_state');
  });

  test('can be dropped, even during an attempt, and is not attempted again', async () => {
    await mailing.close();
    await begin('smtp', 1000);
    const { licet } = mailing;
    mailing.smtp.mode = 'hangs';
    mailing.sender();
    await queue();
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await licet.outcome('mail.drop', user, await params())).toBe('forbidden');
    expect(await licet.outcome('mail.drop', licet.admin, await params())).toBe('ok');
    await new Promise((resolve) => setTimeout(resolve, 2500));
    expect(await mailing.outbox()).toMatchObject([{ state: 'dropped', dropped: 'by_hand' }]);
    expect((await licet.database.pool.query('select from jobs')).rowCount).toBe(0);
    expect(await licet.outcome('mail.drop', licet.admin, await params())).toBe('wrong_state');
  });
});
