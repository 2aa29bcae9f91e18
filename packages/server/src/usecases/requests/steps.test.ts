import type { RolePolicyChange } from '@licet/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { updateUser } from '../../store/users/users.ts';
import type { Caller } from '../context.ts';
import { requireUser } from '../require.ts';
import { operator, type TestLicet, testLicet } from '../testing.ts';
import { about, type Desk, deskIn } from './testing.ts';

type User = Caller & { readonly kind: 'user' };
let licet: TestLicet;
let desk: Desk;
let [ann, ben, cem]: User[] = [];
beforeAll(async () => {
  licet = await testLicet();
});
afterAll(() => licet.close());
beforeEach(async () => {
  desk = await deskIn(licet);
  [ann, ben, cem] = await Promise.all([licet.user(), licet.user(), licet.user()]);
});

const a = () => ann ?? licet.admin;
const b = () => ben ?? licet.admin;
const c = () => cem ?? licet.admin;
const ids = (...users: readonly User[]) => ({ users: users.map(({ userId }) => userId), groups: [] });

async function approvedBy(steps: RolePolicyChange['approval']['steps'], over: Partial<RolePolicyChange> = {}) {
  const body = {
    longestSeconds: null,
    reasonNeeded: false,
    requestable: true,
    secondApprover: false,
    breakGlass: null,
    approval: { steps },
    ...over,
  };
  await licet.call('roles.setPolicy', desk.owner, { params: { ...desk.params, role: desk.roles.clerk }, body });
}
const approve = (request: { id: string }, caller: Caller, body = {}) =>
  licet.outcome('requests.approve', caller, about(request, body));
const seenBy = (request: { id: string }, caller: Caller) => licet.call('requests.get', caller, about(request));
const waitingFor = async (caller: Caller) =>
  (await licet.call('requests.list', caller, { query: { view: 'waiting', application: desk.key } })).items.map(
    ({ id }) => id,
  );
const holdsClerk = async () =>
  (await licet.call('access.get', licet.admin, { params: { ...desk.params, user: desk.member.userId } })).roles.some(
    ({ name }) => name === 'clerk',
  );

