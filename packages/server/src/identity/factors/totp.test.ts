import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readBase32 } from '../steps/steps.testing.ts';
import { base32, isTotpCode, newTotpSecret, totpCode, totpStepOf, totpUri } from './totp.ts';

const secret = Buffer.from('12345678901234567890');
const at = (seconds: number) => new Date(seconds * 1000).toISOString();

// The codes of RFC 6238 appendix B have eight digits; an app shows the last six.
test.each([
  [59, '94287082'],
  [1111111109, '07081804'],
  [1111111111, '14050471'],
  [1234567890, '89005924'],
  [2000000000, '69279037'],
  [20000000000, '65353130'],
])('computes the RFC 6238 code of second %i', (seconds, code) => {
  const step = Math.floor(seconds / 30);
  expect(totpCode(secret, step)).toBe(code.slice(-6));
  expect(totpStepOf(secret, code.slice(-6), at(seconds))).toBe(step);
});

test('accepts a code with spaces, at most one step early or late', () => {
  fc.assert(
    fc.property(fc.integer({ min: 3, max: 2 ** 31 }), fc.integer({ min: -3, max: 3 }), (now, away) => {
      const typed = totpCode(secret, now + away);
      const found = totpStepOf(secret, `${typed.slice(0, 3)} ${typed.slice(3)}`, at(now * 30 + 29));
      if (Math.abs(away) <= 1) expect(found).toBeDefined();
      // One in a million codes also matches a neighbouring step.
      else expect(found === undefined || totpCode(secret, found) === typed).toBe(true);
    }),
  );
  const outside = [-2, 2].map((away) => totpStepOf(secret, totpCode(secret, 37037037 + away), at(37037037 * 30)));
  expect(outside).toEqual([undefined, undefined]);
});

test('rejects text that is not a code', () => {
  for (const typed of ['', '12345', '1234567', '12345a', '١٢٣٤٥٦', '7K3M-9QWT-XA2B-5CDE']) {
    expect(isTotpCode(typed), typed).toBe(false);
    expect(totpStepOf(secret, typed, at(59)), typed).toBeUndefined();
  }
});

test('encodes a secret in base 32 and in a URI with any name', () => {
  expect(base32(Buffer.from('foobar'))).toBe('MZXW6YTBOI'); // RFC 4648 section 10
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 40 }), (bytes) => {
      expect(readBase32(base32(Buffer.from(bytes))).equals(Buffer.from(bytes))).toBe(true);
    }),
  );
  expect(newTotpSecret()).toHaveLength(20);
  const uri = new URL(totpUri(secret, 'Äcker & Söhne: Hof?', 'ada/lovelace'));
  expect(decodeURIComponent(uri.pathname)).toBe('/Äcker & Söhne: Hof?:ada/lovelace');
  expect(Object.fromEntries(uri.searchParams)).toEqual({ secret: base32(secret), issuer: 'Äcker & Söhne: Hof?' });
});
