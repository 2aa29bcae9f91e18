import { byteOrderMark, csvWriter } from '@licet/contract';
import { formatNumber } from './format.ts';

/** Saves a file as a download. A hyphen replaces each character that a file name cannot contain. */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name.replace(/[^\p{L}\p{N}._-]+/gu, '-');
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** A CSV file with the delimiter that spreadsheets expect in the reader's region. */
export function csvFile(rows: readonly (readonly string[])[]): Blob {
  const write = csvWriter(ownDelimiter());
  return new Blob([byteOrderMark, ...rows.map(write)], { type: 'text/csv;charset=utf-8' });
}

/** Spreadsheets expect semicolons in regions with a decimal comma. */
export const ownDelimiter = () => (formatNumber(1.5).includes(',') ? 'semicolon' : 'comma');
