import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Jobs } from '../../jobs/jobs.ts';
import { createOutgoing } from '../../outgoing/outgoing.ts';
import { jobsChannel } from '../../store/jobs/jobs.ts';
import { type Listener, listen } from '../../store/kernel/listen.ts';
import { endSession, endSessionsOf } from '../../store/sign-in/sessions.ts';
import { addApplication } from '../../store/store.testing.ts';
import {
  addClient,
  addSignInUser,
  arrange,
  claimsOf,
  nextOf,
  password,
  redirectUri,
  type SignedIn,
  type StartedServer,
  signIn,
  type TestClient,
  testServer,
} from '../steps/sign-in.testing.ts';

let store: StartedServer['store'];
let server: StartedServer['server'];
let close: StartedServer['close'];
let listener: Listener;
let jobs: Jobs;
let ada: string;
let [plainClient, modern, silent, deaf]: TestClient[] = [];
const errors: unknown[] = [];

// The requests that the application received; `answer` is what it replies.
let heard: { readonly path: string; readonly type: string | undefined; readonly token: string }[] = [];
let answers: number[] = [];
const application = createServer(async (request, response) => {
  let body = '';
  for await (const piece of request) body += piece;
  const token = new URLSearchParams(body).get('logout_token') ?? '';
  heard.push({ path: request.url ?? '', type: request.headers['content-type'], token });
  response.writeHead(answers.shift() ?? 204).end();
});

beforeAll(async () => {
  await new Promise<void>((resolve) => application.listen(0, '127.0.0.1', resolve));
  const at = (path: string) => `http://127.0.0.1:${(application.address() as AddressInfo).port}${path}`;
  ({ store, server, close } = await testServer({ outgoing: createOutgoing({ allowed: ['127.0.0.1'] }) }));
  listener = listen(store.database);
  jobs = new Jobs({ ...store, listener, handlers: server.identity.jobs, onError: (error) => void errors.push(error) });
  await arrange(store, async (handle) => {
    const shop = await addApplication(handle, 'shop', 'Shop');
    plainClient = await addClient(handle, shop, 'server', { backchannelLogoutUri: at('/told') });
    modern = await addClient(handle, shop, 'server', { backchannelLogoutUri: at('/rsa'), idTokenAlgorithm: 'RS256' });
    silent = await addClient(handle, shop, 'server');
    deaf = await addClient(handle, shop, 'server', { backchannelLogoutUri: 'http://10.255.255.1/' });
    ada = (await addSignInUser(server, handle, { username: 'ada' })).id;
    await addSignInUser(server, handle, { username: 'eve' });
  });
});

afterAll(async () => {
  await jobs.close(1);
  await listener.close();
  await close();
  application.close();
});

beforeEach(() => {
  heard = [];
  answers = [];
});

const given = (client: TestClient | undefined) => client ?? expect.fail('There is no such client.');
const idOf = ({ tokens }: SignedIn) => tokens.id_token ?? '';
const sidOf = (signedIn: SignedIn) => String(claimsOf(idOf(signedIn)).sid);
const signOut = (signedIn: SignedIn) => signedIn.browser.go(`/oidc/session/end?id_token_hint=${idOf(signedIn)}`);
const waiting = async () =>
  (await store.database.pool.query<{ last_error: string | null; given_up_at: string | null }>('select * from jobs'))
    .rows;

/** Verifies a logout token with jose, as an application would (section 2.6). */
async function verified(token: string, client: TestClient | undefined) {
  const keys = createRemoteJWKSet(new URL(`${server.issuer}/oidc/jwks`));
  const { payload } = await jwtVerify(token, keys, {
    issuer: server.issuer,
    audience: given(client).id,
    typ: 'logout+jwt',
    requiredClaims: ['iat', 'exp', 'jti', 'events', 'sub', 'sid'],
  });
  expect(payload.nonce).toBeUndefined();
  expect(payload.events).toEqual({ 'http://schemas.openid.net/event/backchannel-logout': {} });
  expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBeLessThanOrEqual(120);
  return payload;
}

