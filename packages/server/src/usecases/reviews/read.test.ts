import { licetApplication, limits } from '@licet/contract';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type TestMailing, testMailing } from '../../mail/mailing.testing.ts';
import { endFacts } from '../../store/kernel/facts.ts';
import { daysAhead, type ReviewDesk, reviewDeskIn } from './testing.ts';

let mailing: TestMailing;
let desk: ReviewDesk;
beforeAll(async () => {
  mailing = await testMailing();
  desk = await reviewDeskIn(mailing.licet);
  mailing.sender();
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => mailing.close());

const mails = async () =>
  (await mailing.outbox())
    .filter(({ template }) => template.startsWith('review_'))
    .map(({ template, user }) => `${template} ${user.id === desk.owner.userId ? 'owner' : 'admin'}`);
const day = 86_400_000;

test('mails reviewers twice and the opener at the end, and opens the next review', async () => {
  const before = Date.now();
  const review = await desk.open({ everyMonths: 1, name: 'Each month' });
  expect(Date.parse(review.nextAt ?? '')).toBeGreaterThan(before + 27 * day);
  await vi.waitFor(async () => expect(await mails()).toEqual(['review_waiting owner']));
  const [line] = await desk.items(review);
  mailing.licet.setClock(12 * day);
  await desk.open({ name: 'Once', endsAt: daysAhead(60) });
  await vi.waitFor(async () =>
    expect(await mails()).toEqual(['review_waiting owner', 'review_waiting owner', 'review_waiting owner']),
  );
  expect((await desk.decide(review, desk.owner, { line: line?.line, version: 0, decision: 'keep' })).refused).toEqual(
    [],
  );
  mailing.licet.setClock(32 * day);
  await desk.open({ name: 'To look', endsAt: daysAhead(60) });
  const list = async () => (await mailing.licet.call('reviews.list', mailing.licet.admin, {})).items;
  await vi.waitFor(async () => expect((await list()).filter(({ name }) => name === 'Each month')).toHaveLength(2));
  await vi.waitFor(async () => expect(await mails()).toContain('review_ended admin'));
  const [next] = (await list()).filter(({ id, name }) => name === 'Each month' && id !== review.id);
  expect(next).toMatchObject({ openedBy: 'Licet', everyMonths: 1, counts: { lines: 1, pending: 1 } });
  const { nextAt, version } = await desk.get(review);
  expect(nextAt).toBeNull();
  // Otherwise the old review would begin a second series.
  const again = { params: { review: review.id }, ifMatch: version, body: { everyMonths: 1 } };
  expect(await mailing.licet.outcome('reviews.update', mailing.licet.admin, again)).toBe('wrong_state');
  expect(mailing.errors).toEqual([]);
});

test('a review that fails to open does not prevent other reviews or mails', async () => {
  const { licet } = mailing;
  const named = async (name: string) =>
    (await licet.call('reviews.list', licet.admin, {})).items.filter((review) => review.name === name);
  for (const name of ['Too long', 'After it']) await desk.open({ everyMonths: 1, name, endsAt: daysAhead(60) });
  await licet.database.pool.query(`
    create function refuse_too_long() returns trigger language plpgsql as $$
      begin raise exception 'It is too long.'; end $$;
    create trigger too_long before insert on reviews for each row when (new.name = 'Too long') execute function refuse_too_long()`);
  mailing.licet.setClock(64 * day);
  const { length } = await mails();
  await desk.open({ name: 'Nothing else', endsAt: daysAhead(90) });
  await vi.waitFor(async () => expect(await named('After it')).toHaveLength(2));
  await vi.waitFor(async () => expect((await mails()).length).toBeGreaterThan(length));
  expect(await named('Too long')).toHaveLength(1);
  await vi.waitFor(() => expect(mailing.errors).not.toEqual([]));
  await licet.database.pool.query('drop trigger too_long on reviews');
});

test('notifies the opener of a series once if the next review would be too long, and tries again each day', async () => {
  const { licet } = mailing;
  const { id: group } = await licet.call('groups.create', licet.admin, { body: { name: 'Without members' } });
  const lookOn = async (days: number) => {
    licet.setClock(days * day);
    await desk.open({ name: `On day ${days}`, scope: { kind: 'group', group }, endsAt: daysAhead(200) });
  };
  const series = await desk.open({ everyMonths: 1, name: 'Grown', endsAt: daysAhead(200) });
  const named = async () =>
    (await licet.call('reviews.list', licet.admin, {})).items.filter(({ name }) => name === series.name);
  const told = async () =>
    (
      await licet.database.pool.query<{ user_id: string }>(
        `select user_id from mails where template = 'review_too_long' and data ->> 'review' = $1`,
        [series.id],
      )
    ).rows.map(({ user_id: id }) => id);
  const failed = mailing.errors.length;
  const most = vi.spyOn(limits.reviewLinesMax, 'value', 'get').mockReturnValue(0 as typeof limits.reviewLinesMax.value);
  const nextAt = async () => Date.parse((await desk.get(series)).nextAt ?? '');
  const due = await nextAt();
  await lookOn(100);
  await vi.waitFor(async () => expect(await nextAt()).toBeGreaterThan(due));
  const again = await nextAt();
  expect(again).toBeGreaterThan(due + day);
  expect(await told()).toEqual([licet.admin.userId]);
  await lookOn(102);
  await vi.waitFor(async () => expect(await nextAt()).toBeGreaterThan(again));
  expect([await told(), (await named()).length]).toEqual([[licet.admin.userId], 1]);
  most.mockRestore();
  await lookOn(104);
  await vi.waitFor(async () => expect(await named()).toHaveLength(2));
  expect(mailing.errors).toHaveLength(failed);
});

test('notifies all users who may manage reviews if the user who opened a review no longer may', async () => {
  const { licet } = mailing;
  const params = { application: licetApplication };
  const { items } = await licet.call('permissions.list', licet.admin, { params, query: { q: 'reviews.manage' } });
  const group = await licet.call('groups.create', licet.admin, { body: { name: 'Auditors' } });
  const gives = { kind: 'permission', id: items[0]?.id };
  const body = { principal: { kind: 'group', id: group.id }, gives };
  await licet.call('grants.create', licet.freshAdmin, { params, body });
  const [former, byRole, byGroup, suspended] = [
    await licet.user('reviews.manage'),
    await licet.user('reviews.manage'),
    await licet.user(),
    await licet.user('reviews.manage'),
  ];
  await licet.call('groups.addMember', licet.freshAdmin, { params: { group: group.id, member: byGroup.userId } });
  await licet.call('users.suspend', licet.freshAdmin, { params: { user: suspended.userId } });
  const ended = await desk.open({ name: 'Left behind', endsAt: daysAhead(130) }, former);
  const series = await desk.open({ name: 'Grown too', everyMonths: 1, endsAt: daysAhead(200) }, former);
  await licet.build((change) => endFacts(change, 'grants', { principal_id: [former.userId] }));
  vi.spyOn(limits.reviewLinesMax, 'value', 'get').mockReturnValue(0 as typeof limits.reviewLinesMax.value);
  const told = async () => {
    const { rows } = await licet.database.pool.query<{ template: string; id: string }>(
      `select template, user_id as id from mails where template in ('review_ended', 'review_too_long') and data ->> 'review' = any($1)`,
      [[ended.id, series.id]],
    );
    return rows.map(({ template, id }) => `${template} ${id}`).sort();
  };
  const managers = [licet.admin, byRole, byGroup].map(({ userId }) => userId);
  const all = managers.flatMap((id) => [`review_ended ${id}`, `review_too_long ${id}`]).sort();
  const { id: empty } = await licet.call('groups.create', licet.admin, { body: { name: 'Also without members' } });
  const nextAt = async () => Date.parse((await desk.get(series)).nextAt ?? '');
  for (const days of [140, 142, 144]) {
    const before = await nextAt();
    licet.setClock(days * day);
    await desk.open({ name: `On day ${days}`, scope: { kind: 'group', group: empty }, endsAt: daysAhead(200) });
    await vi.waitFor(async () => expect(await nextAt()).toBeGreaterThan(before));
    await vi.waitFor(async () => expect(await told()).toEqual(all));
  }
});
