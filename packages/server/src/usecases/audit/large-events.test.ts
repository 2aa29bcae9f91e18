import { limits } from '@licet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAll } from '../plans/together/together.testing.ts';
import { type TestLicet, testLicet } from '../testing.ts';

let licet: TestLicet;
beforeAll(async () => {
  licet = await testLicet();
});
afterAll(() => licet.close());

test('a page of large events ends early, and the next pages contain the others', async () => {
  const { key, owner } = await licet.owned();
  const params = { application: key };
  const made = Array.from({ length: 1000 }, (_, n) => ({
    call: 'permissions.create' as const,
    params,
    body: { name: `a.permission.with.a.name.${n}` },
  }));
  await makeAll(licet, owner, made);
  const { rows } = await licet.database.pool.query<{ id: string }>("select id from permissions where name like 'a.%'");
  const body = { name: 'large', permissions: rows.map(({ id }) => id) };
  const { id: role } = await licet.call('roles.create', owner, { params, body });
  const titles = Array.from({ length: 40 }, (_, n) => ({
    call: 'roles.update' as const,
    params: { ...params, role },
    body: { title: `Title ${n}` },
  }));
  const { digest } = await licet.call('plans.make', owner, { body: { changes: titles } });
  const { last } = await licet.call('plans.apply', owner, { body: { changes: titles, digest } });
  const sizes: number[] = [];
  const seen: number[] = [];
  let cursor: string | undefined;
  do {
    const query = { limit: '200', ...(cursor && { cursor }) };
    const page = await licet.call('plans.appliedEvents', owner, { params: { no: String(last) }, query });
    sizes.push(JSON.stringify(page).length);
    seen.push(...page.items.map(({ no }) => no));
    cursor = page.next ?? undefined;
  } while (cursor);
  expect(sizes.length).toBeGreaterThan(2);
  expect(Math.max(...sizes)).toBeLessThan(1.2 * limits.eventPageBytes.value);
  expect(seen).toEqual(titles.map((_, n) => last - titles.length + n));
  const { events } = await licet.call('plans.getApplied', owner, { params: { no: String(last) } });
  expect(events.length).toBeLessThan(titles.length);
});
