import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

test('pages run scripts that need TypeScript by the Node of the clone', () => {
  const wrong: string[] = [];
  for (const page of ['README.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md')]) {
    const text = readFileSync(page, 'utf8');
    for (const [called, by = '', script = ''] of text.matchAll(/(npx )?node (scripts\/[\w./-]+\.mjs)/g))
      if (by === '' && reachesTypeScript(script)) wrong.push(`${page}: write “npx ${called}”`);
  }
  expect(wrong).toEqual([]);
});

/** Whether a module imports TypeScript, itself or by what it imports: Node runs that from 22.18 on, and a clone takes Node 20. */
function reachesTypeScript(path: string, seen = new Set<string>()): boolean {
  if (seen.has(path) || !existsSync(path)) return false;
  seen.add(path);
  const imported = [...readFileSync(path, 'utf8').matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)].map(
    ([, to = '']) => to,
  );
  return imported.some((to) => to.endsWith('.ts') || reachesTypeScript(join(dirname(path), to), seen));
}
