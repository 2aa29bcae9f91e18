import { expect, it } from 'vitest';
import { ownFiles } from './keep-offline.ts';

it('keeps the console’s own files for offline use, but no responses of the API', () => {
  const origin = 'https://id.example';
  const loaded = [
    `${origin}/assets/main-1.js`,
    `${origin}/assets/main-1.js`,
    `${origin}/theme.js`,
    `${origin}/licet.svg`,
    `${origin}/api/v1/me`,
    `${origin}/token`,
    'https://elsewhere.example/assets/other.js',
  ];
  expect(ownFiles(loaded, origin)).toEqual(['/assets/main-1.js', '/theme.js', '/licet.svg']);
});
