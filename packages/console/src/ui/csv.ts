import { byteOrderMark, csvWriter } from '@licet/contract';
import { formatNumber } from './format.ts';

/** A file of CSV, with the delimiter that spreadsheets expect where the reader lives. */
export function csvFile(rows: readonly (readonly string[])[]): Blob {
  const write = csvWriter(ownDelimiter());
  return new Blob([byteOrderMark, ...rows.map(write)], { type: 'text/csv;charset=utf-8' });
}

/** Where the comma is the decimal sign, spreadsheets expect semicolons. */
export const ownDelimiter = () => (formatNumber(1.5).includes(',') ? 'semicolon' : 'comma');