describe('a request in two steps', () => {
  test('does not wait for the deputy of an owner while enough named approvers are left', async () => {
    await approvedBy([
      { approvers: ids(a(), b()), needed: 1 },
      { approvers: 'owners', needed: 1 },
    ]);
    const request = await desk.ask({ role: 'clerk' });
    const { username } = await licet.call('users.get', licet.admin, { params: { user: c().userId } });
    const ends = new Date(Date.now() + 86_400_000).toISOString();
    await licet.call('me.delegate', desk.owner, { body: { to: username, ends } });
    expect(await waitingFor(c())).toEqual([]);
    expect(await approve(request, a())).toBe('ok');
    expect(await waitingFor(c())).toEqual([request.id]);
  });

  test('passes from the named approvers to the owners; the last approval creates the grant', async () => {
    await approvedBy([
      { approvers: ids(a(), b()), needed: 1 },
      { approvers: 'owners', needed: 1 },
    ]);
    const request = await desk.ask({ role: 'clerk' });
    expect(request.steps).toMatchObject([
      { state: 'now', needed: 1, given: 0, owners: false, deciderCount: 2 },
      { state: 'later', needed: 1, given: 0, owners: true, deciders: [{ id: desk.owner.userId }] },
    ]);
    expect(await seenBy(request, a())).toMatchObject({ mayDecide: 'yes' });
    expect(await seenBy(request, desk.owner)).toMatchObject({ mayDecide: 'not_your_step' });
    expect(await approve(request, desk.owner)).toBe('not_your_step');
    expect(await licet.outcome('requests.get', c(), about(request))).toBe('not_found');
    expect([await waitingFor(a()), await waitingFor(desk.owner), await waitingFor(c())]).toEqual([
      [request.id],
      [],
      [],
    ]);

    expect(await licet.call('requests.plan', a(), about(request, {}))).toMatchObject({ stillNeeded: 1 });
    expect(await approve(request, a(), { note: 'Fine with me' })).toBe('ok');
    expect(await holdsClerk()).toBe(false);
    const { items } = await licet.call('audit.list', licet.admin, { query: { limit: '1' } });
    expect(items[0]).toMatchObject({
      action: 'request.step_approved',
      target: { id: request.id },
      after: { state: 'pending', step: 1, note: 'Fine with me', approvals: [{ step: 1 }] },
    });
    expect(await seenBy(request, a())).toMatchObject({ mayDecide: 'voted_already', comments: 1 });
    expect([await approve(request, a()), await approve(request, b())]).toEqual(['voted_already', 'not_your_step']);
    expect([await waitingFor(a()), await waitingFor(desk.owner)]).toEqual([[], [request.id]]);

    const approved = await licet.call('requests.approve', desk.owner, about(request, {}));
    expect(approved).toMatchObject({ state: 'approved', steps: [] });
    expect(approved.votes.map(({ step, by }) => [step, by.id])).toEqual([
      [1, a().userId],
      [2, desk.owner.userId],
    ]);
    expect(await holdsClerk()).toBe(true);
    expect(await licet.call('audit.verify', licet.admin)).toMatchObject({ whole: true });
  });

  test('ends when an approver of the current step denies it', async () => {
    await approvedBy([
      { approvers: ids(a()), needed: 1 },
      { approvers: ids(b()), needed: 1 },
    ]);
    const request = await desk.ask({ role: 'clerk' });
    const deny = (caller: Caller) => licet.outcome('requests.deny', caller, about(request, { reason: 'No' }));
    expect([await deny(b()), await deny(desk.owner)]).toEqual(['not_your_step', 'not_your_step']);
    expect([await approve(request, a()), await deny(a()), await deny(b())]).toEqual(['ok', 'voted_already', 'ok']);
    expect(await seenBy(request, desk.member)).toMatchObject({ state: 'denied', decision: { by: { id: b().userId } } });
    expect(await approve(request, b())).toBe('wrong_state');
  });

  test('cannot grant more than an earlier step approved', async () => {
    await approvedBy([
      { approvers: ids(a()), needed: 1 },
      { approvers: ids(b()), needed: 1 },
    ]);
    const request = await desk.ask({ role: 'clerk' });
    const reader = { kind: 'role', id: desk.roles.reader };
    expect(
      await approve(request, a(), {
        seconds: 600,
        gives: { kind: 'permission', id: desk.permissions['refunds.approve'] },
      }),
    ).toBe('ok');
    for (const more of [{ seconds: 601 }, { gives: reader }, { gives: { kind: 'role', id: desk.roles.clerk } }])
      expect(await approve(request, b(), more)).toBe('more_than_asked');
    expect((await licet.call('requests.approve', b(), about(request, {}))).decision).toMatchObject({
      gives: { name: 'refunds.approve' },
      seconds: 600,
    });
  });
});

