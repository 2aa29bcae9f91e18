import { createSecretKey } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { cookieSignatures, encrypt, secretsOf } from './secrets.ts';

const key = Buffer.alloc(32, 7);

test('a stored secret opens only with the same key and context', () => {
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

describe('cookie signatures', () => {
  const [first, before, strange] = ['a key', 'one before', 'another'].map((text) => createSecretKey(text, 'utf8'));
  if (!first || !before || !strange) throw new Error('There are three.');
  const signatures = cookieSignatures([first, before]);

  test('equal those of Keygrip', () => {
    expect(signatures.sign('licet_session=abc')).toBe('bHTc5qItyLYAnc0IUgYW0gWcV8U');
    expect(signatures.sign('x')).toBe('6xSaGLRsYyIrqs4ejUI4kfwpoqc');
    expect(signatures.sign('licet_sign_in=ü')).toBe('FQQeQfPvDm9ZiHKTBGxmF2p2gQ4');
  });

  test('are traced to the position of the key that signed them', () => {
    expect(signatures.index('licet_session=abc', 'bHTc5qItyLYAnc0IUgYW0gWcV8U')).toBe(0);
    expect(signatures.index('licet_session=abc', 'WfkzyM8WFc9rymayVA135ba9CJ0')).toBe(1);
    expect(signatures.index('licet_session=abc', cookieSignatures([strange]).sign('licet_session=abc'))).toBe(-1);
  });

  test.each(['', 'bHTc5qItyLYAnc0IUgYW0gWcV8', 'bHTc5qItyLYAnc0IUgYW0gWcV8V', 'bHTc5qItyLYAnc0IUgYW0gWcV8UU', 'ü'])(
    '%j is not a valid signature',
    (forged) => {
      expect(signatures.verify('licet_session=abc', 'bHTc5qItyLYAnc0IUgYW0gWcV8U')).toBe(true);
      expect(signatures.verify('licet_session=abc', forged)).toBe(false);
      expect(signatures.verify('licet_session=abd', 'bHTc5qItyLYAnc0IUgYW0gWcV8U')).toBe(false);
    },
  );
});
