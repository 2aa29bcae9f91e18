import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestLicet, testLicet } from '../testing.ts';
import { makeAll } from './together/together.testing.ts';

let licet: TestLicet;
beforeAll(async () => {
  licet = await testLicet();
});
afterAll(() => licet.close());

test('the plan of a role that includes hundreds takes about as long as the role', async () => {
  const { key, owner } = await licet.owned();
  const params = { application: key };
  const inner = Array.from({ length: 300 }, (_, n) => ({
    call: 'roles.create' as const,
    params,
    body: { name: `inner ${n}` },
  }));
  await makeAll(licet, owner, inner);
  const { rows } = await licet.database.pool.query<{ id: string }>("select id from roles where name like 'inner %'");
  const body = (n: number) => ({ name: `outer ${n}`, includes: rows.map(({ id }) => id) });
  const least = async (work: (n: number) => Promise<unknown>) => {
    const times: number[] = [];
    for (let n = 0; n < 3; n += 1) {
      const begun = performance.now();
      await work(n);
      times.push(performance.now() - begun);
    }
    return Math.min(...times);
  };
  const planned = await least((n) =>
    licet.call('plans.make', owner, { body: { changes: [{ call: 'roles.create', params, body: body(n) }] } }),
  );
  const made = await least((n) => licet.call('roles.create', owner, { params, body: body(n) }));
  expect(planned / made).toBeLessThan(8);
});
