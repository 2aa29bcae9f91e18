import { afterAll, beforeAll, expect, test } from 'vitest';
import { Refusal } from '../../refusal.ts';
import { type ReviewDesk, reviewDeskIn } from '../reviews/testing.ts';
import { type TestLicet, testLicet } from '../testing.ts';

let licet: TestLicet;
let desk: ReviewDesk;
beforeAll(async () => {
  licet = await testLicet();
  desk = await reviewDeskIn(licet);
});
afterAll(() => licet.close());

const outcome = (asked: Promise<unknown>) =>
  asked.then(
    () => 'done',
    (error: unknown) => (error instanceof Refusal ? error.problem.code : error),
  );

/** The number of sessions that wait for a lock. */
async function waiting(): Promise<number> {
  const { rowCount } = await licet.database.pool.query(
    `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
  );
  return rowCount ?? 0;
}

type Review = Awaited<ReturnType<ReviewDesk['open']>>;
type Item = Awaited<ReturnType<ReviewDesk['items']>>[number];

/** Erases a user. Meanwhile, the owner of the application decides a line of the review. */
async function both(user: string, body: object, review: Review, { line, version }: Item) {
  const held = await licet.database.pool.connect();
  try {
    // The lock under which checkpoints are signed. An erasure waits for it.
    await held.query('begin; select pg_advisory_xact_lock(72937)');
    const erased = outcome(licet.call('users.erase', licet.freshAdmin, { params: { user }, body }));
    await expect.poll(waiting).toBe(1);
    const decided = outcome(desk.decide(review, desk.owner, { line, version, decision: 'keep' }));
    await expect.poll(waiting).toBe(2);
    await held.query('commit');
    return [await erased, await decided];
  } finally {
    await held.query('rollback');
    held.release();
  }
}

test('a planned erasure and a decision about another user in the same review do not block each other', async () => {
  const user = await desk.reader();
  const other = await desk.reader();
  const review = await desk.open();
  const item = (await desk.items(review, desk.owner)).find((it) => JSON.stringify(it).includes(other.userId));
  if (!item) throw new Error('The review has no line about the other user.');
  const { digest } = await licet.call('plans.make', licet.freshAdmin, {
    body: { changes: [{ call: 'users.remove', params: { user: user.userId } }] },
  });
  expect(await both(user.userId, { digest }, review, item)).toEqual(['done', 'done']);
});

test('an erasure with a hand-over of reviews, and a decision in one of these reviews, do not block each other', async () => {
  const [leaver, successor] = [await licet.user(), await licet.user()];
  await desk.reader();
  const review = await desk.open({ reviewers: { kind: 'users', users: [leaver.userId, desk.owner.userId] } });
  const item = (await desk.items(review, desk.owner)).find(({ mine }) => mine);
  if (!item) throw new Error('The owner reviews no line.');
  const body = { handOver: { to: successor.userId, parts: { reviews: 'all' } } };
  expect(await both(leaver.userId, body, review, item)).toEqual(['done', 'done']);
});
