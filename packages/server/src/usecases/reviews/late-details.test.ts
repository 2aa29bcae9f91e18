import { limits, type Review } from '@licet/contract';
import type { PoolClient } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type TestLicet, testLicet } from '../testing.ts';
import { reviewsHandler } from './read.ts';
import { daysAhead, type ReviewDesk, reviewDeskIn } from './testing.ts';

let licet: TestLicet;
let desk: ReviewDesk;
let review: Review;
let holding: PoolClient;
let stopping: AbortController;
let run: Promise<void>;
const job = { id: '', kind: 'reviews', data: {}, attempt: 1 };

async function waiting(): Promise<number | null> {
  const { pool } = licet.database;
  const statement = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  return (await pool.query(statement)).rowCount;
}

async function hasDetails(id: string): Promise<boolean> {
  const { pool } = licet.database;
  return (await pool.query('select from reviews where id = $1 and details_at is not null', [id])).rowCount === 1;
}

beforeAll(async () => {
  licet = await testLicet();
  desk = await reviewDeskIn(licet);
  await desk.reader();
});
afterAll(() => licet.close());

// A review without details. The job that computes them waits for a lock on the lines.
beforeEach(async () => {
  const { pool } = licet.database;
  review = await desk.open();
  await pool.query('update reviews set details_at = null where id = $1', [review.id]);
  holding = await pool.connect();
  await holding.query('begin');
  await holding.query('select from review_items where review_id = $1 for update', [review.id]);
  stopping = new AbortController();
  run = reviewsHandler(licet.database).run(job, stopping.signal);
  run.catch(() => undefined);
  await expect.poll(waiting).toBe(1);
});
afterEach(async () => {
  await holding.query('rollback');
  holding.release();
  await run.catch(() => undefined);
  vi.restoreAllMocks();
});

test('notifies the reviewers of a review before it reads the details', async () => {
  const { items } = await licet.call('mail.list', licet.admin, { query: {} });
  expect(items.filter(({ user }) => user.id === desk.owner.userId)).toMatchObject([{ template: 'review_waiting' }]);
});

test('stops reading details when the server stops', async () => {
  stopping.abort(new Error('The server is stopping.'));
  await expect(run).rejects.toThrow('The server is stopping.');
});

test('reads the details of other reviews before it retries those that failed', async () => {
  const other = await (await reviewDeskIn(licet)).open();
  await licet.database.pool.query('update reviews set details_at = null where id = $1', [other.id]);
  const again = async () => {
    stopping.abort(new Error('The job took too long.'));
    await expect(run).rejects.toThrow('The job took too long.');
    stopping = new AbortController();
    run = reviewsHandler(licet.database).run(job, stopping.signal);
    run.catch(() => undefined);
    await expect.poll(waiting).toBe(1);
  };
  // The other review was opened after the first attempt. So the second attempt still begins with the locked one.
  await again();
  await again();
  expect(await hasDetails(other.id)).toBe(true);
  expect(await hasDetails(review.id)).toBe(false);
});

test('stops computing the details of one review before the time limit of the job', async () => {
  stopping.abort(new Error('The server is stopping.'));
  await run.catch(() => undefined);
  vi.spyOn(limits.jobLease, 'value', 'get').mockReturnValue(15 as typeof limits.jobLease.value);
  const ofTheRunner = AbortSignal.timeout((limits.jobLease.value - 5) * 1000);
  run = reviewsHandler(licet.database).run(job, ofTheRunner);
  await expect(run).rejects.toMatchObject({ code: '57014' });
});

describe('while the details of a review are computed', () => {
  // A table lock simulates a computation that takes long.
  beforeEach(async () => {
    stopping.abort(new Error('The server is stopping.'));
    await run.catch(() => undefined);
    await holding.query('rollback');
    await holding.query('begin');
    await holding.query('lock table usage_users in access exclusive mode');
    run = reviewsHandler(licet.database).run(job, new AbortController().signal);
    run.catch(() => undefined);
    await expect.poll(waiting).toBe(1);
  });

  test('the review can be changed', async () => {
    const params = { review: review.id };
    const asked = { params, body: { endsAt: daysAhead(20) }, ifMatch: (await desk.get(review)).version };
    expect(await licet.outcome('reviews.update', licet.admin, asked)).toBe('ok');
    expect(await waiting()).toBe(1);
    expect(await hasDetails(review.id)).toBe(false);
    await holding.query('rollback');
    await run;
    expect(await hasDetails(review.id)).toBe(true);
  });

  test('the review can be closed, and then gets no details', async () => {
    await desk.close(review);
    expect(await waiting()).toBe(1);
    await holding.query('rollback');
    await run;
    expect(await hasDetails(review.id)).toBe(false);
  });
});
