import { getHeapSpaceStatistics } from 'node:v8';
import { expect, test } from 'vitest';
import { giveBackWhenIdle } from './give-back.ts';

/** The bytes that V8 has reserved for short-lived objects, used or not. */
const taken = () => getHeapSpaceStatistics().find((space) => space.space_name === 'new_space')?.space_size ?? 0;

/** Makes V8 reserve as much memory as reading many source files does. */
function widened(): number {
  const made = Array.from({ length: 20 }, () => Array.from({ length: 50_000 }, () => ({})));
  return made.length > 0 ? taken() : 0;
}

test('returns startup memory to the operating system only once the server is idle', async () => {
  const most = widened();
  let asking = true;
  const ask = () => {
    for (const until = performance.now() + 20; performance.now() < until; );
    if (asking) setImmediate(ask);
  };
  ask();
  giveBackWhenIdle(40);
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(taken()).toBeGreaterThan(most / 2);
  asking = false;
  await expect.poll(taken).toBeLessThan(most / 2);
});
