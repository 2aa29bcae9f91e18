import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createClock } from './clock.ts';

const sentAt = 1_000_000_000;

beforeEach(() => {
  vi.useFakeTimers({ now: sentAt });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the server’s clock', () => {
  it('equals the local clock while the difference is within rounding and latency', () => {
    const clock = createClock();
    for (const serverTime of [999_998.6, 1_000_000, 1_000_001]) expect(clock.learn(serverTime, sentAt)).toBe(false);
    expect(clock.learn(999_996, sentAt - 6000)).toBe(false);
    expect(clock.now()).toBe(1_000_000);
  });

  it('is adopted if it is ahead of or behind the local clock', () => {
    for (const off of [3600, -3600, 5]) {
      const clock = createClock();
      expect(clock.learn(1_000_000 + off, sentAt)).toBe(true);
      expect(Math.abs(clock.now() - 1_000_000 - off)).toBeLessThanOrEqual(0.5);
      expect(clock.learn(1_000_000 + off, sentAt)).toBe(false);
    }
  });

  it('equals the local clock again after that is corrected', () => {
    const clock = createClock();
    clock.learn(1_003_600, Date.now());
    vi.setSystemTime(1_003_600_000);
    clock.learn(1_003_600, Date.now());
    expect(clock.now()).toBe(1_003_600);
  });

  it('ignores a time that is not a valid instant', () => {
    const clock = createClock();
    for (const serverTime of [Number.NaN, 0]) expect(clock.learn(serverTime, sentAt)).toBe(false);
  });
});
