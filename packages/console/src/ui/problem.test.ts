import { errorCatalogue } from '@licet/contract';
import { afterEach, expect, test } from 'vitest';
import { asProblem } from './problem.ts';
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

test.each(Object.entries(errorCatalogue))('%s is told in German, and what to do about it', (code, entry) => {
  const told = german[code];
  expect(told?.title).toMatch(/\S/);
  expect(told?.next).toMatch(/\S/);
  expect([told?.title, told?.next]).not.toEqual([entry.title, entry.next]);
});

test('no sentence is kept for a code that is gone', () => {
  expect(Object.keys(german).filter((code) => !(code in errorCatalogue))).toEqual([]);
});

test('an address that names no id says that nothing is there', () => {
  const errors = [{ pointer: ':user', detail: 'This is not an id.' }];
  expect(asProblem({ code: 'invalid_request', title: 'The request is not valid.', errors })).toMatchObject({
    title: 'There is nothing at this address',
    detail: 'Check the address, or search for what you need.',
    code: 'not_found',
  });
});

test('a refusal says what to do next, and never in two languages', () => {
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
