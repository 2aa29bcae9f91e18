import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { remindersHandler } from '../../mail/reminders.ts';
import { dataNow } from '../../mail/send-mail.ts';
import { findMail } from '../../store/mail/mails.ts';
import { type ReviewDesk, reviewDeskIn } from '../reviews/testing.ts';
import { operator, type TestLicet, testLicet } from '../testing.ts';

// Mails and review lines change without the writer lock, also during an erasure.
let licet: TestLicet;
let desk: ReviewDesk;
beforeAll(async () => {
  licet = await testLicet();
});
afterAll(() => licet.close());
beforeEach(async () => {
  desk = await reviewDeskIn(licet);
});

const erase = (user: string) => licet.call('users.erase', operator, { params: { user } });
const waiting = (count: number) =>
  expect
    .poll(async () => {
      const { rows } = await licet.database.pool.query(
        `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      );
      return rows.length;
    })
    .toBe(count);

/** Erases a user while another transaction has run a statement but not committed it. */
async function erasedDuring(user: string, statement: string, values: readonly unknown[]): Promise<void> {
  const held = await licet.database.pool.connect();
  try {
    await held.query('begin');
    await held.query(statement, [...values]);
    const erased = erase(user);
    await waiting(1);
    await held.query('commit');
    await erased;
  } finally {
    held.release();
  }
}

/**
 * Creates a review in which every line is kept with a note that contains a user's address. Returns the user as well.
 */
async function noted(lines: number) {
  const user = await desk.reader();
  const email = `quist@${desk.key}.example`;
  await licet.call('users.update', licet.freshAdmin, { params: { user: user.userId }, body: { email } });
  for (let more = 1; more < lines; more += 1) await desk.reader();
  const review = await desk.open();
  const items = await desk.items(review, desk.owner);
  const decisions = items.map(({ line, version }) => ({ line, version, decision: 'keep', note: `For ${email}` }));
  await desk.decide(review, desk.owner, ...decisions);
  return { user: user.userId, review: review.id, email };
}

const notesOf = async (review: string) => {
  const { rows } = await licet.database.pool.query(
    'select told::text from review_items where review_id = $1 order by line',
    [review],
  );
  return JSON.stringify(rows);
};

test('a mail marked as sent at the same moment does not keep the name of the erased user', async () => {
  const body = { name: 'Ada Quist', username: `ada.${desk.key}` };
  const { id } = await licet.call('users.create', licet.admin, { body });
  const { rows } = await licet.database.pool.query<{ id: string }>(
    `insert into mails (id, template, data, user_id, state, queued_at, useful_until, changed_at)
     values (gen_random_uuid(), 'request_asked', '{"by": "Ada Quist"}', gen_random_uuid(), 'waiting', now(), now() + interval '1 day', now()) returning id`,
  );
  const mail = rows[0]?.id;
  await erasedDuring(id, `update mails set state = 'sent' where id = $1`, [mail]);
  const { rows: sent } = await licet.database.pool.query('select state, data from mails where id = $1', [mail]);
  expect(sent).toEqual([{ state: 'sent', data: { by: 'a person who was erased' } }]);
});

test('a mail completed at the same moment does not restore the name of the erased user', async () => {
  const { database } = licet;
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into mails (id, template, data, user_id, state, queued_at, useful_until, changed_at)
     values (gen_random_uuid(), 'requests_waiting', jsonb_build_object('by', 'Ada Quist', 'more', 1, 'requests', jsonb_build_array(jsonb_build_object('id', gen_random_uuid()))),
       gen_random_uuid(), 'waiting', now(), now() + interval '1 day', now()) returning id`,
  );
  const id = rows[0]?.id ?? '';
  const mail = await findMail(database.pool, id);
  if (!mail) throw new Error('There is no such mail.');
  const held = await database.pool.connect();
  try {
    await held.query('begin');
    await held.query('lock table requests in access exclusive mode');
    const told = dataNow(database, mail);
    await waiting(1);
    await held.query(`update mails set data = data || '{"by": "a person who was erased"}' where id = $1`, [id]);
    await held.query('commit');
    expect(await told).toEqual({ by: 'a person who was erased', more: 1, requests: [] });
  } finally {
    held.release();
  }
  expect(await findMail(database.pool, id)).toMatchObject({ data: { by: 'a person who was erased' } });
});

test('a reviewer’s note at the same moment does not keep the name of the erased user', async () => {
  const { user, review, email } = await noted(1);
  await erasedDuring(
    user,
    `update review_items set told = jsonb_build_object('note', 'Still for ' || $3) where review_id = $1 and principal_id = $2`,
    [review, user, email],
  );
  expect(await notesOf(review)).toContain('Still for a person who was erased');
  expect(await notesOf(review)).not.toContain('quist@');
});

