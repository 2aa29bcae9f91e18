import { limits } from '@licet/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { callerOf, operator, type TestLicet, testLicet } from '../testing.ts';
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

const outcome = (over: object, caller = desk.member) =>
  licet.outcome('requests.ask', caller, { body: { ...asking(desk.key), ...over } });
const days = (count: number) => count * 86_400_000;

describe('a request', () => {
  test('for a permission is returned completely, and recorded', async () => {
    const place = 'button “Refund” on invoice 2026-0417';
    const request = await desk.ask({ permission: 'refunds.approve', place }, desk.tab);
    expect(request).toMatchObject({
      application: { id: desk.key, name: desk.key },
      user: { kind: 'user', id: desk.member.userId },
      asks: { kind: 'permission', id: desk.permissions['refunds.approve'], title: 'To refunds.approve' },
      seconds: 3600,
      reason: 'Ines is ill today',
      place,
      state: 'pending',
      decision: null,
      mayDecide: 'own_request',
    });
    const lasts = Date.parse(request.lapsesAt) - Date.parse(request.askedAt);
    expect(lasts).toBe(limits.requestLapse.value * 1000);
    expect(await licet.call('requests.get', desk.tab, about(request))).toEqual(request);
    const { items } = await licet.call('audit.list', licet.admin, { query: { limit: '1' } });
    expect(items[0]).toMatchObject({
      no: request.version,
      action: 'request.asked',
      application: desk.key,
      target: { kind: 'request', id: request.id },
      before: null,
      after: { asks: { kind: 'permission', name: 'refunds.approve' }, seconds: 3600, place, state: 'pending' },
    });
  });

  test('for a role accepts the name of the role', async () => {
    expect(await desk.ask({ role: 'clerk' })).toMatchObject({ asks: { kind: 'role', name: 'clerk' }, place: '' });
  });

  test('requires one permission or role, a reason, and a duration within bounds', async () => {
    const thing = { permission: 'refunds.approve' };
    const blank = ['', ' ', '\n \t', '\u200b', '\u3164'].map((reason) => ({ ...thing, reason }));
    const bad = [{}, { ...thing, role: 'clerk' }, ...blank, { ...thing, state: 'approved' }];
    const times = [0, -1, 59, 1.5, limits.requestSecondsMax.value + 1, Number.MAX_SAFE_INTEGER, '3600'];
    for (const over of [...bad, ...times.map((seconds) => ({ ...thing, seconds }))])
      await expect(outcome(over), JSON.stringify(over)).rejects.toThrow();
    expect(await outcome({ ...thing, seconds: limits.requestSecondsMax.value })).toBe('ok');
  });

  test('is refused for unknown permissions and roles', async () => {
    for (const name of ['refunds.aprove', 'constructor', '__proto__', 'all.manage'])
      expect(await outcome({ permission: name }), name).toBe('unknown_permission');
    for (const name of ['reader ', 'toString']) await outcome({ role: name }).catch(() => undefined);
    expect(await outcome({ role: 'toString' })).toBe('not_found');
  });

  test('is refused for access that the user already has, by any path', async () => {
    expect(await outcome({ permission: 'invoices.read' })).toBe('already_held');
    expect(await outcome({ role: 'reader' })).toBe('already_held');
    const boss = await memberOf(licet, desk.owner, desk.key, desk.roles.admin);
    for (const over of [{ permission: 'refunds.approve' }, { role: 'clerk' }, { role: 'admin' }])
      expect(await outcome(over, boss)).toBe('already_held');
    const group = await licet.call('groups.create', licet.admin, { body: { name: `clerks of ${desk.key}` } });
    await licet.call('groups.addMember', licet.admin, { params: { group: group.id, member: desk.member.userId } });
    const body = { principal: { kind: 'group', id: group.id }, gives: { kind: 'role', id: desk.roles.clerk } };
    await licet.call('grants.create', desk.owner, { params: desk.params, body });
    expect(await outcome({ permission: 'refunds.approve' })).toBe('already_held');
    expect(await outcome({ role: 'clerk' })).toBe('already_held');
  });

  test('is refused while a request for the same access waits, and allowed after it closes or lapses', async () => {
    const first = await desk.ask();
    expect(await outcome({ permission: 'refunds.approve', seconds: 60 })).toBe('request_pending');
    await licet.call('requests.withdraw', desk.member, about(first));
    await desk.ask();
    try {
      licet.setClock(days(15));
      expect(await outcome({ permission: 'refunds.approve' })).toBe('ok');
      expect(await outcome({ permission: 'refunds.approve' })).toBe('request_pending');
    } finally {
      licet.setClock(0);
    }
  });

  test('is recorded once when sent at the same moment on two servers', async () => {
    const other = licet.anotherServer();
    try {
      const body = { ...asking(desk.key), role: 'clerk' };
      const outcomes = await Promise.all(
        [licet, other, licet, other].map((server) => server.outcome('requests.ask', desk.member, { body })),
      );
      expect(outcomes.sort()).toEqual(['ok', 'request_pending', 'request_pending', 'request_pending']);
    } finally {
      await other.close();
    }
  });

  test('is refused beyond the limit of waiting requests, even if several arrive at the same moment', async () => {
    const names = Array.from({ length: limits.requestsOpenMax.value + 2 }, (_, index) => `p${index}`);
    for (const name of names)
      await licet.call('permissions.create', desk.owner, { params: desk.params, body: { name } });
    const outcomes = await Promise.all(names.map((permission) => outcome({ permission })));
    expect(outcomes.filter((one) => one === 'ok')).toHaveLength(limits.requestsOpenMax.value);
    expect(outcomes.filter((one) => one === 'request_limit')).toHaveLength(2);
    const { items } = await licet.call('requests.list', desk.member);
    await licet.call('requests.withdraw', desk.member, about(items[0] ?? { id: '' }));
    expect(await outcome({ permission: 'refunds.approve' })).toBe('ok');
  });
});

