import { describe, expect, it } from 'vitest';
import { relativeTime } from './time.tsx';

const now = new Date(2026, 10, 19, 14, 32);
const say = (at: Date) => relativeTime(at, now, 'en-GB');

describe('a relative time', () => {
  it('shows hours and minutes within a few hours', () => {
    expect(say(new Date(2026, 10, 19, 17, 0))).toBe('in 2 h 28 min');
    expect(say(new Date(2026, 10, 19, 14, 33))).toBe('in 1 min');
    expect(say(new Date(2026, 10, 19, 14, 29))).toBe('3 min ago');
    expect(say(new Date(2026, 10, 19, 12, 0))).toBe('2 h ago');
  });

  it('is “now” up to a minute ago', () => {
    expect(say(now)).toBe('now');
    expect(say(new Date(now.getTime() - 59_000))).toBe('now');
    expect(say(new Date(now.getTime() + 59_000))).toBe('in less than a minute');
  });

  it('names yesterday and tomorrow even if they are less than 24 hours away', () => {
    expect(say(new Date(2026, 10, 20, 18, 0))).toBe('tomorrow, 18:00');
    expect(say(new Date(2026, 10, 18, 23, 59))).toBe('yesterday');
  });

  it('names the weekday within a week, otherwise the date, and the year if it differs', () => {
    expect(say(new Date(2026, 10, 22, 9, 0))).toBe('Sun 22 Nov');
    expect(say(new Date(2026, 10, 16, 9, 0))).toBe('Monday');
    expect(say(new Date(2026, 9, 4, 9, 0))).toBe('4 Oct');
    expect(say(new Date(2025, 1, 2, 9, 0))).toBe('2 Feb 2025');
    expect(say(new Date(2026, 11, 15, 9, 0))).toBe('15 Dec');
  });
});
