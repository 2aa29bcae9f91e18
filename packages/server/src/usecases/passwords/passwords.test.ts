import { type CallId, type CallOf, limits } from '@licet/contract';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  addClient,
  addSignInUser,
  arrange,
  Browser,
  claimsOf,
  password,
  signIn,
  signInStore,
  startServer,
  type TestClient,
  type TestServer,
} from '../../identity/steps/sign-in.testing.ts';
import { nameFailures } from '../../store/credentials/throttle.ts';
import { makeLink } from '../../store/sign-in/links.ts';
import { addApplication, addUser, build, setStatus, type TestStore } from '../../store/store.testing.ts';
import type { Caller, Context } from '../context.ts';
import { password as changePassword, endSession, sessions, signIns } from '../me/account.ts';
import { callerOf } from '../testing.ts';
import type { Input, UseCase } from '../use-case.ts';
import { requireAccess } from '../use-cases.ts';
import { set } from './index.ts';
import { link } from './link.ts';

let store: TestStore;
let server: TestServer;
let app: TestClient;
const phrase = 'another phrase of mine';

beforeAll(async () => {
  store = await signInStore();
  server = await startServer(store);
  app = await arrange(store, async (handle) => addClient(handle, await addApplication(handle, 'shop', 'Shop')));
});
afterEach(() => store.setClock(0));
afterAll(async () => {
  await server.close();
  await store.close();
});

const context = (caller: Caller = { kind: 'anonymous' }): Context => ({
  database: store.database,
  caller,
  origin: { address: '10.0.0.1', agent: 'a test', requestId: '' },
  issuer: server.issuer,
  hashing: server.identity.hashing,
  secrets: server.identity.secrets,
  upstream: server.identity.upstream,
  rotateKeys: server.identity.rotateKeys,
});
const input = <Body>(body: Body) => ({ params: undefined, query: undefined, body, ifMatch: undefined });
const done = async <Id extends CallId>(useCase: UseCase<Id>, by: Context, given: Input<CallOf<Id>>) =>
  useCase.perform({ ...by, ...given, access: await requireAccess(useCase.id, by, given.params) });
const codeOf = async (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { problem?: { code: string } }) => error.problem?.code ?? String(error),
  );
const linkFor = async (user: { id: string }) =>
  (await build(store.database, (change) => makeLink(change, user.id, null))).token;

describe('a set-password link', () => {
  test('shows its user’s name, activates an invited user, and works once', async () => {
    const user = await arrange(store, (handle) => addUser(handle, { username: 'mary', status: 'invited' }));
    const token = await linkFor(user);
    expect(await link(context(), input({ token }))).toMatchObject({ username: 'mary' });
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => codeOf(set(context(), input({ token, password: phrase })))),
    );
    expect(answers.sort()).toEqual(['done', ...Array(4).fill('link_invalid')]);
    expect(await codeOf(link(context(), input({ token })))).toBe('link_invalid');
    const { tokens } = await signIn(server, app, 'mary', { password: phrase });
    expect(tokens.access_token).toBeTypeOf('string');
    const { rows } = await store.database.pool.query('select action, actor_id from change order by no desc limit 1');
    expect(rows[0]).toEqual({ action: 'user.activated', actor_id: user.id });
  });

  test('is void after a newer one is made, after it expires, and while its user is suspended', async () => {
    const user = await arrange(store, (handle) => addUser(handle));
    const old = await linkFor(user);
    const token = await linkFor(user);
    expect(await codeOf(link(context(), input({ token: old })))).toBe('link_invalid');
    expect(await codeOf(link(context(), input({ token })))).toBe('done');
    store.setClock((limits.setPasswordLinkLifetime.value + 1) * 1000);
    expect(await codeOf(link(context(), input({ token })))).toBe('link_invalid');
    expect(await codeOf(set(context(), input({ token, password: phrase })))).toBe('link_invalid');
    store.setClock(0);
    await arrange(store, (handle) => setStatus(handle, user, 'suspended'));
    expect(await codeOf(set(context(), input({ token, password: phrase })))).toBe('link_invalid');
  });

  test('works after any number of wrong links from the same network', async () => {
    const user = await arrange(store, (handle) => addUser(handle));
    const token = await linkFor(user);
    for (let round = 0; round < 2 * limits.networkFailuresFree.value; round += 1)
      expect(await codeOf(link(context(), input({ token: `wrong-${round}` })))).toBe('link_invalid');
    expect(await codeOf(set(context(), input({ token, password: phrase })))).toBe('done');
  });

  test('stays valid after a refused password', async () => {
    const user = await arrange(store, (handle) => addUser(handle, { name: 'Katherine Johnson' }));
    const token = await linkFor(user);
    expect(await codeOf(set(context(), input({ token, password: 'katherinejohnson' })))).toBe('password_refused');
    expect(await codeOf(set(context(), input({ token, password: phrase })))).toBe('done');
  });

  test('becomes void when its user sets another password', async () => {
    const user = await arrange(store, (handle) => addSignInUser(server, handle));
    const { tokens } = await signIn(server, app, user.username);
    const token = await linkFor(user);
    const me = context({ ...callerOf(user.id), sessionId: String(claimsOf(tokens.access_token).sid) });
    await done(changePassword, me, input({ current: password, password: phrase }));
    expect(await codeOf(set(context(), input({ token, password: 'a phrase of somebody else' })))).toBe('link_invalid');
  });

  test('ends the user’s sessions', async () => {
    const user = await arrange(store, (handle) => addSignInUser(server, handle));
    const { browser } = await signIn(server, app, user.username);
    await codeOf(set(context(), input({ token: await linkFor(user), password: phrase })));
    await expect(signIn(server, app, 'nobody', { browser })).rejects.toThrow('sign_in_failed');
  });
});

