import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Caller } from '../context.ts';
import { type TestLicet, testLicet } from '../testing.ts';
import { daysAhead, type ReviewDesk, reviewDeskIn } from './testing.ts';

let licet: TestLicet;
let desk: ReviewDesk;
beforeAll(async () => {
  licet = await testLicet();
});
beforeEach(async () => {
  desk = await reviewDeskIn(licet);
});
afterAll(() => licet.close());

/** Opens a review with new users, one line for each. */
async function reviewOf(count: number, over: object = {}) {
  const readers = [];
  for (let no = 0; no < count; no += 1) readers.push(await desk.reader());
  const review = await desk.open(over);
  const all = await desk.items(review);
  const lineOf = (user: { userId: string }) => all.find(({ holder }) => holder.id === user.userId)?.line ?? 0;
  const plan = (caller: Caller, lines: readonly number[], ends?: string) =>
    licet.call('reviews.planLines', caller, { params: { review: review.id }, body: { lines, ...(ends && { ends }) } });
  return { review, readers, all, plan, lines: readers.map(lineOf), lineOf };
}

test('a plan of several revoked lines names the users and their losses, and writes nothing', async () => {
  const { review, readers, plan, lines } = await reviewOf(2);
  const { at, effects } = await plan(desk.owner, lines);
  const [effect, ...more] = effects;
  expect(more).toEqual([]);
  expect(effect).toMatchObject({ at, count: 2, loses: { roles: ['reader'] }, gains: { roles: [], permissions: [] } });
  expect(effect?.holders.map(({ id }) => id).toSorted()).toEqual(readers.map(({ userId }) => userId).toSorted());
  const items = await desk.items(review);
  expect(items.filter(({ state }) => state !== 'pending')).toEqual([]);
  expect((await plan(desk.owner, lines)).effects).toEqual([{ ...effect, at: expect.any(String) }]);
});

test('a shortened line loses access at the new end; a line of an ended grant has no effect', async () => {
  const { all, plan, lines } = await reviewOf(2);
  const ends = daysAhead(7);
  const { effects } = await plan(desk.owner, lines, ends);
  expect(effects.map(({ at, count }) => [Date.parse(at), count])).toEqual([[Date.parse(ends), 2]]);
  const grant = (
    await licet.call('grants.list', desk.owner, { params: desk.params, query: { limit: '200' } })
  ).items.find(({ principal }) => principal.id === all.find(({ line }) => line === lines[0])?.holder.id);
  await licet.call('grants.revoke', desk.owner, { params: { ...desk.params, grant: grant?.id ?? '' } });
  expect((await plan(desk.owner, lines)).effects).toMatchObject([{ count: 1 }]);
});

test('a reviewer who may not grant sees only numbers, and no effect of their own line', async () => {
  const expert = await desk.reader();
  const { plan, lines, lineOf } = await reviewOf(1, { reviewers: { kind: 'users', users: [expert.userId] } });
  const [effect, ...more] = (await plan(expert, lines)).effects;
  expect(more).toEqual([]);
  expect(effect).toMatchObject({ count: 1, holders: [], loses: { roles: [], permissions: [] } });
  expect((await plan(expert, [lineOf(expert)])).effects).toEqual([]);
  expect((await plan(licet.admin, [lineOf(expert)])).effects).toMatchObject([{ count: 1 }]);
});

test('a caller who cannot see the review gets no plan, and a closed review has none', async () => {
  const { review, plan, lines } = await reviewOf(1);
  const stranger = await licet.user();
  await expect(plan(stranger, lines)).rejects.toMatchObject({ problem: { code: 'not_found' } });
  await desk.close(review);
  await expect(plan(desk.owner, lines)).rejects.toMatchObject({ problem: { code: 'wrong_state' } });
});
