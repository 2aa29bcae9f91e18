import { usualRolePolicy } from '@licet/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Caller } from '../context.ts';
import { daysAhead, type ReviewDesk, reviewDeskIn } from '../reviews/testing.ts';
import { type TestLicet, testLicet } from '../testing.ts';

// A confirmed plan is refused if its changes would now do something else.

type User = Caller & { readonly kind: 'user' };
let licet: TestLicet;
let desk: ReviewDesk;
let ada: User;
let ben: User;
beforeAll(async () => {
  licet = await testLicet();
});
afterAll(() => licet.close());
beforeEach(async () => {
  desk = await reviewDeskIn(licet);
  [ada, ben] = [await licet.user(), await licet.user()];
});

const of = ({ userId }: User) => ({ params: { user: userId } });
const own = (user: User) =>
  licet.call('applications.addOwner', licet.admin, { params: { ...desk.params, user: user.userId } });
const setPolicy = (over: object) =>
  licet.call('roles.setPolicy', licet.admin, {
    params: { ...desk.params, role: desk.roles.clerk },
    body: { ...usualRolePolicy, ...over },
  });
const decidedBy = (...users: User[]) => ({
  approval: { steps: [{ approvers: { users: users.map(({ userId }) => userId), groups: [] }, needed: 1 }] },
});
const overToBen = () => [{ call: 'users.handOver', ...of(ada), body: { to: ben.userId } }];

/** Plans, makes another change, applies, and returns the outcome. */
async function after(changes: readonly object[], meanwhile: () => Promise<unknown>) {
  const { digest } = await licet.call('plans.make', licet.freshAdmin, { body: { changes } });
  await meanwhile();
  return licet.outcome('plans.apply', licet.freshAdmin, { body: { changes, digest } });
}

test('applies a confirmed plan after an unrelated change', async () => {
  await own(ada);
  await setPolicy(decidedBy(ada));
  await desk.open({ reviewers: { kind: 'users', users: [ada.userId] } });
  const unrelated = () => licet.call('groups.create', licet.admin, { body: { name: `Other ${desk.key}` } });
  expect(await after([...overToBen(), { call: 'users.suspend', ...of(ada) }], unrelated)).toBe('ok');
});

test('refuses a hand-over after the user was allowed emergency access to the role', async () => {
  await setPolicy(decidedBy(ada));
  const breakGlass = { users: [ada.userId], groups: [], seconds: 3600 };
  expect(await after(overToBen(), () => setPolicy({ ...decidedBy(ada), breakGlass }))).toBe('plan_moved');
});

test('refuses a hand-over if a different review of the same name would now be handed over', async () => {
  const reviewers = { kind: 'users', users: [ada.userId] };
  const review = await desk.open({ reviewers, name: 'Quarter' });
  const outcome = await after(overToBen(), async () => {
    await licet.call('reviews.update', licet.admin, {
      params: { review: review.id },
      body: { reviewers: { kind: 'owners' } },
    });
    await desk.open({ reviewers, name: 'Quarter', endsAt: daysAhead(20) });
  });
  expect(outcome).toBe('plan_moved');
});

test('refuses a hand-over after another line of the review was handed to the user', async () => {
  const holders = [desk.member.userId, (await desk.reader()).userId];
  const review = await desk.open();
  const lines = (await desk.items(review)).filter(({ holder }) => holders.includes(holder.id));
  const handOn = async (line: (typeof lines)[number] | undefined) => {
    const decision = { line: line?.line, version: line?.version, decision: 'hand on', to: ada.userId };
    expect((await desk.decide(review, desk.owner, decision)).refused).toEqual([]);
  };
  await handOn(lines[0]);
  expect(await after(overToBen(), () => handOn(lines[1]))).toBe('plan_moved');
});

test('refuses a hand-over after the policy changed to another user of the same name', async () => {
  const [one, other] = [await licet.user(), await licet.user()];
  for (const user of [one, other])
    await licet.call('users.update', licet.admin, { ...of(user), body: { name: 'Sam' } });
  await setPolicy(decidedBy(ada, one));
  expect(await after(overToBen(), () => setPolicy(decidedBy(ada, other)))).toBe('plan_moved');
});

test.each(['users.remove', 'users.suspend'])('refuses %s after the user became an owner', async (call) => {
  expect(await after([{ call, ...of(ada) }], () => own(ada))).toBe('plan_moved');
});

test.each(['users.remove', 'users.suspend'])('refuses %s after the user made a request', async (call) => {
  expect(await after([{ call, ...of(desk.member) }], () => desk.ask({ role: 'clerk' }))).toBe('plan_moved');
});

test('refuses to delete an application after a program was added', async () => {
  const body = { name: 'Nightly', kind: 'service', redirectUris: [], secret: false };
  const register = () => licet.call('clients.create', desk.owner, { params: desk.params, body });
  expect(await after([{ call: 'applications.remove', params: desk.params }], register)).toBe('plan_moved');
});

test('gives the same digest each time, although created ids differ', async () => {
  const role = '0190b9f4-0000-7000-8000-000000000001';
  const changes = [
    { call: 'roles.create', as: role, params: desk.params, body: { name: 'new' } },
    {
      call: 'grants.create',
      params: desk.params,
      body: { principal: { kind: 'user', id: ada.userId }, gives: { kind: 'role', id: role } },
    },
    { call: 'roles.remove', params: { ...desk.params, role: desk.roles.clerk } },
    { call: 'users.remove', ...of(ben) },
  ];
  const digest = async () => (await licet.call('plans.make', licet.freshAdmin, { body: { changes } })).digest;
  expect(await digest()).toBe(await digest());
});
