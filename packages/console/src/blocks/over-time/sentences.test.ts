import { expect, it, vi } from 'vitest';
import { gainsSentence, marksOf } from './gained-and-lost.tsx';
import { signInsSentence } from './sign-ins-by-way.tsx';

vi.mock('../../session/client.ts', () => ({ client: {} }));

const week = (day: string, gained: number, lost: number) => ({ day, gained, lost });

it('states how many grants began and ended, and mentions memberships only if the series includes them', () => {
  const points = [week('2026-06-01', 1_000, 400), week('2026-06-08', 35, 79)];
  expect(gainsSentence({ by: 'week', points, memberships: true })).toBe(
    'Since June 1, 1,035 grants and memberships began and 479 ended.',
  );
  const quiet = [week('2026-06-01', 1, 0)];
  expect(gainsSentence({ by: 'week', points: quiet, memberships: false })).toBe(
    'Since June 1, 1 grant began and 0 ended.',
  );
  const nothing = [week('2026-06-01', 0, 0)];
  expect(gainsSentence({ by: 'week', points: nothing, memberships: false })).toBe(
    'No grant began or ended since June 1.',
  );
});

const day = (passkey: number, unknown: number, others = 0) => ({
  day: '2026-11-16',
  signedIn: passkey + unknown + others,
  refused: 0,
  ways: { passkey, unknown, code: others, password: 0, provider: 0 },
});
const days = (count: number, ...of: Parameters<typeof day>) => Array.from({ length: count }, () => day(...of));

it('compares the share of passkeys with the previous month, ignoring sign-ins by an unknown method', () => {
  expect(signInsSentence([...days(30, 41, 100, 59), ...days(30, 52, 0, 48)])).toBe(
    '52% of sign-ins use a passkey, up from 41% a month ago.',
  );
  expect(signInsSentence([...days(30, 0, 7), ...days(30, 1, 0, 1)])).toBe('50% of sign-ins use a passkey.');
  expect(signInsSentence(days(60, 0, 2))).toBe('60 sign-ins succeeded and 0 failed in 30 days.');
});

it('attributes a week to the change set that made most of the week’s changes', () => {
  const points = [week('2026-06-01', 40, 2), week('2026-06-08', 3, 0), week('2026-06-15', 90, 0)];
  const set = (at: string, changes: number, reason: string) => ({ at, changes, reason, set: null });
  const sets = [
    set('2026-06-16T08:00:00Z', 20, 'Too small for its week'),
    set('2026-06-09T08:00:00Z', 3, 'Too small'),
    set('2026-06-03T08:00:00Z', 30, 'Exports to leads only, because of the audit'),
    set('2026-06-02T08:00:00Z', 25, 'Smaller'),
    set('2026-06-01T08:00:00Z', 99, ''),
  ];
  expect(marksOf(points, sets)).toEqual([{ place: 0, label: 'Exports to leads only,…' }]);
});
