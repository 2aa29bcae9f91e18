import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller } from '../context.ts';
import { callerOf, type TestLicet, testLicet } from '../testing.ts';
import { daysAhead, type ReviewDesk, reviewDeskIn } from './testing.ts';

let licet: TestLicet;
let desk: ReviewDesk;
let manager: Caller;
beforeAll(async () => {
  licet = await testLicet();
  desk = await reviewDeskIn(licet);
  manager = await licet.user('users.read', 'users.manage');
});
afterAll(() => licet.close());

const link = (user: string) => licet.outcome('users.passwordLink', manager, { params: { user } });
const by = (...users: string[]) => ({ reviewers: { kind: 'users', users } });

test('a user manager cannot take over a reviewer or fall-back of an open review', async () => {
  const [named, fallback] = [await licet.user(), await licet.user()];
  expect(await link(named.userId)).toBe('ok');
  const review = await desk.open({ ...by(named.userId), fallback: fallback.userId });
  for (const { userId } of [named, fallback]) {
    expect(await link(userId)).toBe('may_not_grant');
    const params = { user: userId };
    expect(await licet.outcome('users.update', manager, { params, body: { email: 'mine@example.org' } })).toBe(
      'may_not_grant',
    );
    expect(await licet.outcome('users.endSessions', manager, { params })).toBe('may_not_grant');
  }
  await desk.close(review);
  expect(await link(named.userId)).toBe('ok');
});

test('a user manager cannot take over the recipient of a line, or a reviewer’s deputy', async () => {
  const [expert, named, deputy] = [await licet.user(), await licet.user(), await licet.user()];
  const review = await desk.open();
  const line = (await desk.items(review)).find(({ holder }) => holder.id === desk.member.userId);
  const handOn = { line: line?.line, version: line?.version, decision: 'hand on', to: expert.userId };
  expect((await desk.decide(review, desk.owner, handOn)).refused).toEqual([]);
  expect(await link(expert.userId)).toBe('may_not_grant');
  const second = await desk.open(by(named.userId));
  const { key } = await licet.owned();
  await licet.call('applications.addOwner', licet.admin, { params: { application: key, user: named.userId } });
  const { username } = await licet.call('users.get', licet.admin, { params: { user: deputy.userId } });
  await licet.call('me.delegate', callerOf(named.userId), { body: { to: username, ends: daysAhead(2) } });
  await licet.call('applications.removeOwner', licet.admin, { params: { application: key, user: named.userId } });
  expect(await link(deputy.userId)).toBe('may_not_grant');
  await desk.close(review);
  await desk.close(second);
  expect(await link(deputy.userId)).toBe('ok');
});

test('a recurring review protects its reviewers from account takeover between two rounds too', async () => {
  const named = await licet.user();
  const review = await desk.open({ ...by(named.userId), everyMonths: 3 });
  await desk.close(review);
  expect(await link(named.userId)).toBe('may_not_grant');
});

test('a caller who may grant in the application may make a set-password link for its reviewers', async () => {
  const named = await licet.user();
  await desk.open(by(named.userId));
  const granting = await licet.user('users.read', 'users.manage', 'grants.manage');
  expect(await licet.outcome('users.passwordLink', granting, { params: { user: named.userId } })).toBe('ok');
});

test('a set-password link for the reviewer of a group requires groups.manage and the right to grant its access', async () => {
  const reviewer = await licet.user();
  const group = await licet.call('groups.create', licet.admin, { body: { name: `team of ${desk.key}` } });
  await desk.open({ ...by(reviewer.userId), scope: { kind: 'group', group: group.id } });
  expect(await link(reviewer.userId)).toBe('may_not_grant');
  const groups = await licet.user('users.read', 'users.manage', 'groups.manage');
  const params = { user: reviewer.userId };
  expect(await licet.outcome('users.passwordLink', groups, { params })).toBe('ok');
  const body = { principal: { kind: 'group', id: group.id }, gives: { kind: 'role', id: desk.roles.reader } };
  await licet.call('grants.create', desk.owner, { params: desk.params, body });
  expect(await licet.outcome('users.passwordLink', groups, { params })).toBe('may_not_grant');
});
