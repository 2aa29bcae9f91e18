import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { draft } from '../../store/kernel/draft.ts';
import { type TestLicet, testLicet } from '../testing.ts';

let licet: TestLicet;
beforeAll(async () => {
  licet = await testLicet();
});
afterAll(() => licet.close());

test('refuses a plan that is overtaken twice while it is applied, without a long wait for a session', async () => {
  const { drafts } = licet.database;
  drafts.options.connectionTimeoutMillis = 2000;
  const changes = [{ call: 'groups.create', body: { name: 'Planned' } }];
  const { digest } = await licet.call('plans.make', licet.admin, { body: { changes } });
  const actor = { kind: 'system', id: null, name: 'test' } as const;
  const { promise: until, resolve: over } = Promise.withResolvers<void>();
  const held: Promise<unknown>[] = [];
  const meanwhile: Promise<unknown>[] = [];
  let looks = 0;
  let looked = () => {};
  let full = Number.POSITIVE_INFINITY;
  // In each of the first two attempts to plan, another caller takes the lock, and then makes a change. After the second
  // attempt, both draft sessions are taken. Each attempt waits at a gate until the other caller has the lock, which can
  // take long on a busy machine.
  const gates = await licet.database.connect();
  await gates.query('select pg_advisory_lock(4711), pg_advisory_lock(4712)');
  const begin = (session: pg.PoolClient) => {
    looks += 1;
    if (looks > 2) return;
    const gate = 4710 + looks;
    void session.query(`select pg_advisory_lock_shared(${gate}), pg_advisory_unlock_shared(${gate})`);
    const { promise, resolve } = Promise.withResolvers<void>();
    looked = resolve;
    meanwhile.push(
      licet.build(async () => {
        await gates.query(`select pg_advisory_unlock(${gate})`);
        await promise;
      }),
    );
  };
  const end = () => {
    looked();
    if (looks !== 2) return;
    held.push(...[1, 2].map(() => draft(licet.database, actor, () => until)));
    full = performance.now();
  };
  drafts.on('acquire', begin);
  drafts.on('release', end);
  try {
    expect(await licet.outcome('plans.apply', licet.freshAdmin, { body: { changes, digest } })).toBe('busy');
    const refused = performance.now() - full;
    const begun = performance.now();
    expect(await licet.outcome('plans.make', licet.admin, { body: { changes } })).toBe('busy');
    expect(refused).toBeLessThan((performance.now() - begun) / 2);
  } finally {
    drafts.off('acquire', begin);
    drafts.off('release', end);
    looked();
    over();
    await Promise.all([...held, ...meanwhile]);
    gates.release(true);
  }
  expect(await licet.outcome('plans.apply', licet.freshAdmin, { body: { changes, digest } })).toBe('ok');
});
