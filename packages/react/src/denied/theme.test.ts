import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { TOKENS } from './tokens.ts';

const propertiesIn = (text: string) => new Set(text.match(/--licet-[a-z-]+/g));

test('README.md lists exactly the properties that the styles read', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  const themes = readme.slice(readme.indexOf('## Themes'), readme.indexOf('## Devtools'));
  expect([...propertiesIn(themes)].sort()).toEqual([...propertiesIn(TOKENS), '--licet-color-scheme'].sort());
});
