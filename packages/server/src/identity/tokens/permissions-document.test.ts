import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { readPermissionList } from '@licet/api/verify';
import { limits } from '@licet/contract';
import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose';
import * as client from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addApplication, addGrant, addRole, type TestApplication, type TestStore } from '../../store/store.testing.ts';
import {
  addClient,
  addSignInUser,
  arrange,
  claimsOf,
  discover,
  signIn,
  signInStore,
  startServer,
  type TestClient,
  type TestServer,
} from '../steps/sign-in.testing.ts';

const catalogue = new URL('../../../../../../shared/data/rbac/gcp-roles.json', import.meta.url);
const present = existsSync(catalogue);
if (!present)
  console.info('Skipped: the token of roles/owner needs ../shared/data/rbac/gcp-roles.json, which is absent.');

let store: TestStore;
let server: TestServer;

beforeAll(async () => {
  store = await signInStore();
  server = await startServer(store);
});

afterAll(async () => {
  await server.close();
  await store.close();
});

/** Adds an application with a role of these permissions, a user who has it, and a client. */
async function holding(
  key: string,
  role: string,
  permissions: readonly string[],
): Promise<{ login: string; registered: TestClient; application: TestApplication }> {
  return arrange(store, async (handle) => {
    const app = await addApplication(handle, key);
    const owner = await addRole(handle, app, role);
    await handle.connection.query(
      `with added as (
         insert into permissions (id, app_id, name, title, created_no, no_from)
         select gen_random_uuid(), $1, name, '', $3, $3 from unnest($2::text[]) name returning id
       )
       insert into role_permissions (role_id, permission_id, no_from) select $4, id, $3 from added`,
      [app.id, permissions, handle.no, owner.id],
    );
    const user = await addSignInUser(server, handle);
    await addGrant(handle, { application: app, principal: user, role: owner });
    return { login: user.username, registered: await addClient(handle, app), application: app };
  });
}

async function showList(
  login: string,
  registered: TestClient,
  role: string,
  expected: readonly string[],
): Promise<void> {
  const { tokens, config } = await signIn(server, registered, login);
  expect(tokens.access_token.length).toBeLessThanOrEqual(limits.tokenBytes.value);
  const claims = claimsOf(tokens.access_token);
  expect(claims).toMatchObject({ roles: [role], permissions_ref: expect.any(String) });
  expect(claims).not.toHaveProperty('permissions');
  const address = `${server.issuer}/oidc/permissions/${claims.permissions_ref}`;
  const response = await fetch(address, { headers: { authorization: `Bearer ${tokens.access_token}` } });
  expect(response.headers.get('content-type')).toContain('application/permissions+jwt');
  const keys = createRemoteJWKSet(new URL(`${server.issuer}/oidc/jwks`));
  const { payload } = await jwtVerify(await response.text(), keys, {
    typ: 'permissions+jwt',
    algorithms: ['ES256'],
    issuer: server.issuer,
    audience: String(claims.aud),
    subject: String(claims.sub),
  });
  expect(payload.permissions).toEqual(expected);
  for (const name of ['roles', 'ver', 'exp', 'permissions_ref', 'client_id'])
    expect(payload[name]).toEqual(claims[name]);
  const hash = createHash('sha256').update(JSON.stringify(payload.permissions)).digest('base64url');
  expect(claims.permissions_ref).toBe(hash);
  const renewed = await client.refreshTokenGrant(config, tokens.refresh_token ?? '');
  expect(claimsOf(renewed.access_token).permissions_ref).toBe(hash);
  expect((await fetch(address)).status).toBe(401);
}

describe('a user with more permissions than a token holds', () => {
  test('gets a token with a reference, and the list as a signed document', async () => {
    const names = Array.from({ length: 400 }, (_, index) => `records.action-${String(index).padStart(4, '0')}`);
    const { login, registered } = await holding('records', 'everything', names);
    await showList(login, registered, 'everything', names);
  });

  test('a list is not found with a token that does not refer to it', async () => {
    const names = Array.from({ length: 400 }, (_, index) => `ledger.action-${index}`);
    const owner = await holding('ledger', 'everything', names);
    const { tokens } = await signIn(server, owner.registered, owner.login);
    const ref = claimsOf(tokens.access_token).permissions_ref;
    const stranger = await holding('desk', 'clerk', ['desk.open']);
    const other = await signIn(server, stranger.registered, stranger.login);
    const headers = { authorization: `Bearer ${other.tokens.access_token}` };
    expect((await fetch(`${server.issuer}/oidc/permissions/${ref}`, { headers })).status).toBe(404);
  });

  test('a program of the application can read the list without the proof of a bound token', async () => {
    const names = Array.from({ length: 400 }, (_, index) => `desk.action-${String(index).padStart(4, '0')}`);
    const { login, registered, application } = await holding('help', 'everything', names);
    const config = await discover(server, registered);
    const DPoP = client.getDPoPHandle(config, await client.randomDPoPKeyPair('ES256'));
    const { tokens } = await signIn(server, registered, login, { DPoP });
    const { permissions_ref: ref } = claimsOf(tokens.access_token);
    const asked = (path: unknown, token: string) =>
      fetch(`${server.issuer}/oidc/permissions/${path}`, { headers: { authorization: `Bearer ${token}` } });
    expect((await asked(ref, tokens.access_token)).status).toBe(401);
    const programOf = async (of: TestApplication) => {
      const program = await arrange(store, (handle) => addClient(handle, of, 'service'));
      return { program, own: await client.clientCredentialsGrant(await discover(server, program)) };
    };
    const { program, own } = await programOf(application);
    const document = await (await asked(ref, own.access_token)).text();
    expect(decodeJwt(document)).toMatchObject({ sub: program.id, aud: 'help', roles: [], permissions: names });
    // The permissions are not the program's. So even a verifier that checks only the signature and the expiry must not
    // accept the document as an access token.
    const keys = createRemoteJWKSet(new URL(`${server.issuer}/oidc/jwks`));
    await expect(jwtVerify(document, keys)).rejects.toMatchObject({ code: 'ERR_JWT_EXPIRED' });
    expect(decodeJwt(document).exp, 'read as no expiry by golang-jwt').not.toBe(0);
    expect(readPermissionList(document, String(ref))).toEqual(names);
    const stranger = await programOf(await arrange(store, (handle) => addApplication(handle, 'help-elsewhere')));
    expect((await asked(ref, stranger.own.access_token)).status, 'of another application').toBe(404);
    expect((await asked('A'.repeat(43), own.access_token)).status).toBe(404);
    expect((await asked('%00', own.access_token)).status).toBe(404);
  });

  test.skipIf(!present)('the GCP role roles/owner with 13,568 permissions fits a token of less than 6 kB', async () => {
    const roles = JSON.parse(readFileSync(catalogue, 'utf8')) as { name: string; permissions: string[] }[];
    const owner = roles.find(({ name }) => name === 'roles/owner');
    const names = [...new Set(owner?.permissions ?? [])].sort();
    expect(names).toHaveLength(13_568);
    const { login, registered } = await holding('gcp', 'roles/owner', names);
    await showList(login, registered, 'roles/owner', names);
  });
});
