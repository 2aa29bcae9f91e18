import { expect, test } from 'vitest';
import * as german from './words.de.ts';
import { reportWords, words } from './words.ts';

test('an import of one line or role is written in the singular in both languages', () => {
  expect([words.importLines(1), words.importRoles(1), reportWords.unchanged(1)]).toEqual([
    'Import 1 line',
    'Import 1 role',
    '1 already exists and stays unchanged.',
  ]);
  expect([german.words.importLines(1), german.reportWords.unchanged(1), german.reportWords.wereThere(1)]).toEqual([
    '1 Zeile importieren',
    '1 ist schon da und bleibt, wie sie ist.',
    '1 war schon da.',
  ]);
});
