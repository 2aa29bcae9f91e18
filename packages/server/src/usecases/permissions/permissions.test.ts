import { afterAll, beforeAll, expect, test } from 'vitest';
import { findApplication } from '../../store/applications/applications.ts';
import { deletePermission, insertPermission, updatePermission } from '../../store/permissions/permissions.ts';
import { insertRole, setRolePermissions } from '../../store/roles/roles.ts';
import { type TestLicet, testLicet } from '../testing.ts';

let licet: TestLicet;
beforeAll(async () => {
  licet = await testLicet();
});
afterAll(() => licet.close());

test('shows the catalogue at a past instant, with present and past names', async () => {
  const { key, owner } = await licet.owned();
  const params = { application: key };
  const list = (query: Record<string, string> = {}) => licet.call('permissions.list', owner, { params, query });
  const { appId, before, made } = await licet.build(async (change) => {
    const appId = (await findApplication(change, key))?.factId ?? '';
    const made = [];
    for (const name of ['a.kept', 'b.renamed', 'c.deleted'])
      made.push(await insertPermission(change, appId, { name, title: '' }));
    const role = await insertRole(change, appId, { name: 'clerk', title: '' });
    await setRolePermissions(change, role, [made[2]?.id ?? '']);
    return { appId, before: change.at, made };
  });
  const [, renamed, deleted] = made;
  if (!renamed || !deleted) return expect.fail('Nothing was made.');
  await licet.build(async (change) => {
    await updatePermission(change, appId, renamed, { name: 'z.renamed' });
    await deletePermission(change, deleted.id);
  });

  expect((await list()).items.map(({ name }) => name)).toEqual(['a.kept', 'z.renamed']);
  const then = await list({ at: before });
  expect(then).toMatchObject({ total: 3, next: null });
  expect(then.items.map(({ name, nameNow, roles }) => ({ name, nameNow, roles }))).toEqual([
    { name: 'a.kept', nameNow: undefined, roles: 0 },
    { name: 'b.renamed', nameNow: 'z.renamed', roles: 0 },
    { name: 'c.deleted', nameNow: null, roles: 1 },
  ]);
  expect((await list({ at: before, q: 'deleted' })).total).toBe(1);
  expect((await list({ at: '2090-01-01T00:00:00Z' })).items).toEqual((await list()).items);

  const { next } = await list({ at: before, limit: '2' });
  expect((await list({ at: before, cursor: next ?? '' })).items.map(({ name }) => name)).toEqual(['c.deleted']);
  expect(await licet.outcome('permissions.list', owner, { params, query: { cursor: next ?? '' } })).toBe(
    'invalid_cursor',
  );
  const elsewhen = { at: '2090-01-01T00:00:00Z', cursor: next ?? '' };
  expect(await licet.outcome('permissions.list', owner, { params, query: elsewhen })).toBe('invalid_cursor');
  const early = { at: '2000-01-01T00:00:00Z' };
  expect(await licet.outcome('permissions.list', owner, { params, query: early })).toBe('not_found');
});
