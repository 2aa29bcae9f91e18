import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { fonts, packagesOf, strangeLicences } from './licences.mjs';

interface Entry {
  readonly license?: string;
  readonly link?: boolean;
}
const read = (path: string) => readFileSync(fileURLToPath(new URL(`../${path}`, import.meta.url)), 'utf8');
const packages: Record<string, Entry & Record<string, Record<string, string> | undefined>> = JSON.parse(
  read('package-lock.json'),
).packages;

/** Returns the external packages of the workspaces, each with the package.json files that contain it. */
function direct(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [path, entry] of Object.entries(packages)) {
    if (path !== '' && !/^(packages|examples)\/[^/]+$/.test(path)) continue;
    const names = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'].flatMap((kind) =>
      Object.keys(entry[kind] ?? {}),
    );
    for (const name of new Set(names))
      if (!packages[`node_modules/${name}`]?.link)
        found.set(name, [...(found.get(name) ?? []), path === '' ? 'root' : path.replace(/^.*\//, '')]);
  }
  return found;
}

/** The rows of the page's tables: package, where, why, licence. */
const rows = [...read('docs/dependencies.md').matchAll(/^\| (?!package |---)(.+) \|$/gm)].map(([, row = '']) =>
  row.split(' | ').map((cell) => cell.replaceAll('`', '').trim()),
);

test('docs/dependencies.md gives a reason for every direct dependency, and lists no other package', () => {
  expect(rows.map(([name]) => name).sort()).toEqual([...direct().keys()].sort());
  for (const [name, , why = ''] of rows)
    expect(why.split(' ').length, `why ${name} is there, in words`).toBeGreaterThan(2);
});

test('each row of docs/dependencies.md names the workspaces that use a package, and its licence', () => {
  const said = rows.map(([name = '', where = '', , licence]) => [name, where.split(', ').sort(), licence]);
  const found = [...direct()].map(([name, where]) => [
    name,
    [...where].sort(),
    packages[`node_modules/${name}`]?.license,
  ]);
  const byName = (rows: (typeof found)[number][]) => rows.sort(([one], [other]) => (`${one}` < `${other}` ? -1 : 1));
  expect(byName(said)).toEqual(byName(found));
});

test('the licences of all dependencies of Licet, the console and the example permit redistribution', () => {
  const places = ['server', 'cli', 'evidence', 'console', 'api'].map((name) => `packages/${name}`);
  const all = packagesOf([...places, 'examples/ledger'], fonts);
  expect(all.length).toBeGreaterThan(50);
  expect(strangeLicences(all)).toEqual([]);
  expect(strangeLicences([{ path: '', name: 'one', version: '1', licence: 'SSPL-1.0' }])).toHaveLength(1);
  expect(strangeLicences([{ path: '', name: 'one', version: '1', licence: '(MIT OR GPL-3.0-only)' }])).toEqual([]);
});
