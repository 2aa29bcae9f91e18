import { expect, test } from 'vitest';
import { openSender } from './telemetry.ts';

test('a hanging collector delays shutdown by one timeout at most, however much is queued', async () => {
  let dropped = 0;
  let asked = 0;
  const sender = openSender<number>({
    receiver: { url: 'http://collector.example:4318/v1/logs', headers: {} },
    outgoing: (_address, { signal } = {}) => {
      asked += 1;
      return new Promise((_, failed) => signal?.addEventListener('abort', () => failed(signal.reason)));
    },
    encode: (items) => items,
    onDropped: (count) => {
      dropped += count;
    },
    delay: 60_000,
    most: 20,
    batch: 10,
    timeout: 500,
  });
  const items = Array.from({ length: 9 }, (_, index) => index);
  sender.add(items);
  sender.add(items);
  await sender.close();
  expect(asked).toBe(1);
  expect(dropped).toBe(10);
});
