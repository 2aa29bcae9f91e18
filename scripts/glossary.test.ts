import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('../', import.meta.url);
const rows = [
  ...readFileSync(new URL('docs/glossary.md', root), 'utf8').matchAll(/^\| (?!Term|---)(.+?) \| (.+?) \| (.+?) \|$/gm),
].map(([, term = '', meaning = '', where = '']) => ({ term, meaning, where }));
const german = Object.values(
  import.meta.glob<string>('../packages/console/src/**/*.de.ts', { eager: true, query: '?raw', import: 'default' }),
).join('\n');

test('the glossary has at most 60 terms, each once', () => {
  const terms = rows.map(({ term }) => term.replace(/ \(.*/, ''));
  expect(terms.length).toBeGreaterThan(40);
  expect(terms.length).toBeLessThanOrEqual(60);
  expect(new Set(terms).size).toBe(terms.length);
});

test('the glossary names files and folders that exist', () => {
  const paths = rows.flatMap(({ where }) => [...where.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path));
  const missing = paths.filter((path) =>
    ['', 'packages/server/src/', 'packages/contract/src/'].every(
      (folder) => !existsSync(new URL(folder + path.replace(/^contract\//, ''), root)),
    ),
  );
  expect(missing).toEqual([]);
});

test('the glossary quotes only German words that the console uses', () => {
  const words = rows.flatMap(({ term }) => [...term.matchAll(/\*(.+?)\*/g)].map(([, word = '']) => word));
  expect(words.length).toBeGreaterThan(20);
  expect(words.filter((word) => !german.includes(word))).toEqual([]);
});
