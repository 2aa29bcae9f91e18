import { expect, test } from 'vitest';
import { otherTimes } from './ask-next.tsx';
import { policyText } from './who-decides.tsx';

const from = '2025-11-28T09:00:00.000Z';
const starts = '2026-02-20T09:00:00.000Z';
const ends = '2026-06-30T17:00:00.000Z';
const held = (...periods: { starts: string; ends: string | null }[]) => ({ from, periods });

test('asks about the time before the access began, and after it ends', () => {
  const until = '2026-12-31T23:00:00.000Z';
  expect(otherTimes({ permitted: true, until }, 'now', held({ starts, ends: null }))).toEqual([
    { kind: 'before', at: '2026-02-20T08:59:59.000Z', day: starts },
    { kind: 'after', at: until, day: until },
  ]);
});

test('asks nothing about the time before the twelve months of the bar', () => {
  expect(otherTimes({ permitted: true, until: null }, 'now', held({ starts: from, ends: null }))).toEqual([]);
  expect(otherTimes({ permitted: true, until: null }, 'now', undefined)).toEqual([]);
});

test('asks why a user who is refused now had access before, and what applies once a grant starts', () => {
  const until = '2026-12-01T09:00:00.000Z';
  expect(otherTimes({ permitted: false, until }, 'now', held({ starts, ends }))).toEqual([
    { kind: 'last', at: '2026-06-30T16:59:59.000Z', day: ends },
    { kind: 'from', at: until, day: until },
  ]);
});

test('asks about now if the answer is for another time', () => {
  expect(otherTimes({ permitted: true, until: null }, 'past', held({ starts, ends: null }))).toEqual([
    { kind: 'now', at: undefined, day: '' },
  ]);
});

const named = (...names: string[]) => names.map((name) => ({ id: name, name }));

test('names the approvers of each step of a role, and nobody if only the owners approve', () => {
  const owners = { approvers: 'owners' as const };
  expect(policyText({ requestable: true, approval: { steps: [owners] } })).toBeUndefined();
  expect(policyText({ requestable: false, approval: { steps: [owners] } })).toBe('it cannot be requested');
  const kwame = { approvers: { users: named('Kwame Boateng'), groups: named('Finance leads') } };
  expect(policyText({ requestable: true, approval: { steps: [kwame, owners] } })).toBe(
    'Kwame Boateng or Finance leads and an owner',
  );
});
