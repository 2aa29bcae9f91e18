import { expect, test } from 'vitest';
import { commaMissing, readPermissionLines } from './permission-lines.ts';

test('a line is a name, with a title after a comma or a tab', () => {
  expect(
    readPermissionLines('invoices.read\n\ns3:GetObject\tRead an object\r\ninvoices.refund, Give money, back').lines,
  ).toMatchObject([
    { line: 1, name: 'invoices.read', title: '' },
    { line: 3, name: 's3:GetObject', title: 'Read an object' },
    { line: 4, name: 'invoices.refund', title: 'Give money, back' },
  ]);
});

test('each line that cannot be taken is named', () => {
  const { lines, errors } = readPermissionLines(`a\n,only a title\na\n${'x'.repeat(300)}`);
  expect(lines.map(({ name }) => name)).toEqual(['a']);
  expect(errors.map(({ line }) => line)).toEqual([2, 3, 4]);
  expect(errors[1]?.detail).toBe('a stands on line 1 already.');
});

test('a title that has no comma before it is asked about; a name with spaces alone is not', () => {
  const asked = (text: string) => commaMissing(readPermissionLines(text).lines);
  expect(asked('a, b\ninvoices.refund Give money back')).toEqual({
    name: 'invoices.refund Give money back',
    meant: 'invoices.refund, Give money back',
  });
  expect(asked('give money back\ninvoices.refund, Give money back\ninvoices.read')).toBeUndefined();
});
