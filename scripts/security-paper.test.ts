import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

// The number of requirements in each section of OWASP ASVS 5.0.0, for the chapters that docs/security.md answers.
const sections: Record<string, number> = {
  '6.1': 3,
  '6.2': 12,
  '6.3': 8,
  '6.4': 6,
  '6.5': 8,
  '6.6': 4,
  '6.7': 2,
  '6.8': 4,
  '7.1': 3,
  '7.2': 4,
  '7.3': 2,
  '7.4': 5,
  '7.5': 3,
  '7.6': 2,
  '8.1': 4,
  '8.2': 4,
  '8.3': 3,
  '8.4': 2,
  '9.1': 3,
  '9.2': 4,
  '10.1': 2,
  '10.2': 3,
  '10.3': 5,
  '10.4': 16,
  '10.5': 5,
  '10.6': 2,
  '10.7': 3,
};

const paper = readFileSync(join(root, 'docs/security.md'), 'utf8');
const rows = paper
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()));

test('docs/security.md has one row for each requirement', () => {
  const asked = Object.entries(sections).flatMap(([section, count]) =>
    Array.from({ length: count }, (_, index) => `${section}.${index + 1}`),
  );
  expect(rows.map(([, id]) => id)).toEqual(asked);
});

test.each(rows.map(([, id, , answer = '', shown = '']) => ({ id, answer, shown })))(
  'the evidence of $id exists',
  ({ answer, shown }) => {
    const evidence = shown === '' ? [] : shown.split(/; (?=`|read: )/);
    if (!/^(does not apply|\*\*Not met\*\*)/.test(answer)) expect(evidence).not.toEqual([]);
    for (const item of evidence) expectThere(item);
  },
);

test('each fault in “Faults survived” has evidence that exists', () => {
  const [, section = ''] = /\n## Faults survived\n(.*?)\n## /s.exec(paper) ?? [];
  const faults = section.split('\n').filter((line) => /^\| (?!What happens|---)/.test(line));
  expect(faults.length).toBeGreaterThanOrEqual(13);
  for (const line of faults) {
    const [, , , shown = ''] = line.split('|').map((cell) => cell.trim());
    expect(shown, line).not.toBe('');
    for (const item of shown.split('; ')) expectThere(item);
  }
});

/** Expects that the evidence of a line exists. The evidence is a file, or a test that is given by the start of its title. */
function expectThere(item: string): void {
  const {
    read,
    file = '',
    title = '',
  } = /^(?:read: `(?<read>.+)`|`(?<file>.+?)` “(?<title>.+)”)$/.exec(item)?.groups ?? {};
  const path = read ?? pathOf(file);
  expect(existsSync(join(root, path)), `${item}: ${path}`).toBe(true);
  const text = readFileSync(join(root, path), 'utf8');
  expect(read ?? ["'", '"', '`'].some((quote) => text.includes(`${quote}${title}`)), item).toBeTruthy();
}

/** Returns the path of a test file from its short name in the paper. */
function pathOf(file: string): string {
  if (/\.(test|spec)\.tsx?$/.test(file)) return file;
  return file.startsWith('e2e/attacks/') ? `${file}.ts` : `packages/server/src/${file}.test.ts`;
}

test('each of the 45 attacks has a test with its number', () => {
  const folder = join(root, 'e2e/attacks');
  const texts = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  const lines = texts.flatMap((text) =>
    [...text.matchAll(/attack\(\s*['"`](\d\d) /g)].map(([, number]) => Number(number)),
  );
  expect([...new Set(lines)].toSorted((a, b) => a - b)).toEqual(Array.from({ length: 45 }, (_, index) => index + 1));
});
