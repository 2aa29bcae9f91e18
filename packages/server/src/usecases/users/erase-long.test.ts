// packages/server/src/usecases/users/erase-long.test.ts
import { erasedName, type PlannedChange } from '@licet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestLicet, testLicet } from '../testing.ts';

let licet: TestLicet;
beforeAll(async () => {
  licet = await testLicet();
});
afterAll(() => licet.close());

/** The most characters that one statement returns while something is done. */
async function largestAnswer(work: () => Promise<unknown>): Promise<number> {
  const connection = await licet.database.pool.connect();
  connection.release();
  const prototype = Object.getPrototypeOf(connection);
  const { query } = prototype;
  let largest = 0;
  prototype.query = function measured(...args: unknown[]) {
    const answer = Reflect.apply(query, this, args);
    if (!(answer instanceof Promise)) return answer;
    return answer.then((result: { readonly rows?: readonly unknown[] }) => {
      largest = Math.max(largest, JSON.stringify(result.rows ?? []).length);
      return result;
    });
  };
  try {
    await work();
  } finally {
    prototype.query = query;
  }
  return largest;
}

test('an erasure reads very many long events of a person in parts', async () => {
  const { key: application, owner } = await licet.owned();
  const params = { application };
  const ids: string[] = [];
  for (let n = 0; n < 120; n += 1) {
    const body = { name: `area-${n}:${'x'.repeat(240)}` };
    ids.push((await licet.call('permissions.create', owner, { params, body })).id);
  }
  const body = { name: 'clerk', permissions: ids };
  const { id: role } = await licet.call('roles.create', owner, { params, body });
  for (const turn of [1, 2]) {
    const changes = Array.from(
      { length: 100 },
      (_, n): PlannedChange => ({
        call: 'roles.update',
        params: { ...params, role },
        body: { title: `Title ${turn} ${n}` },
      }),
    );
    const { digest } = await licet.call('plans.make', owner, { body: { changes } });
    await licet.call('plans.apply', owner, { body: { changes, digest } });
  }
  const user = owner.userId;
  const erase = () => licet.call('users.erase', licet.freshAdmin, { params: { user }, body: {} });
  expect(await largestAnswer(erase)).toBeLessThan(6_000_000);
  const { items } = await licet.call('audit.list', licet.admin, { query: { action: 'role.changed', limit: '1' } });
  expect(items).toMatchObject([{ actor: { name: erasedName } }]);
  expect(await licet.call('audit.verify', licet.admin)).toMatchObject({ whole: true });
});

test('an erasure reads only what may name the person', async () => {
  const { userId: user } = await licet.user();
  await licet.database.pool.query(
    `insert into jobs (id, kind, data, due_at) select gen_random_uuid(), 'kept', '{}', 'infinity' from generate_series(1, 100000)`,
  );
  const erase = () => licet.call('users.erase', licet.freshAdmin, { params: { user }, body: {} });
  expect(await largestAnswer(erase)).toBeLessThan(100_000);
});
