import { limits, type RolePolicyChange } from '@licet/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Caller } from '../context.ts';
import { type TestLicet, testLicet } from '../testing.ts';
import { about, asking, type Desk, deskIn, memberOf } from './testing.ts';

let licet: TestLicet;
let desk: Desk;
beforeAll(async () => {
  licet = await testLicet();
});
afterAll(() => licet.close());
beforeEach(async () => {
  desk = await deskIn(licet);
});

const usual: RolePolicyChange = {
  longestSeconds: null,
  reasonNeeded: false,
  requestable: true,
  secondApprover: false,
  breakGlass: null,
  approval: { steps: [{ approvers: 'owners', needed: 1 }] },
};
const setPolicy = (over: Partial<RolePolicyChange>, role = desk.roles.clerk) =>
  licet.call('roles.setPolicy', desk.owner, { params: { ...desk.params, role }, body: { ...usual, ...over } });
const outcome = (over: object, caller: Caller = desk.member) =>
  licet.outcome('requests.ask', caller, { body: { ...asking(desk.key), ...over } });
const grantsOf = async (user: string) =>
  (await licet.call('grants.list', desk.owner, { params: desk.params, query: { principal: user } })).items;
const last = async () => (await licet.call('audit.list', licet.admin, { query: { limit: '1' } })).items[0];

describe('a request on behalf of another user', () => {
  test('counts as an approval by the proposer, and needs the approval of another user', async () => {
    await setPolicy({ secondApprover: true });
    const { userId } = desk.member;
    expect(await outcome({ role: 'clerk', for: userId }, await licet.user('users.read'))).toBe('not_found');
    expect(await outcome({ role: 'clerk', for: desk.owner.userId })).toBe('may_not_grant');
    const proposed = await desk.ask({ role: 'clerk', for: userId }, desk.owner);
    expect(proposed).toMatchObject({
      user: { id: userId },
      proposedBy: { id: desk.owner.userId },
      mayDecide: 'voted_already',
      steps: [{ needed: 2, given: 1 }],
    });
    const approve = (caller: Caller) => licet.outcome('requests.approve', caller, about(proposed, {}));
    expect([await approve(desk.owner), await approve(desk.member)]).toEqual(['voted_already', 'own_request']);
    expect([await approve(licet.admin), (await grantsOf(userId)).map(({ gives }) => gives.name).sort()]).toEqual([
      'ok',
      ['clerk', 'reader'],
    ]);
  });

  test('is an ordinary request if it names the caller, whatever the case of the id', async () => {
    await setPolicy({ secondApprover: true });
    const asked = await desk.ask({ role: 'clerk', for: desk.owner.userId.toUpperCase() }, desk.owner);
    expect(asked).toMatchObject({ proposedBy: null, mayDecide: 'own_request', steps: [{ needed: 2, given: 0 }] });
    await licet.call('requests.withdraw', desk.owner, about(asked));
  });

  test('needs two approvals even for a role that needs one, and the proposer may withdraw it', async () => {
    const stranger = await licet.user();
    const proposed = await desk.ask({ role: 'clerk', for: stranger.userId }, desk.owner);
    expect(proposed.steps).toMatchObject([{ needed: 2, given: 1 }]);
    expect(await licet.outcome('requests.withdraw', desk.owner, about(proposed))).toBe('ok');
    await licet.call('users.suspend', licet.admin, { params: { user: stranger.userId } });
    expect(await outcome({ role: 'clerk', for: stranger.userId }, desk.owner)).toBe('wrong_state');
  });
});

