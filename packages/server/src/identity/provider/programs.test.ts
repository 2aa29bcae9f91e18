import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteClient } from '../../store/applications/clients.ts';
import { endFacts, present } from '../../store/kernel/facts.ts';
import { sql } from '../../store/kernel/sql.ts';
import {
  addApplication,
  addGrant,
  addPermission,
  addRole,
  type TestApplication,
  type TestNamed,
} from '../../store/store.testing.ts';
import {
  addClient,
  arrange,
  claimsOf,
  type ServerAlone,
  type TestClient,
  testServer,
} from '../steps/sign-in.testing.ts';
import { resourceOf } from './clients.ts';

// What a program that acts for itself is given, over the network.

let store: ServerAlone['store'];
let server: ServerAlone['server'];
let close: ServerAlone['close'];
let licet: TestApplication;
let shop: TestApplication;
let bank: TestApplication;
let clerk: TestNamed;
let job: TestClient;
let bankApi: TestClient;

beforeAll(async () => {
  ({ store, server, close } = await testServer({ api: true }));
  await arrange(store, async (handle) => {
    const { rows } = await handle.connection.query<{ id: string }>(
      sql`select a.id from applications a where a.key = 'licet' and ${present('a')}`,
    );
    licet = { id: rows[0]?.id ?? '', key: 'licet', name: 'Licet', admin: '' };
    shop = await addApplication(handle, 'shop', 'Shop');
    bank = await addApplication(handle, 'bank', 'Bank');
    clerk = await addRole(handle, shop, 'clerk', [await addPermission(handle, shop, 'orders.read')]);
    job = await addClient(handle, shop, 'service');
    bankApi = await addClient(handle, bank, 'service');
  });
});
afterAll(async () => {
  expect(server.errors).toEqual([]);
  await close();
});

interface Answer {
  readonly access_token?: string;
  readonly error?: string;
}

async function ask(resource?: string, client = job): Promise<Answer> {
  const authorization = `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}`;
  const body = new URLSearchParams({ grant_type: 'client_credentials', ...(resource ? { resource } : {}) });
  const answer = await fetch(`${server.address}/oidc/token`, { method: 'POST', body, headers: { authorization } });
  return (await answer.json()) as Answer;
}
const tokenFor = async (application?: string, client = job) => {
  const { access_token: token, error } = await ask(application && resourceOf(application), client);
  return token ?? expect.fail(error);
};
const grantTo = (
  application: TestApplication,
  what: { role?: TestNamed; permission?: TestNamed; ends?: string },
  client = job,
) =>
  arrange(store, (handle) =>
    addGrant(handle, { application, principal: { id: client.id, name: 'job' }, kind: 'client', ...what }),
  );
const take = (grant: string) => arrange(store, (handle) => endFacts(handle, 'grants', { id: [grant] }));
const call = async (token: string, path: string, init: RequestInit = {}) => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const answer = await fetch(`${server.address}/api/v1${path}`, { ...init, headers });
  const body = (await answer.json().catch(() => ({}))) as { code?: string };
  return { status: answer.status, ...body };
};
const active = async (token: string, client: TestClient) => {
  const authorization = `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}`;
  const body = new URLSearchParams({ token });
  const answer = await fetch(`${server.address}/oidc/introspection`, {
    method: 'POST',
    body,
    headers: { authorization },
  });
  return ((await answer.json()) as { active: boolean }).active;
};

test('a program’s token carries its grants, no longer than they last; without a grant nothing', async () => {
  expect(claimsOf(await tokenFor())).toMatchObject({ sub: job.id, aud: 'shop', roles: [], permissions: [] });
  const ends = new Date(Date.now() + 60_000).toISOString();
  const grant = await grantTo(shop, { role: clerk, ends });
  const token = await tokenFor();
  const claims = claimsOf(token);
  expect(claims).toMatchObject({ sub: job.id, client_id: job.id, roles: ['clerk'], permissions: ['orders.read'] });
  expect(claims.exp).toBeLessThanOrEqual(Date.parse(ends) / 1000);
  expect(await active(token, job)).toBe(true);
  await take(grant);
  expect(await active(token, job)).toBe(false);
  expect(claimsOf(await tokenFor())).toMatchObject({ roles: [], permissions: [] });
});

