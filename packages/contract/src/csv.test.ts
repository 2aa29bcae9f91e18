import { describe, expect, test } from 'vitest';
import { csvDelimiters, csvWriter, withFormulaGuard, withoutFormulaGuard } from './csv.ts';

const dangerous = ['=1+1', '+1', '-1', '@x', '＝1', '＋1', '－1', '＠x', '\t=1', '\r=1', '\n=1', ';=1', ';x', "'=1"];

describe('a line of CSV', () => {
  test('keeps quotes, delimiters and line ends inside their cell', () => {
    expect(csvWriter()(['a "b"', 'c,d', 'e\nf', 'g;h', 'i'])).toBe('"a ""b""","c,d","e\nf","g;h",i\r\n');
  });

  test.each([
    ['comma', 'a,"b;c"\r\n'],
    ['semicolon', 'a;"b;c"\r\n'],
    ['tab', 'a\t"b;c"\r\n'],
  ] as const)('separates cells with the chosen delimiter: %s', (delimiter, line) => {
    expect(csvWriter(delimiter)(['a', 'b;c'])).toBe(line);
  });
});

describe('the formula guard', () => {
  test.each(dangerous)('puts an apostrophe before a cell that a spreadsheet would run: %j', (text) => {
    expect(withFormulaGuard(text)).toMatch(/^'/);
  });

  test.each(['a=b', 'x-y', '1,-2', "O'Brien", '', ' ', 'a;b', '{"a":-1}'])(
    'leaves other cells unchanged: %j',
    (text) => {
      expect(withFormulaGuard(text)).toBe(text);
    },
  );

  test('also guards text that becomes a separate cell under another delimiter', () => {
    for (const text of ['a;=cmd', 'a\t=cmd', 'a\n=cmd', 'a\r\n＝cmd'])
      expect(withFormulaGuard(text)).toMatch(/'[=＝]cmd$/);
    expect(withFormulaGuard('a,=cmd', ';')).toBe("a,'=cmd");
    expect(withFormulaGuard('a,=cmd', '\t')).toBe("a,'=cmd");
  });

  test('can be removed again, which restores every text exactly', () => {
    const pieces = ['', "'", "''", '=', '-', '＠', ';', ',', '\t', '\r\n', 'a', '"'];
    for (const between of Object.values(csvDelimiters))
      for (const a of pieces)
        for (const b of pieces)
          for (const c of pieces)
            for (const d of pieces) {
              const text = a + b + c + d;
              expect(withoutFormulaGuard(withFormulaGuard(text, between), between)).toBe(text);
            }
  });
});
