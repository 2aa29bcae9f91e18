import type { PlanEffect } from '@licet/contract';
import { expect, test } from 'vitest';
import { effectLines } from './effects.ts';
import { escaped, formatted, type PlanToFormat } from './show.ts';

const looksLikeALink = [
  'https://evil.example/login',
  'HTTP://EVIL.example',
  'See ftp://evil.example',
  'www.evil.example',
  '(WWW.evil.example)',
  'ada@evil.example',
  'mailto:ada@evil.example',
  '@everybody',
  'shop/till#12',
  'GH-12',
];

test.each(looksLikeALink)('prevents GitHub from turning the name %s into a link', (name) => {
  const text = escaped(name);
  // GitHub turns these texts into links (GitHub Flavored Markdown 0.29, section 6.9), even if they contain backslash
  // escapes.
  expect(text.replaceAll('\\', '')).not.toMatch(/www\.|:\/\/|@[\w-]|#\d|GH-\d/i);
  expect(text.replace(/[\\\u2060]/g, '')).toBe(name);
});

test('escapes the markup of Markdown', () => {
  expect(escaped('[a](b) <i> `c` | *d*')).toBe('\\[a\\]\\(b\\) \\<i\\> \\`c\\` \\| \\*d\\*');
});

const at = '2026-11-27T00:00:00.000000Z';
const none = { roles: [], permissions: [] };
const effect = (more: Partial<PlanEffect>): PlanEffect => ({
  application: { id: 'shop', name: 'Shop' },
  at,
  gains: none,
  loses: none,
  keeps: [],
  keptBy: none,
  count: 1,
  holders: [{ kind: 'user', id: 'ana', name: 'Ana' }],
  ...more,
});
const effects = [
  effect({ count: 11_340, notListed: true }),
  effect({ notListed: true, notCompared: 'holder_too_large' }),
  effect({ loses: { roles: ['clerk'], permissions: ['sell'] } }),
];

test('lists the users whose changes do not fit at the end', () => {
  expect(effectLines({ at, effects, notEvaluated: [] })).toEqual([
    'Who gains and loses what:',
    '  shop: Ana',
    '    − role clerk; sell',
    'There are too many changes to list. These users and programs are affected as well:',
    '  shop: Ana and 11,339 more',
    '  shop: Ana (not compared: too many roles and permissions)',
  ]);
});

test('in a pull request, the table precedes the users whose changes do not fit', () => {
  const plan = { version: 1, at, digest: '', effects, notEvaluated: [], count: 1, refused: [] };
  const planned: PlanToFormat = { lines: [], plan, forgotten: [], stays: [], moved: [] } as never;
  const [table, more] = formatted(planned, 'markdown').split(
    '**There are too many changes to list. These users and programs are affected as well:**',
  );
  expect(table).toContain('| Ana | shop |');
  expect(table).not.toContain('11,339');
  expect(more).toContain('- shop: Ana and 11,339 more');
});
