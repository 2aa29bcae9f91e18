/** A line of CSV (RFC 4180). */
export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`;

/**
 * A cell as RFC 4180 quotes it; a spreadsheet would take a first = + - @ as a formula, of full width too, so an apostrophe goes
 * before it (OWASP, CSV Injection).
 */
export function csvCell(text: string): string {
  const harmless = /^'*[=+\-@＝＋－＠\t\r\n]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
