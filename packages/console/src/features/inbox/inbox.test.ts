import { describe, expect, it } from 'vitest';
import { readInbox } from './address.ts';
import { lengthOf, lengthPhrase } from './length-field.tsx';
import { deciderText } from './request-details.tsx';
import { evidenceText } from './request-evidence.tsx';

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

describe('the approvers of a request', () => {
  const [chiara, kwame] = [
    { id: 'chiara', name: 'Chiara' },
    { id: 'kwame', name: 'Kwame' },
  ];
  const step = { state: 'now', owners: true, needed: 1, given: 0, deciders: [chiara, kwame], deciderCount: 2 } as const;
  const text = (over: object, viewer: string | undefined) =>
    deciderText({ ...step, ...over } as unknown as Parameters<typeof deciderText>[0], viewer);

  it('include a viewer who may decide, as owner or as administrator', () => {
    expect(text({}, 'kwame')).toBe('You or Chiara can decide.');
    expect(text({ deciders: [kwame], deciderCount: 1 }, 'kwame')).toBe('You can decide.');
    expect(text({ deciderCount: 3 }, 'ingrid')).toBe('You can decide; the approvers are Chiara, Kwame, and one other.');
    expect(text({}, 'ingrid')).toBe('You may decide as administrator; the owners are Chiara and Kwame.');
    expect(text({ owners: false }, 'ingrid')).toBe(
      'You may decide as administrator; the approvers are Chiara and Kwame.',
    );
  });

  it('are only named to a viewer who may not decide, or if several must', () => {
    expect(text({}, undefined)).toBe('Requires the approval of Chiara or Kwame.');
    expect(text({ needed: 2 }, 'ingrid')).toBe('Requires 2 approvals from Chiara or Kwame.');
  });
});

describe('the earlier access of a requester', () => {
  const from = '2025-11-28T00:00:00Z';
  const period = { starts: '2026-02-12T09:00:00Z', ends: '2026-06-30T09:00:00Z' };

  it('is one sentence for none, one or several periods, and for access that lasts', () => {
    expect(evidenceText('Maya', from, [])).toBe('Maya has not had it since November 28, 2025.');
    expect(evidenceText('Maya', from, [period])).toBe('Maya had it from February 12, 2026 to June 30, 2026.');
    expect(evidenceText('Maya', from, [period, period])).toContain('2 times in the last 12 months, last from');
    expect(evidenceText('Maya', from, [{ ...period, ends: null }])).toBe('Maya has had it since February 12, 2026.');
  });
});
