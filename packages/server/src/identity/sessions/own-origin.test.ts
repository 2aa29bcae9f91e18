import { expect, test } from 'vitest';
import { ownOrigin } from './own-origin.ts';

const local = ['http://127.0.0.1:5173', 'http://localhost:5173', 'http://[::1]:5173'];
const strange = [
  'https://evil.example',
  'https://id.example.evil.example',
  'https://id.example:8443',
  'http://id.example',
  'http://127.0.0.1.evil.example',
  'http://localhost.evil.example',
  'http://127.0.0.1@evil.example',
  'file://localhost',
  'null',
  '',
];

test('an issuer on the network accepts only its own pages, and none of the local machine', () => {
  const isOwn = ownOrigin('https://id.example/licet');
  expect(isOwn('https://id.example')).toBe(true);
  for (const origin of [...local, ...strange]) expect(isOwn(origin), origin).toBe(false);
});

test.each(['http://127.0.0.1:4000', 'http://localhost:4000', 'http://[::1]:4000'])(
  'an issuer at %s accepts pages of this machine, and no others',
  (issuer) => {
    const isOwn = ownOrigin(issuer);
    for (const origin of [issuer, ...local]) expect(isOwn(origin), origin).toBe(true);
    for (const origin of strange) expect(isOwn(origin), origin).toBe(false);
  },
);
