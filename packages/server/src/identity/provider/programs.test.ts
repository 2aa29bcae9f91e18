import { expect, vi } from 'vitest';
import { programOf, Reader } from '../../live/live.testing.ts';
import { deleteClient } from '../../store/applications/clients.ts';
import { endFacts, present } from '../../store/kernel/facts.ts';
import { sql } from '../../store/kernel/sql.ts';
import { addGrant, type TestApplication, type TestNamed } from '../../store/store.testing.ts';
import { addClient, arrange, claimsOf, type TestClient } from '../steps/sign-in.testing.ts';
import { resourceOf } from './clients.ts';
import { type ProviderWorld, test } from './provider.testing.ts';

// The tokens of programs that act for themselves, over HTTP.

interface Answer {
  readonly access_token?: string;
  readonly error?: string;
}

async function ask({ post, service }: ProviderWorld, resource?: string, client = service): Promise<Answer> {
  const fields = { grant_type: 'client_credentials', ...(resource && { resource }) };
  return (await post('/oidc/token', client, fields)).json() as Promise<Answer>;
}
const tokenFor = async (world: ProviderWorld, application?: string, client = world.service) => {
  const { access_token: token, error } = await ask(world, application && resourceOf(application), client);
  return token ?? expect.fail(error);
};
const grantTo = (
  { store, service }: ProviderWorld,
  application: TestApplication,
  what: { role?: TestNamed; permission?: TestNamed; ends?: string },
  client = service,
) =>
  arrange(store, (handle) =>
    addGrant(handle, { application, principal: { id: client.id, name: 'job' }, kind: 'client', ...what }),
  );
const take = ({ store }: ProviderWorld, grant: string) =>
  arrange(store, (handle) => endFacts(handle, 'grants', { id: [grant] }));
const call = async ({ server }: ProviderWorld, token: string, path: string, init: RequestInit = {}) => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const answer = await fetch(`${server.address}/api/v1${path}`, { ...init, headers });
  const body = (await answer.json().catch(() => ({}))) as { code?: string };
  return { status: answer.status, ...body };
};
const active = async ({ post }: ProviderWorld, token: string, client: TestClient) =>
  ((await (await post('/oidc/introspection', client, { token })).json()) as { active: boolean }).active;

test('a program’s token contains its granted access, and expires with the first grant', async ({ world }) => {
  const { shop, service, clerk } = world;
  expect(claimsOf(await tokenFor(world))).toMatchObject({ sub: service.id, aud: 'shop', roles: [], permissions: [] });
  const ends = new Date(Date.now() + 60_000).toISOString();
  const grant = await grantTo(world, shop, { role: clerk, ends });
  const token = await tokenFor(world);
  const claims = claimsOf(token);
  expect(claims).toMatchObject({
    sub: service.id,
    client_id: service.id,
    roles: ['clerk'],
    permissions: ['orders.read'],
  });
  expect(claims.exp).toBeLessThanOrEqual(Date.parse(ends) / 1000);
  expect(await active(world, token, service)).toBe(true);
  await take(world, grant);
  expect(await active(world, token, service)).toBe(false);
  expect(claimsOf(await tokenFor(world))).toMatchObject({ roles: [], permissions: [] });
});

test('a program gets a token for another application only while it has access there', async ({ world }) => {
  const { bank, service, stranger } = world;
  expect(await ask(world, resourceOf('bank'))).toMatchObject({ error: 'invalid_target' });
  expect(await ask(world, resourceOf('nowhere'))).toMatchObject({ error: 'invalid_target' });
  expect(await ask(world, 'https://elsewhere.example')).toMatchObject({ error: 'invalid_target' });
  const grant = await grantTo(world, bank, { role: { id: bank.admin, name: 'admin' } });
  const token = await tokenFor(world, 'bank');
  expect(claimsOf(token)).toMatchObject({ sub: service.id, aud: 'bank', roles: ['admin'] });
  expect(await active(world, token, stranger)).toBe(true);
  // Calls that are only for the bank's own programs refuse the token: cut-offs, usage and permission lists.
  expect((await call(world, token, '/live/cut-offs')).code).toBe('token_invalid');
  const body = JSON.stringify({ exercised: [] });
  expect((await call(world, token, '/usage', { method: 'POST', body })).code).toBe('token_invalid');
  await take(world, grant);
  expect(await active(world, token, stranger)).toBe(false);
  expect(await ask(world, resourceOf('bank'))).toMatchObject({ error: 'invalid_target' });
});