describe('the approvers', () => {
  test('count once each, and the requester does not count', async () => {
    const group = await licet.call('groups.create', licet.admin, { body: { name: `approvers of ${desk.key}` } });
    const inner = await licet.call('groups.create', licet.admin, { body: { name: `some of ${desk.key}` } });
    for (const [into, member] of [
      [group.id, inner.id],
      [inner.id, b().userId],
      [inner.id, desk.member.userId],
    ] as const)
      await licet.call('groups.addMember', licet.admin, { params: { group: into, member } });
    await approvedBy([{ approvers: { users: [a().userId, c().userId], groups: [group.id] }, needed: 2 }]);
    const request = await desk.ask({ role: 'clerk' });
    expect(request.mayDecide).toBe('own_request');
    expect(request.steps[0]).toMatchObject({ needed: 2, deciderCount: 3 });
    expect([await approve(request, desk.member), await approve(request, b())]).toEqual(['own_request', 'ok']);
    expect([await approve(request, b()), await holdsClerk()]).toEqual(['voted_already', false]);
    expect([await waitingFor(b()), await waitingFor(c())]).toEqual([[], [request.id]]);
    expect([await approve(request, c()), await holdsClerk()]).toEqual(['ok', true]);
  });

  test('are the administrators, who are mailed, if each owner has requested or approved', async () => {
    await licet.call('applications.addOwner', licet.admin, { params: { ...desk.params, user: a().userId } });
    await approvedBy([{ approvers: 'owners', needed: 1 }], { secondApprover: true });
    const request = await desk.ask({ role: 'clerk' }, a());
    expect(request.steps[0]).toMatchObject({ needed: 2, deciders: [{ id: desk.owner.userId }], deciderCount: 1 });
    expect(await approve(request, desk.owner)).toBe('ok');
    const { steps } = await seenBy(request, desk.owner);
    expect(steps[0]).toMatchObject({ given: 1, deciders: [{ id: licet.admin.userId }], deciderCount: 1 });
    const told = await licet.database.pool.query(
      `select from mails where template = 'requests_waiting' and user_id = $1 and data::text like $2`,
      [licet.admin.userId, `%${request.id}%`],
    );
    expect(told.rowCount).toBe(1);
    expect(await approve(request, licet.admin)).toBe('ok');
  });

  test('are the owners, if the named approvers are deleted or suspended', async () => {
    await approvedBy([{ approvers: ids(a(), b()), needed: 1 }]);
    const request = await desk.ask({ role: 'clerk' });
    expect([await approve(request, desk.owner), await waitingFor(desk.owner)]).toEqual(['not_your_step', []]);
    await licet.call('users.suspend', licet.admin, { params: { user: a().userId } });
    expect(await waitingFor(desk.owner)).toEqual([]);
    await licet.call('users.remove', licet.admin, { params: { user: b().userId } });
    expect(await waitingFor(desk.owner)).toEqual([request.id]);
    expect((await seenBy(request, desk.member)).steps[0]?.deciders).toMatchObject([{ id: desk.owner.userId }]);
    expect([await approve(request, desk.owner), await holdsClerk()]).toEqual(['ok', true]);
  });

  test('follow the current policy: approvals under an earlier one no longer count', async () => {
    await approvedBy([
      { approvers: ids(a()), needed: 1 },
      { approvers: ids(b()), needed: 1 },
    ]);
    const request = await desk.ask({ role: 'clerk' });
    expect(await approve(request, a())).toBe('ok');
    await approvedBy([{ approvers: ids(a(), b()), needed: 2 }]);
    expect(await seenBy(request, a())).toMatchObject({ mayDecide: 'yes', votes: [], steps: [{ given: 0, needed: 2 }] });
    expect([await approve(request, a()), await approve(request, b()), await holdsClerk()]).toEqual(['ok', 'ok', true]);
  });

  test('are one more than the policy says, if the role requires two approvers', async () => {
    await approvedBy([{ approvers: 'owners', needed: 1 }], { secondApprover: true });
    const request = await desk.ask({ role: 'clerk' });
    expect(await approve(request, desk.owner)).toBe('ok');
    expect(await holdsClerk()).toBe(false);
    expect([await approve(request, desk.owner), await approve(request, licet.admin)]).toEqual(['voted_already', 'ok']);
    expect(await holdsClerk()).toBe(true);
  });

  test('include the operator, whose decision is final', async () => {
    await approvedBy([
      { approvers: ids(a()), needed: 1 },
      { approvers: ids(b()), needed: 1 },
    ]);
    expect(await licet.call('requests.approve', operator, about(await desk.ask({ role: 'clerk' }), {}))).toMatchObject({
      state: 'approved',
    });
  });
});