test('an erasure waits for a reviewer who decides several lines, without a deadlock', async () => {
  const { user, review } = await noted(2);
  const { pool } = licet.database;
  const { rows } = await pool.query<{ line: number }>(
    `select line from review_items where review_id = $1 and told::text like '%quist@%' order by ctid`,
    [review],
  );
  const [first, last] = [rows[0]?.line, rows.at(-1)?.line];
  const [other, reviewer] = [await pool.connect(), await pool.connect()];
  const touch = (line: number | undefined) =>
    reviewer.query('update review_items set version = version + 1 where review_id = $1 and line = $2', [review, line]);
  try {
    await other.query('begin');
    await other.query('select from review_items where review_id = $1 and line = $2 for update', [review, first]);
    // Like a decision, locks the review and then its lines, the last one first.
    await reviewer.query('begin');
    await reviewer.query('select from reviews where id = $1 for share', [review]);
    await touch(last);
    const erased = erase(user);
    await waiting(1);
    const touched = touch(first);
    await waiting(2);
    await other.query('commit');
    await touched;
    await reviewer.query('commit');
    await erased;
  } finally {
    other.release();
    reviewer.release();
  }
  expect(await notesOf(review)).not.toContain('quist@');
});

test('a first note at the same moment does not keep the address of the erased user', async () => {
  const user = await desk.reader();
  const email = `first@${desk.key}.example`;
  await licet.call('users.update', licet.freshAdmin, { params: { user: user.userId }, body: { email } });
  await desk.reader();
  const review = await desk.open();
  const items = await desk.items(review, desk.owner);
  const decisions = items.map(({ line, version }) => ({ line, version, decision: 'keep', note: `For ${email}` }));
  const other = await licet.database.pool.connect();
  try {
    await other.query('begin');
    await other.query('select from review_items where review_id = $1 and line = $2 for update', [
      review.id,
      items.at(-1)?.line,
    ]);
    const decided = desk.decide(review, desk.owner, ...decisions);
    await waiting(1);
    const erased = erase(user.userId);
    await Promise.race([erased, waiting(2)]);
    await other.query('commit');
    await Promise.all([decided, erased]);
  } finally {
    other.release();
  }
  expect(await notesOf(review.id)).toContain('For ');
  expect(await notesOf(review.id)).not.toContain(email);
});

test('readers are served while many decisions wait for an erasure', async () => {
  await desk.reader();
  const review = await desk.open();
  const item = (await desk.items(review, desk.owner)).find(({ mine }) => mine);
  const decision = { line: item?.line ?? 0, version: item?.version ?? 0, decision: 'keep' } as const;
  const { pool } = licet.database;
  // Within a transaction, `pg_stat_activity` shows the values of its first read. So a second connection reads it.
  const [held, watching] = [await pool.connect(), await pool.connect()];
  try {
    // An erasure holds this lock until it is committed.
    await held.query('begin; select pg_advisory_xact_lock(1167, 0)');
    const decided = Array.from({ length: 12 }, () => desk.decide(review, desk.owner, decision));
    const most = Promise.all(decided);
    most.catch(() => undefined);
    const locked = () =>
      watching.query(
        `select from pg_stat_activity where wait_event_type = 'Lock' and wait_event = 'advisory' and datname = current_database()`,
      );
    await expect.poll(async () => (await locked()).rowCount).toBeGreaterThanOrEqual(4);
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    expect((await locked()).rowCount).toBe(4);
    await held.query('commit');
    const outcomes = await most;
    expect(outcomes.filter(({ refused }) => refused.length === 0)).toHaveLength(1);
  } finally {
    await held.query('rollback');
    held.release();
    watching.release();
  }
});

test('a reminder that is queued at the same moment does not name the erased user', async () => {
  const [ada, ben] = [await licet.user(), await licet.user()];
  await licet.call('users.update', licet.admin, { params: { user: ada.userId }, body: { name: 'Ada Quist' } });
  const day = 86_400_000;
  const gives = { kind: 'role', id: desk.roles.reader };
  for (const [days, { userId: id }] of [[30, ada] as const, [31, ben] as const])
    await licet.call('grants.create', desk.owner, {
      params: desk.params,
      body: { principal: { kind: 'user', id }, gives, ends: new Date(Date.now() + days * day).toISOString() },
    });
  const { database } = licet;
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into mails (id, template, data, user_id, state, queued_at, useful_until, changed_at)
     values (gen_random_uuid(), 'access_ending', '{"grants": [], "more": 0}', $1, 'waiting', now(), now() + interval '60 days', now()) returning id`,
    [ben.userId],
  );
  // The handler has written the reminder about Ada but not committed it, because the reminder about Ben waits for a
  // lock.
  const held = await database.pool.connect();
  licet.setClock(25 * day);
  try {
    await held.query('begin');
    await held.query('select from mails where id = $1 for update', [rows[0]?.id]);
    const reminded = remindersHandler(database).run({} as never, new AbortController().signal);
    await waiting(1);
    const erased = erase(ada.userId);
    await Promise.race([erased, waiting(2)]);
    await held.query('commit');
    await Promise.all([reminded, erased]);
  } finally {
    licet.setClock(0);
    held.release();
  }
  const { rows: mails } = await database.pool.query(`select data::text from mails where template = 'ending_soon'`);
  expect(JSON.stringify(mails)).toContain('a person who was erased');
  expect(JSON.stringify(mails)).not.toContain('Quist');
});
