// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLicet, type Licet } from './index.ts';
import { createTokenStore, tokensIn } from './tokens.ts';

const options = { issuer: 'http://127.0.0.1:9', clientId: 'c', audience: 'ledger', live: false };
const name = `licet ${options.issuer} c`;
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const tokenOf = (claims: object) =>
  `${encode({ alg: 'none' })}.${encode({ sub: 'eve', roles: ['admin'], exp: Date.now() / 1000 + 300, ...claims })}.`;

let licet: Licet | undefined;
beforeEach(() => sessionStorage.clear());
afterEach(() => {
  licet?.close();
  sessionStorage.clear();
});

/** Creates a client that finds this value in storage. Returns the statuses that it shows, until `signed-out`. */
async function shown(kept: unknown): Promise<string[]> {
  sessionStorage.setItem(name, JSON.stringify(kept));
  const made = createLicet(options);
  licet = made;
  const seen = [made.current().status];
  await new Promise<void>((resolve) => {
    made.subscribe(() => {
      seen.push(made.current().status);
      if (made.current().status === 'signed-out') resolve();
    });
  });
  return seen;
}

test('deletes a stored token that is not bound to a key, without using it', async () => {
  expect(await shown({ access: tokenOf({}), refresh: 'r', id: tokenOf({}), offset: 0 })).toEqual([
    'loading',
    'signed-out',
  ]);
  expect(sessionStorage.getItem(name)).toBeNull();
});

test('deletes a stored token once it proves to be bound to another key', async () => {
  const access = tokenOf({ cnf: { jkt: 'another' } });
  expect(await shown({ access, refresh: 'r', id: access, offset: 0 })).toEqual(['held', 'signed-out']);
  expect(sessionStorage.getItem(name)).toBeNull();
});

test('accepts a stored clock offset of up to a day', () => {
  const tokens = { access: 'a', refresh: 'r', id: 'i' };
  const offsets = [3600, -86_400, 86_401, -1e12, Number.POSITIVE_INFINITY, Number.NaN];
  expect(offsets.map((offset) => tokensIn({ ...tokens, offset })?.offset)).toEqual([3600, -86_400, 0, 0, 0, 0]);
  sessionStorage.setItem('n', JSON.stringify({ ...tokens, offset: -1e10 }));
  expect(createTokenStore('session', 'n').read()).toEqual({ ...tokens, offset: 0 });
});