describe('a client with a back-channel logout address', () => {
  test('receives a logout token, signed like its ID tokens, when its user signs out', async () => {
    const signedIn = await signIn(server, given(plainClient), 'ada');
    await signIn(server, given(modern), 'ada', { browser: signedIn.browser });
    await signIn(server, given(silent), 'ada', { browser: signedIn.browser });
    await signOut(signedIn);
    await expect.poll(() => heard.length).toBe(2);
    const [plain, rsa] = heard.toSorted((one, other) => other.path.localeCompare(one.path));
    expect(plain).toMatchObject({ path: '/told', type: expect.stringContaining('application/x-www-form-urlencoded') });
    expect(await verified(plain?.token ?? '', plainClient)).toMatchObject({ sub: ada, sid: sidOf(signedIn) });
    expect(await verified(rsa?.token ?? '', modern)).toMatchObject({ sub: ada, sid: sidOf(signedIn) });
    expect([plain, rsa].map((it) => decodeProtectedHeader(it?.token ?? '').alg)).toEqual(['ES256', 'RS256']);
    await expect.poll(waiting).toEqual([]);
  });

  test.each<[how: string, end: (signedIn: SignedIn) => Promise<unknown>]>([
    ['by answering the question', answered],
    ['from another browser', (it) => endSession(store.database, ada, sidOf(it), 'elsewhere')],
    ['with all sessions of the user', () => arrange(store, (change) => endSessionsOf(change, ada))],
  ])('receives one logout token for a session that is ended %s', async (_, end) => {
    const signedIn = await signIn(server, given(plainClient), 'ada');
    const other = await signIn(server, given(plainClient), 'eve');
    await end(signedIn);
    await expect.poll(() => heard.length).toBe(1);
    expect(await verified(heard[0]?.token ?? '', plainClient)).toMatchObject({ sub: ada, sid: sidOf(signedIn) });
    await expect.poll(waiting).toEqual([]);
    expect(heard).toHaveLength(1);
    await signOut(other);
    await expect.poll(() => heard.length).toBe(2);
  });

  test('receives a logout token when another user signs in in the same browser', async () => {
    const signedIn = await signIn(server, given(plainClient), 'ada');
    const { browser } = signedIn;
    const query = { client_id: given(silent).id, response_type: 'code', redirect_uri: redirectUri, prompt: 'login' };
    const challenge = { scope: 'openid', code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' };
    const begun = await browser.go(`/oidc/auth?${new URLSearchParams({ ...query, ...challenge })}`);
    const entered = await browser.go(begun.headers.get('location') ?? '', {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: server.issuer },
      body: JSON.stringify({ login: 'eve', password }),
    });
    const page = await browser.go(((await entered.json()) as { location: string }).location);
    expect(page.headers.get('content-security-policy')).toMatch(/form-action 'self';/);
    const html = await page.text();
    const fields = [...html.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ]);
    const action = /action="([^"]+)"/.exec(html)?.[1] ?? '';
    const ended = await browser.go(action, { method: 'POST', body: new URLSearchParams(fields) });
    const resumed = await browser.go(nextOf(ended));
    expect(resumed.headers.get('location')).toMatch(/[?&]code=/);
    await expect.poll(() => heard.length).toBe(1);
    const session = sidOf(signedIn);
    expect(await verified(heard[0]?.token ?? '', plainClient)).toMatchObject({ sub: ada, sid: session });
    const { rows } = await store.database.pool.query('select from sessions where uid = $1 and ended_at is null', [
      session,
    ]);
    expect(rows).toEqual([]);
  });

  test('receives no logout token for a session that it did not use, or for one that continues', async () => {
    const signedIn = await signIn(server, given(silent), 'ada');
    await answered(signedIn, 'no');
    await signOut(signedIn);
    expect(await waiting()).toEqual([]);
    expect(heard).toEqual([]);
  });

  test('receives the same jti again after an error, and nothing more after a refusal', async () => {
    answers = [503, 204, 400];
    const first = await signIn(server, given(plainClient), 'ada');
    await signOut(first);
    await expect.poll(waiting).toMatchObject([{ given_up_at: null, last_error: expect.stringContaining('503') }]);
    await store.database.pool.query('update jobs set due_at = now()');
    await store.database.pool.query(`select pg_notify('${jobsChannel}', '')`);
    await expect.poll(waiting).toEqual([]);
    const [one, again] = heard.map(({ token }) => claimsOf(token).jti);
    expect(again).toBe(one);
    await signOut(await signIn(server, given(plainClient), 'ada'));
    await expect.poll(waiting).toMatchObject([{ given_up_at: expect.anything() }]);
    await store.database.pool.query('delete from jobs');
  });

  test('attack 38: is not called at an address of a private network', async () => {
    await signOut(await signIn(server, given(deaf), 'ada'));
    await expect.poll(waiting).toMatchObject([{ last_error: expect.stringContaining('leads to a private network') }]);
    await store.database.pool.query('delete from jobs');
  });
});

async function answered({ browser }: SignedIn, logout = 'yes') {
  const page = await (await browser.go('/oidc/session/end?state=s1')).text();
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)?.[1] ?? '';
  const body = new URLSearchParams({ xsrf, ...(logout === 'yes' && { logout }) });
  expect((await browser.go('/oidc/session/end/confirm', { method: 'POST', body })).status).toBe(
    logout === 'yes' ? 303 : 200,
  );
}
