import { byteOrderMark, csvWriter } from '@licet/contract';
import { formatNumber } from './format.ts';

/** A CSV file with the delimiter that spreadsheets expect in the reader's region. */
export function csvFile(rows: readonly (readonly string[])[]): Blob {
  const write = csvWriter(ownDelimiter());
  return new Blob([byteOrderMark, ...rows.map(write)], { type: 'text/csv;charset=utf-8' });
}

/** Spreadsheets expect semicolons in regions with a decimal comma. */
export const ownDelimiter = () => (formatNumber(1.5).includes(',') ? 'semicolon' : 'comma');
