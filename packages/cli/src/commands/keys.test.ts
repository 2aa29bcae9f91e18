import { expect, test } from 'vitest';
import { tooSoon } from './keys.ts';

const key = (retiredAt: string | null, algorithm: 'ES256' | 'RS256' = 'ES256') => ({ algorithm, retiredAt });
const current = key(null);

test('warns if keys were replaced twice within ten minutes', () => {
  const keys = [key('2026-11-27T08:00:00.000Z'), key('2026-11-27T08:00:02.000Z'), current];
  expect(tooSoon(keys)).toMatch(/^The keys had already been replaced 2 s earlier\. .+ Wait ten minutes/);
});

test('does not warn about the first replacement, a replacement ten minutes later, or keys of two algorithms', () => {
  expect(tooSoon([current])).toBe('');
  expect(tooSoon([key('2026-11-27T08:00:00.000Z'), key('2026-11-27T08:00:00.000Z', 'RS256'), current])).toBe('');
  expect(tooSoon([key('2026-11-27T08:00:00.000Z'), key('2026-11-27T08:10:00.000Z'), current])).toBe('');
});
