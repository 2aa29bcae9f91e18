import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { largeRoles } from '../large-roles.testing.ts';
import { callerOf, type TestLicet, testLicet } from '../testing.ts';

let licet: TestLicet;
beforeAll(async () => {
  licet = await testLicet();
});
afterAll(() => licet.close());

test('a refusal that compares 200 roles with 40,000 permissions each lets other requests run meanwhile', async () => {
  const { key } = await licet.owned();
  await licet.build(async (change) => {
    await change.connection.query('set local statement_timeout = 0');
    return largeRoles(change, { application: key, permissions: 40_000, roles: 200, to: [] });
  });
  await licet.database.pool.query('analyze');
  const { userId } = await licet.user();
  const input = { params: { application: key }, query: { permission: '1'.padStart(20, 'x') } };
  /** The longest time in which nothing else could run, and the processor time of the call, in ms. */
  const asked = async () => {
    const delay = monitorEventLoopDelay({ resolution: 1 });
    const before = process.cpuUsage();
    delay.enable();
    await licet.call('me.decision', callerOf(userId, key), input);
    await pause(5);
    delay.disable();
    return { held: delay.max / 1e6, processor: process.cpuUsage(before).user / 1000 };
  };
  // The first call reads all roles.
  await asked();
  const calls = [await asked(), await asked(), await asked()];
  const least = Math.min(...calls.map(({ held, processor }) => held / processor));
  expect(least).toBeLessThan(0.5);
});
