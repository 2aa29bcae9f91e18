import * as client from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  addClient,
  addSignInUser,
  arrange,
  claimsOf,
  signIn,
  startServer,
  type TestClient,
  type TestServer,
} from '../sign-in/testing.ts';
import {
  addApplication,
  addGrant,
  addPermission,
  type TestApplication,
  type TestNamed,
  type TestStore,
  testStore,
} from '../store/testing.ts';
import { grantFor } from './access.ts';
import type { OidcAccess, OidcPorts } from './ports.ts';

let store: TestStore;
let server: TestServer;
let app: TestApplication;
let registered: TestClient;
let permission: TestNamed;

beforeAll(async () => {
  store = await testStore();
  server = await startServer(store);
  await arrange(store, async (handle) => {
    app = await addApplication(handle, 'shop', 'Shop');
    permission = await addPermission(handle, app, 'orders.read');
    registered = await addClient(handle, app);
  });
});

afterAll(async () => {
  await server.close();
  await store.close();
});

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();

async function holder(times: { starts?: string; ends?: string }): Promise<string> {
  return arrange(store, async (handle) => {
    const user = await addSignInUser(server, handle);
    await addGrant(handle, { application: app, principal: user, permission, ...times });
    return user.username;
  });
}

describe('a token', () => {
  test('ends when a grant ends, and the next one is without it', async () => {
    const ends = inSeconds(3);
    const { tokens, config } = await signIn(server, registered, await holder({ ends }));
    const claims = claimsOf(tokens.access_token);
    expect(claims.permissions).toEqual(['orders.read']);
    expect(Number(claims.exp)).toBeLessThanOrEqual(Date.parse(ends) / 1000);
    expect(tokens.expires_in).toBeLessThanOrEqual(3);
    await new Promise((resolve) => setTimeout(resolve, Date.parse(ends) - Date.now() + 20));
    const next = claimsOf((await client.refreshTokenGrant(config, tokens.refresh_token ?? '')).access_token);
    expect(next.permissions).toEqual([]);
    expect(Number(next.exp) - Number(next.iat)).toBe(300);
  });

  test('ends when a grant begins, and the next one is with it', async () => {
    const starts = inSeconds(2);
    const { tokens, config } = await signIn(server, registered, await holder({ starts }));
    expect(claimsOf(tokens.access_token)).toMatchObject({ permissions: [] });
    expect(Number(claimsOf(tokens.access_token).exp)).toBeLessThanOrEqual(Date.parse(starts) / 1000);
    await new Promise((resolve) => setTimeout(resolve, Date.parse(starts) - Date.now() + 20));
    const next = await client.refreshTokenGrant(config, tokens.refresh_token ?? '');
    expect(claimsOf(next.access_token).permissions).toEqual(['orders.read']);
  });

  test('issued within the very second of a change carries what holds on both sides of it, and lives on', async () => {
    const change = new Date((Math.floor(Date.now() / 1000) + 1) * 1000 - 1).toISOString();
    const sides: Record<string, OidcAccess> = {
      before: { roles: ['a', 'b'], permissions: ['p'], ver: 7, at: inSeconds(0), changesAt: change },
      after: { roles: ['b', 'c'], permissions: ['p', 'q'], ver: 7, at: change, changesAt: null },
    };
    const ports = {
      issuer: 'https://id.example.org',
      access: async (_user, _app, at) => sides[at ? 'after' : 'before'],
    } as Pick<OidcPorts, 'issuer' | 'access'> as OidcPorts;
    const now = Math.floor(Date.now() / 1000);
    const grant = await grantFor(ports, '0', 'shop');
    expect(grant).toMatchObject({ roles: ['b'], permissions: ['p'], ver: 7 });
    expect(grant.exp).toBeGreaterThanOrEqual(now + 300);
  });

  test('under load at the moment of a change is never refused, and never carries what has ended', async () => {
    const ends = inSeconds(2.5);
    const { tokens, config } = await signIn(server, registered, await holder({ ends }));
    let refresh = tokens.refresh_token ?? '';
    while (Date.now() < Date.parse(ends) + 300) {
      const answer = await client.refreshTokenGrant(config, refresh);
      refresh = answer.refresh_token ?? '';
      const { permissions, exp } = claimsOf(answer.access_token);
      if (Array.isArray(permissions) && permissions.length > 0)
        expect(Number(exp)).toBeLessThanOrEqual(Date.parse(ends) / 1000);
    }
    expect(server.errors).toEqual([]);
  });
});
