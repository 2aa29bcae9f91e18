import { limits } from '@licet/contract';
import * as client from 'openid-client';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { TokenAccess } from '../../store/access/effective.ts';
import {
  addApplication,
  addGrant,
  addPermission,
  type TestApplication,
  type TestNamed,
} from '../../store/store.testing.ts';
import {
  addClient,
  addSignInUser,
  arrange,
  claimsOf,
  type SignedIn,
  type StartedServer,
  signIn,
  type TestClient,
  testServer,
} from '../steps/sign-in.testing.ts';
import { tokenContentFor } from './token-claims.ts';

let store: StartedServer['store'];
let server: StartedServer['server'];
let close: StartedServer['close'];
let app: TestApplication;
let registered: TestClient;
let permission: TestNamed;

beforeAll(async () => {
  ({ store, server, close } = await testServer());
  await arrange(store, async (handle) => {
    app = await addApplication(handle, 'shop', 'Shop');
    permission = await addPermission(handle, app, 'orders.read');
    registered = await addClient(handle, app);
  });
});

afterEach(() => store.setClock(0));
afterAll(async () => {
  await close();
});

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();

async function holder(times: { starts?: string; ends?: string }): Promise<string> {
  return arrange(store, async (handle) => {
    const user = await addSignInUser(server, handle);
    await addGrant(handle, { application: app, principal: user, permission, ...times });
    return user.username;
  });
}

/** Refreshes repeatedly; each answer brings the next refresh token. */
function renewing({ tokens, config }: SignedIn): () => Promise<Record<string, unknown>> {
  let refresh = tokens.refresh_token ?? '';
  return async () => {
    const answer = await client.refreshTokenGrant(config, refresh);
    refresh = answer.refresh_token ?? '';
    return claimsOf(answer.access_token);
  };
}

describe('a token', () => {
  test('expires when a grant ends, unless it is issued shortly before and omits the grant', async () => {
    const ends = inSeconds(limits.changeWindow.value + 5);
    const signed = await signIn(server, registered, await holder({ ends }));
    const claims = claimsOf(signed.tokens.access_token);
    const renewed = renewing(signed);
    expect(claims.permissions).toEqual(['orders.read']);
    expect(Number(claims.exp)).toBeLessThanOrEqual(Date.parse(ends) / 1000);
    expect(Number(claims.exp) - Number(claims.iat)).toBeGreaterThanOrEqual(limits.changeWindow.value);
    for (const later of [6, limits.changeWindow.value + 6]) {
      store.setClock(later * 1000);
      const next = await renewed();
      expect(next.permissions).toEqual([]);
      expect(Number(next.exp) - Number(next.iat)).toBe(300);
    }
  });

  test('expires when a grant begins, unless it is issued shortly before and omits the grant', async () => {
    const starts = inSeconds(limits.changeWindow.value + 5);
    const signed = await signIn(server, registered, await holder({ starts }));
    const claims = claimsOf(signed.tokens.access_token);
    const renewed = renewing(signed);
    expect(claims).toMatchObject({ permissions: [] });
    expect(Number(claims.exp)).toBeLessThanOrEqual(Date.parse(starts) / 1000);
    store.setClock(6000);
    const close = await renewed();
    expect(close.permissions).toEqual([]);
    expect(Number(close.exp) - Number(close.iat)).toBe(300);
    store.setClock((limits.changeWindow.value + 6) * 1000);
    expect((await renewed()).permissions).toEqual(['orders.read']);
  });

  test('issued shortly before a change contains only the access that the user has both before and after it', async () => {
    const change = new Date((Math.floor(Date.now() / 1000) + 1) * 1000 - 1).toISOString();
    const sides: Record<string, TokenAccess> = {
      before: {
        roles: ['a', 'b'],
        permissions: ['p'],
        ver: 7,
        at: inSeconds(0),
        clock: inSeconds(0),
        changesAt: change,
      },
      after: { roles: ['b', 'c'], permissions: ['p', 'q'], ver: 7, at: change, clock: change, changesAt: null },
    };
    const parts = { database: store.database, issuer: 'https://id.example.org' };
    const read = async (at?: string) => sides[at ? 'after' : 'before'];
    const now = Math.floor(Date.now() / 1000);
    const grant = await tokenContentFor(parts, '0', 'shop', read);
    expect(grant).toMatchObject({ roles: ['b'], permissions: ['p'], ver: 7 });
    expect(grant.exp).toBeGreaterThanOrEqual(now + 300);
  });

  test('under load around a change is never refused, and never contains access that has ended', async () => {
    const window = limits.changeWindow.value * 1000;
    const ends = inSeconds(limits.changeWindow.value + 600);
    const renewed = renewing(await signIn(server, registered, await holder({ ends })));
    const carried: boolean[] = [];
    const renew = async () => {
      const { permissions, exp } = await renewed();
      const permitted = Array.isArray(permissions) && permissions.length > 0;
      carried.push(permitted);
      if (permitted) expect(Number(exp)).toBeLessThanOrEqual(Date.parse(ends) / 1000);
    };
    await renew();
    // Refreshes continuously while the clock passes the start of the window, and then the end of the grant.
    for (const moment of [Date.parse(ends) - window, Date.parse(ends)]) {
      store.setClock(moment - 1000 - Date.now());
      for (const until = Date.now() + 2000; Date.now() < until; ) await renew();
    }
    expect(carried[0]).toBe(true);
    expect(carried.at(-1)).toBe(false);
    expect(server.errors).toEqual([]);
  });
});
