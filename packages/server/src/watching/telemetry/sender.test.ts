import { expect, test } from 'vitest';
import { openSender } from './sender.ts';

test('a collector that hangs holds the end up by one patience, however much waits', { retry: 3 }, async () => {
  let dropped = 0;
  const sender = openSender<number>({
    receiver: { url: 'http://collector.example:4318/v1/logs', headers: {} },
    outgoing: (_address, { signal } = {}) =>
      new Promise((_, failed) => signal?.addEventListener('abort', () => failed(signal.reason))),
    encode: (items) => items,
    onDropped: (count) => {
      dropped += count;
    },
    ...{ delay: 60_000, most: 20, batch: 10, timeout: 500 },
  });
  const items = Array.from({ length: 9 }, (_, index) => index);
  sender.add(items);
  sender.add(items);
  const before = performance.now();
  await sender.close();
  expect(performance.now() - before).toBeLessThan(900);
  expect(dropped).toBe(10);
});
