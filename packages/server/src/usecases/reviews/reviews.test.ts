import type { Review, ReviewItem } from '@licet/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
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

const lineOf = async (review: Review, holder: string): Promise<ReviewItem> => {
  const found = (await desk.items(review)).find((item) => item.holder.id === holder);
  if (!found) throw new Error('There is no such line.');
  return found;
};
const keep = ({ line, version }: ReviewItem) => ({ line, version, decision: 'keep' });
const revoke = ({ line, version }: ReviewItem) => ({ line, version, decision: 'revoke' });
const held = async (user: string) =>
  (await licet.call('grants.list', licet.admin, { params: desk.params, query: { principal: user } })).items;

test('lines record the grants at the opening; closing applies each decision as a change', async () => {
  const [kept, gone, shorter, late] = [
    await desk.reader(),
    await desk.reader(),
    await desk.reader(),
    await desk.reader(),
  ];
  const review = await desk.open();
  await desk.reader();
  expect(review).toMatchObject({
    state: 'open',
    counts: { lines: 5, pending: 5 },
    mine: { lines: 0 },
    openedBy: 'Ada Admin',
  });
  const line = await lineOf(review, kept.userId);
  expect(line).toMatchObject({
    kind: 'grant',
    application: { id: desk.key },
    gives: { kind: 'role', name: 'reader' },
    by: expect.stringContaining('user-'),
    lastExercised: null,
    reportedSince: null,
    suggestion: null,
    state: 'pending',
    mine: false,
  });
  const ends = daysAhead(30);
  const answer = await desk.decide(
    review,
    desk.owner,
    keep(line),
    revoke(await lineOf(review, gone.userId)),
    { ...revoke(await lineOf(review, shorter.userId)), decision: 'shorten', ends },
    revoke(await lineOf(review, late.userId)),
  );
  expect(answer).toMatchObject({ refused: [], counts: { pending: 1, kept: 1, revoked: 2, shortened: 1 } });
  await licet.call('grants.revoke', desk.owner, {
    params: { ...desk.params, grant: (await held(late.userId))[0]?.id ?? '' },
  });
  const closed = await desk.close(review);
  expect(closed).toMatchObject({ state: 'closed', outcome: { revoked: 1, shortened: 1, gone: 1, undecided: 1 } });
  expect(await held(gone.userId)).toEqual([]);
  expect((await held(kept.userId))[0]).toMatchObject({ ends: null });
  expect(Date.parse((await held(shorter.userId))[0]?.ends ?? '')).toBe(Date.parse(ends));
  const { items: events } = await licet.call('audit.list', licet.admin, { query: { limit: '3' } });
  expect(events.map(({ action }) => action).toSorted()).toEqual(['grant.changed', 'grant.revoked', 'review.closed']);
  expect(events[0]?.after).toMatchObject({
    lines: 5,
    revoked: 1,
    decisionsDigest: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect(await licet.outcome('reviews.decide', desk.owner, about(review, { decisions: [keep(line)] }))).toBe(
    'wrong_state',
  );
  expect(await licet.outcome('reviews.close', licet.admin, about(review, { digest: '0'.repeat(64) }))).toBe(
    'wrong_state',
  );
});

const about = ({ id }: Review, body: object) => ({ params: { review: id }, body });

test('a revocation by a closed review names the review, the decider and the note, if any', async () => {
  const [decided, late] = [await desk.reader(), await desk.reader()];
  const from = await licet.build(async (change) => change.at);
  const review = await desk.open({ undecided: 'revoke' });
  const line = await lineOf(review, decided.userId);
  await desk.decide(review, desk.owner, { ...revoke(line), note: 'Left the team' });
  await desk.close(review);
  const ofUser = async (user: string) => {
    const { items } = await licet.call('differences.list', licet.admin, { query: { from, user } });
    return items[0]?.moments[0]?.event;
  };
  const event = await ofUser(decided.userId);
  const { id, name } = review;
  const cause = { id, name, line: line.line, decidedBy: { id: desk.owner.userId }, note: 'Left the team' };
  expect(event).toMatchObject({ action: 'grant.revoked', actor: { name: 'Ada Admin' }, review: cause });
  expect(await ofUser(late.userId)).toMatchObject({ review: { id, decidedBy: null, note: '' } });
  const params = { no: String(event?.no) };
  expect(await licet.call('audit.get', licet.admin, { params })).toMatchObject({ review: cause });
});

test('reviews are filtered by state and by application', async () => {
  const other = await reviewDeskIn(licet);
  const [far, due, done] = [await desk.open(), await desk.open({ endsAt: daysAhead(2) }), await desk.open()];
  await desk.close(done);
  const elsewhere = await other.open();
  const ids = async (query: Record<string, string>, caller: Parameters<typeof licet.call>[1] = licet.admin) =>
    (await licet.call('reviews.list', caller, { query: { limit: '200', ...query } })).items.map(({ id }) => id);
  const application = desk.key;
  expect(await ids({ application, state: 'open' })).toEqual([due.id, far.id]);
  expect(await ids({ application, state: 'due' })).toEqual([due.id]);
  expect(await ids({ application, state: 'closed' })).toEqual([done.id]);
  expect(await ids({ application: other.key })).toEqual([elsewhere.id]);
  expect(await ids({ application: other.key }, desk.owner)).toEqual([]);
  expect(await ids({ application: 'nowhere' })).toEqual([]);
});

test('counts the active grants that a reviewer kept in the last 12 months, and lists the least covered application first', async () => {
  const covered = async () => {
    const { items } = await licet.call('reviews.coverage', licet.admin, { query: {} });
    return items.find(({ application }) => application.id === desk.key);
  };
  await desk.reader();
  const before = await covered();
  expect(before).toMatchObject({ reviewed: 0 });
  const review = await desk.open();
  const [line, other] = await desk.items(review);
  if (!line || !other) throw new Error('The review has too few lines.');
  await desk.decide(review, desk.owner, keep(line));
  expect(await covered()).toEqual({ ...before, reviewed: 1 });
  await desk.decide(review, desk.owner, revoke(other));
  expect(await covered()).toEqual({ ...before, reviewed: 1 });
  const shares = (await licet.call('reviews.coverage', licet.admin, { query: {} })).items.map(
    ({ reviewed, grants }) => reviewed / grants,
  );
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  expect((await licet.call('reviews.coverage', licet.admin, { query: { limit: '1' } })).items).toHaveLength(1);
});

test('one of two simultaneous decisions on a line succeeds, and the other reviewer sees it', async () => {
  const review = await desk.open();
  const other = await licet.user();
  await licet.call('applications.addOwner', licet.admin, { params: { ...desk.params, user: other.userId } });
  const line = await lineOf(review, desk.member.userId);
  const answers = await Promise.all([
    desk.decide(review, desk.owner, keep(line)),
    desk.decide(review, other, revoke(line)),
  ]);
  const [winner, loser] = answers[0].refused.length === 0 ? answers : answers.toReversed();
  expect(winner?.refused).toEqual([]);
  expect(loser?.refused).toMatchObject([{ line: line.line, why: 'changed' }]);
  expect(loser?.items).toMatchObject([{ state: winner?.items[0]?.state, version: 1 }]);
});

test('one of two simultaneous closings on two servers succeeds, and applies its changes once', async () => {
  const gone = await desk.reader();
  const review = await desk.open({ undecided: 'revoke' });
  await desk.decide(review, desk.owner, keep(await lineOf(review, desk.member.userId)));
  const { digest } = await licet.call('reviews.plan', licet.admin, { params: { review: review.id } });
  const other = licet.anotherServer();
  const outcomes = await Promise.all([
    licet.outcome('reviews.close', licet.admin, about(review, { digest })),
    other.outcome('reviews.close', licet.admin, about(review, { digest })),
  ]);
  await other.close();
  expect(outcomes.toSorted()).toEqual(['ok', 'wrong_state']);
  expect(await held(gone.userId)).toEqual([]);
  expect((await desk.get(review)).outcome).toEqual({ revoked: 1, shortened: 0, gone: 0, undecided: 1 });
});

test('closing is refused if a decision was made after its plan', async () => {
  const review = await desk.open();
  const { digest } = await licet.call('reviews.plan', licet.admin, { params: { review: review.id } });
  await desk.decide(review, desk.owner, revoke(await lineOf(review, desk.member.userId)));
  expect(await licet.outcome('reviews.close', licet.admin, about(review, { digest }))).toBe('plan_moved');
  expect((await desk.get(review)).state).toBe('open');
});

test('reviewers cannot decide their own lines, which go to the fall-back, then to administrators', async () => {
  const group = await licet.call('groups.create', licet.admin, { body: { name: `G ${desk.key}` } });
  await licet.call('groups.addMember', licet.admin, { params: { group: group.id, member: desk.owner.userId } });
  const body = { principal: { kind: 'group', id: group.id }, gives: { kind: 'role', id: desk.roles.clerk } };
  await licet.call('grants.create', desk.owner, { params: desk.params, body });
  const own = await licet.call('grants.create', desk.owner, {
    params: desk.params,
    body: { principal: { kind: 'user', id: desk.owner.userId }, gives: { kind: 'role', id: desk.roles.reader } },
  });
  expect(own.state).toBe('active');
  const fallback = await licet.user();
  const review = await desk.open({ fallback: fallback.userId });
  const lines = await desk.items(review);
  const [ofGroup, ofOwner] = [group.id, desk.owner.userId].map((id) => lines.find(({ holder }) => holder.id === id));
  expect(ofGroup).toMatchObject({ people: 1 });
  for (const line of [ofGroup, ofOwner]) {
    const refused = await desk.decide(review, desk.owner, keep(line as ReviewItem));
    expect(refused.refused).toMatchObject([{ why: 'own_line' }]);
  }
  expect((await desk.items(review, fallback)).map(({ holder }) => holder.id).toSorted()).toEqual(
    [group.id, desk.owner.userId].toSorted(),
  );
  await licet.call('users.suspend', licet.admin, { params: { user: fallback.userId } });
  expect((await desk.get(review)).mine).toEqual({ lines: 2, waiting: 2 });
  expect((await desk.decide(review, licet.admin, keep(ofGroup as ReviewItem))).refused).toEqual([]);
});

test('a reviewer who loses their right cannot decide further, but their decisions stay', async () => {
  const second = await desk.reader();
  const review = await desk.open();
  const [first, other] = [await lineOf(review, desk.member.userId), await lineOf(review, second.userId)];
  await desk.decide(review, desk.owner, revoke(first));
  const heir = await licet.user();
  await licet.call('applications.addOwner', licet.admin, { params: { ...desk.params, user: heir.userId } });
  await licet.call('applications.removeOwner', licet.admin, {
    params: { ...desk.params, user: desk.owner.userId },
  });
  expect((await desk.decide(review, desk.owner, keep(other))).refused).toMatchObject([{ why: 'not_yours' }]);
  expect((await desk.get(review, heir)).mine).toEqual({ lines: 2, waiting: 1 });
  expect((await desk.decide(review, heir, keep(other))).refused).toEqual([]);
  expect(await lineOf(review, desk.member.userId)).toMatchObject({
    state: 'revoked',
    decidedBy: { id: desk.owner.userId },
  });
});

test('a deleted holder’s lines are gone at closing, and a deleted reviewer’s lines go to others', async () => {
  const [leaver, named] = [await desk.reader(), await licet.user()];
  const review = await desk.open({ reviewers: { kind: 'users', users: [named.userId] }, undecided: 'revoke' });
  await licet.call('users.remove', licet.admin, { params: { user: named.userId } });
  await licet.call('users.remove', licet.admin, { params: { user: leaver.userId } });
  expect((await desk.get(review)).mine.lines).toBe(2);
  const line = await lineOf(review, leaver.userId);
  expect(line.holder.name).toContain('user-');
  expect(await desk.close(review)).toMatchObject({ outcome: { revoked: 1, gone: 1, undecided: 2 } });
});

test('a line can be handed on to a user who may decide it, undone, and decided again', async () => {
  const expert = await licet.user();
  const review = await desk.open();
  const line = await lineOf(review, desk.member.userId);
  const to = (user: string) => ({ ...keep(line), decision: 'hand on', to: user });
  expect((await desk.decide(review, desk.owner, to(desk.member.userId))).refused).toMatchObject([
    { why: 'may_not_review' },
  ]);
  expect((await desk.decide(review, desk.owner, { ...to(expert.userId), note: 'You know her' })).refused).toEqual([]);
  const handed = await lineOf(review, desk.member.userId);
  expect(handed).toMatchObject({ state: 'handed on', handedTo: { id: expert.userId }, note: 'You know her' });
  expect((await desk.decide(review, desk.owner, keep(handed))).refused).toMatchObject([{ why: 'not_yours' }]);
  const undone = await licet.call(
    'reviews.undo',
    desk.owner,
    about(review, { lines: [handed].map(({ line, version }) => ({ line, version })) }),
  );
  expect(undone).toMatchObject({ refused: [], items: [{ state: 'pending', handedTo: null, mine: true }] });
  await desk.decide(review, desk.owner, { ...to(expert.userId), version: 2 });
  expect((await desk.decide(review, expert, { ...revoke(handed), version: 3 })).counts).toMatchObject({
    revoked: 1,
    handedOn: 0,
  });
});

test('a note or a repeated decision keeps the first decider, time and number', async () => {
  const second = await desk.reader();
  const review = await desk.open({ reviewers: { kind: 'users', users: [desk.owner.userId, licet.admin.userId] } });
  const lines = [await lineOf(review, desk.member.userId), await lineOf(review, second.userId)];
  const short = { decision: 'shorten', ends: daysAhead(5) };
  for (const decided of [{ decision: 'keep' }, short]) {
    const asked = (await Promise.all(lines.map(({ holder }) => lineOf(review, holder.id)))).map((line) => ({
      ...keep(line),
      ...decided,
    }));
    const { items } = await desk.decide(review, desk.owner, ...asked);
    const one = items.find(({ line }) => line === asked[0]?.line);
    const again = { ...asked[0], version: one?.version };
    for (const more of [{ note: 'Asked their lead' }, {}])
      expect(await desk.decide(review, licet.admin, { ...again, ...more })).toMatchObject({
        refused: [{ why: 'not_yours' }],
        items: [one],
      });
    const noted = await desk.decide(review, desk.owner, { ...again, note: 'Asked their lead' });
    expect(noted.items).toEqual([{ ...one, note: 'Asked their lead', version: (one?.version ?? 0) + 1 }]);
    expect(noted.items).toMatchObject([{ decidedBy: { id: desk.owner.userId }, together: 1 }]);
  }
  const other = await lineOf(review, second.userId);
  await desk.decide(review, licet.admin, { ...revoke(other), note: 'Not needed' });
  expect(await lineOf(review, second.userId)).toMatchObject({
    note: 'Not needed',
    decidedBy: { id: licet.admin.userId },
    together: 0,
  });
});

test('refuses an invalid end and an unknown line, and decides the other lines', async () => {
  const second = await desk.reader();
  const review = await desk.open();
  const [first, other] = [await lineOf(review, desk.member.userId), await lineOf(review, second.userId)];
  const answer = await desk.decide(
    review,
    desk.owner,
    { ...keep(first), decision: 'shorten', ends: daysAhead(-1) },
    keep(other),
    { line: 99, version: 0, decision: 'keep' },
  );
  expect(answer.refused).toMatchObject([
    { why: 'wrong_end', reason: 'review_line_end_past' },
    { why: 'no_line', reason: 'review_line_unknown' },
  ]);
  expect(answer.counts).toMatchObject({ kept: 1, pending: 1 });
});

test('a manager of reviews who may not grant there cannot close, and the refusal names the line', async () => {
  const manager = await licet.user('reviews.manage');
  const review = await desk.open({ undecided: 'revoke' });
  const { digest } = await licet.call('reviews.plan', manager, { params: { review: review.id } });
  await expect(licet.call('reviews.close', manager, about(review, { digest }))).rejects.toMatchObject({
    problem: {
      code: 'may_not_grant',
      status: 403,
      reason: 'line_not_yours',
      values: { line: 1 },
      detail: expect.stringContaining('Line 1'),
    },
  });
  expect((await desk.get(review)).state).toBe('open');
});

test('the members of a group are reviewed, and closing removes the revoked ones', async () => {
  const group = await licet.call('groups.create', licet.admin, { body: { name: `H ${desk.key}` } });
  const member = await licet.user();
  await licet.call('groups.addMember', licet.admin, { params: { group: group.id, member: member.userId } });
  const review = await desk.open({
    scope: { kind: 'group', group: group.id },
    reviewers: { kind: 'users', users: [desk.owner.userId] },
  });
  const line = await lineOf(review, member.userId);
  expect(line).toMatchObject({ kind: 'membership', group: { id: group.id }, gives: null });
  await desk.decide(review, desk.owner, revoke(line));
  await desk.close(review);
  const { items } = await licet.call('groups.members', licet.admin, { params: { group: group.id } });
  expect(items).toEqual([]);
});
