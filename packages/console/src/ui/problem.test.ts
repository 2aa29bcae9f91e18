import { errorCatalogue } from '@licet/contract';
import { expect, test } from 'vitest';
import { words } from './words.de.ts';

const german: typeof words.problems = words.problems;

test.each(Object.entries(errorCatalogue))('%s is told in German, and what to do about it', (code, english) => {
  const told = german[code];
  expect(told?.title).toMatch(/\S/);
  expect(told?.next).toMatch(/\S/);
  expect([told?.title, told?.next]).not.toEqual([english.title, english.next]);
});

test('no sentence is kept for a code that is gone', () => {
  expect(Object.keys(german).filter((code) => !(code in errorCatalogue))).toEqual([]);
});
