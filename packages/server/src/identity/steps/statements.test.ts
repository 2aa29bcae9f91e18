import type { PasskeyOffer } from '@licet/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { endSession } from '../../store/sign-in/sessions.ts';
import { unnamed, writeStatementsDown } from '../../store/statements.testing.ts';
import { addApplication, addGrant, addRole, type TestStore } from '../../store/store.testing.ts';
import { SoftwareAuthenticator } from '../factors/software-authenticator.testing.ts';
import {
  addClient,
  addSignInUser,
  arrange,
  Browser,
  claimsOf,
  type TestClient,
  type TestServer,
  testServer,
} from './sign-in.testing.ts';
import { addLicetClient, begin, caller } from './steps.testing.ts';

// What the database is asked in a whole sign-in and in a refresh. Each of these statements costs every sign-in a way to the database
// and back: whoever adds one finds the bound here, and the list of all of them in what the test says.

let store: TestStore;
let server: TestServer;
let registered: TestClient;
let written: ReturnType<typeof writeStatementsDown>;

beforeAll(async () => {
  const alone = await testServer({ api: true });
  ({ store, server } = alone);
  written = writeStatementsDown(store.database);
  registered = await arrange(store, async (handle) => {
    const app = await addApplication(handle, 'shop', 'Shop');
    const clerk = await addRole(handle, app, 'clerk');
    const ada = await addSignInUser(server, handle, { username: 'ada' });
    await addGrant(handle, { application: app, principal: ada, role: clerk });
    return addClient(handle, app, 'browser');
  });
  return alone.close;
});

/** From the application’s request to its tokens, request by request. */
async function wholeSignIn(browser: Browser) {
  written.taken();
  const page = await begin(server, registered, browser);
  const asked = written.taken();
  await page.details();
  const shown = written.taken();
  const answer = await page.password('ada');
  const typed = written.taken();
  const tokens = await page.finish(answer);
  await new Promise((resolve) => setTimeout(resolve, 50)); // what nobody waits for
  const fetched = written.taken();
  return { tokens, requests: { asked, shown, typed, fetched }, all: [...asked, ...shown, ...typed, ...fetched] };
}

describe('what the database is asked', () => {
  test('in a whole sign-in by password', async () => {
    const browser = new Browser(server.issuer);
    await wholeSignIn(new Browser(server.issuer)); // the first one ever
    const { requests, all } = await wholeSignIn(browser);
    expect(unnamed(all)).toEqual([]);
    expect(all.length, JSON.stringify(requests, null, 2)).toBeLessThanOrEqual(mostOfSignIn);
  });

  test('in the next one in that browser, when the session is over', async () => {
    const browser = new Browser(server.issuer);
    const { tokens } = await wholeSignIn(browser);
    const { sub, sid } = claimsOf(tokens.access_token);
    await endSession(store.database, String(sub), String(sid), 'itself');
    const { requests, all } = await wholeSignIn(browser);
    expect(unnamed(all)).toEqual([]);
    expect(all.length, JSON.stringify(requests, null, 2)).toBeLessThanOrEqual(mostWithCookie);
  });

  test('in a sign-in by passkey, from the challenge to the tokens', async () => {
    const own = await begin(server, await addLicetClient(store));
    const call = caller(server, (await own.finish(await own.password('ada'))).access_token);
    const key = new SoftwareAuthenticator(server.issuer);
    const offer = (await call('POST', '/me/credentials/passkeys/options')).body as unknown as PasskeyOffer;
    await call('POST', '/me/credentials/passkeys', { name: 'Phone', response: key.create(offer) });
    const page = await begin(server, registered);
    written.taken();
    const challenge = (await page.post('/passkey/options', {})).body as unknown as Parameters<typeof key.get>[0];
    await page.finish(await page.post('/passkey', { response: key.get(challenge) }));
    await new Promise((resolve) => setTimeout(resolve, 50)); // what nobody waits for
    const all = written.taken();
    expect(unnamed(all)).toEqual([]);
    expect(all.length, JSON.stringify(all, null, 2)).toBeLessThanOrEqual(mostByPasskey);
  });

  test('in a refresh', async () => {
    const { tokens } = await wholeSignIn(new Browser(server.issuer));
    const body = new URLSearchParams({
      grant_type: 'refresh_token',
      client_id: registered.id,
      refresh_token: tokens.refresh_token ?? '',
    });
    written.taken();
    const response = await fetch(`${server.issuer}/oidc/token`, { method: 'POST', body });
    expect(response.status).toBe(200);
    const all = written.taken();
    expect(unnamed(all)).toEqual([]);
    expect(all.length, JSON.stringify(all, null, 2)).toBeLessThanOrEqual(mostOfRefresh);
  });
});

const mostOfSignIn = 12;
/** The cookie of a session is looked up on the way there and on the way back. */
const mostWithCookie = mostOfSignIn + 2;
const mostByPasskey = 12;
const mostOfRefresh = 2;
