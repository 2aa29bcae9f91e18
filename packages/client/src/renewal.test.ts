import { describe, expect, it } from 'vitest';
import { dueAt } from './renewal.ts';

const now = 1000;
const many = (claims: { exp: number; iat: number }, before?: number) =>
  Array.from({ length: 200 }, () => dueAt(claims, before, now));

describe('the renewal of a token', () => {
  it('happens five to eight seconds before expiry, at a different moment in each tab', () => {
    const due = many({ iat: now, exp: now + 300 }, now + 5);
    expect(Math.min(...due)).toBeGreaterThanOrEqual(now + 292);
    expect(Math.max(...due)).toBeLessThanOrEqual(now + 295);
    expect(new Set(due).size).toBeGreaterThan(150);
  });

  it('happens just after expiry if the last renewal brought no later expiry', () => {
    for (const due of many({ iat: now, exp: now + 6 }, now + 6)) {
      expect(due).toBeGreaterThan(now + 6);
      expect(due).toBeLessThan(now + 7.3);
    }
  });

  it('waits for half of a short lifetime, and for at least a second', () => {
    for (const due of many({ iat: now, exp: now + 6 }, now + 2)) expect(due).toBe(now + 3);
    for (const due of many({ iat: now, exp: now + 1 }, now)) expect(due).toBe(now + 1);
  });

  it('happens immediately for a stored token that has expired', () => {
    for (const due of many({ iat: now - 400, exp: now - 100 })) expect(due).toBeLessThan(now);
  });
});
