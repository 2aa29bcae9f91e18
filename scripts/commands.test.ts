import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

test('documents use “npx node” to run scripts that import TypeScript', () => {
  const wrong: string[] = [];
  for (const page of ['README.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md')]) {
    const text = readFileSync(page, 'utf8');
    for (const [called, by = '', script = ''] of text.matchAll(/(npx )?node (scripts\/[\w./-]+\.(?:mjs|ts))/g))
      if (by === '' && reachesTypeScript(script)) wrong.push(`${page}: write “npx ${called}”`);
  }
  expect(wrong).toEqual([]);
});

/**
 * Returns whether a module is TypeScript, or directly or indirectly imports TypeScript. Node runs TypeScript only since 22.18, but these
 * commands must start on Node 20.
 */
function reachesTypeScript(path: string, seen = new Set<string>()): boolean {
  if (path.endsWith('.ts')) return true;
  if (seen.has(path) || !existsSync(path)) return false;
  seen.add(path);
  const imported = [...readFileSync(path, 'utf8').matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)].map(
    ([, to = '']) => to,
  );
  return imported.some((to) => reachesTypeScript(join(dirname(path), to), seen));
}

// If `licet` is not installed, npx looks for a package of that name in the registry, even with `--no`. It could then
// run a stranger's package.
test('no document, recipe or message runs licet by npx', () => {
  const places = [
    '*.md',
    'docs/**/*.md',
    'examples/*/*.md',
    'deploy/**/*.*',
    'packages/*/*.md',
    'packages/*/src/**/*.{ts,tsx}',
    'scripts/*.mjs',
  ];
  const files = places.flatMap((place) => globSync(place)).filter((file) => file !== 'CHANGELOG.md');
  expect(files).toContain('docs/operations/upgrading.md');
  const run = /\b(?:npx|npm exec|npm x)(?: +(?:-\S+|[./]\S+))* +licet(?![\w-])/;
  const wrong = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, at) => (run.test(line) ? [`${file}:${at + 1}`] : [])),
  );
  expect(wrong).toEqual([]);
});
