import { createVerifier, type Verifier } from '@licet/api';
import * as openid from 'openid-client';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { signIn } from '../examples/ledger/sample/sign-in.ts';
import { endAll } from './end-all.ts';
import { startWorld, type World } from './faults/world.testing.ts';

// Compares durations within one run: the time until an API refuses a cut-off token, and the time of a sign-in.
const params = { application: 'ledger' };
const redirectUri = 'http://localhost:5996/callback';
const password = 'maple kettle drifts over sand';
/** A cut-off may take as long as this many sign-ins. A sign-in takes 0.1 to 0.2 s on a quiet machine. */
const signIns = 5;
let world: World;
let verifier: Verifier;
let role: string;
let config: openid.Configuration;
let user: string;
let signedInAfter = Number.POSITIVE_INFINITY;

beforeAll(async () => {
  world = await startWorld();
  const { operator } = world.first.running;
  await operator.applications.create({ body: { id: 'ledger', name: 'Ledger' } });
  const gives = { name: 'clerk', title: '', permissions: [], includes: [] };
  role = (await operator.roles.create({ params, body: gives })).id;
  const body = { name: 'Ledger', kind: 'browser' as const, redirectUris: [redirectUri] };
  const { client } = await operator.clients.create({ params, body });
  const service = await operator.clients.create({ params, body: { name: 'API', kind: 'service' } });
  user = (await operator.users.create({ body: { username: 'ada', name: 'Ada' } })).id;
  const link = await operator.users.passwordLink({ params: { user } });
  await operator.passwords.set({ body: { token: new URL(link.url).hash.slice('#token='.length), password } });
  const insecure = { execute: [openid.allowInsecureRequests] };
  config = await openid.discovery(new URL(world.issuer), client.id, undefined, openid.None(), insecure);
  verifier = createVerifier({
    issuer: world.issuer,
    audience: 'ledger',
    client: { id: service.client.id, secret: service.secret ?? '' },
  });
  await verifier.ready();
  await vi.waitUntil(() => verifier.connected, 60_000);
}, 300_000);

afterAll(() => endAll(verifier, world));

/** The API listens to the stream of only one server, so the servers make the changes in turn. */
const servers = () => [world.first, world.second].map(({ running }) => running.operator);

test('the API refuses a grant that was revoked at either server within the time that a few sign-ins take', async () => {
  const took: number[] = [];
  for (const operator of [...servers(), ...servers()]) {
    const body = { principal: { kind: 'user', id: user }, gives: { kind: 'role', id: role } } as const;
    const { id: grant } = await operator.grants.create({ params, body });
    took.push(await cutOff(() => operator.grants.revoke({ params: { ...params, grant } })));
  }
  hold(took);
});

test('the API refuses a user who was suspended at either server within the time that a few sign-ins take', async () => {
  const took: number[] = [];
  for (const operator of [...servers(), ...servers()]) {
    took.push(await cutOff(() => operator.users.suspend({ params: { user } })));
    await operator.users.reactivate({ params: { user } });
  }
  hold(took);
});

/** Returns the milliseconds from the response to a change until the API refuses an older token. */
async function cutOff(change: () => Promise<unknown>): Promise<number> {
  const token = await newToken();
  await verifier.verify(token);
  await change();
  const start = performance.now();
  await vi.waitUntil(
    () =>
      verifier.verify(token).then(
        () => false,
        () => true,
      ),
    { timeout: 60_000, interval: 5 },
  );
  const took = performance.now() - start;
  await expect(verifier.verify(token)).rejects.toMatchObject({ reason: 'cut-off' });
  return took;
}

async function newToken(): Promise<string> {
  const start = performance.now();
  const signedIn = {
    issuer: world.issuer,
    clientId: config.clientMetadata().client_id,
    redirectUri,
    login: 'ada',
    password,
  };
  const { access_token } = await signIn(config, signedIn);
  signedInAfter = Math.min(signedInAfter, performance.now() - start);
  return access_token;
}

/** Compares the shortest time of each server with the limit, so that a fast server cannot hide a slow one. */
function hold(took: readonly number[]): void {
  const soonest = Math.max(...[0, 1].map((server) => Math.min(...took.filter((_, turn) => turn % 2 === server))));
  console.info(`cut off after ${soonest.toFixed()} ms at the soonest; a sign-in takes ${signedInAfter.toFixed()} ms`);
  expect(soonest).toBeLessThan(signIns * signedInAfter);
}
