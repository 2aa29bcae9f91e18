import { createSecretKey } from 'node:crypto';
import { expect, test } from 'vitest';
import { cookieSignatures } from './cookie-signatures.ts';

const [first, before, strange] = ['a key', 'one before', 'another'].map((text) => createSecretKey(text, 'utf8'));
if (!first || !before || !strange) throw new Error('There are three.');
const signatures = cookieSignatures([first, before]);

test('cookies are signed as Keygrip signs them: an older server accepts them, and its own are accepted', () => {
  expect(signatures.sign('licet_session=abc')).toBe('bHTc5qItyLYAnc0IUgYW0gWcV8U');
  expect(signatures.sign('x')).toBe('6xSaGLRsYyIrqs4ejUI4kfwpoqc');
  expect(signatures.sign('licet_sign_in=ü')).toBe('FQQeQfPvDm9ZiHKTBGxmF2p2gQ4');
});

test('returns the position of the key, so that an older signature is replaced', () => {
  expect(signatures.index('licet_session=abc', 'bHTc5qItyLYAnc0IUgYW0gWcV8U')).toBe(0);
  expect(signatures.index('licet_session=abc', 'WfkzyM8WFc9rymayVA135ba9CJ0')).toBe(1);
  expect(signatures.index('licet_session=abc', cookieSignatures([strange]).sign('licet_session=abc'))).toBe(-1);
});

test.each(['', 'bHTc5qItyLYAnc0IUgYW0gWcV8', 'bHTc5qItyLYAnc0IUgYW0gWcV8V', 'bHTc5qItyLYAnc0IUgYW0gWcV8UU', 'ü'])(
  '%j is not a signature',
  (forged) => {
    expect(signatures.verify('licet_session=abc', 'bHTc5qItyLYAnc0IUgYW0gWcV8U')).toBe(true);
    expect(signatures.verify('licet_session=abc', forged)).toBe(false);
    expect(signatures.verify('licet_session=abd', 'bHTc5qItyLYAnc0IUgYW0gWcV8U')).toBe(false);
  },
);
