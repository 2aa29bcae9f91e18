import { expect, test } from 'vitest';
import { csvLines } from './csv.ts';

test('quotes, commas and line ends inside a name stay inside its cell', () => {
  expect(csvLines([['a "b"', 'c,d', 'e\nf']])).toBe('"a ""b""","c,d","e\nf"\r\n');
});

test('a name that a spreadsheet would run as a formula is made harmless', () => {
  expect(csvLines([['=1+1', '+1', '-1', '@x', 'a=b']])).toBe(`"'=1+1","'+1","'-1","'@x","a=b"\r\n`);
});
