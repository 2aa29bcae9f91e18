import { expect, test } from 'vitest';
import { encrypt, secretsOf } from './secrets.ts';

const key = Buffer.alloc(32, 7);

test('a stored secret opens with the same key and the same context', () => {
  const { seal, open } = secretsOf(key);
  const sealed = seal('a secret', 'totp of ada');
  expect(open(sealed, 'totp of ada')).toBe('a secret');
  expect(sealed.equals(seal('a secret', 'totp of ada'))).toBe(false);
  expect(sealed.includes('a secret')).toBe(false);
  const changed = Buffer.from(sealed);
  changed[14] = (changed[14] ?? 0) ^ 1;
  expect(() => open(sealed, 'totp of bob')).toThrow();
  expect(() => open(changed, 'totp of ada')).toThrow();
  expect(() => secretsOf(Buffer.alloc(32, 8)).open(sealed, 'totp of ada')).toThrow();
  expect(() => open(encrypt(key, 'a signing key', 'kid'), 'kid')).toThrow();
});
