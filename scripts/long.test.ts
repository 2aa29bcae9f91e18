import { expect, test } from 'vitest';
import { pageOf, resultsOf, rowsOf } from './long.ts';

const day = '2026-11-23';
const many = Array.from({ length: 20 }, (_, index) => ` ✓ e2e/fuzz.test.ts > every call > call ${index + 1} 500ms`);
const rowsFrom = (output: string, byName = false) => rowsOf(resultsOf(output, { byName }), { day, byName });
const linesFrom = (output: string, byName = false) => rowsFrom(output, byName).map(({ line }) => line);

test('each test has a line in the record, and a test whose set-up failed is listed as failed', () => {
  const output = [
    ' ✓ e2e/a.test.ts > signs in 61234ms',
    ' ↓ e2e/a.test.ts > by Traefik > signs in',
    ' ↓ e2e/a.test.ts > by nginx > signs in',
    ' × e2e/a.test.ts > by Caddy > signs in 1200ms',
    ' FAIL  e2e/a.test.ts > by nginx',
    ' FAIL  e2e/a.test.ts > by Caddy > signs in',
  ].join('\n');
  expect(linesFrom(output)).toEqual([
    '| passed | signs in | e2e/a.test.ts | 61 s | 2026-11-23 |',
    '| skipped | by Traefik > signs in | e2e/a.test.ts |  | 2026-11-23 |',
    '| failed | by nginx > signs in | e2e/a.test.ts |  | 2026-11-23 |',
    '| failed | by Caddy > signs in | e2e/a.test.ts | 1 s | 2026-11-23 |',
  ]);
});

test('passed tests of a large suite are counted, and other tests are named', () => {
  const output = [...many, ' × e2e/fuzz.test.ts > every call > call 21 70ms', ' ✓ e2e/fuzz.test.ts > it is whole 9ms'];
  expect(linesFrom(output.join('\n'))).toEqual([
    '| 20 passed | every call | e2e/fuzz.test.ts | 10 s | 2026-11-23 |',
    '| failed | every call > call 21 | e2e/fuzz.test.ts | 0 s | 2026-11-23 |',
    '| passed | it is whole | e2e/fuzz.test.ts | 0 s | 2026-11-23 |',
  ]);
});

test('tests chosen by name have a line each, and the others in their files have none', () => {
  expect(linesFrom([...many, ' ↓ e2e/fuzz.test.ts > every call > call 21'].join('\n'), true)).toHaveLength(20);
});

test('a run replaces only the lines of the files or tests that it ran, and drops the lines of deleted files', () => {
  const before = [
    '| failed | by nginx > signs in | e2e/a.test.ts | 3 s | 2026-11-20 |',
    '| passed | by Caddy > signs in | e2e/a.test.ts | 3 s | 2026-11-20 |',
    '| 212 passed | every call | e2e/fuzz.test.ts | 3 s | 2026-11-20 |',
    '| skipped | a > b (there is no x) | e2e/b.test.ts |  | 2026-11-20 |',
  ];
  const [nginx = '', caddy, fuzz = '', b] = before;
  const linesOf = (page: string) => page.split('\n').filter((line) => line.includes('.test.ts'));
  const page = pageOf(before.join('\n'), [], { cores: 2 });
  expect(linesOf(page)).toEqual([nginx, caddy, b, fuzz]);
  const now = nginx.replace('failed', 'passed').replace('20 |', '23 |');
  const chosen = rowsFrom(' ✓ e2e/a.test.ts > by nginx > signs in 3000ms', true);
  expect(linesOf(pageOf(page, chosen, { cores: 2, byName: true }))).toEqual([caddy, now, b, fuzz]);
  const whole = rowsFrom(many.join('\n'));
  const exists = (file: string) => file !== 'e2e/b.test.ts';
  expect(linesOf(pageOf(page, whole, { cores: 2, exists }))).toEqual([nginx, caddy, whole[0]?.line]);
});
