import { limits } from '@licet/contract';
import * as client from 'openid-client';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { findRecord, saveRecord, writeRecords } from '../../store/sign-in/records.ts';
import { endSessionsOf } from '../../store/sign-in/sessions.ts';
import { sweep } from '../../store/sign-in/sweep.ts';
import { findPermissionList, firstSeen, keepPermissionList } from '../../store/sign-in/tokens.ts';
import { addUser, type TestStore } from '../../store/store.testing.ts';
import {
  addSignInUser,
  arrange,
  claimsOf,
  signIn,
  type TestClient,
  type TestServer,
  testShop,
} from './sign-in.testing.ts';

let store: TestStore;
let server: TestServer;
let app: TestClient;

beforeAll(async () => {
  const started = await testShop();
  ({ store, server, app } = started);
  return started.close;
});
afterEach(() => store.setClock(0));

const hour = 3_600_000;
const someone = async () => (await arrange(store, (change) => addSignInUser(server, change))).username;
const verify = (token: string) =>
  server.identity.verify({ method: 'GET', url: '/', headers: { authorization: `Bearer ${token}` } }, undefined);
const subjectOf = (token: string) => String(claimsOf(token).sub);

describe('according to the clock of the database', () => {
  test('records of the OpenID provider expire and cannot be used afterwards', async () => {
    const { database } = store;
    const code = { model: 'AuthorizationCode', id: 'code' };
    const use = () => writeRecords(database, { saved: [], removed: [], used: code });
    await saveRecord(database, { ...code, payload: { uid: 'u' }, seconds: 60 });
    store.setClock(59_000);
    expect(await findRecord(database, 'AuthorizationCode', 'code')).toBeDefined();
    store.setClock(61_000);
    expect(await findRecord(database, 'AuthorizationCode', 'code')).toBeUndefined();
    expect(await use()).toBe(false);
    store.setClock(0);
    expect(await use()).toBe(true);
  });

  test('a proof that was used once is remembered until it expires', async () => {
    const { database } = store;
    const proof = Buffer.from('a proof');
    expect(await firstSeen(database, proof, 60)).toBe(true);
    store.setClock(59_000);
    await sweep(database);
    expect(await firstSeen(database, proof, 60)).toBe(false);
    store.setClock(61_000);
    await sweep(database);
    expect(await firstSeen(database, proof, 60)).toBe(true);
  });

  test('a permission list is stored until the last token that may refer to it has expired', async () => {
    const { database } = store;
    const key = { ref: 'a list', audience: 'shop' };
    await keepPermissionList(database, key, ['a'], new Date(Date.now() + hour).toISOString());
    store.setClock(hour + limits.accessTokenLifetime.value * 1000);
    expect(await findPermissionList(database, key)).toEqual(['a']);
    store.setClock(hour + 2 * limits.accessTokenLifetime.value * 1000 + 1000);
    expect(await findPermissionList(database, key)).toBeUndefined();
  });

  test('access tokens get their issue time, and expire', async () => {
    const { tokens, config } = await signIn(server, app, await someone());
    await verify(tokens.access_token);
    store.setClock(limits.accessTokenLifetime.value * 1000 + 1000);
    await expect(verify(tokens.access_token)).rejects.toMatchObject({ problem: { code: 'token_expired' } });
    const before = Math.floor(Date.now() / 1000);
    const renewed = await client.refreshTokenGrant(config, tokens.refresh_token ?? '');
    const { iat, exp } = claimsOf(renewed.access_token);
    expect(iat).toBeGreaterThanOrEqual(before + limits.accessTokenLifetime.value);
    expect(Number(exp) - Number(iat)).toBe(limits.accessTokenLifetime.value);
    await verify(renewed.access_token);
  });

  test('a cut-off refuses tokens issued before it, except those of a session that began after it', async () => {
    const user = await someone();
    store.setClock(hour);
    const before = await signIn(server, app, user);
    await arrange(store, (change) => endSessionsOf(change, subjectOf(before.tokens.access_token)));
    await expect(verify(before.tokens.access_token)).rejects.toMatchObject({ problem: { code: 'token_invalid' } });
    await verify((await signIn(server, app, user)).tokens.access_token);
  });
});

test('after a clock jumped an hour ahead and back, users can sign in again', async () => {
  const user = await someone();
  const before = await signIn(server, app, user);
  store.setClock(hour);
  await arrange(store, (change) => addUser(change));
  store.setClock(0);
  await arrange(store, (change) => endSessionsOf(change, subjectOf(before.tokens.access_token)));
  await expect(verify(before.tokens.access_token)).rejects.toMatchObject({ problem: { code: 'token_invalid' } });
  await verify((await signIn(server, app, user)).tokens.access_token);
});
