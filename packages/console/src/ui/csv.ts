/** A file of CSV, with the byte order mark by which spreadsheets know UTF-8. */
export const csvFile = (rows: readonly (readonly string[])[]): Blob =>
  new Blob(['\uFEFF', csvLines(rows)], { type: 'text/csv;charset=utf-8' });

/** Lines of CSV (RFC 4180): every cell in quotes, lines ended by CR LF. */
export function csvLines(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

/** Spreadsheets run what begins like a formula, even in quotes: such a name gets an apostrophe before it. */
function cell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${harmless.replaceAll('"', '""')}"`;
}
