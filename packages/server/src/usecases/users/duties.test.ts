import { usualRolePolicy } from '@licet/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Caller } from '../context.ts';
import { about } from '../requests/testing.ts';
import { daysAhead, type ReviewDesk, reviewDeskIn } from '../reviews/testing.ts';
import { callerOf, type TestLicet, testLicet } from '../testing.ts';

let licet: TestLicet;
let desk: ReviewDesk;
let ada: Caller & { readonly kind: 'user' };
let ben: Caller & { readonly kind: 'user' };
beforeAll(async () => {
  licet = await testLicet();
});
afterAll(() => licet.close());
beforeEach(async () => {
  desk = await reviewDeskIn(licet);
  [ada, ben] = [await licet.user(), await licet.user()];
});

const of = (user: { readonly userId: string }) => ({ params: { user: user.userId } });
const duties = (user: { readonly userId: string }, caller: Caller = licet.admin) =>
  licet.call('users.duties', caller, of(user));
const handOver = (body: object, caller: Caller = licet.admin, from = ada) =>
  licet.call('users.handOver', caller, { ...of(from), body });
const own = (user: { readonly userId: string }) =>
  licet.call('applications.addOwner', licet.admin, { params: { ...desk.params, user: user.userId } });
const decidedBy = (needed: number, ...users: string[]) =>
  licet.call('roles.setPolicy', licet.admin, {
    params: { ...desk.params, role: desk.roles.clerk },
    body: {
      ...usualRolePolicy,
      approval: { steps: [{ approvers: { users, groups: [] }, needed }] },
      breakGlass: { users, groups: [], seconds: 3600 },
    },
  });
const approvers = async () =>
  (await licet.call('roles.policy', licet.admin, { params: { ...desk.params, role: desk.roles.clerk } })).approval
    .steps[0]?.approvers;
const reviewedBy = (users: string[], over: object = {}) => desk.open({ reviewers: { kind: 'users', users }, ...over });

/** Ada owns the application, decides on a role, and reviews. */
async function manyDuties() {
  await own(ada);
  await decidedBy(1, ada.userId);
  return reviewedBy([ada.userId], { fallback: ada.userId });
}

describe('the duties of a user', () => {
  test('list owned applications, roles to decide, reviews, requests and the deputy', async () => {
    const review = await manyDuties();
    await licet
      .call('requests.ask', callerOf(ada.userId, desk.key), {
        body: { application: desk.key, permission: 'refunds.approve', reason: 'For the audit', seconds: 3600 },
      })
      .catch(() => undefined);
    const waiting = await desk.ask();
    const { username } = await licet.call('users.get', licet.admin, of(ben));
    await licet.call('me.delegate', ada, { body: { to: username, ends: daysAhead(2) } });
    const told = await duties(ada);
    expect(told).toMatchObject({
      applications: { count: 1, mayHandOver: true, items: [{ application: { id: desk.key }, otherOwners: 1 }] },
      roles: { count: 1, items: [{ role: { name: 'clerk' }, as: ['approver', 'break_glass'] }] },
      reviews: { count: 1, items: [{ review: { id: review.id }, as: ['reviewer', 'fallback'], open: true }] },
      waiting: 1,
      deputy: { to: { id: ben.userId } },
      lastAdministrator: false,
    });
    expect((await duties(desk.member)).requests).toMatchObject({
      count: 1,
      items: [{ id: waiting.id, asks: { name: 'refunds.approve' } }],
    });
    expect((await duties(ben)).deputyFor).toMatchObject({ count: 1, items: [{ user: { id: ada.userId } }] });
    expect((await duties(licet.admin)).lastAdministrator).toBe(true);
  });

  test('list programs whose secrets the user created, and sets of files that they applied', async () => {
    const clerk = await licet.user('applications.manage', 'applications.read', 'users.manage', 'users.read');
    await licet.call('applications.addOwner', licet.admin, { params: { ...desk.params, user: clerk.userId } });
    const body = { name: 'Nightly', kind: 'service', redirectUris: [], secret: true };
    const { client } = await licet.call('clients.create', clerk, { params: desk.params, body });
    const changes = [{ call: 'users.create', body: { name: 'Cleo', username: `cleo-${desk.key}` } }];
    const { digest } = await licet.call('plans.make', clerk, { body: { changes } });
    await licet.call('plans.apply', clerk, { body: { changes, digest, set: 'payroll files' } });
    expect(await duties(clerk)).toMatchObject({
      programs: { count: 1, items: [{ program: { id: client.id, name: 'Nightly' } }] },
      sets: { count: 1, items: ['payroll files'] },
    });
  });

  test('are only counted for callers who may not see names', async () => {
    await manyDuties();
    const told = await duties(ada, await licet.user('users.read'));
    expect(told).toMatchObject({
      applications: { count: 1, items: [], mayHandOver: false },
      roles: { count: 1, items: [], mayHandOver: false },
      reviews: { count: 1, items: [], mayHandOver: false },
    });
    await desk.ask();
    const requests = async (caller?: Caller) => (await duties(desk.member, caller)).requests;
    expect(await requests(await licet.user('users.read', 'applications.read'))).toEqual({ count: 1, items: [] });
    expect((await requests()).items).toHaveLength(1);
  });
});

