import type { PoolClient } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestLicet, testLicet } from '../testing.ts';
import { reviewsHandler } from './look.ts';
import { type ReviewDesk, reviewDeskIn } from './testing.ts';

let licet: TestLicet;
let desk: ReviewDesk;
let holding: PoolClient;
let stopping: AbortController;
let run: Promise<void>;

beforeAll(async () => {
  licet = await testLicet();
  desk = await reviewDeskIn(licet);
  await desk.reader();
});
afterAll(() => licet.close());

// A review without details, and a lock on its lines that the job waits for when it reads them.
beforeEach(async () => {
  const { pool } = licet.database;
  const review = await desk.open();
  await pool.query('update reviews set details_at = null where id = $1', [review.id]);
  holding = await pool.connect();
  await holding.query('begin');
  await holding.query('select from review_items where review_id = $1 for update', [review.id]);
  stopping = new AbortController();
  const job = { id: '', kind: 'reviews', data: {}, attempt: 1 };
  run = reviewsHandler(licet.database).run(job, stopping.signal);
  run.catch(() => undefined);
  const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(1);
});
afterEach(async () => {
  await holding.query('rollback');
  holding.release();
  await run.catch(() => undefined);
});

test('notifies the reviewers of a review before it reads the details', async () => {
  const { items } = await licet.call('mail.list', licet.admin, { query: {} });
  expect(items.filter(({ user }) => user.id === desk.owner.userId)).toMatchObject([{ template: 'review_waiting' }]);
});

test('stops reading details when the server stops', async () => {
  stopping.abort(new Error('The server is stopping.'));
  await expect(run).rejects.toThrow('The server is stopping.');
});