describe('the requestable roles', () => {
  test('exclude roles that the user holds or has requested, and roles that cannot be requested', async () => {
    await setPolicy({
      longestSeconds: 7200,
      approval: {
        steps: [
          { approvers: 'owners', needed: 1 },
          { approvers: 'owners', needed: 2 },
        ],
      },
    });
    const listed = async (query: Record<string, string> = {}, caller: Caller = desk.member) =>
      (await licet.call('requests.catalogue', caller, { query: { application: desk.key, ...query } })).items;
    expect(await listed()).toMatchObject([
      {
        role: { name: 'clerk' },
        application: { id: desk.key },
        longestSeconds: 7200,
        steps: 2,
        approvals: 3,
        deciderCount: 1,
        deciders: [{ id: desk.owner.userId }],
        usualSeconds: null,
      },
    ]);
    expect(await listed({}, desk.tab)).toHaveLength(1);
    expect([await listed({ q: 'cle' }), await listed({ q: 'nothing' })].map(({ length }) => length)).toEqual([1, 0]);
    expect((await listed({}, desk.owner)).map(({ role }) => role.name).sort()).toEqual(['clerk', 'reader']);
    expect(await listed({}, await licet.user())).toEqual([]);
    const request = await desk.ask({ role: 'clerk' });
    expect(await listed()).toEqual([]);
    await licet.call('requests.withdraw', desk.member, about(request));
    await setPolicy({ requestable: false });
    expect([await listed(), await outcome({ role: 'clerk' })]).toEqual([[], 'not_requestable']);
  });

  test('name the current approvers, except suspended users and the caller', async () => {
    const named = await licet.user();
    await setPolicy({ approval: { steps: [{ approvers: { users: [named.userId], groups: [] }, needed: 1 }] } });
    const deciders = async (caller: Caller) => {
      const { items } = await licet.call('requests.catalogue', caller, { query: { application: desk.key } });
      const clerk = items.find(({ role }) => role.name === 'clerk');
      return [clerk?.deciders.map(({ id }) => id), clerk?.deciderCount];
    };
    expect(await deciders(desk.member)).toEqual([[named.userId], 1]);
    await licet.call('users.suspend', licet.admin, { params: { user: named.userId } });
    expect(await deciders(desk.member)).toEqual([[desk.owner.userId], 1]);
    expect(await deciders(desk.owner)).toEqual([[licet.admin.userId], 1]);
  });

  test('requests are limited per hour, and the refusal states when to try again', async () => {
    const most = limits.requestsHourly.value;
    for (let asked = 0; asked < most; asked += 2)
      await licet.call('requests.withdraw', desk.member, about(await desk.ask()));
    await expect(desk.ask()).rejects.toMatchObject({
      problem: { code: 'request_limit', retryAfter: expect.any(Number) },
    });
    licet.setClock(3_600_000);
    try {
      expect(await outcome({ role: 'clerk' })).toBe('ok');
    } finally {
      licet.setClock(0);
    }
  });
});

describe('a renewal', () => {
  test('grants the same role again from the end of the present grant, once', async () => {
    const first = await licet.call('requests.approve', desk.owner, about(await desk.ask({ role: 'clerk' }), {}));
    const renews = first.decision?.grant ?? '';
    expect(await outcome({ role: 'clerk' })).toBe('already_held');
    expect(await outcome({ role: 'reader', renews })).toBe('not_found');
    const again = await desk.ask({ role: 'clerk', renews });
    const plan = await licet.call('requests.plan', desk.owner, about(again, {}));
    expect(plan).toMatchObject({ starts: first.decision?.ends, gains: { roles: [{ name: 'clerk' }] } });
    const { decision } = await licet.call('requests.approve', desk.owner, about(again, {}));
    expect(decision?.ends).toBe(plan.ends);
    const given = (await grantsOf(desk.member.userId)).filter(({ gives }) => gives.name === 'clerk');
    expect(given.map(({ state }) => state).sort()).toEqual(['active', 'scheduled']);
    const third = await desk.ask({ role: 'clerk', renews });
    expect(await licet.outcome('requests.approve', desk.owner, about(third, {}))).toBe('duplicate_grant');
  });
});

