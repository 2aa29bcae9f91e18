import { describe, expect, it } from 'vitest';
import { readInbox } from './address.ts';
import { lengthOf, lengthPhrase } from './length-field.tsx';

const now = new Date('2026-11-21T14:32:00Z');
const HOUR = 3600;
const inSeconds = (seconds: number) => new Date(now.getTime() + seconds * 1000).toISOString();

describe('the duration of an approval', () => {
  it('is the requested one unless a shorter one is chosen', () => {
    expect(lengthOf({}, 24 * HOUR, now)).toMatchObject({ seconds: 24 * HOUR, problem: undefined });
    expect(lengthOf({ seconds: 2 * HOUR }, 24 * HOUR, now).seconds).toBe(2 * HOUR);
  });

  it('never exceeds the requested one, even if the draft is longer', () => {
    expect(lengthOf({ seconds: 999 * HOUR }, HOUR, now).seconds).toBe(HOUR);
    const late = lengthOf({ until: inSeconds(3 * HOUR) }, HOUR, now);
    expect(late.seconds).toBe(HOUR);
    expect(late.problem).toContain('longer than the requested 1 hour');
  });

  it('is counted from now to a chosen end, which must not be in the past', () => {
    expect(lengthOf({ until: inSeconds(1800) }, HOUR, now)).toMatchObject({ seconds: 1800, problem: undefined });
    expect(lengthOf({ until: inSeconds(-5) }, HOUR, now).problem).toContain('at least one minute from now');
  });

  it('is shown on the button', () => {
    expect(lengthPhrase(lengthOf({ seconds: 2 * HOUR }, 24 * HOUR, now), now)).toBe('for 2 hours');
    expect(lengthPhrase(lengthOf({ until: inSeconds(1800) }, HOUR, now), now)).toMatch(/^until \d/);
  });
});

describe('the address of the requests', () => {
  it('contains the list, the open request and the initial values of the form', () => {
    const said = { view: 'mine', request: 'r1', add: '1', application: 'ledger', permission: 'invoices.refund' };
    expect(readInbox(said)).toEqual(said);
  });

  it('ignores invalid parameters', () => {
    for (const view of ['constructor', '__proto__', 'Waiting', 1, null, ['mine']])
      expect(readInbox({ view, add: 'yes', request: 'x'.repeat(10_000), role: {} })).toEqual({});
  });
});
