import { type LicetPermission, licetPermissions, licetRoles } from '@licet/contract';
import { describe, expect, it } from 'vitest';
import { byShare, failedFact, isLongAway, succeededFact, timeToDecide } from './facts.ts';
import { kindOf } from './kind.ts';
import { firstReporting } from './queries.ts';

const holding = (permissions: readonly LicetPermission[], ownsAny = false) =>
  kindOf({ can: (permission) => permissions.includes(permission), ownsAny });
const all = Object.keys(licetPermissions) as LicetPermission[];

describe('the kind of a viewer', () => {
  it.each([
    ['member', []],
    ['auditor', licetRoles.auditor?.permissions ?? []],
    ['decider', licetRoles['application-manager']?.permissions ?? []],
    ['decider', licetRoles['help-desk']?.permissions ?? []],
    ['administrator', all],
    ['administrator', ['audit.read', 'users.manage']],
  ] as const)('is “%s” with %s', (kind, permissions) => {
    expect(holding(permissions)).toBe(kind);
  });

  it('is “decider” for the owner of an application who has no permission in Licet', () => {
    expect(holding([], true)).toBe('decider');
  });
});

const day = (date: string, signedIn: number, refused: number) => ({
  day: date,
  signedIn,
  refused,
  ways: { passkey: 0, code: 0, password: 0, provider: 0, unknown: signedIn },
});

describe('the summary of sign-ins', () => {
  it('states the share of successful sign-ins, and never rounds it up to 100%', () => {
    expect(succeededFact([day('2026-11-16', 99_999, 1)])).toBe('99,999 succeeded (99.9%)');
    expect(succeededFact([day('2026-11-16', 5, 0)])).toBe('5 succeeded (100%)');
    expect(succeededFact([day('2026-11-16', 0, 0)])).toBe('no attempts');
  });

  it('names the day with most failures, or the number of days with failures', () => {
    expect(failedFact([day('2026-11-16', 0, 214), day('2026-11-17', 0, 192)])).toBe('214 of them on Mon, Nov 16');
    const even = Array.from({ length: 8 }, (_, at) => day(`2026-11-1${at}`, 0, 1));
    expect(failedFact(even)).toBe('on 8 days');
    expect(failedFact([day('2026-11-16', 3, 0)])).toBe('none failed');
  });
});

it('lists unused access by its share of the grants, so that a small application comes before a large one', () => {
  const used = (id: string, total: number, grants: number) => ({
    application: { id, name: id, grants },
    total,
    atLeast: false,
  });
  const sorted = byShare([used('large', 71, 1012), used('small', 59, 164), used('tiny', 1, 2)]);
  expect(sorted.map(({ application }) => application.id)).toEqual(['tiny', 'small', 'large']);
});

it('shows an administrator’s last sign-in only if it is long ago', () => {
  const now = new Date('2026-11-28T12:00:00Z');
  expect(isLongAway('2026-11-28T11:59:00Z', now)).toBe(false);
  expect(isLongAway('2026-09-08T09:00:00Z', now)).toBe(true);
  expect(isLongAway(null, now)).toBe(true);
});

it('computes the median of the time to decide, from decided requests only', () => {
  const asked = (hours?: number) =>
    ({
      askedAt: '2026-11-16T08:00:00Z',
      decision: hours === undefined ? null : { at: new Date(Date.UTC(2026, 10, 16, 8 + hours)).toISOString() },
    }) as Parameters<typeof timeToDecide>[0][number];
  expect(timeToDecide([asked(1), asked(9), asked(), asked(2)])).toEqual({ seconds: 7_200, of: 3 });
  expect(timeToDecide([asked(1), asked(3)])).toEqual({ seconds: 7_200, of: 2 });
  expect(timeToDecide([asked()])).toBeUndefined();
});

it('reports that there are more applications than are queried, with and without Licet among them', () => {
  const own = (count: number) => Array.from({ length: count }, () => ({ builtIn: false }));
  const licet = { builtIn: true };
  expect(firstReporting({ items: [...own(6), licet], total: 7 })).toMatchObject({ more: false });
  expect(firstReporting({ items: own(7), total: 7 })).toMatchObject({ more: true });
  expect(firstReporting({ items: [...own(6), licet], total: 8 })).toMatchObject({ more: true });
  expect(firstReporting({ items: own(7), total: 7 }).reporting).toHaveLength(6);
});
