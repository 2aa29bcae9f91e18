import { expect, test } from 'vitest';
import { escaped } from './show.ts';

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

test.each(looksLikeALink)('prints the name %s in a pull request as it is, without a link', (name) => {
  const text = escaped(name);
  // Texts that GitHub turns into links without markup, before or after it processes escapes: GitHub Flavored Markdown
  // 0.29, section 6.9.
  expect(text.replaceAll('\\', '')).not.toMatch(/www\.|:\/\/|@[\w-]|#\d|GH-\d/i);
  expect(text.replace(/[\\\u2060]/g, '')).toBe(name);
});

test('escapes the markup of Markdown', () => {
  expect(escaped('[a](b) <i> `c` | *d*')).toBe('\\[a\\]\\(b\\) \\<i\\> \\`c\\` \\| \\*d\\*');
});
