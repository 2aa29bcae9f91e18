import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestLicet, testLicet } from '../../usecases/testing.ts';
import { sql } from '../kernel/sql.ts';
import { explained, type PlannedFor } from '../plans.testing.ts';

// Reading the chart of the first page must take time in proportion to the grants and memberships that began or ended,
// not to all of them.

const many = 12_000;
const few = 200;
const DAY = 86_400_000;
const dayOf = (ahead: number) => new Date(Date.now() + ahead * DAY).toISOString().slice(0, 10);

let licet: TestLicet;
beforeAll(async () => {
  licet = await testLicet();
  const { key } = await licet.owned();
  const params = { application: key };
  const role = await licet.call('roles.create', licet.admin, { params, body: { name: 'reader' } });
  const group = await licet.call('groups.create', licet.admin, { body: { name: 'Desk' } });
  await licet.build(async ({ connection, no, at }) => {
    await connection.query(sql`
      insert into users (id, username, username_key, name, status, created_no, no_from)
      select gen_random_uuid(), md5(i::text), md5(i::text), 'Twin', 'active', ${no}, ${no} from generate_series(1, ${many}) i`);
    await connection.query(sql`
      insert into grants (id, app_id, principal_id, principal_kind, role_id, starts, ends, reason, granted_by, created_no, no_from)
      select gen_random_uuid(), r.app_id, u.id, 'user', r.id, ${at}::timestamptz, ${at}::timestamptz + interval '90 days', '', '', ${no}, ${no}
      from users u cross join roles r where u.name = 'Twin' and r.id = ${role.id}`);
    await connection.query(sql`
      insert into memberships (group_id, member_id, member_kind, no_from)
      select ${group.id}, u.id, 'user', ${no} from users u where u.name = 'Twin'`);
  });
  licet.setClock(30 * DAY);
  const user = await licet.user();
  const member = { params: { group: group.id, member: user.userId } };
  await licet.call('groups.addMember', licet.admin, member);
  await licet.call('groups.removeMember', licet.admin, member);
  await licet.database.pool.query('vacuum (analyze) users, applications, grants, memberships, change');
});
afterAll(() => licet.close());

test.each<PlannedFor>(['its values', 'any values'])('reads few facts, in a plan for %s', async (planned) => {
  const query = { from: dayOf(20), to: dayOf(30) };
  const work = () => licet.call('access.gainSeries', licet.admin, { query });
  const { points } = await work();
  expect(points.at(-1)).toMatchObject({ gained: 1, lost: 1 });
  const plans = (await explained(licet.database, work, planned)).filter(({ text }) => text.includes('closed as'));
  expect(plans).toHaveLength(1);
  for (const { rowsOf, text } of plans)
    for (const table of ['grants', 'memberships']) expect(rowsOf(table), text).toBeLessThanOrEqual(few);
});
