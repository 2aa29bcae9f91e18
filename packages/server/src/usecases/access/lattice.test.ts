import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestLicet, testLicet } from '../testing.ts';

let licet: TestLicet;
beforeAll(async () => {
  licet = await testLicet();
});
afterAll(() => licet.close());

test('shows fewer paths of each of very many nested roles, and counts the rest', async () => {
  const { key, owner } = await licet.owned();
  const params = { application: key };
  let below: string[] = [];
  for (let level = 0; level < 25; level += 1) {
    const made = Array.from({ length: 8 }, (_, place) =>
      licet.call('roles.create', owner, { params, body: { name: `role ${level}.${place}`, includes: below } }),
    );
    below = (await Promise.all(made)).map(({ id }) => id);
  }
  const { userId: user } = await licet.user();
  const body = { principal: { kind: 'user', id: user }, gives: { kind: 'role', id: below[0] ?? '' } };
  await licet.call('grants.create', owner, { params, body });
  const found = await licet.call('access.get', owner, { params: { ...params, user } });
  expect(found.roles).toHaveLength(1 + 24 * 8);
  const most = Math.max(...found.roles.map(({ paths }) => paths.length));
  expect(most).toBe(Math.floor(2000 / found.roles.length));
  expect(Math.max(...found.roles.map(({ pathCount }) => pathCount))).toBe(Number.MAX_SAFE_INTEGER);
  expect(found.roles.every(({ paths }) => paths.length > 0)).toBe(true);
});
