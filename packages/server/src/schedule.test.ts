import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Schedule } from './schedule.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('requests during a run cause one more run after it', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  let runs = 0;
  const schedule = new Schedule(() => {
    runs += 1;
    return promise;
  });
  for (let request = 0; request < 5; request += 1) {
    schedule.within(20);
    await vi.advanceTimersByTimeAsync(20);
  }
  expect(runs).toBe(1);
  resolve();
  await schedule.stop();
  expect(runs).toBe(2);
});
