import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
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

const access = (userId: string) => licet.call('access.get', licet.admin, { params: { ...desk.params, user: userId } });
const grants = async () => (await licet.call('grants.list', desk.owner, { params: desk.params })).items;

describe('approving', () => {
  test('creates a grant that starts at the approval, with the requested duration and reason', async () => {
    const request = await desk.ask();
    licet.setClock(60_000);
    try {
      const approved = await licet.call('requests.approve', desk.owner, about(request, { note: 'Until Ines is back' }));
      const grant = (await grants()).find(({ id }) => id === approved.decision?.grant);
      expect(grant).toMatchObject({
        principal: { id: desk.member.userId },
        gives: { kind: 'permission', name: 'refunds.approve' },
        reason: 'Ines is ill today',
        state: 'active',
        starts: approved.decision?.at,
        ends: approved.decision?.ends,
      });
      expect(Date.parse(grant?.starts ?? '')).toBeGreaterThan(Date.parse(request.askedAt) + 59_000);
      expect(Date.parse(grant?.ends ?? '') - Date.parse(grant?.starts ?? '')).toBe(3_600_000);
      expect(approved.decision).toMatchObject({
        by: { id: desk.owner.userId },
        gives: request.asks,
        seconds: 3600,
        note: 'Until Ines is back',
      });
      const { items } = await licet.call('audit.list', licet.admin, { query: { limit: '1' } });
      expect(items[0]).toMatchObject({
        no: approved.version,
        action: 'request.approved',
        target: { kind: 'request', id: request.id },
        before: { state: 'pending' },
        after: { state: 'approved', grant: { id: grant?.id, gives: { kind: 'permission', name: 'refunds.approve' } } },
      });
    } finally {
      licet.setClock(0);
    }
  });

  test('can grant a shorter time, an included role, or one of its permissions', async () => {
    const cases = [
      { seconds: 60 },
      { gives: { kind: 'role', id: desk.roles.reader } },
      { gives: { kind: 'permission', id: desk.permissions['refunds.approve'] }, seconds: 600 },
    ];
    for (const less of cases) {
      const user = await memberOf(licet, desk.owner, desk.key, (await emptyRole()).id);
      const request = await desk.ask({ role: 'clerk' }, user);
      const { decision } = await licet.call('requests.approve', desk.owner, about(request, less));
      expect(decision?.seconds).toBe(less.seconds ?? 3600);
      expect(decision?.gives?.id).toBe(less.gives?.id ?? desk.roles.clerk);
    }
  });

  test('cannot grant a longer time, another permission or role, or anything in another application', async () => {
    const other = await deskIn(licet);
    const asked = await desk.ask();
    const role = await desk.ask({ role: 'clerk' });
    const longer = { seconds: 3601 };
    const gives = (kind: string, id: string) => ({ gives: { kind, id } });
    const attempts = [
      [asked, longer],
      [role, longer],
      [asked, gives('permission', desk.permissions['invoices.read'])],
      [asked, gives('role', desk.roles.clerk)],
      [role, gives('role', desk.roles.admin)],
      [role, gives('role', other.roles.reader)],
      [role, gives('permission', other.permissions['invoices.read'])],
      [role, gives('permission', desk.roles.reader)],
    ] as const;
    for (const [request, body] of attempts)
      for (const id of ['requests.plan', 'requests.approve'] as const)
        expect(await licet.outcome(id, desk.owner, about(request, body)), JSON.stringify(body)).toBe('more_than_asked');
    expect((await access(desk.member.userId)).roles.map(({ name }) => name)).toEqual(['reader']);
  });

  test('names the requested and the longer duration in the refusal', async () => {
    const approve = licet.call('requests.approve', desk.owner, about(await desk.ask(), { seconds: 7200 }));
    await expect(approve).rejects.toMatchObject({
      problem: {
        code: 'more_than_asked',
        reason: 'longer_than_asked',
        values: { most: 3600, seconds: 7200 },
        detail: 'The request is for 1 hour, not for 2 hours.',
      },
    });
  });

  test('is refused with a sentence while the requester is suspended; denying is allowed', async () => {
    const request = await desk.ask();
    // As written by a server of an earlier version, which let requests of suspended users wait.
    await licet.database.pool.query(`update users set status = 'suspended' where id = '${desk.member.userId}'`);
    const approve = licet.call('requests.approve', desk.owner, about(request, {}));
    await expect(approve).rejects.toThrow(/is suspended/);
    expect(await licet.outcome('requests.plan', desk.owner, about(request, {}))).toBe('wrong_state');
    expect(await licet.outcome('requests.deny', desk.owner, about(request, { reason: 'Left' }))).toBe('ok');
  });

  test('is refused if it would overlap a scheduled grant of the same permission', async () => {
    const request = await desk.ask();
    const starts = new Date(Date.now() + 600_000).toISOString();
    const gives = { kind: 'permission', id: desk.permissions['refunds.approve'] };
    const body = { principal: { kind: 'user', id: desk.member.userId }, gives, starts };
    await licet.call('grants.create', desk.owner, { params: desk.params, body });
    for (const id of ['requests.plan', 'requests.approve'] as const)
      expect(await licet.outcome(id, desk.owner, about(request, {}))).toBe('duplicate_grant');
    expect(await licet.outcome('requests.approve', desk.owner, about(request, { seconds: 300 }))).toBe('ok');
  });

  test('is refused for an outdated version', async () => {
    const request = await desk.ask();
    for (const [id, body] of [
      ['requests.approve', {}],
      ['requests.deny', { reason: 'No' }],
    ] as const)
      expect(await licet.outcome(id, desk.owner, { ...about(request, body), ifMatch: request.version - 1 })).toBe(
        'version_conflict',
      );
    const fits = { ...about(request, {}), ifMatch: request.version };
    expect(await licet.outcome('requests.approve', desk.owner, fits)).toBe('ok');
  });
});