describe('an approval', () => {
  test('can be undone by approvers within minutes, which ends the grant and is recorded', async () => {
    const approved = await licet.call('requests.approve', desk.owner, about(await desk.ask({ role: 'clerk' }), {}));
    expect(Date.parse(approved.undoUntil ?? '') - Date.parse(approved.decision?.at ?? '')).toBe(600_000);
    const undo = (caller: Caller) => licet.outcome('requests.undo', caller, about(approved));
    expect(await undo(desk.member)).toBe('own_request');
    expect(await undo(await licet.user('audit.read'))).toBe('may_not_grant');
    const undone = await licet.call('requests.undo', desk.owner, about(approved));
    expect(undone).toMatchObject({
      state: 'approved',
      undoUntil: null,
      decision: { undone: { by: { id: desk.owner.userId } }, over: true },
    });
    expect(await last()).toMatchObject({
      action: 'request.undone',
      before: { grant: { id: approved.decision?.grant } },
    });
    expect((await grantsOf(desk.member.userId)).map(({ gives }) => gives.name)).toEqual(['reader']);
    expect(await undo(desk.owner)).toBe('wrong_state');
    expect(await outcome({ role: 'clerk' })).toBe('ok');
    expect(await licet.call('audit.verify', licet.admin)).toMatchObject({ whole: true });
  });

  test('shows whether its grant was revoked or ended sooner than planned', async () => {
    const over = async (request: { readonly id: string }) =>
      (await licet.call('requests.get', desk.member, about(request))).decision?.over;
    const given = () => desk.ask({ role: 'clerk' });
    const first = await licet.call('requests.approve', desk.owner, about(await given(), {}));
    expect([first.decision?.over, await over(first)]).toEqual([false, false]);
    const grant = { ...desk.params, grant: first.decision?.grant ?? '' };
    await licet.call('grants.revoke', desk.owner, { params: grant });
    expect(await over(first)).toBe(true);
    const second = await licet.call('requests.approve', desk.owner, about(await given(), {}));
    const sooner = new Date(Date.parse(second.decision?.at ?? '') + 60_000).toISOString();
    const shortened = { ...desk.params, grant: second.decision?.grant ?? '' };
    await licet.call('grants.update', desk.owner, { params: shortened, body: { ends: sooner } });
    expect(await over(second)).toBe(false);
    licet.setClock(Date.parse(sooner) - Date.now() + 1000);
    try {
      expect(await over(second)).toBe(true);
    } finally {
      licet.setClock(0);
    }
  });

  test('cannot be undone later', async () => {
    const approved = await licet.call('requests.approve', desk.owner, about(await desk.ask({ role: 'clerk' }), {}));
    licet.setClock(7_200_000 + limits.requestUndo.value * 1000);
    try {
      expect(await licet.outcome('requests.undo', desk.owner, about(approved))).toBe('wrong_state');
    } finally {
      licet.setClock(0);
    }
  });
});

describe('comments', () => {
  test('are written by the requester and the approvers, only while the request waits', async () => {
    const request = await desk.ask({ role: 'clerk' });
    const say = (caller: Caller, text: string) => licet.outcome('requests.comment', caller, about(request, { text }));
    const [auditor, stranger] = [await licet.user('audit.read'), await licet.user()];
    expect([await say(desk.owner, 'Which invoices?'), await say(desk.tab, 'Those of May')]).toEqual(['ok', 'ok']);
    expect([await say(auditor, 'Hm'), await say(stranger, 'Hm')]).toEqual(['may_not_grant', 'not_found']);
    await expect(say(desk.owner, ' ')).rejects.toThrow();
    const { items } = await licet.call('requests.comments', desk.tab, about(request));
    expect(items.map(({ by, text }) => [by.id, text])).toEqual([
      [desk.owner.userId, 'Which invoices?'],
      [desk.member.userId, 'Those of May'],
    ]);
    expect(await last()).toMatchObject({ action: 'request.commented', after: { comment: 'Those of May' } });
    await licet.call('requests.withdraw', desk.member, about(request));
    expect(await say(desk.owner, 'Too late')).toBe('wrong_state');
  });
});

describe('several requests in one call', () => {
  test('are planned together and decided one by one, and refused ones are reported', async () => {
    const others = await Promise.all([1, 2].map(() => memberOf(licet, desk.owner, desk.key, desk.roles.reader)));
    const [one, two] = await Promise.all(others.map((user) => desk.ask({ role: 'clerk' }, user)));
    const own = await desk.ask({ role: 'clerk' }, desk.owner);
    const requests = [one, two, own].flatMap((it) => (it ? [it] : []));
    const body = { requests: requests.map(({ id }) => id) };
    const before = await last();
    const plan = await licet.call('requests.planAll', desk.owner, { body });
    expect(plan.steps.map(({ refused }) => refused?.code ?? 'ok')).toEqual(['ok', 'ok', 'own_request']);
    expect(plan.effects).toMatchObject([{ count: 2, gains: { roles: ['clerk'], permissions: ['refunds.approve'] } }]);
    expect((await last())?.no).toBe(before?.no);
    const decide = (decision: string) => ({
      body: { decision, reason: 'Month’s end', requests: requests.map(({ id, version }) => ({ id, version })) },
    });
    const { outcomes } = await licet.call('requests.decideAll', desk.owner, decide('approve'));
    expect(outcomes.map(({ state, refused }) => state ?? refused?.code)).toEqual([
      'approved',
      'approved',
      'own_request',
    ]);
    const again = await licet.call('requests.decideAll', licet.admin, decide('deny'));
    expect(again.outcomes.map(({ state, refused }) => state ?? refused?.code)).toEqual([
      'wrong_state',
      'wrong_state',
      'denied',
    ]);
  });
});

