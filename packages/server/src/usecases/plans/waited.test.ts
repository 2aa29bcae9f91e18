import { licetApplication, type PlannedChange } from '@licet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestLicet, testLicet } from '../testing.ts';

let licet: TestLicet;
beforeAll(async () => {
  licet = await testLicet();
});
afterAll(() => licet.close());

test('a plan that waited for a draft session shows only the effects that its caller may still see', async () => {
  const { key, owner } = await licet.owned();
  const params = { application: key };
  const inLicet = { application: licetApplication };
  const ada = await licet.user();
  const { id: secret } = await licet.call('roles.create', owner, { params, body: { name: 'secret', permissions: [] } });
  const manager = await licet.user('users.manage', 'users.read');
  const { items } = await licet.call('permissions.list', licet.admin, { params: inLicet, query: { limit: '200' } });
  const reads = items.find(({ name }) => name === 'access.read')?.id ?? '';
  const grant = await licet.call('grants.create', licet.freshAdmin, {
    params: inLicet,
    body: { principal: { kind: 'user', id: manager.userId }, gives: { kind: 'permission', id: reads } },
  });
  const changes: PlannedChange[] = [{ call: 'users.suspend', params: { user: ada.userId } }];
  const made = () => licet.call('plans.make', manager, { body: { changes } });
  const { drafts } = licet.database;
  const sessions = [await drafts.connect(), await drafts.connect()];
  const late = made();
  await expect.poll(() => drafts.waitingCount).toBe(1);
  await licet.call('grants.revoke', licet.freshAdmin, { params: { ...inLicet, grant: grant.id } });
  await licet.call('grants.create', owner, {
    params,
    body: { principal: { kind: 'user', id: ada.userId }, gives: { kind: 'role', id: secret } },
  });
  for (const session of sessions) session.release();
  const { effects } = await late;
  expect(effects).toHaveLength(1);
  expect(JSON.stringify(effects)).not.toContain('secret');
});
