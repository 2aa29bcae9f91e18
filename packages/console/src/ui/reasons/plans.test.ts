import { afterEach, expect, test } from 'vitest';
import { asProblem } from '../problem.ts';
import { allReasons } from './all.de.ts';
import { germanReasons } from './german.ts';
import { reasons } from './shown.ts';

const german = germanReasons(allReasons).reasons;
const { sentence } = german;
const english = { ...reasons };
afterEach(() => void Object.assign(reasons, english));

test('says in German how large a revert is, and how many changes are planned together', () => {
  expect(sentence('too_large', 'revert_touches_too_much', { facts: 9001, most: 1000 })).toMatch(/9[.,]001 .*1[.,]000/);
  expect(sentence('too_large', 'revert_takes_too_much', { changes: 1234, most: 1000 })).toMatch(/1[.,]234 .*1[.,]000/);
  expect(sentence('too_large', 'revert_of_long_period', { most: 1000 })).toMatch(/mehr als 1[.,]000 /);
});

test('says in German why a server is busy, and whether the change was made', () => {
  expect(sentence('busy', 'large_job_running', {})).toMatch(/^Dieser Server arbeitet schon an einem Import/);
  expect(sentence('busy', 'large_job_next', {})).toMatch(/jemand anders an der Reihe/);
  expect(sentence('busy', 'long_change_written', {})).toMatch(/Ihre Änderung wurde nicht vorgenommen/);
  expect(sentence('busy', 'plan_overtaken', {})).toMatch(/kamen diesem Plan zuvor/);
});

test('names both users and the roles of a hand-over in German', () => {
  const values = { user: 'Ben', roles: ['ledger/clerk'], of: 'Ada' };
  expect(sentence('wrong_state', 'successor_already_approves', values)).toMatch(/^Ben .*ledger\/clerk.* Ada/);
});

test('says in German why a step of a plan is refused, by a fault or by the reason of its code', () => {
  Object.assign(reasons, german);
  const lacks = { pointer: '', detail: 'English.', reason: 'maker_refused', values: { change: 0 } };
  const step = asProblem({ code: 'may_not_grant', detail: 'English.', errors: [lacks] });
  expect(step.detail).toMatch(/was Änderung 0 anlegen würde/);
  const said = { detail: 'English.', reason: 'admin_role_exists', values: { application: 'Lager', role: 'admin' } };
  const placed = asProblem({ code: 'name_taken', ...said, errors: [{ pointer: '/changes/3', ...said }] });
  expect(placed.errors).toEqual([{ pointer: '/changes/3', detail: placed.detail }]);
  expect(placed.detail).toBe('Lager hat schon die eingebaute Rolle admin.');
});
