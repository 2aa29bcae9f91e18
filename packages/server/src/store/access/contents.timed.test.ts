import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Contents, type Written } from './contents.ts';

const id = (kind: number, n: number) => `0000000${kind}-0000-4000-8000-${String(n).padStart(12, '0')}`;
const role = id(1, 1);
const written = (no: number, more: Partial<Written>): Written => ({
  known: String(no - 1),
  head: String(no),
  permissions: null,
  held: null,
  ...more,
});

/** Returns the facts of a role of many permissions: its first contents, their end, and that it is filled again. */
function facts(count: number): [Written, Written, Written] {
  const ids = Array.from({ length: count }, (_, n) => id(2, n));
  const each = <Value>(value: Value) => ids.map(() => value);
  const permissions = ids.map((it, n) => [it, id(3, 1), 'app', `p${n}`, 1, null] as const);
  return [
    written(1, { permissions: permissions as never, held: [[role, ids, each(1), each(null)]] }),
    written(2, { held: [[role, ids, each(1), each(2)]] }),
    written(3, { held: [[role, ids, each(3), each(null)]] }),
  ];
}

/** The processor time, in ms, of emptying and refilling a role whose contents are cached. */
async function toggled(count: number): Promise<number> {
  const [first, ended, filled] = facts(count);
  const contents = new Contents();
  await contents.add(1, first);
  const before = process.cpuUsage();
  await contents.add(2, ended);
  await contents.add(3, filled);
  // A second reader adds the same facts.
  await contents.add(3, filled);
  return process.cpuUsage(before).user / 1000;
}

test('the time to read a role that was emptied and refilled is proportional to its permissions', async () => {
  await toggled(5000);
  const least = async (count: number) => Math.min(await toggled(count), await toggled(count), await toggled(count));
  expect((await least(48_000)) / (await least(6000))).toBeLessThan(24);
});

test('reading the contents of roles lets other requests run meanwhile', async () => {
  const contents = new Contents();
  const all = facts(400_000);
  await pause(50);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const before = process.cpuUsage();
  delay.enable();
  await contents.add(1, all[0]);
  await contents.add(2, all[1]);
  await pause(5);
  delay.disable();
  expect(delay.max / 1e6 / (process.cpuUsage(before).user / 1000)).toBeLessThan(0.5);
});
