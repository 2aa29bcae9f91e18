import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { settings } from '../packages/server/src/settings.ts';

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

test.each([
  ['README.md', 'docs/'],
  ['docs/README.md', ''],
])('%s links every page for operators', (index, folder) => {
  const pages = readdirSync(new URL('../docs/operations', import.meta.url)).map((file) => `operations/${file}`);
  const text = read(index);
  const missing = [...pages, 'guides/leaving.md'].filter((page) => !text.includes(`](${folder}${page})`));
  expect(missing).toEqual([]);
});

test('docs/operations/settings.md names every setting of the server and of the command line', () => {
  const ofServer = settings.map(({ variable }) => variable).filter((name) => name.startsWith('LICET_'));
  const ofCommandLine = read('packages/cli/src/config.ts').match(/LICET_[A-Z_]+/g) ?? [];
  const page = read('docs/operations/settings.md');
  expect(ofCommandLine).toContain('LICET_SERVER');
  const missing = [...ofServer, ...ofCommandLine].filter((name) => !new RegExp(`\`${name}(?:…)?\``).test(page));
  expect(missing).toEqual([]);
});
