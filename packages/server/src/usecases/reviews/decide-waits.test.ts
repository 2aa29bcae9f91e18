import { afterAll, beforeAll, expect, test } from 'vitest';
import { Refusal } from '../../refusal.ts';
import { type TestLicet, testLicet } from '../testing.ts';
import { type ReviewDesk, reviewDeskIn } from './testing.ts';

let licet: TestLicet;
let desk: ReviewDesk;
beforeAll(async () => {
  licet = await testLicet();
  desk = await reviewDeskIn(licet);
});
afterAll(() => licet.close());

test('a decision that waits too long for a plan that has locked the review is refused as busy', async () => {
  await desk.reader();
  const review = await desk.open();
  const item = (await desk.items(review, desk.owner)).find(({ mine }) => mine);
  if (!item) throw new Error('The owner reviews no line.');
  const plan = await licet.database.pool.connect();
  Object.assign(licet.database, { writerWaits: 200 });
  try {
    await plan.query('begin');
    await plan.query('select from reviews where id = $1 for no key update', [review.id]);
    const { line, version } = item;
    const decided = await desk.decide(review, desk.owner, { line, version, decision: 'keep' }).then(
      () => 'done',
      (error: unknown) => (error instanceof Refusal ? error.problem.code : error),
    );
    expect(decided).toBe('busy');
  } finally {
    await plan.query('rollback');
    plan.release();
  }
});