describe('simultaneous decisions on two servers', () => {
  test('only one decision succeeds, and at most one grant is created', async () => {
    const other = licet.anotherServer();
    try {
      for (let round = 0; round < 5; round += 1) {
        const request = await desk.ask({ role: 'clerk' });
        const ifMatch = request.version;
        const outcomes = await Promise.all([
          licet.outcome('requests.approve', desk.owner, { ...about(request, {}), ifMatch }),
          other.outcome('requests.approve', licet.admin, { ...about(request, {}), ifMatch }),
          other.outcome('requests.deny', licet.admin, { ...about(request, { reason: 'No' }), ifMatch }),
          licet.outcome('requests.withdraw', desk.member, about(request)),
        ]);
        expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(1);
        for (const outcome of outcomes) expect(['ok', 'wrong_state', 'version_conflict']).toContain(outcome);
        const { state, decision } = await licet.call('requests.get', desk.member, about(request));
        const given = (await grants()).filter(
          ({ gives, principal }) => gives.name === 'clerk' && principal.id === desk.member.userId,
        );
        expect(given.map(({ id }) => id)).toEqual(state === 'approved' ? [decision?.grant] : []);
        for (const { id } of given)
          await licet.call('grants.revoke', desk.owner, { params: { ...desk.params, grant: id } });
      }
    } finally {
      await other.close();
    }
  });
});

describe('the plan', () => {
  test('shows by name what an approval would give, and changes nothing', async () => {
    const request = await desk.ask({ role: 'clerk' });
    const before = await licet.call('audit.list', licet.admin, { query: { limit: '1' } });
    const plan = await licet.call('requests.plan', desk.owner, about(request, {}));
    expect(plan).toMatchObject({
      gives: request.asks,
      seconds: 3600,
      gains: { everything: false, roles: [{ name: 'clerk' }], permissions: [{ name: 'refunds.approve' }] },
      keeps: { roles: 1, permissions: 1 },
    });
    expect(plan.choices.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      'role clerk',
      'role reader',
      'permission invoices.read',
      'permission refunds.approve',
    ]);
    expect(await licet.call('audit.list', licet.admin, { query: { limit: '1' } })).toEqual(before);
    expect((await licet.call('requests.get', desk.member, about(request))).state).toBe('pending');
    expect((await access(desk.member.userId)).roles.map(({ name }) => name)).toEqual(['reader']);
  });

  test('of an approval for less than requested shows the effects of that approval', async () => {
    const request = await desk.ask({ role: 'clerk' });
    const less = { gives: { kind: 'permission', id: desk.permissions['refunds.approve'] }, seconds: 120 };
    const plan = await licet.call('requests.plan', desk.owner, about(request, less));
    expect(plan).toMatchObject({ seconds: 120, gains: { roles: [], permissions: [{ name: 'refunds.approve' }] } });
    const before = await access(desk.member.userId);
    await licet.call('requests.approve', desk.owner, about(request, less));
    const after = await access(desk.member.userId);
    const names = ({ items }: typeof before.permissions) => items.map(({ id, name }) => ({ id, name }));
    const had = new Set(before.permissions.items.map(({ id }) => id));
    expect(names(after.permissions).filter(({ id }) => !had.has(id))).toEqual(plan.gains.permissions);
  });

  test('shows that a role that includes admin gives everything', async () => {
    const body = { name: 'chief', includes: [desk.roles.admin] };
    await licet.call('roles.create', desk.owner, { params: desk.params, body });
    const plan = await licet.call('requests.plan', desk.owner, about(await desk.ask({ role: 'chief' }), {}));
    expect(plan.gains.roles.map(({ name }) => name)).toEqual(['admin', 'chief']);
    expect(plan.gains).toMatchObject({ everything: true, permissions: [] });
  });

  test('offers all other roles in place of admin, and in place of a permission only the permission itself', async () => {
    const admin = await licet.call('requests.plan', desk.owner, about(await desk.ask({ role: 'admin' }), {}));
    expect(admin.gains.roles.map(({ name }) => name)).toEqual(['admin']);
    expect(admin.gains.everything).toBe(true);
    expect(admin.choices.map(({ name }) => name)).toEqual([
      'admin',
      'reader',
      'clerk',
      'invoices.read',
      'refunds.approve',
    ]);
    const { choices } = await licet.call('requests.plan', desk.owner, about(await desk.ask(), {}));
    expect(choices.map(({ name }) => name)).toEqual(['refunds.approve']);
  });
});

