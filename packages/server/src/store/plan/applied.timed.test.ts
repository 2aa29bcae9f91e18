import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestLicet, testLicet } from '../../usecases/testing.ts';

let licet: TestLicet;
beforeAll(async () => {
  licet = await testLicet();
  const changes = [{ call: 'groups.create', body: { name: 'Made' } }];
  const { digest } = await licet.call('plans.make', licet.admin, { body: { changes } });
  const { last } = await licet.call('plans.apply', licet.admin, { body: { changes, digest } });
  // Copies the change set 500 times. Each of the last 300 copies declares a thousand others as reverted.
  await licet.database.pool.query(
    `insert into change
     select (jsonb_populate_record(c, jsonb_build_object('no', c.no + n, 'at', c.at + n * interval '1 microsecond',
       'hash', '\\x' || lpad(n::text, 8, '0'), 'after', case when n > 200 then many.after else c.after::jsonb end))).*
     from change c, generate_series(1, 500) n,
       (select jsonb_build_object('changes', 1, 'first', 1, 'reason', '', 'reverts', jsonb_agg(1000000 + m)) as after from generate_series(1, 1000) m) many
     where c.no = $1`,
    [last],
  );
});
afterAll(() => licet.close());

/** The shortest of several durations, in milliseconds. */
async function timeOf(limit: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let turn = 0; turn < 5; turn += 1) {
    const begun = performance.now();
    const { items } = await licet.call('plans.applied', licet.admin, { query: { limit: `${limit}`, sort: 'no' } });
    expect(items).toHaveLength(limit);
    least = Math.min(least, performance.now() - begun);
  }
  return least;
}

test('a page of 200 change sets takes less than five times as long as one of 10', async () => {
  expect(await timeOf(200)).toBeLessThan(5 * (await timeOf(10)));
});
