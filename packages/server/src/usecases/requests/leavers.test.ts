import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { findUser, updateUser } from '../../store/users/users.ts';
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

const suspend = (user: string) => licet.call('users.suspend', licet.admin, { params: { user } });

test('suspending a user ends their requests, and tells the approvers by whom and why', async () => {
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

test('a reactivated user requests again: what ended stays ended', async () => {
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

test('a request for a deleted thing says that it was deleted', async () => {
  const request = await desk.ask();
  const params = { ...desk.params, permission: desk.permissions['refunds.approve'] };
  await licet.call('permissions.remove', desk.owner, { params });
  expect((await licet.call('requests.get', desk.member, about(request))).ended).toMatchObject({ because: 'deleted' });
});

test('a request that waits for a suspended approver waits for the others', async () => {
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
