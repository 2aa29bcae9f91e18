import { errorCatalogue } from '@licet/contract';
import { afterEach, expect, test } from 'vitest';
import { asProblem, faultSentence } from './problem.ts';
import { allReasons } from './reasons/all.de.ts';
import { germanReasons } from './reasons/german.ts';
import { reasons } from './reasons/shown.ts';
import { words } from './words.de.ts';
import { words as shown } from './words.ts';

const german: typeof words.problems = words.problems;
const english = { ...shown };
const englishReasons = { ...reasons };
afterEach(() => {
  Object.assign(shown, english);
  Object.assign(reasons, englishReasons);
});

test.each(Object.entries(errorCatalogue))('explains %s in German, with what to do next', (code, entry) => {
  const told = german[code];
  expect(told?.title).toMatch(/\S/);
  expect(told?.next).toMatch(/\S/);
  expect([told?.title, told?.next]).not.toEqual([entry.title, entry.next]);
});

test('has no sentence for a code that no longer exists', () => {
  expect(Object.keys(german).filter((code) => !(code in errorCatalogue))).toEqual([]);
});

test('says that a page does not exist if its address contains an invalid id', () => {
  const errors = [{ pointer: ':user', detail: 'This is not an id.' }];
  expect(asProblem({ code: 'invalid_request', title: 'The request is not valid.', errors })).toMatchObject({
    title: 'There is nothing at this address',
    detail: 'Check the address, or search for what you need.',
    code: 'not_found',
  });
});

test('says what to do next, in one language only', () => {
  const problem = { code: 'cycle', title: 'That would be a circle.', detail: 'A is in B.', next: 'Loosen one first.' };
  expect(asProblem({ problem })).toMatchObject({
    title: problem.title,
    detail: 'A is in B.',
    next: 'Loosen one first.',
  });
  Object.assign(shown, words);
  const { title, next } = words.problems.cycle ?? expect.fail('no German');
  expect(asProblem({ problem })).toMatchObject({ title, detail: next, next: undefined });
  Object.assign(reasons, germanReasons(allReasons).reasons);
  const detail = 'This field is missing.';
  const errors = [{ pointer: '/name', detail, reason: 'field_missing', values: {} }];
  const missing = { ...problem, code: 'invalid_request', detail, errors };
  expect(asProblem({ problem: missing })).toMatchObject({
    detail: 'Dieses Feld fehlt.',
    next: words.problems.invalid_request?.next,
  });
});

test('names the missing permission, the versions and the end of a key in German', () => {
  Object.assign(shown, words);
  Object.assign(reasons, germanReasons(allReasons).reasons);
  const refused = (code: string, reason: string, values: object) =>
    asProblem({ problem: { code, reason, values, detail: 'In English.', next: 'In English.' } });
  expect(refused('forbidden', 'permission_needed', { permission: 'users.read' })).toMatchObject({
    title: words.problems.forbidden?.title,
    detail: 'Dafür brauchen Sie in Licet die Berechtigung users.read.',
    next: words.problems.forbidden?.next,
  });
  expect(refused('version_conflict', 'version_moved', { current: 4711, sent: 4709 }).detail).toBe(
    'Inzwischen gilt Version 4711, Ihre Änderung ging von 4709 aus.',
  );
  const fault = { detail: 'In English.', reason: 'client_key_end', values: {} };
  expect(faultSentence(fault)).toMatch(/^Das Ende muss in der Zukunft liegen/);
  expect(
    asProblem({ code: 'in_the_past', detail: 'In English.', errors: [{ pointer: '/endsAt', ...fault }] }),
  ).toMatchObject({ detail: faultSentence(fault), errors: [{ pointer: '/endsAt', detail: faultSentence(fault) }] });
});
