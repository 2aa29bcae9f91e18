import { expect, test } from 'vitest';
import { evidenceRowsIn } from './rows.ts';
import { csvOf, lineOf } from './testing.ts';

test('reads written rows back, with quotes and line breaks', () => {
  const rows = [lineOf(1, { note: 'one,\r\n"two"' }), lineOf(2, { name: 'Łukasz' })];
  expect([...evidenceRowsIn(csvOf(rows))]).toEqual(rows);
});

test('removes the apostrophe of the formula guard, but no other apostrophe', () => {
  const [row] = evidenceRowsIn(csvOf([lineOf(1, { note: "'=1+1", name: "'t Hooft" })]));
  expect([row?.note, row?.name]).toEqual(['=1+1', "'t Hooft"]);
});

test.each([
  ['a CSV without the columns of evidence', Buffer.from('a,b\r\n'), /columns of the CSV/],
  ['a truncated CSV', csvOf([lineOf(1)]).subarray(0, -2), /does not end as/],
  ['a CSV truncated within a quote', csvOf([lineOf(1)]).subarray(0, -3), /quote|does not end/],
  ['a row with too few columns', Buffer.from(`${csvOf([])}a,b\r\n`), /has 2 columns/],
])('refuses %s', (_, csv, fault) => {
  expect(() => [...evidenceRowsIn(csv)]).toThrow(fault);
});
