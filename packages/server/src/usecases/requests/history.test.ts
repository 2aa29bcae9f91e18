import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestLicet, testLicet } from '../testing.ts';
import { about, type Desk, deskIn } from './testing.ts';

let licet: TestLicet;
let desk: Desk;
beforeAll(async () => {
  licet = await testLicet();
});
afterAll(() => licet.close());
beforeEach(async () => {
  desk = await deskIn(licet);
});

const hour = 3_600_000;

/**
 * Returns the requests in the paths by which the member may approve refunds, at an instant or now. They are read from
 * every kind of explanation.
 */
async function told(at?: string) {
  const { params, member } = desk;
  const when: Record<string, string> = at ? { at } : {};
  const permission = 'refunds.approve';
  const requestsIn = (paths: readonly { request: string | null }[] = []) => paths.map(({ request }) => request);
  const decision = await licet.call('access.decide', licet.admin, {
    params,
    query: { user: member.userId, permission, ...when },
  });
  const holders = await licet.call('access.holders', licet.admin, { params, query: { permission, ...when } });
  const access = await licet.call('access.get', licet.admin, {
    params: { ...params, user: member.userId },
    query: when,
  });
  return {
    decision: requestsIn(decision.paths),
    holder: requestsIn(holders.items.find(({ user }) => user.id === member.userId)?.paths),
    access: requestsIn(access.permissions.items.find(({ name }) => name === permission)?.paths),
  };
}

const by = (...requests: (string | null)[]) => ({ decision: requests, holder: requests, access: requests });

async function approved(over?: object) {
  const request = await desk.ask(over);
  const { decision } = await licet.call('requests.approve', desk.owner, about(request, {}));
  return { id: request.id, at: decision?.at ?? '', grant: decision?.grant ?? '', asked: request.askedAt };
}

describe('the auditor’s view of requested access', () => {
  test('names the request now and at the time of approval, but not before it', async () => {
    const { id, at, asked } = await approved({ role: 'clerk' });
    expect(await told()).toEqual(by(id));
    expect(await told(at)).toEqual(by(id));
    expect(await told(asked)).toEqual(by());
  });

  test('still names the request for a past instant after the grant ended', async () => {
    const { id, at } = await approved();
    try {
      licet.setClock(2 * hour);
      expect(await told()).toEqual(by());
      expect(await told(at)).toEqual(by(id));
      const { state, decision } = await licet.call('requests.get', desk.member, about({ id }));
      expect([state, decision?.ends]).toEqual([
        'approved',
        new Date(Date.parse(at) + hour).toISOString().slice(0, 23) + at.slice(23),
      ]);
    } finally {
      licet.setClock(0);
    }
  });

  test('still names the request for a past instant after the grant was changed or revoked', async () => {
    const { id, at, grant } = await approved();
    const params = { ...desk.params, grant };
    const ends = new Date(Date.now() + 5 * hour).toISOString();
    await licet.call('grants.update', desk.owner, { params, body: { ends, reason: 'Longer' } });
    expect(await told()).toEqual(by(id));
    await licet.call('grants.revoke', desk.owner, { params });
    expect(await told()).toEqual(by());
    expect(await told(at)).toEqual(by(id));
  });

  test('still names the request after the role, the user or the approver was deleted', async () => {
    const { id, at } = await approved({ role: 'clerk' });
    await licet.call('users.remove', licet.admin, { params: { user: desk.owner.userId } });
    await licet.call('roles.remove', licet.admin, { params: { ...desk.params, role: desk.roles.clerk } });
    expect(await told()).toEqual(by());
    expect(await told(at)).toEqual(by(id));
    await licet.call('users.remove', licet.admin, { params: { user: desk.member.userId } });
    expect((await told(at)).holder).toEqual([id]);
    const request = await licet.call('requests.get', licet.admin, about({ id }));
    expect(request.decision).toMatchObject({ by: { id: desk.owner.userId }, gives: { name: 'clerk' } });
  });

  test('names the request for requested access, and none for a direct grant', async () => {
    const { id } = await approved({ role: 'clerk' });
    const gives = { kind: 'permission', id: desk.permissions['refunds.approve'] };
    const body = { principal: { kind: 'user', id: desk.member.userId }, gives };
    await licet.call('grants.create', desk.owner, { params: desk.params, body });
    const both = await told();
    expect(both.decision.sort()).toEqual([id, null].sort());
  });
});

test('the audit log and the list keep a denied request and the later approved one', async () => {
  const first = await desk.ask();
  await licet.call('requests.deny', desk.owner, about(first, { reason: 'Not yet' }));
  const second = await desk.ask();
  await licet.call('requests.approve', desk.owner, about(second, {}));
  const actions = async (target: string) =>
    (await licet.call('audit.list', licet.admin, { query: { target } })).items.map(({ action }) => action);
  expect(await actions(first.id)).toEqual(['request.denied', 'request.asked']);
  expect(await actions(second.id)).toEqual(['request.approved', 'request.asked']);
  const { items } = await licet.call('requests.list', desk.member);
  expect(items.map(({ id, state }) => [id, state])).toEqual([
    [second.id, 'approved'],
    [first.id, 'denied'],
  ]);
  expect(await licet.call('audit.verify', licet.admin)).toMatchObject({ whole: true });
});

test('the database refuses decisions on own requests, larger grants, and incomplete rows', async () => {
  const { id } = await desk.ask();
  const pool = licet.database.pool;
  const set = (assignments: string) => pool.query(`update requests set ${assignments} where id = $1`, [id]);
  const decided = `state = 'approved', decided_at = now(), grant_id = id, given_permission_id = permission_id`;
  await expect(set(`${decided}, given_seconds = seconds, decided_by = user_id`)).rejects.toThrow(/requests_not_own/);
  await expect(set(`${decided}, given_seconds = seconds + 1`)).rejects.toThrow(/requests_not_more/);
  await expect(set(`state = 'approved', decided_at = now()`)).rejects.toThrow(/requests_given/);
  await expect(set('role_id = id')).rejects.toThrow(/requests_one_thing/);
});
