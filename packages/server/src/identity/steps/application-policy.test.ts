import type { ApplicationPolicyChange, PasskeyOffer, PolicyChange } from '@licet/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { replaceApplicationPolicy } from '../../store/policy/application-policy.ts';
import { firstPolicy, replacePolicy } from '../../store/policy/policy.ts';
import { addApplication, type TestApplication, type TestStore } from '../../store/store.testing.ts';
import { SoftwareAuthenticator } from '../factors/software-authenticator.testing.ts';
import { enter, send } from '../provider/provider.testing.ts';
import {
  addClient,
  arrange,
  Browser,
  redirectUri,
  signInStore,
  startServer,
  type TestClient,
  type TestServer,
} from './sign-in.testing.ts';
import { addLicetClient, addPerson, addPersonWithTotp, begin, caller, codesOf } from './steps.testing.ts';

let store: TestStore;
let server: TestServer & { address: string };
let second: TestServer & { address: string };
let licet: TestClient;
let vault: TestApplication;
let vaultClient: TestClient;
let nextCode: (secret: string) => string;

beforeAll(async () => {
  store = await signInStore();
  server = await startServer(store, { api: true });
  second = await startServer(store, { issuer: server.issuer, api: true });
  licet = await addLicetClient(store);
  vault = await arrange(store, (handle) => addApplication(handle, 'vault', 'Vault'));
  vaultClient = await arrange(store, (handle) => addClient(handle, vault));
});
beforeEach(async () => {
  store.setClock(0);
  nextCode = codesOf(store);
  await ask({});
  await organisation({});
});
afterAll(async () => {
  await server.close();
  await second.close();
  await store.close();
});

/** Sets the application's own sign-in rules. */
const ask = (overrides: Partial<ApplicationPolicyChange>) =>
  arrange(store, (handle) =>
    replaceApplicationPolicy(
      handle,
      { id: vault.key, factId: vault.id },
      { ways: null, secondFactor: false, maxAge: null, ...overrides },
    ),
  );
const { version: _, ...first } = firstPolicy;
const organisation = (overrides: Partial<PolicyChange>) =>
  arrange(store, (handle) => replacePolicy(handle, { ...first, ...overrides }));

/** Opens the application in a browser. Returns the page that the browser is sent to, or null if it is signed in without one. */
async function asked(browser: Browser, client = vaultClient) {
  return begin(server, client, browser).catch((error: Error) => {
    if (/^No page to sign in at: http/.test(error.message)) return null;
    throw error;
  });
}

async function byPassword(username: string, client = licet) {
  const signIn = await begin(server, client);
  const tokens = await signIn.finish(await signIn.password(username));
  return { browser: signIn.browser, tokens, call: caller(server, tokens.access_token) };
}

async function refreshed(token: string | undefined): Promise<{ status: number; error?: string }> {
  const body = new URLSearchParams({
    grant_type: 'refresh_token',
    refresh_token: token ?? '',
    client_id: vaultClient.id,
  });
  const response = await fetch(`${second.address}/oidc/token`, { method: 'POST', body });
  const { error } = (await response.json()) as { error?: string };
  return { status: response.status, ...(error && { error }) };
}

describe('an application that accepts fewer ways to sign in than the organisation', () => {
  test('asks again after a sign-in by another way, and refuses correct and wrong passwords alike', async () => {
    const user = await addPerson(store, server);
    const { browser, call } = await byPassword(user.username);
    const key = new SoftwareAuthenticator(server.issuer);
    const offer = (await call('POST', '/me/credentials/passkeys/options')).body as unknown as PasskeyOffer;
    await call('POST', '/me/credentials/passkeys', { name: 'Key', response: key.create(offer) });
    await ask({ ways: ['passkey'] });
    const signIn = await asked(browser);
    expect(await signIn?.details()).toMatchObject({ passwords: false, again: true });
    const answers = [
      await signIn?.password(user.username),
      await signIn?.password(user.username, 'not the passphrase'),
    ];
    for (const answer of answers) expect(answer).toMatchObject({ status: 403, body: { code: 'way_refused' } });
    const options = (await signIn?.post('/passkey/options', {}))?.body;
    const shown = await signIn?.post('/passkey', { response: key.get(options as never) }, browser.at(second.address));
    expect(shown).toMatchObject({ status: 200, body: { location: expect.any(String) } });
    if (signIn && shown) await signIn.finish(shown);
    expect(await asked(browser), 'now they are known by a passkey').toBeNull();
    await byPassword(user.username); // other applications still accept the password
  });

  test('accepts no way that the organisation refuses, even if none is left', async () => {
    const user = await addPerson(store, server);
    await ask({ ways: ['password'] });
    await organisation({ ways: ['passkey'] });
    const signIn = await begin(server, vaultClient);
    expect(await signIn.details()).toMatchObject({ passwords: false, passkeys: false, connections: [] });
    expect(await signIn.password(user.username)).toMatchObject({ status: 403, body: { code: 'way_refused' } });
    expect(await signIn.post('/passkey/options', {})).toMatchObject({ status: 403, body: { code: 'way_refused' } });
  });
});

