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

test('what roles bring is read as often as they include one another, however many ways lead through them', async () => {
  const { key: application, owner } = await licet.owned();
  const params = { application };
  const { id } = await licet.call('permissions.create', owner, { params, body: { name: 'read' } });
  const lowest = await licet.call('roles.create', owner, { params, body: { name: 'lowest', permissions: [id] } });
  const [levels, wide] = [30, 4];
  // Four roles of each of thirty levels, each of which includes all four of the level below: 4^29 ways lead down.
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
  const asked = () => licet.call('applications.roleMatrix', owner, { params });
  const { roles, permissions } = await asked();
  const highest = roles.find(({ name }) => name === `${levels}/1`);
  const names = permissions.map(({ name }) => name);
  expect([placed(highest?.brings ?? '', names), placed(highest?.own ?? '', names)]).toEqual([['read'], []]);
  const plans = await explained(licet.database, asked);
  expect(Math.max(...plans.map(({ rows }) => rows))).toBeLessThan(2 * inclusions);
});
