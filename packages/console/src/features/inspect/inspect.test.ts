import { can, explain } from '@licet/rule';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { processorTimes } from '../../../../../scripts/processor-time.testing.ts';
import { printClaims, readToken } from './reading.ts';
import { sampleToken } from './token-field.tsx';
import { leftText } from './validity.tsx';

const now = 1_800_000_000;

test('each sample token is valid, expired, an admin’s or incomplete, as its name says', () => {
  const of = (kind: Parameters<typeof sampleToken>[0]) => {
    const { token } = readToken(sampleToken(kind, now));
    return token ? explain(token, 'invoices.read', now) : undefined;
  };
  expect(of('valid')).toEqual({ permitted: true, reason: 'listed' });
  expect(of('expired')).toEqual({ permitted: false, reason: 'expired', since: now - 3600 });
  expect(of('admin')).toEqual({ permitted: true, reason: 'admin' });
  expect(of('reference')).toEqual({ permitted: false, reason: 'incomplete' });
});

test('reads a token that was copied with its header, quotes or line breaks', () => {
  const token = sampleToken('valid', now);
  for (const pasted of [` ${token}\n`, `Bearer ${token}`, `authorization: DPoP ${token}`, `"${token}",`])
    expect(readToken(pasted).token?.sub).toBe('sample-user');
});

test('reports why a token is malformed', () => {
  const token = (claims: object) => `e30.${btoa(JSON.stringify(claims)).replaceAll('=', '')}.x`;
  expect(readToken('not a token').malformed).toBe('payload');
  expect(readToken(token({ exp: 1 })).malformed).toBe('sub');
  expect(readToken(token({ sub: 'a', roles: 'admin', exp: 1 })).malformed).toBe('roles');
  expect(readToken(token({ sub: 'a', permissions: [1], exp: 1 })).malformed).toBe('permissions');
  expect(readToken(token({ sub: 'a', permissions_ref: 1, exp: 1 })).malformed).toBe('permissions_ref');
  expect(readToken(token({ sub: 'a' })).malformed).toBe('exp');
});

test('decodes any pasted text, or says why it is not a token', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.string().map((text) => `e30.${btoa(encodeURIComponent(text))}.`),
      ),
      (pasted) => {
        const { token, malformed } = readToken(pasted);
        expect(token === undefined).toBe(malformed !== undefined);
        if (token) expect(typeof can(token, 'x', now)).toBe('boolean');
      },
    ),
  );
});

test('reads and prints a large token in time proportional to its size', async () => {
  const pastedOf = (count: number) => {
    const permissions = Array.from({ length: count }, (_, place) => `permission.number.${place}`);
    const claims = { sub: 'a', roles: [], permissions, exp: now };
    return `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.x`;
  };
  const [pasted, part] = [pastedOf(30_000), pastedOf(3000)];
  const print = (text: string) => printClaims(readToken(text).claims ?? {}).printed;
  const { whole, parts } = await processorTimes({
    whole: () => print(pasted),
    parts: () => {
      for (let time = 0; time < 10; time += 1) print(part);
    },
  });
  expect(whole).toBeLessThan(3 * parts + 10);
  expect(readToken(pasted).token?.permissions).toHaveLength(30_000);
  expect(print(pasted)[2]?.text).toContain('… and 29,992 more');
});

test('prints short claims on one line, and times in words', () => {
  const { printed } = printClaims({ roles: ['clerk', 'reader'], exp: 0, n: null, o: { a: 1 } });
  expect(printed.map(({ text }) => text)).toEqual(['["clerk", "reader"]', '0', 'null', '{"a": 1}']);
  expect(printed[1]?.note).toMatch(/1970/);
});

test('formats the remaining lifetime in hours, minutes and seconds', () => {
  expect(leftText(216_000, 0)).toBe('3:36');
  expect(leftText(999, 0)).toBe('0:01');
  expect(leftText(7_509_000, 0)).toBe('2:05:09');
  expect(leftText(86_400_000 * 2, 0)).toBe('2 d 00:00:00');
  expect(leftText(0, 5)).toBe('0:00');
});
