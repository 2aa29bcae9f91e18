import { monitorEventLoopDelay } from 'node:perf_hooks';
import { limits } from '@licet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestLicet, testLicet } from '../../testing.ts';

let licet: TestLicet;
beforeAll(async () => {
  licet = await testLicet();
});
afterAll(() => licet.close());

test('a revert of thousands of grants blocks nobody, and is refused if it is too large', async () => {
  const { key } = await licet.owned();
  const params = { application: key };
  const body = Array.from({ length: 9000 }, (_, no) => `holder${no}\tcrowd\n`).join('');
  for await (const _ of await licet.call('access.import', licet.admin, { params, query: { kind: 'roles' }, body }));
  const { items } = await licet.call('roles.list', licet.admin, { params, query: { q: 'crowd' } });
  await licet.call('roles.remove', licet.admin, { params: { ...params, role: items[0]?.id ?? '' } });
  const { no: event = 0 } = (await licet.call('audit.list', licet.admin, { query: { limit: '1' } })).items[0] ?? {};
  const held = monitorEventLoopDelay({ resolution: 5 });
  held.enable();
  await expect(licet.call('plans.revert', licet.admin, { body: { event } })).rejects.toMatchObject({
    problem: {
      code: 'too_large',
      reason: 'revert_takes_too_much',
      values: { changes: 9001, most: limits.planChangesMax.value },
    },
  });
  held.disable();
  // Comparing each with each took eleven seconds.
  expect(held.max / 1e6).toBeLessThan(3000);
});