describe('the applications of a request', () => {
  test('with a token for Licet, are those that the user owns or may see, and Licet itself', async () => {
    const thing = { permission: 'refunds.approve' };
    expect(await outcome(thing, desk.owner)).toBe('ok');
    expect(await outcome(thing, await licet.user('applications.read'))).toBe('ok');
    const inLicet = { body: { ...asking('licet'), role: 'auditor' } };
    expect(await licet.outcome('requests.ask', await licet.user(), inLicet)).toBe('ok');
  });

  test('a missing application and one without access get the same refusal', async () => {
    const stranger = await licet.user();
    const said = async (application: string) => {
      const body = { ...asking(application), permission: 'refunds.approve' };
      const refused = await licet.call('requests.ask', stranger, { body }).catch((error: Error) => error.message);
      return String(refused).replaceAll(application, '…');
    };
    expect(await outcome({ permission: 'refunds.approve' }, stranger)).toBe('not_found');
    expect(await said(desk.key)).toBe(await said('nowhere'));
    for (const id of ['me.catalogue', 'me.decision'] as const)
      expect(
        await licet.outcome(id, stranger, {
          params: desk.params,
          query: id === 'me.decision' ? { permission: 'x' } : {},
        }),
      ).toBe('not_found');
  });

  test('with a token for another application, are only that one, even without access to it', async () => {
    const stranger = callerOf((await licet.user()).userId, desk.key);
    expect(await outcome({ permission: 'refunds.approve' }, stranger)).toBe('ok');
    const other = await deskIn(licet);
    for (const application of [other.key, 'licet', 'nowhere'])
      expect(
        await licet.outcome('requests.ask', desk.tab, { body: { ...asking(application), role: 'clerk' } }),
        application,
      ).toBe('foreign_application');
  });

  test('the operator cannot make a request', async () => {
    const body = { ...asking(desk.key), role: 'clerk' };
    expect(await licet.outcome('requests.ask', operator, { body })).toBe('unauthenticated');
  });
});