describe('the caller’s own account', () => {
  test('changing the password requires the present one, and signs out only the other browsers', async () => {
    const user = await arrange(store, (handle) => addSignInUser(server, handle));
    const here = await signIn(server, app, user.username);
    const there = await signIn(server, app, user.username);
    const sessionId = String(claimsOf(here.tokens.access_token).sid);
    const me = context({ ...callerOf(user.id), sessionId });
    expect((await done(sessions, me, input(undefined))).items.map(({ current }) => current)).toEqual([true, false]);
    expect(await codeOf(done(changePassword, me, input({ current: 'wrong', password: phrase })))).toBe(
      'sign_in_failed',
    );
    const { key, kind, ever } = nameFailures(user.username, true); // failures from unknown browsers, which do not lock this one
    await store.database.pool.query(`insert into failures values ($1, $2, $3, now(), 'infinity')`, [key, kind, ever]);
    expect(await codeOf(done(changePassword, me, input({ current: password, password: 'short' })))).toBe(
      'password_refused',
    );
    expect(await codeOf(done(changePassword, me, input({ current: password, password: phrase })))).toBe('done');
    expect((await done(sessions, me, input(undefined))).items).toMatchObject([{ id: sessionId, current: true }]);
    await expect(signIn(server, app, 'nobody', { browser: there.browser })).rejects.toThrow('sign_in_failed');
    await signIn(server, app, 'nobody', { browser: here.browser });
    await expect(signIn(server, app, user.username)).rejects.toThrow('sign_in_failed');
    await signIn(server, app, user.username, { password: phrase });
    const log = await done(signIns, me, { ...input(undefined), query: {} });
    expect(log.items.map(({ outcome }) => outcome)).toContain('password_changed');
  });

  test('one of several simultaneous password changes succeeds', async () => {
    const user = await arrange(store, (handle) => addSignInUser(server, handle));
    const here = await signIn(server, app, user.username);
    const me = context({ ...callerOf(user.id), sessionId: String(claimsOf(here.tokens.access_token).sid) });
    const phrases = ['first', 'second', 'third', 'fourth'].map((word) => `the ${word} of several passphrases`);
    const answers = await Promise.all(
      phrases.map((next) => codeOf(done(changePassword, me, input({ current: password, password: next })))),
    );
    expect(answers.toSorted()).toEqual(['done', ...Array(3).fill('sign_in_failed')]);
    await signIn(server, app, user.username, { password: phrases[answers.indexOf('done')] ?? '' });
  });

  test('one browser can be signed out from another, but only by the same user', async () => {
    const user = await arrange(store, (handle) => addSignInUser(server, handle));
    const other = await arrange(store, (handle) => addSignInUser(server, handle));
    const { browser } = await signIn(server, app, user.username);
    const me = context(callerOf(user.id));
    const [session] = (await done(sessions, me, input(undefined))).items;
    const params = { session: session?.id ?? '' };
    const them = context(callerOf(other.id));
    expect(await codeOf(done(endSession, them, { ...input(undefined), params }))).toBe('not_found');
    expect(await codeOf(done(endSession, me, { ...input(undefined), params }))).toBe('done');
    expect((await done(sessions, me, input(undefined))).items).toEqual([]);
    await expect(signIn(server, app, 'nobody', { browser })).rejects.toThrow('sign_in_failed');
  });

  test('a sign-in without an application also counts for an application that is opened later', async () => {
    const user = await arrange(store, (handle) => addSignInUser(server, handle));
    const browser = new Browser(server.issuer);
    const body = JSON.stringify({ login: user.username, password });
    const headers = { 'content-type': 'application/json', origin: server.issuer };
    const refused = await browser.go('/sign-in', { method: 'POST', body, headers: { ...headers, origin: 'null' } });
    expect([refused.status, browser.cookieNames]).toEqual([403, []]);
    const answer = await browser.go('/sign-in', { method: 'POST', body, headers });
    expect(answer.status).toBe(204);
    expect(answer.headers.getSetCookie().find((line) => line.startsWith('licet_session='))).toMatch(/httponly/i);
    expect(browser.cookieNames.sort()).toEqual(['licet_known', 'licet_session', 'licet_session.sig']);
    const { tokens } = await signIn(server, app, 'nobody', { browser });
    expect(claimsOf(tokens.access_token)).toMatchObject({ sub: user.id });
    const [session] = (await done(sessions, context(callerOf(user.id)), input(undefined))).items;
    expect(session).toMatchObject({ address: '127.0.0.1' });
  });

  test('attack 27: the sign-in endpoint accepts requests only from its own page', async () => {
    const browser = new Browser(server.issuer);
    const url = new URLSearchParams({
      client_id: app.id,
      redirect_uri: 'http://127.0.0.1:9/callback',
      response_type: 'code',
      scope: 'openid',
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
    });
    const location = (await browser.go(`/oidc/auth?${url}`)).headers.get('location') ?? '';
    const body = JSON.stringify({ login: 'x', password: 'y' });
    const type = { 'content-type': 'application/json' };
    const post = async (headers: Record<string, string>, from = browser) =>
      (await from.go(location, { method: 'POST', body, headers })).status;
    expect(await post({ ...type, origin: 'https://evil.example' })).toBe(403);
    expect(await post({ ...type, origin: 'null' })).toBe(403);
    expect(await post({ ...type, 'sec-fetch-site': 'cross-site' })).toBe(403);
    expect(await post({ 'content-type': 'text/plain' })).toBe(415);
    expect(await post({ 'content-type': 'application/x-www-form-urlencoded' })).toBe(415);
    expect(await post(type, new Browser(server.issuer))).toBe(404);
    expect(await post({ ...type, origin: server.issuer })).toBe(401);
  });
});