describe('becoming an approver', () => {
  test('a user manager cannot join a group of approvers, or suspend an approver', async () => {
    const group = await licet.call('groups.create', licet.admin, { body: { name: `deciders of ${desk.key}` } });
    const mallory = await licet.user('users.read', 'users.manage', 'groups.manage');
    const add = { params: { group: group.id, member: mallory.userId } };
    const suspend = (user: User) => licet.outcome('users.suspend', mallory, { params: { user: user.userId } });
    expect(await licet.outcome('groups.addMember', mallory, add)).toBe('ok');
    await licet.call('groups.removeMember', mallory, add);
    await licet.call('groups.addMember', licet.admin, { params: { group: group.id, member: b().userId } });
    await approvedBy([{ approvers: { users: [a().userId], groups: [group.id] }, needed: 1 }]);
    expect(await licet.outcome('groups.addMember', mallory, add)).toBe('may_not_grant');
    expect([await suspend(a()), await suspend(b()), await suspend(c())]).toEqual([
      'may_not_grant',
      'may_not_grant',
      'ok',
    ]);
  });
});

describe('simultaneous decisions on two servers', () => {
  test('the last two approvals create one grant, and each user has one vote', async () => {
    await approvedBy([{ approvers: ids(a(), b(), c()), needed: 2 }]);
    const other = licet.anotherServer();
    try {
      for (let round = 0; round < 3; round += 1) {
        const request = await desk.ask({ role: 'clerk' });
        const input = about(request, {});
        const outcomes = await Promise.all([
          licet.outcome('requests.approve', a(), input),
          other.outcome('requests.approve', a(), input),
          other.outcome('requests.approve', b(), input),
          licet.outcome('requests.approve', c(), input),
        ]);
        expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(2);
        for (const outcome of outcomes) expect(['ok', 'voted_already', 'wrong_state']).toContain(outcome);
        const { state, votes, decision } = await seenBy(request, desk.member);
        expect([state, new Set(votes.map(({ by }) => by.id)).size]).toEqual(['approved', 2]);
        const { items } = await licet.call('grants.list', desk.owner, { params: desk.params });
        const given = items.filter(({ gives }) => gives.name === 'clerk');
        expect(given.map(({ id }) => id)).toEqual([decision?.grant]);
        await licet.call('grants.revoke', desk.owner, { params: { ...desk.params, grant: decision?.grant ?? '' } });
      }
    } finally {
      await other.close();
    }
  });
});

describe('suspending an approver', () => {
  const suspend = ({ userId }: User) => licet.call('users.suspend', licet.admin, { params: { user: userId } });
  /** Sets the status directly, because `users.reactivate` makes users without a password invited, not active. */
  const letInAgain = ({ userId }: User) =>
    licet.build(async (change) => updateUser(change, await requireUser(change, userId), { status: 'active' }));

  test('voids the approval, and the user may approve again when reactivated', async () => {
    await approvedBy([{ approvers: ids(a(), b(), c()), needed: 2 }]);
    const request = await desk.ask({ role: 'clerk' });
    expect(await approve(request, a())).toBe('ok');
    await suspend(a());
    expect(await seenBy(request, b())).toMatchObject({ votes: [], steps: [{ given: 0 }], mayDecide: 'yes' });
    expect(await approve(request, b())).toBe('ok');
    expect(await holdsClerk()).toBe(false);
    await letInAgain(a());
    expect(await approve(request, a())).toBe('ok');
    expect(await holdsClerk()).toBe(true);
    const { votes } = await seenBy(request, desk.owner);
    expect(votes.map(({ by }) => by.id)).toEqual([b().userId, a().userId]);
  });

  test('gives the vote back to the user whom the suspended deputy represented', async () => {
    await approvedBy([{ approvers: ids(a(), b()), needed: 2 }]);
    const request = await desk.ask({ role: 'clerk' });
    const { username } = await licet.call('users.get', licet.admin, { params: { user: c().userId } });
    const ends = new Date(Date.now() + 3_600_000).toISOString();
    await licet.call('me.delegate', a(), { body: { to: username, ends } });
    expect(await approve(request, c())).toBe('ok');
    expect(await waitingFor(a())).toEqual([]);
    await suspend(c());
    expect(await waitingFor(a())).toEqual([request.id]);
    expect([await approve(request, a()), await approve(request, b())]).toEqual(['ok', 'ok']);
    expect(await holdsClerk()).toBe(true);
  });
});
