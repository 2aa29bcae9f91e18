import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestLicet, testLicet } from '../../usecases/testing.ts';
import { sql } from '../kernel/sql.ts';
import { explained } from '../plans.testing.ts';
import { placed } from './matrix.testing.ts';

let licet: TestLicet;
beforeAll(async () => {
  licet = await testLicet();
});
afterAll(() => licet.close());

/**
 * Thirty levels of four roles. Each role includes all four of the level below, and the lowest level holds a permission, so 4^29 paths lead
 * to it.
 */
async function levelsOfRoles() {
  const { key: application, owner } = await licet.owned();
  const params = { application };
  const { id } = await licet.call('permissions.create', owner, { params, body: { name: 'read' } });
  const lowest = await licet.call('roles.create', owner, { params, body: { name: 'lowest', permissions: [id] } });
  const inclusions = await licet.build(async ({ connection, no }) => {
    const { rows } = await connection.query<{ app: string }>(sql`
      insert into roles (id, app_id, name, title, created_no, no_from)
      select gen_random_uuid(), r.app_id, level || '/' || place, '', ${no}, ${no}
      from roles r, generate_series(1, ${levels}) level, generate_series(1, ${wide}) place where r.id = ${lowest.id}
      returning app_id as app`);
    const { rowCount } = await connection.query(sql`
      insert into inclusions (role_id, included_id, no_from)
      select a.id, b.id, ${no} from roles a join roles b on b.app_id = a.app_id
        and (split_part(b.name, '/', 1) = (split_part(a.name, '/', 1)::int - 1)::text or (b.name = 'lowest' and a.name like '1/%'))
      where a.app_id = ${rows[0]?.app} and a.name like '%/%'`);
    return rowCount ?? 0;
  });
  // PostgreSQL's autovacuum analyzes tables at unpredictable times and thereby changes plans. So the tables are
  // analyzed here first.
  await licet.database.pool.query('analyze');
  return { params, owner, inclusions };
}
const [levels, wide] = [30, 4];

test('reads each inclusion of roles once, however many paths contain it', async () => {
  const { params, owner, inclusions } = await levelsOfRoles();
  const asked = () => licet.call('applications.roleMatrix', owner, { params });
  const { roles, permissions } = await asked();
  const highest = roles.find(({ name }) => name === `${levels}/1`);
  const names = permissions.map(({ name }) => name);
  expect([placed(highest?.brings ?? '', names), placed(highest?.own ?? '', names)]).toEqual([['read'], []]);
  const plans = await explained(licet.database, asked);
  expect(Math.max(...plans.map(({ rows }) => rows))).toBeLessThan(2 * inclusions);
});

test.each(['name', '-permissions', '-holders'])(
  'reads each inclusion once for the counts in a list of roles sorted by %s',
  async (sort) => {
    const { params, owner, inclusions } = await levelsOfRoles();
    const query = { limit: '200', sort };
    const give = async (q: string) => {
      const [role] = (await licet.call('roles.list', owner, { params, query: { q } })).items;
      const principal = { kind: 'user', id: (await licet.user()).userId };
      await licet.call('grants.create', owner, { params, body: { principal, gives: { kind: 'role', id: role?.id } } });
    };
    for (const name of ['30/1', '30/2', '15/1', '2/3']) await give(name);
    const asked = () => licet.call('roles.list', owner, { params, query });
    const { items } = await asked();
    expect(Object.groupBy(items, ({ permissions }) => permissions)).toMatchObject({
      0: [{ name: 'admin' }],
      1: { length: levels * wide + 1 },
    });
    for (const name of ['admin', '30/1', '30/3', '15/1', '15/2', '2/3', '1/1', 'lowest']) {
      const role = items.find((item) => item.name === name);
      expect(role, name).toEqual(await licet.call('roles.get', owner, { params: { ...params, role: role?.id ?? '' } }));
    }
    // This grant changes the stored counts of every role below. Lists are sorted by these counts.
    await give('30/1');
    const plans = await explained(licet.database, asked);
    const counting = plans.filter(({ text }) => text.includes('inclusions'));
    expect(counting.length).toBeGreaterThan(1);
    expect(Math.max(...counting.map(({ rowsOf }) => rowsOf('inclusions')))).toBeLessThan(8 * inclusions);
  },
);