describe('an application that requires a second factor of every user', () => {
  test('refuses users without a second factor, but only when they sign in to this application', async () => {
    const user = await addPerson(store, server);
    await ask({ secondFactor: true });
    const signIn = await begin(server, vaultClient);
    expect(await signIn.password(user.username)).toMatchObject({
      status: 403,
      body: { code: 'second_factor_missing' },
    });
    const { browser } = await byPassword(user.username);
    const known = await asked(browser);
    expect((await known?.password(user.username))?.body).toMatchObject({ next: { setUp: { until: null } } });
  });

  test('asks for the second factor once per session, even in a browser that the organisation remembers', async () => {
    const { user, secret } = await addPersonWithTotp(store, server, licet, nextCode);
    await organisation({ rememberedDays: 7 });
    await ask({ secondFactor: true });
    const browser = new Browser(server.issuer);
    const at = await begin(server, licet, browser);
    await at.password(user.username);
    await at.finish(await at.post('/code', { code: nextCode(secret), remember: true }));
    const remembered = new Browser(server.issuer);
    remembered.setCookie('licet_known', browser.cookie('licet_known') ?? '', '/sign-in');
    const elsewhere = await begin(server, licet, remembered);
    await elsewhere.finish(await elsewhere.password(user.username)); // the password is enough here
    const signIn = await asked(remembered);
    expect(await signIn?.details()).toMatchObject({ rememberedDays: 0 });
    expect((await signIn?.password(user.username))?.body).toMatchObject({ next: { ways: ['totp', 'recovery_code'] } });
    const done = await signIn?.code(nextCode(secret), remembered.at(second.address));
    if (signIn && done) await signIn.finish(done);
    expect(await asked(remembered)).toBeNull();
  });

  test('applies its rules to existing sessions, silent sign-in and device authorisation', async () => {
    const user = await addPerson(store, server);
    const box = await arrange(store, (handle) => addClient(handle, vault, 'device'));
    const { browser } = await byPassword(user.username);
    const quiet = new URLSearchParams({
      client_id: vaultClient.id,
      response_type: 'code',
      redirect_uri: redirectUri,
      scope: 'openid',
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
      prompt: 'none',
    });
    const quietly = async () =>
      new URL((await browser.go(`/oidc/auth?${quiet}`)).headers.get('location') ?? '').searchParams;
    expect((await quietly()).has('code')).toBe(true);
    await ask({ secondFactor: true });
    expect((await quietly()).get('error')).toBe('login_required');
    const body = new URLSearchParams({ client_id: box.id, scope: 'openid' });
    const begun = (await (await fetch(`${server.address}/oidc/device`, { method: 'POST', body })).json()) as {
      user_code: string;
    };
    const answer = await send(browser, await enter(browser.at(second.address), begun.user_code));
    expect(answer.headers.get('location')).toMatch(/^\/sign-in\//);
  });

  test('refuses to refresh tokens of a weaker sign-in', async () => {
    const user = await addPerson(store, server);
    const { tokens } = await byPassword(user.username, vaultClient);
    await ask({ secondFactor: true });
    expect(await refreshed(tokens.refresh_token)).toEqual({ status: 400, error: 'invalid_grant' });
  });
});

test('an application that limits the age of a sign-in refuses older sessions and their tokens', async () => {
  const user = await addPerson(store, server);
  await ask({ maxAge: 600 });
  const { browser, tokens } = await byPassword(user.username, vaultClient);
  expect(await asked(browser)).toBeNull();
  const { status } = await refreshed(tokens.refresh_token);
  expect(status).toBe(200);
  const again = await byPassword(user.username, vaultClient);
  await store.database.pool.query(
    `update sessions set created_at = created_at - interval '11 minutes' where user_id = $1`,
    [user.id],
  );
  expect(await refreshed(again.tokens.refresh_token)).toEqual({ status: 400, error: 'invalid_grant' });
  expect(await asked(browser)).not.toBeNull();
  expect(await asked(browser, licet), 'the others ask nobody').toBeNull();
});
