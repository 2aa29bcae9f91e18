import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '../usecases/context.ts';
import { deskIn } from '../usecases/requests/testing.ts';
import { reviewDeskIn } from '../usecases/reviews/testing.ts';
import { type TestLicet, testLicet } from '../usecases/testing.ts';
import { sql } from './kernel/sql.ts';
import { explained, type PlannedFor } from './plans.testing.ts';

// The console requests the totals of the Inbox with every page. They must not take time in proportion to the grants,
// requests and review lines of other users.

const many = 10_000;
const few = 200;

let licet: TestLicet;
let owner: Caller;
let member: Caller;
beforeAll(async () => {
  licet = await testLicet();
  const [large, small] = [await reviewDeskIn(licet), await deskIn(licet)];
  await licet.build(async ({ connection, no, at }) => {
    await connection.query(sql`
      insert into users (id, username, username_key, name, status, created_no, no_from)
      select gen_random_uuid(), md5(i::text), md5(i::text), 'Twin', 'active', ${no}, ${no} from generate_series(1, ${many}) i`);
    const give = (role: string, endsAfter: number) => sql`
      insert into grants (id, app_id, principal_id, principal_kind, role_id, starts, ends, reason, granted_by, created_no, no_from)
      select gen_random_uuid(), r.app_id, u.id, 'user', r.id, ${at}::timestamptz, ${at}::timestamptz + ${endsAfter}::int * interval '1 day', '', '', ${no}, ${no}
      from users u cross join roles r where u.name = 'Twin' and r.id = ${role}`;
    await connection.query(give(large.roles.reader, 30));
    await connection.query(sql`
      insert into requests (id, app_id, user_id, role_id, seconds, reason, place, asked_at, lapses_at, created_no, no_from)
      select gen_random_uuid(), r.app_id, u.id, r.id, 3600, '', '', ${at}::timestamptz, ${at}::timestamptz + interval '10 days', ${no}, ${no}
      from (select id from users where name = 'Twin' limit 1000) u cross join roles r where r.id = ${large.roles.clerk}`);
  });
  await large.open({ scope: { kind: 'role', application: large.key, role: large.roles.reader } });
  await small.ask();
  await licet.database.pool.query('vacuum (analyze) users, grants, requests, reviews, review_items');
  [owner, member] = [small.owner, small.member];
});
afterAll(() => licet.close());

const totals = (caller: Caller) => licet.call('me.inbox', caller, { query: { limit: '0' } });

describe.each<PlannedFor>(['its values', 'any values'])('the totals of the Inbox, in a plan for %s,', (planned) => {
  test.each([
    ['a member', () => member],
    ['the owner of a small application', () => owner],
  ])('read no grants or review lines of other users for %s', async (_, caller) => {
    const plans = await explained(licet.database, () => totals(caller()), planned);
    expect(plans.some(({ text }) => text.includes('own_lines'))).toBe(true);
    for (const { text, rowsOf } of plans)
      for (const table of ['users', 'grants', 'review_items']) expect(rowsOf(table), text).toBeLessThanOrEqual(few);
  });

  test('do not look up the requester of a step that a member does not decide', async () => {
    const plans = await explained(licet.database, () => totals(member), planned);
    const requests = plans.filter(({ text }) => text.includes('waiting_for'));
    expect(requests).toHaveLength(1);
    for (const { indexes } of requests) expect(indexes).not.toContain('request_origins_of');
  });

  test('find the ends in all applications by their index', async () => {
    const plans = await explained(licet.database, () => totals(licet.admin), planned);
    const endings = plans.filter(({ text }) => text.includes('separation_exceptions'));
    expect(endings).toHaveLength(1);
    for (const { indexes, rowsOf } of endings) {
      expect(indexes).toContain('grants_ending');
      expect(rowsOf('grants')).toBeLessThanOrEqual(few);
    }
  });
});
