import { erasedName } from '@licet/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type ReviewDesk, reviewDeskIn } from '../reviews/testing.ts';
import { operator, type TestLicet, testLicet } from '../testing.ts';

let licet: TestLicet;
let desk: ReviewDesk;
let ada: string;
let ben: string;
beforeAll(async () => {
  licet = await testLicet();
});
afterAll(() => licet.close());
beforeEach(async () => {
  desk = await reviewDeskIn(licet);
  ben = (await licet.user()).userId;
  ada = (
    await licet.call('users.create', licet.admin, { body: { name: `Ada ${desk.key}`, username: `ada.${desk.key}` } })
  ).id;
  await licet.call('applications.addOwner', licet.admin, { params: { ...desk.params, user: ada } });
});

const of = () => ({ params: { user: ada } });
const owners = async () =>
  (await licet.call('applications.get', licet.admin, { params: desk.params })).owners.map(({ id }) => id);
const numberOf = async () => (await licet.call('audit.list', licet.admin, { query: { limit: '1' } })).items[0]?.no ?? 0;
const digestOf = async () => {
  const changes = [
    { call: 'users.handOver', ...of(), body: { to: ben } },
    { call: 'users.remove', ...of() },
  ];
  return (await licet.call('plans.make', licet.freshAdmin, { body: { changes } })).digest;
};

test('hands over and erases in one transaction, and the chain stays intact', async () => {
  const before = await numberOf();
  const body = { handOver: { to: ben }, digest: await digestOf() };
  expect(await licet.call('users.erase', licet.freshAdmin, { ...of(), body })).toMatchObject({ deletes: true });
  expect((await owners()).sort()).toEqual([ben, desk.owner.userId].sort());
  const { rows } = await licet.database.pool.query<{ action: string; xmin: string; said: string }>(
    `select action, xmin::text, target_name || coalesce(before::text, '') || coalesce(after::text, '') as said
     from change where no > $1 order by no`,
    [before],
  );
  expect(rows.map(({ action }) => action)).toEqual([
    'application.owner_added',
    'application.owner_removed',
    'user.took_over',
    'user.handed_over',
    'plan.applied',
    'user.erased',
  ]);
  expect(new Set(rows.map(({ xmin }) => xmin)).size).toBe(1);
  // The events of the hand-over do not name the erased person either, but still name the new one.
  expect(rows.filter(({ said }) => said.includes(`ada.${desk.key}`))).toEqual([]);
  const { username } = await licet.call('users.get', licet.admin, { params: { user: ben } });
  expect(rows.find(({ action }) => action === 'user.handed_over')?.said).toContain(username);
  expect(rows.find(({ action }) => action === 'user.took_over')?.said).toContain(erasedName);
  expect(await licet.call('audit.verify', licet.admin)).toMatchObject({ whole: true });
});

test('changes nothing when the sign-in is too old for an erasure', async () => {
  const before = await numberOf();
  expect(await licet.outcome('users.erase', licet.admin, { ...of(), body: { handOver: { to: ben } } })).toBe(
    'sign_in_again',
  );
  expect(await numberOf()).toBe(before);
  expect(await owners()).toContain(ada);
});

test('erases nobody when the confirmed plan has changed', async () => {
  const body = { handOver: { to: ben }, digest: await digestOf() };
  const { key } = await licet.owned();
  await licet.call('applications.addOwner', licet.admin, { params: { application: key, user: ada } });
  expect(await licet.outcome('users.erase', licet.freshAdmin, { ...of(), body })).toBe('plan_moved');
  expect(await owners()).toContain(ada);
});

test('hands over once for two requests at the same moment', async () => {
  const body = { handOver: { to: ben } };
  const another = licet.anotherServer();
  const outcomes = await Promise.all([
    licet.outcome('users.erase', operator, { ...of(), body }),
    another.outcome('users.erase', operator, { ...of(), body }),
  ]);
  await another.close();
  expect(outcomes.sort()).toEqual(['not_found', 'ok']);
  expect((await owners()).filter((id) => id === ben)).toHaveLength(1);
});
