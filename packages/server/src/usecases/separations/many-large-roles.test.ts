import { afterAll, beforeAll, expect, test } from 'vitest';
import { violationsOf } from '../../store/separations/check.ts';
import { largeRoles } from '../large-roles.testing.ts';
import { type TestLicet, testLicet } from '../testing.ts';

let licet: TestLicet;
beforeAll(async () => {
  licet = await testLicet();
});
afterAll(() => licet.close());

test('a new member of a group is checked by each role once, however many roles of the group include it', async () => {
  const { key: application, owner } = await licet.owned();
  const params = { application };
  const group = await licet.call('groups.create', licet.admin, { body: { name: 'Counter' } });
  const to = [{ kind: 'group' as const, id: group.id }];
  await licet.build((change) => largeRoles(change, { application, permissions: 100, roles: 200, to }));
  const role = async (name: string) => (await licet.call('roles.create', owner, { params, body: { name } })).id;
  const parts = [await role('clerk'), await role('payer')].map((id) => ({ elements: [{ kind: 'role', id }] }));
  await licet.call('separations.create', licet.admin, { body: { name: 'Kept', parts } });
  const { userId } = await licet.user();
  const scans = await licet.build(async (change) => {
    const { connection, no } = change;
    await connection.query(
      `insert into memberships (group_id, member_id, member_kind, no_from) values ($1, $2, 'user', $3)`,
      [group.id, userId, no],
    );
    const read = async () => {
      const { rows } = await connection.query<{ scans: number }>(
        `select (coalesce(seq_scan, 0) + coalesce(idx_scan, 0))::int as scans from pg_stat_xact_user_tables where relname = 'separation_elements'`,
      );
      return rows[0]?.scans ?? 0;
    };
    const before = await read();
    expect(await violationsOf(change)).toEqual([]);
    return (await read()) - before;
  });
  // 201 roles and 100 permissions, where each of 200 roles brought each of 100 permissions.
  expect(scans).toBeGreaterThan(0);
  expect(scans).toBeLessThan(2000);
});