test('a program with access to Licet calls the API under its own identity, except calls reserved for users', async ({
  world,
}) => {
  const { store, service } = world;
  const { rows: applications } = await store.database.pool.query<{ id: string }>(
    sql`select a.id from applications a where a.key = 'licet' and ${present('a')}`,
  );
  const licet = { id: applications[0]?.id ?? '', key: 'licet', name: 'Licet', admin: '' };
  expect((await ask(world, resourceOf('licet'))).error).toBe('invalid_target');
  const { rows } = await store.database.pool.query<{ id: string }>(
    sql`select p.id from permissions p where p.app_id = ${licet.id} and p.name = 'groups.manage' and ${present('p')}`,
  );
  const grant = await grantTo(world, licet, { permission: { id: rows[0]?.id ?? '', name: 'groups.manage' } });
  const token = await tokenFor(world, 'licet');
  const made = await call(world, token, '/groups', { method: 'POST', body: JSON.stringify({ name: 'Made by a job' }) });
  expect(made.status).toBe(201);
  const { rows: changes } = await store.database.pool.query(
    'select actor_kind, actor_id, actor_name from change order by no desc limit 1',
  );
  expect(changes[0]).toEqual({ actor_kind: 'client', actor_id: service.id, actor_name: 'a service client' });
  expect(await call(world, token, '/users')).toMatchObject({ status: 403, code: 'forbidden' });
  for (const path of [
    '/me',
    '/me/home',
    '/me/inbox',
    '/me/access/shop',
    '/me/sessions',
    '/me/credentials',
    '/live/version',
  ])
    expect(await call(world, token, path), path).toMatchObject({ status: 403, code: 'people_only' });
  expect((await call(world, token, '/live/cut-offs')).code).toBe('not_a_service');
  expect((await call(world, await tokenFor(world), '/groups')).code).toBe('token_invalid'); // a token for the program's own application
  await take(world, grant);
  expect((await call(world, token, '/groups', { method: 'POST', body: '{"name":"Another"}' })).code).toBe('forbidden');
});

test('deleting the client ends its grants in every application', async ({ world }) => {
  const { store, shop, bank, stranger } = world;
  const made = await arrange(store, (handle) => addClient(handle, shop, 'service'));
  await grantTo(world, bank, { role: { id: bank.admin, name: 'admin' } }, made);
  const token = await tokenFor(world, 'bank', made);
  await arrange(store, (handle) => deleteClient(handle, made.id));
  expect(await active(world, token, stranger)).toBe(false);
  const { rows } = await store.database.pool.query(
    sql`select from grants g where g.principal_id = ${made.id} and ${present('g')}`,
  );
  expect(rows).toEqual([]);
});

// This test and the next one run last: a revocation also refuses the program's other tokens of the same second.
test('attack 33: notifies API servers when a program of another application loses its access', async ({ world }) => {
  const { server, bank, service, stranger } = world;
  const grant = await grantTo(world, bank, { role: { id: bank.admin, name: 'admin' } });
  const before = claimsOf(await tokenFor(world, 'bank'));
  const listening = new AbortController();
  const stream = await fetch(`${server.address}/api/v1/live/cut-offs`, {
    headers: { authorization: `Bearer ${await tokenFor(world, undefined, stranger)}` },
    signal: listening.signal,
  });
  await take(world, grant);
  const toldAfter = (text: string) =>
    [...text.matchAll(/"ver":(\d+),"users":\["([^"]+)"\]/g)].some(
      ([, ver, who]) => Number(ver) > Number(before.ver) && who === service.id,
    );
  let heard = '';
  for await (const chunk of stream.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    heard += chunk;
    if (toldAfter(heard)) break;
  }
  expect(toldAfter(heard)).toBe(true);
  listening.abort();
});

test('attack 33: notifies API servers when a program of another application revokes its token', async ({ world }) => {
  const { other, bank, service, stranger, post } = world;
  const listening = async () => {
    const heard = new Reader(await other.live.service(programOf('bank'), undefined));
    await heard.next('ready');
    return heard;
  };
  const tells = ({ heard }: Reader) =>
    heard.some(
      ({ event, data: { users = [], before } }) => event === 'cut-off' && before && [users].flat()[0] === service.id,
    );
  const grant = await grantTo(world, bank, { role: { id: bank.admin, name: 'admin' } });
  const connected = await listening();
  const token = await tokenFor(world, 'bank');
  expect((await post('/oidc/revocation', service, { token })).status).toBe(200);
  expect(await active(world, token, stranger)).toBe(false);
  await vi.waitUntil(() => tells(connected), 25_000); // less than the 30 s after which all sessions are polled
  const later = await listening();
  expect(tells(later)).toBe(true);
  await connected.leave();
  await later.leave();
  await take(world, grant);
});
