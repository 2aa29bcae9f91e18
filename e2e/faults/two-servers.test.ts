import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createVerifier, type Verifier } from '@licet/api';
import { consoleClientId } from '@licet/contract';
import * as openid from 'openid-client';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { signIn } from '../../examples/ledger/sample/sign-in.ts';
import { endAll } from '../end-all.ts';
import { newDataDirectory, type RunningLicet, removeDataDirectory, startLicet } from '../licet.ts';
import { type Heard, type Load, startLoad, wrong } from './load.testing.ts';
import { readiness, refusedForNow, startWorld, stranger, type World } from './world.testing.ts';

const params = { application: 'ledger' };
const redirectUri = 'http://localhost:5997/callback';
/** The maximum milliseconds until a state is reached, on a busy machine. */
const patience = 60_000;
const password = 'maple kettle drifts over sand';
let world: World;
let load: Load;
let first: RunningLicet;
let second: RunningLicet;
let verifier: Verifier;
let user: string;
let clientId: string;

beforeAll(async () => {
  world = await startWorld();
  first = world.first.running;
  second = world.second.running;
  const { operator } = first;
  await operator.applications.create({ body: { id: 'ledger', name: 'Ledger' } });
  const body = { name: 'Ledger', kind: 'browser' as const, redirectUris: [redirectUri] };
  clientId = (await operator.clients.create({ params, body })).client.id;
  const service = await operator.clients.create({ params, body: { name: 'API', kind: 'service' } });
  user = (await operator.users.create({ body: { username: 'ada', name: 'Ada' } })).id;
  const link = await operator.users.passwordLink({ params: { user } });
  await operator.passwords.set({ body: { token: new URL(link.url).hash.slice('#token='.length), password } });
  verifier = createVerifier({
    issuer: world.issuer,
    audience: 'ledger',
    client: { id: service.client.id, secret: service.secret ?? '' },
  });
  await verifier.ready();
  await vi.waitUntil(() => verifier.connected, patience);
  const operators = () => [world.first, world.second].map(({ running }) => running.operator);
  load = await startLoad({ issuer: world.issuer, operators });
  await load.rest();
});

afterAll(() => endAll(() => load?.rest(), verifier, world));

test('two servers: the streams of each server receive the changes made at the other', async () => {
  const { id: permission } = await first.operator.permissions.create({ params, body: { name: 'refund' } });
  const before = await signedIn();
  const [here, there] = await Promise.all([first, second].map(({ url }) => stream(url, before)));
  const body = {
    principal: { kind: 'user' as const, id: user },
    gives: { kind: 'permission' as const, id: permission },
  };
  const { id: grant } = await second.operator.grants.create({ params, body });
  await vi.waitUntil(
    () => here?.text().includes('event: version') && there?.text().includes('event: version'),
    patience,
  );

  const token = await signedIn();
  expect((await verifier.requirePermission(token, 'refund')).userId).toBe(user);
  await second.operator.grants.revoke({ params: { ...params, grant } });
  await vi.waitUntil(async () => (await refusal(verifier.requirePermission(token, 'refund'))) === 'cut-off', patience);
  await Promise.all([here?.leave(), there?.leave()]);
});

test('two servers: suspending a user at one server cuts off their token and their stream at the other', async () => {
  const token = await signedIn();
  const open = await stream(first.url, token);
  expect(await refusal(verifier.verify(token))).toBe('');
  await second.operator.users.suspend({ params: { user } });
  await vi.waitUntil(async () => (await refusal(verifier.verify(token))) === 'cut-off', patience);
  await vi.waitUntil(() => open.over(), patience);
  const asked = { headers: { authorization: `Bearer ${token}` } };
  const answers = await Promise.all([first, second].map(({ url }) => fetch(`${url}/api/v1/live/version`, asked)));
  expect(answers.map(({ status }) => status)).toEqual([401, 401]);
  await first.operator.users.reactivate({ params: { user } });
});

test('key rotation: under load no refresh and no call fails, and earlier tokens stay valid', async () => {
  const before = await signedIn();
  load.goOn();
  for (const server of [first, second]) {
    await load.goesWell();
    await server.operator.keys.rotate();
  }
  await load.goesWell();
  await load.rest();
  expect(load.heard().filter(unwell)).toEqual([]);
  const after = await signedIn();
  expect(kidOf(after)).not.toBe(kidOf(before));
  for (const token of [before, after]) expect(await refusal(verifier.verify(token))).toBe('');
});

