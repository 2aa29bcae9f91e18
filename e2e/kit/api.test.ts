import { createVerifier, type Verifier } from '@licet/api';
import { accessPlugin, requireAccess, requirePermission } from '@licet/api/fastify';
import Fastify, { type FastifyInstance } from 'fastify';
import * as openid from 'openid-client';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { signIn } from '../../examples/ledger/sample/sign-in.ts';
import { type DpopKey, newDpopKey } from '../../packages/api/src/dpop.testing.ts';
import { endAll } from '../end-all.ts';
import { type RunningLicet, startLicet } from '../licet.ts';
import { startWithAdministrator } from '../made-once.ts';

const params = { application: 'ledger' } as const;
const redirectUri = 'http://localhost:5999/callback';
const password = 'maple kettle drifts over sand';
const warnings: string[] = [];
const roles = new Map<string, string>();
let licet: RunningLicet;
let verifier: Verifier;
let app: FastifyInstance;
let url: string;
let clientId: string;

beforeAll(async () => {
  licet = await startWithAdministrator();
  const { operator } = licet;
  await operator.applications.create({ body: { id: 'ledger', name: 'Ledger' } });
  const many = Array.from({ length: 400 }, (_, at) => `records.action-${String(at).padStart(4, '0')}`);
  const ids = new Map<string, string>();
  for (const name of ['invoices.read', 'invoices.refund', ...many])
    ids.set(name, (await operator.permissions.create({ params, body: { name, title: '' } })).id);
  for (const [name, held] of [
    ['clerk', ['invoices.read']],
    ['everything', [...ids.keys()]],
    ['archivist', ['invoices.refund', ...many]],
  ] as const) {
    const body = { name, title: '', permissions: held.map((each) => ids.get(each) ?? ''), includes: [] };
    roles.set(name, (await operator.roles.create({ params, body })).id);
  }
  const browser = await operator.clients.create({
    params,
    body: { name: 'Ledger', kind: 'browser', redirectUris: [redirectUri] },
  });
  clientId = browser.client.id;
  const service = await operator.clients.create({ params, body: { name: 'Ledger API', kind: 'service' } });
  verifier = createVerifier({
    issuer: licet.url,
    audience: 'ledger',
    client: { id: service.client.id, secret: service.secret ?? '' },
    onStatus: ({ detail }) => warnings.push(detail),
  });
  await verifier.ready();
  app = Fastify();
  await app.register(accessPlugin, { verifier });
  app.get('/me', { onRequest: requireAccess() }, async ({ access }) => ({
    user: access.userId,
    permissions: access.permissions.length,
  }));
  app.get('/invoices', { onRequest: requirePermission('invoices.read') }, async () => ({ items: [] }));
  app.get('/refunds', { onRequest: requirePermission('invoices.refund') }, async () => ({ items: [] }));
  url = await app.listen({ port: 0, host: '127.0.0.1' });
  await vi.waitUntil(() => verifier.connected, 60_000);
});

afterAll(() => endAll(app, verifier, licet));

test('a token of Licet is accepted until the grant is revoked', async () => {
  const { grant, token } = await member('ada', 'clerk');
  expect([await status('/invoices', token), await status('/refunds', token)]).toEqual([200, 403]);
  await licet.operator.grants.revoke({ params: { ...params, grant } });
  await vi.waitUntil(async () => (await status('/invoices', token)) === 401, 60_000);
  const refused = await get('/invoices', token);
  expect(await refused.json()).toMatchObject({ code: 'token_invalid', reason: 'cut-off' });
});

test('a suspended user is refused, while another user is still served', async () => {
  const [bob, eve] = [await member('bob', 'clerk'), await member('eve', 'clerk')];
  expect([await status('/invoices', bob.token), await status('/invoices', eve.token)]).toEqual([200, 200]);
  await licet.operator.users.suspend({ params: { user: bob.user } });
  await vi.waitUntil(async () => (await status('/invoices', bob.token)) === 401, 60_000);
  expect(await status('/invoices', eve.token)).toBe(200);
});

