import { usualRolePolicy } from '@licet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deskIn } from '../requests/testing.ts';
import { signedInAlways, type TestLicet, testLicet } from '../testing.ts';

let licet: TestLicet;
beforeAll(async () => {
  licet = await testLicet();
});
afterAll(() => licet.close());

test('a filter finds grants from requests and emergency access, even after their end was changed', async () => {
  const { params, owner, member, roles, permissions, ask } = await deskIn(licet);
  const fire = await signedInAlways(licet.database, await licet.user());
  const body = { principal: { kind: 'user', id: fire.userId }, gives: { kind: 'role', id: roles.reader } };
  await licet.call('grants.create', owner, { params, body });
  await licet.call('roles.setPolicy', owner, {
    params: { ...params, role: roles.clerk },
    body: { ...usualRolePolicy, breakGlass: { users: [fire.userId], groups: [], seconds: 3600 } },
  });
  const { grant: taken } = await licet.call('breakGlass.use', fire, {
    body: { application: params.application, role: 'clerk', reason: 'Nobody answers' },
  });
  const { id: request } = await ask();
  const { decision } = await licet.call('requests.approve', owner, { params: { request }, body: {} });
  const list = async (query = {}) => (await licet.call('grants.list', owner, { params, query })).items;
  const asked = async () => (await list({ asked: 'true', state: 'active' })).map(({ id }) => id).toSorted();
  expect(await asked()).toEqual([taken, decision?.grant].toSorted());
  expect((await list()).length).toBeGreaterThan(2);
  const ends = new Date(Date.now() + 1_800_000).toISOString();
  const moved = { params: { ...params, grant: decision?.grant ?? '' }, body: { ends } };
  await licet.call('grants.update', owner, moved);
  expect(await asked()).toEqual([taken, decision?.grant].toSorted());
  expect(
    (await list({ asked: 'true', permission: permissions['refunds.approve'] })).map((it) => it.principal.id),
  ).toEqual([member.userId]);
});