test('two servers: a third server with another public address does not start and changes nothing', async () => {
  const addresses = async () => {
    const { items } = await first.operator.clients.list({ params: { application: 'licet' } });
    return items.find(({ id }) => id === consoleClientId)?.redirectUris;
  };
  const dataDirectory = newDataDirectory();
  const environment = {
    LICET_ENCRYPTION_KEY: readFileSync(join(dirname(first.dataDirectory), 'licet.key'), 'utf8').trim(),
    LICET_ISSUER: 'https://elsewhere.example',
    DATABASE_URL: world.first.wire.url,
  };
  await expect(startLicet({ dataDirectory, environment })).rejects.toThrow(
    `(the database has ${world.issuer}). Stop it before you start one with https://elsewhere.example`,
  );
  expect(await addresses()).toEqual([`${world.issuer}/callback`]);
  removeDataDirectory(dataDirectory);
});

test('rolling restart: under load no refresh and no sign-in fails', async () => {
  load.goOn();
  for (const server of [world.first, world.second]) {
    await server.restart();
    expect(await signedIn()).not.toBe('');
    await load.goesWell();
  }
  await load.rest();
  // Ignores calls through the operator's socket. Each socket reaches only one server, so its calls fail while that
  // server restarts.
  expect(load.heard().filter((it) => unwell(it) && ['refresh', 'token'].includes(it.what))).toEqual([]);
  await load.expectWhole('after a rolling restart', world.second.dataDirectory);
});

test('slow network: every request succeeds', async () => {
  load.goOn();
  world.first.wire.slow(20);
  await load.goesWell(1);
  world.first.wire.mend();
  await load.rest();
  expect(load.heard().filter(unwell)).toEqual([]);
});

test('cut network: the affected server answers 503 and recovers by itself, and the other continues', async () => {
  const { first: harmed, second: other } = world;
  load.goOn();
  await load.goesWell();
  load.heard();
  harmed.wire.cut();
  await vi.waitUntil(async () => (await readiness(harmed.running.url)) === 503, patience);
  expect(await readiness(other.running.url)).toBe(200);
  expect(await stranger(harmed)).toEqual(refusedForNow);
  load.heard();
  await vi.waitUntil(() => load.heard().some(({ what, status }) => what === 'refresh' && status === 200), patience);
  harmed.wire.mend();
  await vi.waitUntil(async () => (await readiness(harmed.running.url)) === 200, patience);
  await load.goesWell();
  expect(await stranger(harmed)).toEqual([401, 'invalid_client']);
  await load.rest();
  expect(load.heard().filter(wrong)).toEqual([]);
  await load.expectWhole('after the network was mended', harmed.dataDirectory);
});

test('stopped database: both servers answer 503, and recover by themselves when it starts', async () => {
  const servers = [world.first, world.second];
  load.goOn();
  await load.goesWell();
  load.heard();
  await world.database.stop();
  for (const { running } of servers) {
    await vi.waitUntil(async () => (await readiness(running.url)) === 503, patience);
    expect((await fetch(`${running.url}/healthz`)).status).toBe(200);
    expect(await stranger({ running })).toEqual(refusedForNow);
  }
  await world.database.start();
  for (const { running } of servers) await vi.waitUntil(async () => (await readiness(running.url)) === 200, patience);
  await load.goesWell();
  await load.rest();
  expect(load.heard().filter(wrong)).toEqual([]);
  await load.expectWhole('after the database was started', world.first.dataDirectory);
  await vi.waitUntil(() => verifier.connected, patience);
});

const unwell = ({ status }: Heard) => status !== 200;
const kidOf = (token: string) =>
  (JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as { kid: string }).kid;

async function signedIn(): Promise<string> {
  const config = await openid.discovery(new URL(world.issuer), clientId, undefined, openid.None(), {
    execute: [openid.allowInsecureRequests],
  });
  const whole = { issuer: world.issuer, clientId, redirectUri, login: 'ada', password };
  return (await signIn(config, whole)).access_token;
}

/** Returns the reason why `@licet/api` refuses, or an empty string if `@licet/api` accepts. */
const refusal = (asked: Promise<unknown>): Promise<string> =>
  asked.then(
    () => '',
    (error: { reason?: string }) => error.reason ?? String(error),
  );

async function stream(url: string, token: string) {
  const leaving = new AbortController();
  const response = await fetch(`${url}/api/v1/live`, {
    headers: { authorization: `Bearer ${token}` },
    signal: leaving.signal,
  });
  expect(response.status).toBe(200);
  let text = '';
  let stopped = false;
  const reading = (async () => {
    for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) text += part;
  })()
    .catch(() => undefined)
    .then(() => {
      stopped = true;
    });
  return {
    text: () => text,
    over: () => stopped,
    leave: async () => {
      leaving.abort();
      await reading;
    },
  };
}
