import { randomBytes } from 'node:crypto';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { createVerifier, type Verifier } from '@licet/api';
import { startEmbedded } from '@licet/server/embedded';
import * as openid from 'openid-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signIn } from '../examples/ledger/sample/sign-in.ts';
import {
  freePort,
  newDataDirectory,
  type RunningLicet,
  removeDataDirectory,
  startLicet,
  withAdministrator,
} from './licet.ts';

const params = { application: 'ledger' };
const redirectUri = 'http://localhost:5997/callback';
const password = 'maple kettle drifts over sand';
const directory = newDataDirectory();
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
let database: Awaited<ReturnType<typeof startEmbedded>>;
let first: RunningLicet;
let second: RunningLicet;
let verifier: Verifier;
let user: string;
let clientId: string;

beforeAll(async () => {
  chmodSync(directory, 0o711); // the database may run as another user, who has to pass
  database = await startEmbedded({ dataDirectory: join(directory, 'database'), log: silent });
  const port = await freePort();
  const environment = {
    ...withAdministrator,
    DATABASE_URL: database.connectionString,
    LICET_ISSUER: `http://localhost:${port}`,
    LICET_ENCRYPTION_KEY: randomBytes(32).toString('hex'),
  };
  [first, second] = await Promise.all([
    startLicet({ dataDirectory: join(directory, 'first'), port, environment }),
    startLicet({ dataDirectory: join(directory, 'second'), environment }),
  ]);
  const { operator } = first;
  await operator.applications.create({ body: { id: 'ledger', name: 'Ledger' } });
  const body = { name: 'Ledger', kind: 'browser' as const, redirectUris: [redirectUri] };
  clientId = (await operator.clients.create({ params, body })).client.id;
  const service = await operator.clients.create({ params, body: { name: 'API', kind: 'service' } });
  user = (await operator.users.create({ body: { username: 'ada', name: 'Ada' } })).id;
  const link = await operator.users.passwordLink({ params: { user } });
  await operator.passwords.set({ body: { token: new URL(link.url).hash.slice('#token='.length), password } });
  verifier = createVerifier({
    issuer: first.url,
    audience: 'ledger',
    client: { id: service.client.id, secret: service.secret ?? '' },
  });
  await verifier.ready();
  await until(() => verifier.connected);
}, 120_000);

afterAll(async () => {
  await verifier?.close();
  await Promise.all([first?.stop(), second?.stop()]);
  await database?.stop();
  removeDataDirectory(directory);
});

test('what is changed at one server is heard at the streams of the other within a second, both ways', async () => {
  const { id: permission } = await first.operator.permissions.create({ params, body: { name: 'refund' } });
  const before = await signedIn();
  const [here, there] = await Promise.all([first, second].map(({ url }) => stream(url, before)));
  const body = {
    principal: { kind: 'user' as const, id: user },
    gives: { kind: 'permission' as const, id: permission },
  };
  const { id: grant } = await second.operator.grants.create({ params, body });
  const given = performance.now();
  await until(() => here?.text().includes('event: version') && there?.text().includes('event: version'));
  expect(performance.now() - given).toBeLessThan(1000);

  const token = await signedIn();
  expect((await verifier.requirePermission(token, 'refund')).userId).toBe(user);
  await second.operator.grants.revoke({ params: { ...params, grant } });
  const taken = performance.now();
  await until(async () => (await refusal(verifier.requirePermission(token, 'refund'))) === 'cut-off');
  expect(performance.now() - taken).toBeLessThan(1000);
  await Promise.all([here?.leave(), there?.leave()]);
});

test('a session that is ended at one server is refused at the other, and its stream there ends', async () => {
  const token = await signedIn();
  const open = await stream(first.url, token);
  expect(await refusal(verifier.verify(token))).toBe('');
  await second.operator.users.suspend({ params: { user } });
  await until(async () => (await refusal(verifier.verify(token))) === 'cut-off');
  await until(() => open.over());
  const asked = { headers: { authorization: `Bearer ${token}` } };
  const answers = await Promise.all([first, second].map(({ url }) => fetch(`${url}/api/v1/live/version`, asked)));
  expect(answers.map(({ status }) => status)).toEqual([401, 401]);
});

async function signedIn(): Promise<string> {
  const config = await openid.discovery(new URL(first.url), clientId, undefined, openid.None(), {
    execute: [openid.allowInsecureRequests],
  });
  const whole = { issuer: first.url, clientId, redirectUri, login: 'ada', password };
  return (await signIn(config, whole)).access_token;
}

/** Why `@licet/api` refuses; nothing when it does not. */
const refusal = (asked: Promise<unknown>): Promise<string> =>
  asked.then(
    () => '',
    (error: { reason?: string }) => error.reason ?? String(error),
  );

/** An open tab. */
async function stream(url: string, token: string) {
  const leaving = new AbortController();
  const response = await fetch(`${url}/api/v1/live`, {
    headers: { authorization: `Bearer ${token}` },
    signal: leaving.signal,
  });
  expect(response.status).toBe(200);
  let text = '';
  let over = false;
  const reading = (async () => {
    for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) text += part;
  })()
    .catch(() => undefined)
    .then(() => {
      over = true;
    });
  return {
    text: () => text,
    over: () => over,
    leave: async () => {
      leaving.abort();
      await reading;
    },
  };
}

async function until(holds: () => unknown, milliseconds = 5000): Promise<void> {
  for (const end = performance.now() + milliseconds; performance.now() < end; ) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error(`It did not come about within ${milliseconds} ms.`);
}
