import { existsSync, readFileSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { addressesOf, namedObjects, sheetIndex, sheets, variants } from '../e2e/screens/sheets.ts';

const folder = new URL('../docs/screens/', import.meta.url);

test('each address of the list of screens is in exactly one sheet', () => {
  for (const { label } of addressesOf(namedObjects))
    expect(
      sheets.filter(({ addresses }) => addresses?.test(label)).map(({ name }) => name),
      label,
    ).toHaveLength(1);
});

test('the index names every address and every mockup once, and is up to date', () => {
  const index = readFileSync(new URL('README.md', folder), 'utf8');
  expect(index, 'run npm run sheets').toBe(sheetIndex());
  const page = readFileSync(new URL('../packages/console/mockups/index.html', import.meta.url), 'utf8');
  for (const [, mockup] of page.matchAll(/class="page" data-name="([^"]+)"/g))
    expect(index.split(`Mockup \`${mockup}\``), mockup).toHaveLength(2);
});

test('every sheet has its picture, and all pictures together take at most 6 MB', () => {
  const files = [...sheets, ...variants].map(({ name }) => new URL(`${name}.webp`, folder));
  expect(files.filter((file) => !existsSync(file)).map(({ pathname }) => pathname)).toEqual([]);
  expect(files.filter((file) => statSync(file).size < 10_000).map(({ pathname }) => pathname)).toEqual([]);
  expect(files.reduce((sum, file) => sum + statSync(file).size, 0)).toBeLessThan(6_000_000);
});
