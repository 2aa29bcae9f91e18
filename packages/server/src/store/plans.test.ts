import { limits } from '@licet/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestLicet, testLicet } from '../usecases/testing.ts';
import { sql } from './kernel/sql.ts';
import { type Explained, explained, type PlannedFor } from './plans.testing.ts';

// A frequent read must take time in proportion to the rows that it shows, not to the number of users. The tests check
// the plans that PostgreSQL chooses among 12,000 users, for known values and for arbitrary ones.

let licet: TestLicet;
beforeAll(async () => {
  licet = await testLicet();
  await licet.build(async ({ connection, no }) => {
    await connection.query(sql`
      insert into users (id, username, username_key, name, status, created_no, no_from)
      select gen_random_uuid(), md5(i::text), md5(i::text), (array['Ada', 'Bert', 'Cleo'])[1 + i % 3] || ' ' || md5('name ' || i), 'active', ${no}, ${no}
      from generate_series(1, 12000) i`);
    await connection.query(sql`
      insert into last_sign_ins (user_id, at)
      select id, timestamptz '2026-01-01' + random() * interval '300 days' from users where username < 'c'`);
  });
  await licet.database.pool.query('vacuum (analyze) users, last_sign_ins');
});
afterAll(() => licet.close());

const page = (query: Record<string, string>) => licet.call('users.list', licet.admin, { query });
/** Returns the plan of the statement for the page itself. Runs `work` first, so that the total is already known. */
async function planOf(planned: PlannedFor, work: () => Promise<unknown>, begins: RegExp): Promise<Explained> {
  await work();
  const [plan] = (await explained(licet.database, work, planned)).filter(({ text }) => begins.test(text));
  if (!plan) throw new Error('Nothing was asked.');
  return plan;
}

/** The maximum number of rows: those of a page with its joins, and the users that are skipped between them. */
const few = 5 * limits.pageMax.value;

const plannedFor: readonly PlannedFor[] = ['its values', 'any values'];

describe.each(plannedFor)('sorting users by their last sign-in uses an index in a plan for %s', (planned) => {
  test.each([
    { sort: '-lastSignInAt' },
    { sort: 'lastSignInAt' },
    { sort: '-lastSignInAt', status: 'active' },
    { sort: 'lastSignInAt', status: 'active' },
  ])('%o', async (query) => {
    const { next } = await page({ ...query, limit: '100' });
    for (const asked of [query, { ...query, cursor: next ?? '' }]) {
      const { indexes, rows } = await planOf(planned, () => page(asked), /picked as/);
      if (query.sort.startsWith('-')) expect(indexes).toContain('last_sign_ins_order');
      // With a filter, counting stops at this bound instead of reading all users.
      expect(rows).toBeLessThanOrEqual('status' in query ? limits.countMax.value + 1 : few);
    }
  });
});

test('users who never signed in are first in ascending and last in descending order', async () => {
  const { items } = await page({ sort: 'lastSignInAt', limit: '1' });
  expect(items).toMatchObject([{ lastSignInAt: null }]);
  const [latest] = (await page({ sort: '-lastSignInAt', limit: '1' })).items;
  expect(latest?.lastSignInAt).not.toBeNull();
});

describe.each(plannedFor)('the global search, in a plan for %s,', (planned) => {
  const find = (q: string) => licet.call('search.find', licet.admin, { query: { q } });

  test('lists the first names by an index before anything is typed', async () => {
    const { indexes, rows } = await planOf(planned, () => find(''), /part_0/);
    expect(indexes).toContain('users_in_order');
    expect(rows).toBeLessThanOrEqual(few);
  });

  test.each(['b', 'be', 'bert 0c', 'nobody'])('finds “%s” by an index', async (q) => {
    const { indexes, rows } = await planOf(planned, () => find(q), /select kind/);
    expect(indexes).toContain('users_sought');
    expect(rows).toBeLessThan(6000);
  });
});

describe.each(plannedFor)('the periods of a user, in a plan for %s,', (planned) => {
  test('are found without reading facts of other users', async () => {
    const { userId } = await licet.user('users.read');
    const params = { application: 'licet' };
    for (const query of [{ user: userId, permission: 'users.read' }, { user: userId }]) {
      const work = () => licet.call('access.periods', licet.admin, { params, query });
      const { rowsOf } = await planOf(planned, work, /'enabled'/);
      for (const table of ['users', 'grants', 'memberships']) expect(rowsOf(table)).toBeLessThanOrEqual(4);
    }
  });
});
