import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findUser, updateUser } from '../../store/users/users.ts';
import { operator, type TestLicet, testLicet } from '../testing.ts';
import { about, type Desk, deskIn } from './testing.ts';

describe('closed requests', () => {
  let licet: TestLicet;
  let desk: Desk;
  beforeAll(async () => {
    licet = await testLicet();
  });
  afterAll(() => licet.close());
  beforeEach(async () => {
    desk = await deskIn(licet);
  });

  describe('a closed request', () => {
    test('shows who denied it and why', async () => {
      const request = await desk.ask();
      const denied = await licet.call('requests.deny', desk.owner, about(request, { reason: 'Ask Marta first' }));
      expect(denied).toMatchObject({
        state: 'denied',
        mayDecide: 'closed',
        decision: { by: { id: desk.owner.userId }, note: 'Ask Marta first', gives: null, seconds: null, grant: null },
      });
      expect(denied.version).toBeGreaterThan(request.version);
      const mine = await licet.call('requests.get', desk.tab, about(request));
      expect(mine).toEqual(denied);
    });

    test('shows that the requester withdrew it and that it granted no access', async () => {
      const request = await licet.call('requests.withdraw', desk.tab, about(await desk.ask()));
      expect(request).toMatchObject({ state: 'withdrawn', decision: { by: { id: desk.member.userId }, gives: null } });
      const { items } = await licet.call('audit.list', licet.admin, { query: { limit: '1' } });
      expect(items[0]).toMatchObject({ action: 'request.withdrawn', before: { state: 'pending' } });
    });

    test('shows no name when the operator decided', async () => {
      const request = await desk.ask();
      const approved = await licet.call('requests.approve', operator, about(request, {}));
      expect(approved).toMatchObject({ state: 'approved', decision: { by: null } });
    });

    test('refuses another decision with a sentence that states its outcome', async () => {
      const request = await desk.ask();
      await licet.call('requests.approve', desk.owner, about(request, {}));
      const again = licet.call('requests.approve', desk.owner, about(request, {}));
      await expect(again).rejects.toMatchObject({
        message: expect.stringMatching(/for refunds\.approve was approved/),
        problem: { reason: 'request_closed', values: { asks: 'refunds.approve', state: 'approved' } },
      });
    });
  });

  describe('deleting the subject of a request', () => {
    const remove: Readonly<Record<string, () => Promise<unknown>>> = {
      permission: () =>
        licet.call('permissions.remove', desk.owner, {
          params: { ...desk.params, permission: desk.permissions['refunds.approve'] },
        }),
      application: () => licet.call('applications.remove', licet.admin, { params: desk.params }),
      user: () => licet.call('users.remove', licet.admin, { params: { user: desk.member.userId } }),
    };

    test.each(Object.keys(remove))(
      'deleting the %s ends the request, which stays in the history by name',
      async (what) => {
        const request = await desk.ask();
        await remove[what]?.();
        const seen = await licet.call('requests.get', licet.admin, about(request));
        expect(seen).toMatchObject({
          state: 'expired',
          decision: null,
          mayDecide: 'closed',
          asks: { name: 'refunds.approve' },
          application: { id: desk.key },
        });
        expect(Date.parse(seen.lapsesAt)).toBeLessThan(Date.parse(request.lapsesAt));
        expect(await licet.outcome('requests.approve', licet.admin, about(request, {}))).toBe('wrong_state');
        const query = { view: 'waiting', application: desk.key };
        expect((await licet.call('requests.list', licet.admin, { query })).items).toEqual([]);
        const decided = await licet.call('requests.list', licet.admin, {
          query: { view: 'decided', application: desk.key },
        });
        expect(decided.items.map(({ id }) => id)).toEqual([request.id]);
      },
    );

    test('deleting a role leaves decided requests as they were', async () => {
      const { id } = await licet.call('requests.approve', desk.owner, about(await desk.ask({ role: 'clerk' }), {}));
      const approved = await licet.call('requests.get', desk.member, about({ id }));
      await licet.call('roles.remove', desk.owner, { params: { ...desk.params, role: desk.roles.clerk } });
      expect(await licet.call('requests.get', desk.member, about(approved))).toEqual({
        ...approved,
        decision: approved.decision && { ...approved.decision, over: true },
      });
    });

    test('the owner of a new application with the same identifier does not see old requests', async () => {
      const request = await desk.ask();
      await remove.application?.();
      const owner = await licet.user('applications.manage', 'applications.read');
      await licet.call('applications.create', owner, { body: { id: desk.key, name: 'Another' } });
      const { owns } = await licet.call('me.get', owner);
      expect(owns).toContain(desk.key);
      expect(await licet.outcome('requests.get', owner, about(request))).toBe('not_found');
      expect((await licet.call('requests.list', owner, { query: { view: 'decided' } })).items).toEqual([]);
    });
  });
});

describe('requests of leavers', () => {
  let licet: TestLicet;
  let desk: Desk;
  beforeAll(async () => {
    licet = await testLicet();
  });
  afterAll(() => licet.close());
  beforeEach(async () => {
    desk = await deskIn(licet);
  });

  const suspend = (user: string) => licet.call('users.suspend', licet.admin, { params: { user } });

  test('suspending a user ends their requests, and approvers see by whom and why', async () => {
    const request = await desk.ask();
    await suspend(desk.member.userId);
    const query = { view: 'waiting', application: desk.key };
    expect((await licet.call('requests.list', desk.owner, { query })).items).toEqual([]);
    const seen = await licet.call('requests.get', desk.owner, about(request));
    expect(seen).toMatchObject({ state: 'expired', mayDecide: 'closed', ended: { because: 'left' } });
    expect(seen.ended?.by).toBe(
      (await licet.call('users.get', licet.admin, { params: { user: licet.admin.userId } })).name,
    );
    expect(await licet.outcome('requests.approve', desk.owner, about(request, {}))).toBe('wrong_state');
  });

  test('a reactivated user must request again, since ended requests stay ended', async () => {
    const request = await desk.ask();
    await suspend(desk.member.userId);
    await licet.call('users.reactivate', licet.admin, { params: { user: desk.member.userId } });
    expect(await licet.call('requests.get', licet.admin, about(request))).toMatchObject({ state: 'expired' });
    await licet.build(async (change) => {
      const user = await findUser(change, desk.member.userId);
      if (user) await updateUser(change, user, { status: 'active' });
    });
    expect((await desk.ask()).state).toBe('pending');
  });

  test('a request for a deleted permission shows that it was deleted', async () => {
    const request = await desk.ask();
    const params = { ...desk.params, permission: desk.permissions['refunds.approve'] };
    await licet.call('permissions.remove', desk.owner, { params });
    expect((await licet.call('requests.get', desk.member, about(request))).ended).toMatchObject({ because: 'deleted' });
  });

  test('a request that waits for a suspended owner passes to the administrators', async () => {
    const request = await desk.ask();
    expect(request.ended).toBeNull();
    await suspend(desk.owner.userId);
    const seen = await licet.call('requests.get', licet.admin, about(request));
    expect(seen).toMatchObject({
      state: 'pending',
      mayDecide: 'yes',
      steps: [{ deciders: [{ id: licet.admin.userId }] }],
    });
    expect(await licet.outcome('requests.approve', licet.admin, about(request, {}))).toBe('ok');
  });
});