test('a DPoP-bound token requires a fresh proof for each request', async () => {
  const key = await newDpopKey();
  const { token } = await member('ida', 'clerk', key);
  const proven = async (proof: string) =>
    (await fetch(`${url}/invoices`, { headers: { authorization: `DPoP ${token}`, dpop: proof } })).status;
  const proof = await key.proof({ url: `${url}/invoices`, token });
  expect([await proven(proof), await proven(proof), await status('/invoices', token)]).toEqual([200, 401, 401]);
});

test('a permission list that is too long for the token is fetched and applied', async () => {
  const { token } = await member('max', 'everything');
  expect(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())).toHaveProperty('permissions_ref');
  expect(await status('/refunds', token)).toBe(200);
  expect(await (await get('/me', token)).json()).toMatchObject({ permissions: 402 });
});

test("the permission list is also fetched for a DPoP-bound token, with the server's own token", async () => {
  const key = await newDpopKey();
  const { token } = await member('zoe', 'archivist', key);
  const payload = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  expect(payload).toMatchObject({ permissions_ref: expect.any(String), cnf: { jkt: expect.any(String) } });
  const bound = async (path: string) => {
    const dpop = await key.proof({ url: url + path, token });
    return fetch(url + path, { headers: { authorization: `DPoP ${token}`, dpop } });
  };
  expect([(await bound('/refunds')).status, (await bound('/invoices')).status]).toEqual([200, 403]);
  expect(await (await bound('/me')).json()).toMatchObject({ permissions: 401 });
});

test('the stream is open again after a restart of Licet, and Licet accepts the usage report', async () => {
  const { dataDirectory, url: issuer } = licet;
  const { token, grant } = await member('kim', 'clerk');
  expect(await status('/invoices', token)).toBe(200);
  await licet.kill();
  await vi.waitUntil(() => !verifier.connected, 60_000);
  expect(await status('/invoices', token)).toBe(200);
  licet = await startLicet({ dataDirectory, port: Number(new URL(issuer).port) });
  await licet.operator.grants.revoke({ params: { ...params, grant } });
  await vi.waitUntil(() => verifier.connected, 60_000);
  await vi.waitUntil(async () => (await status('/invoices', token)) === 401, 60_000);
  warnings.length = 0;
  await verifier.close();
  expect(warnings.filter((detail) => detail.includes('usage'))).toEqual([]);
});

/** Creates a user with the role. Returns a token of the user. */
async function member(username: string, role: string, key?: DpopKey) {
  const { operator } = licet;
  const body = { username, name: username, email: `${username}@aurelia.example` };
  const { id: user } = await operator.users.create({ body });
  const link = await operator.users.passwordLink({ params: { user } });
  await operator.passwords.set({ body: { token: new URL(link.url).hash.slice('#token='.length), password } });
  const gives = { kind: 'role', id: roles.get(role) ?? '' } as const;
  const { id: grant } = await operator.grants.create({
    params,
    body: { principal: { kind: 'user', id: user }, gives },
  });
  const config = await openid.discovery(new URL(licet.url), clientId, undefined, openid.None(), {
    execute: [openid.allowInsecureRequests],
  });
  if (key) config[openid.customFetch] = binding(key);
  const signedIn = { issuer: licet.url, clientId, redirectUri, login: username, password };
  const { access_token: token } = await signIn(config, signedIn);
  return { user, grant, token };
}

/** Sends a DPoP proof to the token endpoint (RFC 9449 section 5). */
const binding =
  (key: DpopKey): openid.CustomFetch =>
  async (address, { method, headers, body, redirect, signal }) => {
    const { body: sent, ...rest } = { method, headers, redirect, signal, body };
    const dpop = await key.proof({ url: address, method, token: '' }, { ath: undefined });
    const init = { ...rest, headers: { ...headers, dpop }, ...(sent === undefined ? {} : { body: String(sent) }) };
    const response = await fetch(address, init as RequestInit);
    const reply = await response.json();
    return Response.json({ ...reply, ...(reply.token_type ? { token_type: 'Bearer' } : {}) }, response);
  };

const get = (path: string, token: string) => fetch(url + path, { headers: { authorization: `Bearer ${token}` } });
const status = async (path: string, token: string) => (await get(path, token)).status;