describe('a deputy', () => {
  const away = (caller: Caller, to: string, over = {}) =>
    licet.outcome('me.delegate', caller, {
      body: { to, ends: new Date(Date.now() + 86_400_000).toISOString(), ...over },
    });
  const nameOf = async (user: { userId: string }) =>
    (await licet.call('users.get', licet.admin, { params: { user: user.userId } })).username;

  test('decides for an absent user, and only one of the two can vote', async () => {
    await setPolicy({ approval: { steps: [{ approvers: 'owners', needed: 2 }] } });
    const deputy = await licet.user();
    expect(await away(desk.owner, await nameOf(deputy))).toBe('ok');
    expect((await licet.call('me.delegations', deputy)).others).toMatchObject([{ from: { id: desk.owner.userId } }]);
    const request = await desk.ask({ role: 'clerk' });
    const waiting = await licet.call('requests.list', deputy, { query: { view: 'waiting' } });
    expect(waiting.items).toMatchObject([{ id: request.id, mayDecide: 'yes', decidesFor: { id: desk.owner.userId } }]);
    const other = licet.anotherServer();
    const both = await Promise.all([
      licet.outcome('requests.approve', deputy, about(request, {})),
      other.outcome('requests.approve', desk.owner, about(request, {})),
    ]).finally(() => other.close());
    expect(both.sort()).toEqual(['ok', 'voted_already']);
    const { votes } = await licet.call('requests.approve', licet.admin, about(request, {}));
    expect(votes).toHaveLength(2);
    expect(await licet.call('audit.verify', licet.admin)).toMatchObject({ whole: true });
  });

  test('cannot decide on their own request, in Licet itself, or after the delegation ended', async () => {
    expect(await away(desk.owner, await nameOf(desk.member))).toBe('ok');
    const own = await desk.ask({ role: 'clerk' });
    expect(await licet.outcome('requests.approve', desk.member, about(own, {}))).toBe('own_request');
    const deputy = await licet.user();
    expect(await away(licet.admin, await nameOf(deputy))).toBe('ok');
    const inLicet = await licet.call('requests.ask', desk.member, { body: { ...asking('licet'), role: 'auditor' } });
    expect(await licet.outcome('requests.approve', deputy, about(inLicet, {}))).toBe('not_found');
    await licet.call('me.endDelegation', desk.owner);
    const other = await desk.ask({ role: 'clerk' }, await memberOf(licet, desk.owner, desk.key, desk.roles.reader));
    expect(await licet.outcome('requests.approve', desk.member, about(other, {}))).toBe('not_found');
    await licet.call('me.endDelegation', licet.admin);
  });

  test('can be appointed only by users who decide on requests, for a valid and limited period', async () => {
    const deputy = await nameOf(await licet.user());
    const at = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
    expect(await away(await licet.user(), deputy)).toBe('may_not_grant');
    expect(await away(desk.owner, 'nobody-at-all')).toBe('not_found');
    expect(await away(desk.owner, await nameOf(desk.owner))).toBe('wrong_state');
    expect(await away(desk.owner, deputy, { starts: at(3), ends: at(2) })).toBe('ends_before_start');
    expect(await away(desk.owner, deputy, { starts: at(-3), ends: at(-2) })).toBe('in_the_past');
    expect(await away(desk.owner, deputy, { ends: at(181) })).toBe('wrong_state');
    expect(await licet.outcome('me.endDelegation', desk.owner)).toBe('wrong_state');
  });
});
