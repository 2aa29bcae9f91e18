import { createRemoteJWKSet, jwtVerify } from 'jose';
import * as client from 'openid-client';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { addApplication, type TestStore, testStore } from '../../store/store.testing.ts';
import {
  addClient,
  addSignInUser,
  arrange,
  password,
  signIn,
  startServer,
  type TestClient,
  type TestServer,
  testKey,
} from '../steps/sign-in.testing.ts';
import { begin } from '../steps/steps.testing.ts';
import { checkServerKey, decrypt, encrypt } from './secrets.ts';
import { ensureFirstKeys, readKeys, rotate } from './signing-keys.ts';

let store: TestStore;
let first: TestServer & { address: string };
let second: TestServer & { address: string };
let shop: TestClient;
let console: TestClient;

const operator = { kind: 'operator', id: null, name: 'operator' } as const;

beforeAll(async () => {
  store = await testStore();
  first = await startServer(store);
  second = await startServer(store, { issuer: first.issuer });
  await arrange(store, async (handle) => {
    shop = await addClient(handle, await addApplication(handle, 'shop', 'Shop'));
    const { rows } = await handle.connection.query<{ id: string }>(`select id from applications where key = 'licet'`);
    console = await addClient(handle, { id: rows[0]?.id ?? '', key: 'licet', name: 'Licet', admin: '' });
    await addSignInUser(first, handle, { username: 'ada' });
  });
});

afterAll(async () => {
  await first.close();
  await second.close();
  await store.close();
});

const kidOf = (token: string) =>
  (JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as { kid: string }).kid;

async function published(address: string, algorithm = 'ES256'): Promise<string[]> {
  const { keys } = (await (await fetch(`${address}/oidc/jwks`)).json()) as { keys: { kid: string; alg: string }[] };
  const shown = new Set(keys.flatMap((key) => Object.keys(key)));
  expect([...shown].sort()).toEqual(['alg', 'crv', 'e', 'kid', 'kty', 'n', 'use', 'x', 'y']);
  return keys.filter(({ alg }) => alg === algorithm).map(({ kid }) => kid);
}

test('a rotation makes every process sign with the next key, and earlier signatures stay valid', async () => {
  const { tokens, config } = await signIn(first, shop, 'ada');
  const own = await signIn(first, console, 'ada');
  const [before = '', next = ''] = await published(second.address);
  const [rsa = '', nextRsa = ''] = await published(second.address, 'RS256');
  expect(kidOf(tokens.access_token)).toBe(before);
  await first.identity.rotateKeys(operator);
  expect((await published(first.address)).slice(0, 1)).toEqual([next]);
  await vi.waitFor(async () => expect((await published(second.address)).slice(0, 1)).toEqual([next]));
  const now = await published(second.address);
  expect(now).toHaveLength(3);
  expect(now[2]).toBe(before);
  const rsaNow = await published(second.address, 'RS256');
  expect([rsaNow.length, rsaNow[0], rsaNow[2]]).toEqual([3, nextRsa, rsa]);
  const renewed = await client.refreshTokenGrant(config, tokens.refresh_token ?? '');
  expect(kidOf(renewed.access_token)).toBe(next);
  const keys = createRemoteJWKSet(new URL(`${second.address}/oidc/jwks`));
  for (const token of [tokens.access_token, renewed.access_token])
    await jwtVerify(token, keys, { issuer: first.issuer, audience: 'shop', typ: 'at+jwt', algorithms: ['ES256'] });
  const headers = { authorization: `Bearer ${own.tokens.access_token}` };
  expect((await fetch(`${second.address}/api/v1/whoami`, { headers })).status).toBe(200);
  const { rows } = await store.database.pool.query('select action, target_id from change order by no desc limit 1');
  expect(rows[0]).toEqual({ action: 'key.rotated', target_id: next });
});

test('a sign-in on another server works right after a rotation', async () => {
  await rotate(store.database, testKey, operator);
  const { tokens } = await signIn(second, shop, 'ada');
  expect(tokens.access_token).toBeTypeOf('string');
});

test('a sign-in that began before a rotation completes with a token of the new key', async () => {
  const page = await begin(first, shop);
  await first.identity.rotateKeys(operator);
  const answer = await page.post('', { login: 'ada', password }, page.browser.at(second.address));
  const [signing] = await published(first.address);
  const { access_token: token } = await page.finish(answer);
  expect(kidOf(token)).toBe(signing);
});

test('private keys are encrypted at rest and bound to their id', async () => {
  const { rows } = await store.database.pool.query<{ kid: string; private_key: Buffer }>(
    'select kid, private_key from signing_keys',
  );
  for (const { private_key: sealed } of rows) expect(sealed.toString('latin1')).not.toContain('"d"');
  const [one, other] = rows;
  expect(() => decrypt(testKey, one?.private_key ?? Buffer.alloc(0), other?.kid ?? '')).toThrow();
  expect(() => decrypt(Buffer.alloc(32, 8), one?.private_key ?? Buffer.alloc(0), one?.kid ?? '')).toThrow();
  expect(decrypt(testKey, encrypt(testKey, 'text', 'x'), 'x')).toBe('text');
});

test('adds RSA keys to an older database at startup, and keeps the other keys', async () => {
  const old = await testStore();
  await ensureFirstKeys(old.database, testKey);
  const [before] = await readKeys(old.database, testKey);
  await old.database.pool.query(`delete from signing_keys where algorithm = 'RS256'`);
  await ensureFirstKeys(old.database, testKey);
  const keys = await readKeys(old.database, testKey);
  expect([keys.length, keys[0]?.kid]).toEqual([4, before?.kid]);
  await old.close();
});

test('refuses a process with another server key', async () => {
  await expect(checkServerKey(store.database, Buffer.alloc(32, 8))).rejects.toThrow('LICET_ENCRYPTION_KEY');
  await expect(startServer(store, { serverKey: Buffer.alloc(32, 9) })).rejects.toThrow('encryption key');
});

test('creates the keys once when several servers start at the same moment', async () => {
  const fresh = await testStore();
  await Promise.all(Array.from({ length: 5 }, () => ensureFirstKeys(fresh.database, testKey)));
  const keys = await readKeys(fresh.database, testKey);
  const made = keys.map(({ state, algorithm }) => `${algorithm} ${state}`);
  expect(made).toEqual(['ES256 current', 'ES256 next', 'RS256 current', 'RS256 next']);
  await fresh.close();
});