describe('attack 30: decisions on requests', () => {
  test('an owner or an administrator cannot decide on their own request', async () => {
    const other = await licet.user('grants.manage');
    for (const caller of [desk.owner, licet.admin, other]) {
      const body = { ...asking(desk.key), role: 'clerk' };
      if (caller === other) await grantReader(other.userId);
      const request = await licet.call('requests.ask', caller, { body });
      expect(request.mayDecide).toBe('own_request');
      for (const [id, input] of decisions(request))
        expect(await licet.outcome(id, caller, input), id).toBe('own_request');
      expect(await licet.outcome('requests.withdraw', caller, about(request))).toBe('ok');
    }
  });

  test('a caller who may only read a request is refused, and others do not find it', async () => {
    const request = await desk.ask();
    const auditor = await licet.user('audit.read', 'access.read', 'applications.read', 'users.manage');
    expect(await licet.call('requests.get', auditor, about(request))).toMatchObject({ mayDecide: 'not_a_decider' });
    const stranger = await licet.user('applications.manage', 'users.manage', 'groups.manage', 'access.read');
    const { owner } = await licet.owned();
    for (const [id, input] of decisions(request)) {
      expect(await licet.outcome(id, auditor, input), id).toBe('may_not_grant');
      for (const caller of [stranger, owner]) expect(await licet.outcome(id, caller, input), id).toBe('not_found');
    }
    for (const caller of [auditor, stranger, owner, desk.owner, licet.admin])
      expect(await licet.outcome('requests.withdraw', caller, about(request))).toBe('not_found');
    expect((await licet.call('requests.get', desk.member, about(request))).state).toBe('pending');
  });

  test('only administrators of Licet decide on requests for its roles', async () => {
    const mallory = await licet.user('grants.manage', 'applications.manage', 'users.manage', 'audit.read');
    const friend = await licet.user();
    for (const role of ['admin', 'auditor']) {
      const request = await licet.call('requests.ask', friend, { body: { ...asking('licet'), role } });
      expect(await licet.call('requests.get', mallory, about(request))).toMatchObject({ mayDecide: 'not_a_decider' });
      for (const [id, input] of decisions(request))
        expect(await licet.outcome(id, mallory, input)).toBe('may_not_grant');
      const waiting = await licet.call('requests.list', mallory, { query: { view: 'waiting', application: 'licet' } });
      expect(waiting.items).toEqual([]);
    }
    const { items } = await licet.call('requests.list', licet.admin, {
      query: { view: 'waiting', application: 'licet' },
    });
    expect(items.map(({ mayDecide }) => mayDecide)).toEqual(['yes', 'yes']);
    const auditor = items.find(({ asks }) => asks.name === 'auditor') ?? { id: '' };
    expect(await licet.outcome('requests.approve', licet.admin, about(auditor, {}))).toBe('ok');
    expect(await licet.outcome('audit.list', friend)).toBe('ok');
  });

  test('a former owner cannot decide', async () => {
    const request = await desk.ask();
    await licet.call('applications.addOwner', licet.admin, { params: { ...desk.params, user: licet.admin.userId } });
    await licet.call('applications.removeOwner', licet.admin, { params: { ...desk.params, user: desk.owner.userId } });
    expect(await licet.outcome('requests.approve', desk.owner, about(request, {}))).toBe('not_found');
  });

  test('a token of an application cannot decide', async () => {
    const request = await desk.ask();
    const tab = { ...desk.owner, audience: desk.key };
    for (const [id, input] of decisions(request))
      expect(await licet.outcome(id, tab, input), id).toBe('foreign_application');
    expect(await licet.outcome('requests.get', tab, about(request))).toBe('not_found');
    for (const view of ['mine', 'waiting', 'decided'])
      expect((await licet.call('requests.list', tab, { query: { view } })).items).toEqual([]);
  });
});

const decisions = (request: { id: string }) =>
  [
    ['requests.plan', about(request, {})],
    ['requests.approve', about(request, {})],
    ['requests.deny', about(request, { reason: 'No' })],
  ] as const;

const emptyRole = () =>
  licet.call('roles.create', desk.owner, { params: desk.params, body: { name: `empty ${Math.random()}` } });

async function grantReader(userId: string) {
  const body = { principal: { kind: 'user', id: userId }, gives: { kind: 'role', id: desk.roles.reader } };
  await licet.call('grants.create', desk.owner, { params: desk.params, body });
}