test('gets a token for another application only while it has access there', async () => {
  expect(await ask(resourceOf('bank'))).toMatchObject({ error: 'invalid_target' });
  expect(await ask(resourceOf('nowhere'))).toMatchObject({ error: 'invalid_target' });
  expect(await ask('https://elsewhere.example')).toMatchObject({ error: 'invalid_target' });
  const grant = await grantTo(bank, { role: { id: bank.admin, name: 'admin' } });
  const token = await tokenFor('bank');
  expect(claimsOf(token)).toMatchObject({ sub: job.id, aud: 'bank', roles: ['admin'] });
  expect(await active(token, bankApi)).toBe(true);
  // What the bank's own programs may ask for is not for it: their cut-offs, their usage, the lists of their people.
  expect((await call(token, '/live/cut-offs')).code).toBe('token_invalid');
  const body = JSON.stringify({ exercised: [] });
  expect((await call(token, '/usage', { method: 'POST', body })).code).toBe('token_invalid');
  await take(grant);
  expect(await active(token, bankApi)).toBe(false);
  expect(await ask(resourceOf('bank'))).toMatchObject({ error: 'invalid_target' });
});

test('attack 33: API servers learn at once that a program of another application lost its access there', async () => {
  const grant = await grantTo(bank, { role: { id: bank.admin, name: 'admin' } });
  const before = claimsOf(await tokenFor('bank'));
  const listening = new AbortController();
  const stream = await fetch(`${server.address}/api/v1/live/cut-offs`, {
    headers: { authorization: `Bearer ${await tokenFor(undefined, bankApi)}` },
    signal: listening.signal,
  });
  await take(grant);
  const toldAfter = (text: string) =>
    [...text.matchAll(/"ver":(\d+),"users":\["([^"]+)"\]/g)].some(
      ([, ver, who]) => Number(ver) > Number(before.ver) && who === job.id,
    );
  let heard = '';
  for await (const chunk of stream.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    heard += chunk;
    if (toldAfter(heard)) break;
  }
  expect(toldAfter(heard)).toBe(true);
  listening.abort();
});

test('with rights in Licet it uses the API under its own name; calls for people are refused', async () => {
  expect((await ask(resourceOf('licet'))).error).toBe('invalid_target');
  const { rows } = await store.database.pool.query<{ id: string }>(
    sql`select p.id from permissions p where p.app_id = ${licet.id} and p.name = 'groups.manage' and ${present('p')}`,
  );
  const grant = await grantTo(licet, { permission: { id: rows[0]?.id ?? '', name: 'groups.manage' } });
  const token = await tokenFor('licet');
  const made = await call(token, '/groups', { method: 'POST', body: JSON.stringify({ name: 'Made by a job' }) });
  expect(made.status).toBe(201);
  const { rows: changes } = await store.database.pool.query(
    'select actor_kind, actor_id, actor_name from change order by no desc limit 1',
  );
  expect(changes[0]).toEqual({ actor_kind: 'client', actor_id: job.id, actor_name: 'a service client' });
  expect(await call(token, '/users')).toMatchObject({ status: 403, code: 'forbidden' });
  for (const path of ['/me', '/me/home', '/me/access/shop', '/me/sessions', '/me/credentials', '/live/version'])
    expect(await call(token, path), path).toMatchObject({ status: 403, code: 'people_only' });
  expect((await call(token, '/live/cut-offs')).code).toBe('not_a_service');
  expect((await call(await tokenFor(), '/groups')).code).toBe('token_invalid'); // a token for its own application
  await take(grant);
  expect((await call(token, '/groups', { method: 'POST', body: '{"name":"Another"}' })).code).toBe('forbidden');
});

test('its grants end with the client, in every application', async () => {
  const made = await arrange(store, (handle) => addClient(handle, shop, 'service'));
  await grantTo(bank, { role: { id: bank.admin, name: 'admin' } }, made);
  const token = await tokenFor('bank', made);
  await arrange(store, (handle) => deleteClient(handle, made.id));
  expect(await active(token, bankApi)).toBe(false);
  const { rows } = await store.database.pool.query(
    sql`select from grants g where g.principal_id = ${made.id} and ${present('g')}`,
  );
  expect(rows).toEqual([]);
});
