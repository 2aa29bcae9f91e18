/** The separators between CSV cells. */
export const csvDelimiters = { comma: ',', semicolon: ';', tab: '\t' } as const;
export type CsvDelimiter = keyof typeof csvDelimiters;

/** The text with which every CSV file begins, so that spreadsheets recognise UTF-8. */
export const byteOrderMark = '\uFEFF';

/** Returns a function that writes a CSV line (RFC 4180) with CR LF at its end. The formula guard is applied to each cell. */
export function csvWriter(delimiter: CsvDelimiter = 'comma'): (cells: readonly string[]) => string {
  const between = csvDelimiters[delimiter];
  const cell = (text: string) => {
    const guarded = withFormulaGuard(text, between);
    return /[",;\t\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
  };
  return (cells) => `${cells.map(cell).join(between)}\r\n`;
}

type Between = (typeof csvDelimiters)[CsvDelimiter];

/**
 * Puts an apostrophe before text that a spreadsheet would run as a formula (OWASP, CSV Injection). Text after a
 * delimiter or line end inside a cell is also guarded. A spreadsheet that expects another delimiter may ignore the
 * quotation marks and start a new cell there. It reads a doubled quotation mark there as an empty text, so a formula can follow one.
 */
export function withFormulaGuard(text: string, between: Between = ','): string {
  const { begins, follows } = guards[between];
  return text.replace(begins, "'").replace(follows, "'");
}

/** Removes the apostrophes that {@link withFormulaGuard} adds. */
export function withoutFormulaGuard(cell: string, between: Between = ','): string {
  const { guardedBegin, guardedAfter } = guards[between];
  return cell.replace(guardedBegin, '').replace(guardedAfter, '');
}

const guards = { ',': guardsOf(';\\t\\r\\n'), ';': guardsOf(',;\\t\\r\\n'), '\t': guardsOf(',;\\t\\r\\n') } as const;

function guardsOf(ends: string) {
  // Full-width characters are included, because a Japanese or Chinese spreadsheet reads ＝ as =.
  const formula = '=+\\-@＝＋－＠';
  return {
    begins: new RegExp(`^(?='*[${formula}${ends}])`),
    follows: new RegExp(`(?<=[${ends}])(?=['"]*[${formula}])`, 'g'),
    guardedBegin: new RegExp(`^'(?='*[${formula}${ends}])`),
    guardedAfter: new RegExp(`(?<=[${ends}])'(?=['"]*[${formula}])`, 'g'),
  };
}
