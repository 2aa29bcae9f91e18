import { expect, test } from 'vitest';
import { mailLanguageOf } from './languages.ts';

test('a person is written to in the language that their browser would rather have, of those there are', () => {
  expect(mailLanguageOf('de-CH,de;q=0.9,en;q=0.8')).toBe('de');
  expect(mailLanguageOf('en;q=0.3, de;q=0.7')).toBe('de');
  expect(mailLanguageOf('fr-FR, sv;q=0.9, en-GB;q=0.1')).toBe('en');
  for (const none of [undefined, '', '*', 'fr', 'de;q=0', 'de;q=x', ';;,,q=', 'x'.repeat(10_000)])
    expect(mailLanguageOf(none), none).toBeUndefined();
});
