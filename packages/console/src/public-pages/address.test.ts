import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';

const script = readFileSync(new URL('../../public/address.js', import.meta.url), 'utf8');

/** Returns the URL to which a page redirects, if the server's public address is `issuer`. */
function ledTo(page: string, issuer: string): string | undefined {
  const to: string[] = [];
  const { origin, hostname, pathname, search, hash } = new URL(page);
  const location = { origin, hostname, pathname, search, hash, replace: (address: string) => void to.push(address) };
  const document = { currentScript: { dataset: { issuer } }, documentElement: {} };
  runInNewContext(script, { document, location, URL, sessionStorage: { getItem: () => null, setItem: () => {} } });
  return to[0];
}

test.each([
  ['https://old.example/invited?a=b#token=t', 'https://id.example', 'https://id.example/invited?a=b#token=t'],
  ['https://old.example//evil.example', 'https://id.example', 'https://id.example//evil.example'],
  ['http://127.0.0.1:4080/users', 'http://localhost:4081', 'http://localhost:4081/users'],
  ['https://id.example/users', 'https://id.example', undefined],
  ['https://id.example/set-password#token=t', 'http://localhost:4080', undefined],
])('opening %s with the public address %s redirects to %s', (page, issuer, to) => expect(ledTo(page, issuer)).toBe(to));