describe('a hand-over', () => {
  test('makes another user owner, approver, reviewer and fall-back in one call', async () => {
    const review = await manyDuties();
    const { version } = await licet.call('users.get', licet.admin, of(ada));
    expect(await handOver({ to: ben.userId })).toEqual({ applications: 1, roles: 1, reviews: 1, lines: 0 });
    expect(await duties(ada)).toMatchObject({ applications: { count: 0 }, roles: { count: 0 }, reviews: { count: 0 } });
    expect(await duties(ben)).toMatchObject({
      applications: { count: 1 },
      roles: { items: [{ as: ['approver', 'break_glass'] }] },
      reviews: { items: [{ as: ['reviewer', 'fallback'] }] },
    });
    expect(await approvers()).toMatchObject({ users: [{ id: ben.userId }] });
    const { items } = await licet.call('audit.list', licet.admin, { query: { target: ada.userId, limit: '1' } });
    expect(items[0]).toMatchObject({
      action: 'user.handed_over',
      target: { id: ada.userId },
      after: { applications: [desk.key], roles: [`${desk.key}/clerk`], reviews: [review.name] },
    });
    expect((await licet.call('users.get', licet.admin, of(ada))).version).toBe(version);
  });

  test('transfers only the named parts', async () => {
    await manyDuties();
    await handOver({ to: ben.userId, parts: { applications: [desk.key] } });
    expect(await duties(ada)).toMatchObject({ applications: { count: 0 }, roles: { count: 1 }, reviews: { count: 1 } });
    await handOver({ to: ben.userId, parts: { reviews: 'all' } });
    expect(await duties(ada)).toMatchObject({ roles: { count: 1 }, reviews: { count: 0 } });
  });

  test('is planned, applied and reverted together with a suspension', async () => {
    await own(ada);
    await decidedBy(1, ada.userId);
    const changes = [
      { call: 'users.handOver', ...of(ada), body: { to: ben.userId } },
      { call: 'users.suspend', ...of(ada) },
    ];
    const plan = await licet.call('plans.make', licet.admin, { body: { changes } });
    expect(plan.steps).toMatchObject([
      { refused: null, record: { action: 'user.handed_over', after: { applications: [desk.key] } } },
      { refused: null, record: { action: 'user.suspended' } },
    ]);
    expect(await duties(ada)).toMatchObject({ applications: { count: 1 } });
    const { last } = await licet.call('plans.apply', licet.admin, { body: { changes, digest: plan.digest } });
    expect(await duties(ben)).toMatchObject({ applications: { count: 1 }, roles: { count: 1 } });
    const back = await licet.call('plans.revert', licet.admin, { body: { plan: last } });
    expect(back.cannot).toEqual([]);
    const undone = await licet.call('plans.make', licet.admin, { body: { changes: back.changes } });
    await licet.call('plans.apply', licet.admin, { body: { changes: back.changes, digest: undone.digest } });
    expect(await duties(ben)).toMatchObject({ applications: { count: 0 }, roles: { count: 0 } });
    expect(await duties(ada)).toMatchObject({ applications: { count: 1 }, roles: { count: 1 } });
    expect((await licet.call('users.get', licet.admin, of(ada))).status).not.toBe('suspended');
  });

  test('reports that reviews stay with the receiver when it is reverted', async () => {
    const review = await manyDuties();
    await handOver({ to: ben.userId });
    const { items } = await licet.call('audit.list', licet.admin, { query: { limit: '1' } });
    const back = await licet.call('plans.revert', licet.admin, { body: { plan: items[0]?.no } });
    expect(back.changes).toHaveLength(3);
    expect(back.cannot).toMatchObject([{ why: 'not_planned', target: { kind: 'review', name: review.name } }]);
  });

  test('requires the right to give everything that is handed over', async () => {
    await manyDuties();
    const manager = await licet.user('users.read', 'users.manage');
    const outcome = (parts: object, caller: Caller = manager) =>
      licet.outcome('users.handOver', caller, { ...of(ada), body: { to: manager.userId, parts } });
    for (const parts of [{ applications: 'all' }, { roles: 'all' }, { reviews: 'all' }])
      expect(await outcome(parts)).toBe('may_not_grant');
    const granting = await licet.user('users.read', 'users.manage', 'grants.manage');
    expect(await outcome({ reviews: 'all' }, granting)).toBe('may_not_grant');
    // A caller who may not add an owner cannot do so through a hand-over, least of all for themselves.
    for (const parts of [{ applications: 'all' }, { roles: 'all' }])
      expect(await outcome(parts, granting)).toBe('may_not_grant');
    const both = await licet.user('users.read', 'users.manage', 'grants.manage', 'applications.manage');
    expect(await outcome({ applications: 'all', roles: 'all' }, both)).toBe('ok');
    expect(await outcome({ applications: 'all' }, both)).toBe('wrong_state');
  });

  test('cannot be made to the same user or to a suspended user', async () => {
    await own(ada);
    expect(await licet.outcome('users.handOver', licet.admin, { ...of(ada), body: { to: ada.userId } })).toBe(
      'wrong_state',
    );
    await licet.call('users.suspend', licet.admin, of(ben));
    expect(await licet.outcome('users.handOver', licet.admin, { ...of(ada), body: { to: ben.userId } })).toBe(
      'wrong_state',
    );
  });

  test('does not let the receiver decide on their own request or review line', async () => {
    await decidedBy(1, ada.userId);
    const request = await desk.ask({ role: 'clerk' });
    const review = await reviewedBy([ada.userId], { fallback: desk.owner.userId });
    const expert = await licet.user();
    const lineOf = async (caller: Caller) =>
      (await desk.items(review, caller)).find(({ holder }) => holder.id === desk.member.userId);
    const line = await lineOf(licet.admin);
    await desk.decide(review, ada, {
      line: line?.line,
      version: line?.version,
      decision: 'hand on',
      to: expert.userId,
    });
    await handOver({ to: desk.member.userId }, licet.admin, expert);
    expect(await lineOf(licet.admin)).toMatchObject({ state: 'pending', handedTo: null });
    await handOver({ to: desk.member.userId });
    expect(await licet.outcome('requests.approve', desk.member, about(request, {}))).toBe('own_request');
    expect(await licet.outcome('requests.approve', desk.owner, about(request, {}))).toBe('ok');
    const again = await lineOf(desk.owner);
    const decided = await desk.decide(review, desk.owner, {
      line: again?.line,
      version: again?.version,
      decision: 'keep',
    });
    expect(decided.refused).toEqual([]);
  });

  test('keeps the leaver as an approver where the receiver is the only other one', async () => {
    await decidedBy(2, ada.userId, ben.userId);
    await handOver({ to: ben.userId, parts: { roles: 'all' } });
    expect(await approvers()).toMatchObject({ users: [{ id: ada.userId }, { id: ben.userId }] });
  });

  test('transfers review lines that were handed to the user', async () => {
    const [expert, other] = [await licet.user(), await licet.user()];
    const review = await desk.open();
    const [line] = (await desk.items(review)).filter(({ holder }) => holder.id === desk.member.userId);
    await desk.decide(review, desk.owner, {
      line: line?.line,
      version: line?.version,
      decision: 'hand on',
      to: expert.userId,
    });
    expect((await duties(expert)).reviews).toMatchObject({ items: [{ as: ['lines'], lines: 1 }] });
    expect(await handOver({ to: other.userId }, licet.admin, expert)).toMatchObject({ reviews: 1, lines: 1 });
    expect((await desk.items(review)).find((it) => it.line === line?.line)).toMatchObject({
      state: 'handed on',
      handedTo: { id: other.userId },
    });
  });
});
