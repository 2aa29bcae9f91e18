import { beforeAll, expect, test } from 'vitest';
import { poolOf } from '../../store/kernel/pool.ts';
import { addApplication } from '../../store/store.testing.ts';
import { addClient, arrange, type StartedServer, type TestClient, testServers } from '../steps/sign-in.testing.ts';

// How often a program may ask for the result of its device code (RFC 8628 section 3.5), at two servers behind one address.

let store: StartedServer['store'];
let server: StartedServer['server'];
let other: StartedServer['server'];
let tv: TestClient;
let another: TestClient;

beforeAll(async () => {
  const both = await testServers();
  ({ store, server, other } = both);
  await arrange(store, async (handle) => {
    const shop = await addApplication(handle, 'shop', 'Shop');
    tv = await addClient(handle, shop, 'device');
    another = await addClient(handle, shop, 'device');
  });
  return async () => {
    expect([...server.errors, ...other.errors]).toEqual([]);
    await both.close();
  };
});

async function begin(): Promise<string> {
  const body = new URLSearchParams({ client_id: tv.id, scope: 'openid' });
  const answer = await fetch(`${server.address}/oidc/device`, { method: 'POST', body });
  return ((await answer.json()) as { device_code: string }).device_code;
}

async function poll(code: string, at = server, client = tv): Promise<string | undefined> {
  const grant = 'urn:ietf:params:oauth:grant-type:device_code';
  const body = new URLSearchParams({ client_id: client.id, grant_type: grant, device_code: code });
  const answer = await fetch(`${at.address}/oidc/token`, { method: 'POST', body });
  const { error } = (await answer.json()) as { error?: string };
  expect(answer.status).toBe(400);
  return error;
}

/** Moves the last poll into the past by this many seconds. */
const pass = (seconds: number) =>
  poolOf(store.database).query(
    `update oidc_records set payload = payload || jsonb_build_object('polledAt', (payload->>'polledAt')::float8 - $1)
     where model = 'DeviceCode' and payload ? 'polledAt'`,
    [seconds],
  );

test('answers authorization_pending to a program that polls every five seconds', async () => {
  const code = await begin();
  expect(await poll(code)).toBe('authorization_pending');
  await pass(5);
  expect(await poll(code, other)).toBe('authorization_pending');
});

test('adds five seconds for each early poll, on either server', async () => {
  const code = await begin();
  expect(await poll(code)).toBe('authorization_pending');
  expect(await poll(code, other)).toBe('slow_down');
  await pass(5);
  expect(await poll(code), 'ten seconds are its interval now').toBe('slow_down');
  await pass(10);
  expect(await poll(code, other), 'fifteen').toBe('slow_down');
  await pass(20);
  expect(await poll(code)).toBe('authorization_pending');
  await pass(20);
  expect(await poll(code, other), 'it does not grow while the program keeps to it').toBe('authorization_pending');
});

test('accepts only one of ten simultaneous polls', async () => {
  const code = await begin();
  const answers = await Promise.all(Array.from({ length: 10 }, (_, turn) => poll(code, turn % 2 ? server : other)));
  expect(answers.filter((error) => error === 'authorization_pending')).toHaveLength(1);
  expect(answers.filter((error) => error === 'slow_down')).toHaveLength(9);
});

test('another program with a stolen code gets nothing and does not slow down the first', async () => {
  const code = await begin();
  expect(await poll(code, server, another)).toBe('invalid_grant');
  expect(await poll(code)).toBe('authorization_pending');
});

test('reports a denial at the next poll', async () => {
  const code = await begin();
  expect(await poll(code)).toBe('authorization_pending');
  await poolOf(store.database).query(
    `update oidc_records set payload = payload || '{"error":"access_denied"}' where model = 'DeviceCode'`,
  );
  expect(await poll(code, other)).toBe('access_denied');
});
