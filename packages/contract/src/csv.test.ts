import { describe, expect, test } from 'vitest';
import { type CsvDelimiter, csvDelimiters, csvWriter, withFormulaGuard, withoutFormulaGuard } from './csv.ts';

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
    expect(csvWriter()(['a;"=cmd'])).toBe(`"a;'""=cmd"\r\n`);
    expect(withFormulaGuard('a,=cmd', ';')).toBe("a,'=cmd");
    expect(withFormulaGuard('a,=cmd', '\t')).toBe("a,'=cmd");
  });

  test('keeps every text from becoming a formula in a spreadsheet that expects another delimiter', () => {
    const pieces = ['', "'", '"', '=1', ';', ',', '\t', '\n'];
    const texts = pieces.flatMap((a) => pieces.flatMap((b) => pieces.flatMap((c) => pieces.map((d) => a + b + c + d))));
    const formulas: string[] = [];
    for (const name of Object.keys(csvDelimiters) as CsvDelimiter[]) {
      const write = csvWriter(name);
      for (const expected of Object.values(csvDelimiters))
        for (const text of texts)
          for (const cell of cellsOf(write(['ada', text, 'member']), expected))
            if (cell.startsWith('=')) formulas.push(`${name}, read with ${expected}: ${text}`);
    }
    expect(formulas).toEqual([]);
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

/** Reads CSV as spreadsheets do: a quotation mark counts only at the beginning of a cell, and text after the closing one is kept. */
function cellsOf(text: string, between: string): string[] {
  const cell = new RegExp(`(?:"((?:[^"]|"")*)")?([^${between}\r\n]*)(?:${between}|\r?\n|\r|$)`, 'y');
  const cells: string[] = [];
  while (cell.lastIndex < text.length) {
    const [, quoted = '', rest = ''] = cell.exec(text) ?? [];
    cells.push(quoted.replaceAll('""', '"') + rest);
  }
  return cells;
}
