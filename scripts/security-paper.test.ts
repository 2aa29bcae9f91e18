import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

// How many requirements each section of OWASP ASVS 5.0.0 has, in the chapters that docs/security.md answers.
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

const rows = readFileSync(join(root, 'docs/security.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()));

test('each requirement has one line', () => {
  const asked = Object.entries(sections).flatMap(([section, count]) =>
    Array.from({ length: count }, (_, index) => `${section}.${index + 1}`),
  );
  expect(rows.map(([, id]) => id)).toEqual(asked);
});

test.each(rows.map(([, id, , answer = '', shown = '']) => ({ id, answer, shown })))(
  '$id is shown',
  ({ answer, shown }) => {
    const evidence = shown === '' ? [] : shown.split(/; (?=`|read: )/);
    if (!/^(does not apply|\*\*Not met\*\*)/.test(answer)) expect(evidence).not.toEqual([]);
    for (const item of evidence) {
      const {
        read,
        file = '',
        title = '',
      } = /^(?:read: `(?<read>.+)`|`(?<file>.+?)` “(?<title>.+)”)$/.exec(item)?.groups ?? {};
      const path = read ?? (/\.(test|spec)\.tsx?$/.test(file) ? file : `packages/server/src/${file}.test.ts`);
      expect(existsSync(join(root, path)), `${item}: ${path}`).toBe(true);
      const text = readFileSync(join(root, path), 'utf8');
      expect(read ?? ["'", '"', '`'].some((quote) => text.includes(`${quote}${title}`)), item).toBeTruthy();
    }
  },
);
