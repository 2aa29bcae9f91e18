import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestLicet, testLicet } from '../testing.ts';

let licet: TestLicet;
beforeAll(async () => {
  licet = await testLicet();
});
afterAll(() => licet.close());

test('refuses a plan of short changes whose events are very long', async () => {
  const { key: application, owner } = await licet.owned();
  const params = { application };
  const permissions: string[] = [];
  // An event lists all names of the role: 32,000 characters, before and after.
  for (let n = 0; n < 128; n += 1) {
    const name = `${n}`.padStart(250, 'x');
    permissions.push((await licet.call('permissions.create', owner, { params, body: { name } })).id);
  }
  const { id: role } = await licet.call('roles.create', owner, { params, body: { name: 'clerk', permissions } });
  const renames = (count: number) => ({
    body: {
      changes: Array.from({ length: count }, (_, n) => ({
        call: 'roles.update',
        params: { application, role },
        body: { title: `Clerk ${n}` },
      })),
    },
  });
  expect(await licet.outcome('plans.make', owner, renames(5))).toBe('ok');
  expect(await licet.outcome('plans.make', owner, renames(300))).toBe('too_large');
});
