import { signInCallList } from '@licet/contract';
import { openApi } from '@licet/contract/openapi';
import Fastify from 'fastify';
import { beforeAll, describe, expect, test } from 'vitest';
import { sendFailure } from '../../http/problems.ts';
import { refuse } from '../../refusal.ts';
import { Browser, password, redirectUri, type StartedServer, type TestClient, testShop } from './sign-in.testing.ts';
import { type Handlers, serveSignInCalls } from './sign-in-requests.ts';

let shop: StartedServer & { readonly app: TestClient };
let mine: StartedSignIn;
let other: StartedSignIn;

beforeAll(async () => {
  shop = await testShop();
  mine = await begun();
  other = await begun();
  return shop.close;
});

const missing = '01900000-0000-7000-8000-000000000001';
const at = (path: string, uid: string) => path.replace(':uid', uid).replace(':connection', missing);

/** A browser that has started a sign-in, and the id of that sign-in. */
interface StartedSignIn {
  readonly browser: Browser;
  readonly uid: string;
}

async function begun(): Promise<StartedSignIn> {
  const browser = new Browser(shop.server.issuer);
  const asked = new URLSearchParams({
    client_id: shop.app.id,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid',
    code_challenge: 'x'.repeat(43),
    code_challenge_method: 'S256',
  });
  const page = (await browser.go(`/oidc/auth?${asked}`)).headers.get('location') ?? '';
  return { browser, uid: page.slice('/sign-in/'.length) };
}

test('the server has no sign-in routes except the declared calls, the account choice and the provider return', () => {
  const declared = signInCallList.flatMap(([, { method, path }]) =>
    method === 'GET' ? [`GET ${path}`, `HEAD ${path}`] : [`${method} ${path}`],
  );
  const pages = ['GET /sign-in/:uid/account', 'HEAD /sign-in/:uid/account', 'POST /sign-in/return'];
  const served = shop.server.routes.filter((route) => route.includes(' /sign-in'));
  expect(served.toSorted()).toEqual([...declared, ...pages].toSorted());
});

test('the OpenAPI document names the cookie of the sign-in', () => {
  const { components } = openApi(shop.server.issuer) as {
    components: { securitySchemes: { signIn: { name: string } } };
  };
  expect(mine.browser.cookieNames).toContain(components.securitySchemes.signIn.name);
});

const posts = signInCallList.filter(([, { method }]) => method === 'POST');
const started = signInCallList.filter(([, { access }]) => access.kind === 'startedSignIn');
const steps = started.filter(([, { method }]) => method === 'POST');
const json = { 'content-type': 'application/json' };

test.each(posts)('%s refuses a page of another origin and sets no cookie', async (_, { path }) => {
  const { browser, uid } = mine;
  for (const from of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'same-site' }]) {
    const body = JSON.stringify({ login: 'ada', password });
    const answer = await browser.go(at(path, uid), { method: 'POST', headers: { ...json, ...from }, body });
    expect(await answer.json()).toMatchObject({ status: 403, code: 'forbidden', reason: 'not_own_page' });
    expect(answer.headers.getSetCookie()).toEqual([]);
  }
});

test.each(started)('%s does not find another browser’s sign-in', async (_, { method, path, status }) => {
  const { uid } = mine;
  const sent = method === 'POST' ? { headers: json, body: '{"wrong":1}' } : {};
  const answer = await other.browser.go(at(path, uid), { method, ...sent });
  if (status === 303) expect(answer.headers.get('location')).toBe(`/sign-in/${uid}`);
  else expect(await answer.json()).toMatchObject({ status: 404, code: 'not_found', reason: 'sign_in_over' });
});

test.each(steps)('%s refuses unknown fields', async (_, { path }) => {
  const { browser, uid } = mine;
  const answer = await browser.go(at(path, uid), { method: 'POST', headers: json, body: '{"unknown":1}' });
  expect(await answer.json()).toMatchObject({ status: 400, code: 'invalid_request', reason: 'sign_in_body_wrong' });
});

test('the details of a sign-in omit a refusal with an unknown code from a newer server', async () => {
  const { browser, uid } = await begun();
  const refusal = { type: 'x', code: 'of_next_year', status: 409, title: '', detail: '', next: '' };
  await shop.store.database.pool.query(
    `insert into upstream_sign_ins (state_hash, connection_id, uid, nonce, verifier, again, begun_at, expires_at, refusal)
     values (sha256('x'), $1, $2, '', '', false, now(), now() + interval '1 hour', $3)`,
    [missing, uid, refusal],
  );
  const answer = await browser.go(`/sign-in/${uid}/details`, {});
  expect(await answer.json()).toMatchObject({ refused: null, passwords: true });
});

describe('a server that breaks the contract', () => {
  const logged: string[] = [];
  const app = Fastify({ logger: { level: 'error', stream: { write: (line) => void logged.push(line) } } });
  app.setErrorHandler(sendFailure);
  const broken = {
    beginAgain: async () => ({ why: 'unheard-of' }),
    providerReturn: async () => refuse('address_taken', 'address_of_account', { address: 'x', connection: 'y' }),
  };
  serveSignInCalls(app, 'http://licet.example', async () => expect.fail('no sign-in'), broken as unknown as Handlers);

  test('sends an error instead of a reply that differs from the contract, and logs it', async () => {
    const answer = await app.inject('/sign-in/x/begin-again');
    expect(answer.json()).toMatchObject({ status: 500, code: 'internal', reason: 'answer_broken' });
    expect(logged.join('')).toContain('A reply does not fit the contract.');
  });

  test('logs an error that the call does not declare', async () => {
    const answer = await app.inject('/sign-in/return');
    expect(answer.json()).toMatchObject({ code: 'address_taken' });
    expect(logged.join('')).toContain('The contract does not declare this error for this call.');
  });
});
