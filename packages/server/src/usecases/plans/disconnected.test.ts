import type { PlannedChange } from '@licet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { authoriseNow } from '../authorise.ts';
import { type TestLicet, testLicet } from '../testing.ts';
import { alone } from './one-at-a-time.ts';
import { type OnProgress, planOf } from './plan.ts';

// A plan ends when its caller has closed the connection.

let licet: TestLicet;
beforeAll(async () => {
  licet = await testLicet();
});
afterAll(() => licet.close());

test('stops computing the effects of a plan', async () => {
  const { database, admin: caller } = licet;
  const access = await authoriseNow(database, caller, 'plans.make', undefined);
  const { userId } = await licet.user('users.manage');
  const changes = Array.from(
    { length: 60 },
    (_, n): PlannedChange => ({ call: 'users.update', params: { user: userId }, body: { name: `Name ${n}` } }),
  );
  changes.push({ call: 'users.suspend', params: { user: userId } });
  const leaving = new AbortController();
  const phases: string[] = [];
  const onProgress: OnProgress = (phase) => {
    phases.push(phase);
    if (phase === 'effects') leaving.abort(new Error('The caller has left.'));
  };
  const asked = { database, caller, access, disconnected: leaving.signal };
  await expect(planOf(asked, changes, access, undefined, { onProgress })).rejects.toThrow('The caller has left.');
  expect(phases.at(-1)).toBe('effects');
});

test('does not begin a plan that waited for another one', async () => {
  const { database, admin: caller } = licet;
  const leaving = new AbortController();
  const first = Promise.withResolvers<void>();
  const made: string[] = [];
  const before = alone({ database, caller }, async () => {
    await first.promise;
    made.push('first');
  });
  const waiting = alone({ database, caller, disconnected: leaving.signal }, async () => void made.push('second'));
  leaving.abort(new Error('The caller has left.'));
  first.resolve();
  await before;
  await expect(waiting).rejects.toThrow('The caller has left.');
  expect(made).toEqual(['first']);
});
