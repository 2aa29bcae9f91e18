import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { style } from './page-style.ts';

test('the pages without script have the colours of the console', async () => {
  const tokens = await readFile(new URL('../../../../console/src/ui/tokens.css', import.meta.url), 'utf8');
  const colours = (css: string) =>
    new Map(
      [...css.matchAll(/(--[\w-]+):\s*(light-dark\(oklch\([^)]*\),\s*oklch\([^)]*\)\))/g)].map(([, name, value]) => [
        name,
        value?.replace(/,\s*/g, ', '),
      ]),
    );
  const theirs = colours(tokens);
  const ours = colours(style);
  expect(ours.size).toBeGreaterThan(15);
  for (const [name, value] of ours) expect([name, value]).toEqual([name, theirs.get(name)]);
});
