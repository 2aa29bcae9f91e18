import { callList } from '@licet/contract';
import { beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import {
  addClient,
  addSignInUser,
  arrange,
  Browser,
  redirectUri,
  type StartedServer,
  type TestClient,
  testServer,
} from '../identity/steps/sign-in.testing.ts';
import { addLicetClient, begin, licetOf } from '../identity/steps/steps.testing.ts';
import { addApplication, addGrant } from '../store/store.testing.ts';

// Sends texts that PostgreSQL cannot store (U+0000, lone surrogates), and very long texts, in every part of a request that takes a text.

const texts = ['a\0b', '\ud800', `x${'\u{1f600}'.repeat(1000)}`];

let started: StartedServer;
let token: string;
let licet: TestClient;
const clients: TestClient[] = [];

beforeAll(async () => {
  started = await testServer({ api: true });
  licet = await addLicetClient(started.store);
  await arrange(started.store, async (handle) => {
    const shop = await addApplication(handle, 'shop', 'Shop');
    for (const kind of ['browser', 'server', 'device', 'native'] as const)
      clients.push(await addClient(handle, shop, kind));
    const licetItself = await licetOf(handle);
    const principal = await addSignInUser(started.server, handle, { username: 'ada' });
    await addSignInUser(started.server, handle, { username: 'bob' });
    await addGrant(handle, { application: licetItself, principal, role: { id: licetItself.admin, name: 'admin' } });
  });
  const page = await begin(started.server, licet);
  token = (await page.finish(await page.password('ada'))).access_token;
  return started.close;
});

type Request = () => Promise<readonly [what: string, response: Response]>;

/** Sends the requests, a few at a time. Returns those that ended in a server error, and the errors in the log. */
async function failing(requests: readonly Request[]): Promise<string[]> {
  const failed: string[] = [];
  const waiting = requests.values();
  const send = async () => {
    for (const request of waiting) {
      const [what, response] = await request();
      const said = await response.text();
      if (response.status >= 500) failed.push(`${response.status} ${what}: ${said.slice(0, 200)}`);
      if (/error=server_error/.test(response.headers.get('location') ?? '')) failed.push(`server_error ${what}`);
    }
  };
  await Promise.all(Array.from({ length: 12 }, send));
  return [...failed, ...started.server.errors.splice(0).map(String)];
}

let sent = 0;
/** Each request comes from its own network, so that no rate limit rejects it first. */
const elsewhere = () => {
  sent += 1;
  return { 'x-forwarded-for': `10.${sent >> 16}.${(sent >> 8) & 255}.${sent & 255}` };
};

/** Percent-encodes a text; a lone surrogate becomes the bytes that encode it, which are not valid UTF-8. */
const inAddress = (text: string) =>
  [...text].map((one) => (one.isWellFormed() ? encodeURIComponent(one) : '%ED%A0%80')).join('');
const shown = (text: string) => JSON.stringify(text.slice(0, 12));
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
/** A signed token with the text in every field that Licet looks up. */
const tokenWith = (text: string, typ?: string) => {
  const jwk = { kty: 'EC', crv: 'P-256', x: text, y: text };
  const claims = {
    iss: text,
    sub: text,
    aud: text,
    jti: text,
    sid: text,
    nonce: text,
    htm: text,
    htu: text,
    ath: text,
  };
  return `${part({ alg: 'ES256', kid: text, jwk, typ })}.${part({ ...claims, iat: 1, exp: 9_999_999_999 })}.AAAA`;
};

const signedIn = (more: Record<string, string> = {}) => ({ authorization: `Bearer ${token}`, ...more });
const ids = '01900000-0000-7000-8000-000000000000';
const keysOf = (schema: z.ZodType | undefined) => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : []);
const calls = callList.filter(([, { access }]) => access.kind !== 'operator');

test('arbitrary strings in the path, query and body of every call cause no server error', async () => {
  const requests = calls.flatMap(([id, { method, path, params, query, body }]) => {
    const at = (text: string, name?: string) =>
      path.replace(/:(\w+)/g, (_, each) => (name === undefined || name === each ? inAddress(text) : ids));
    const ask = (what: string, address: string, sent?: unknown) => async () =>
      [
        `${id} ${what}`,
        await fetch(`${started.server.issuer}/api/v1${address}`, {
          method,
          headers: signedIn({ 'if-match': '"1"', ...(sent !== undefined && { 'content-type': 'application/json' }) }),
          ...(sent !== undefined && { body: JSON.stringify(sent) }),
          signal: AbortSignal.timeout(20_000),
        }),
      ] as const;
    const streams = id.startsWith('live.');
    return texts.flatMap((text) => [
      ...keysOf(params).map((name) => ask(`path ${name} ${shown(text)}`, at(text, name), body && {})),
      ...keysOf(query).flatMap((name) =>
        streams ? [] : [ask(`query ${name} ${shown(text)}`, `${at(ids)}?${name}=${inAddress(text)}`, body && {})],
      ),
      ...(body
        ? [
            ask(`body ${shown(text)}`, at(ids), Object.fromEntries(keysOf(body).map((name) => [name, text]))),
            ...keysOf(body).map((name) => ask(`body ${name} ${shown(text)}`, at(ids), { [name]: text })),
          ]
        : []),
    ]);
  });
  expect(await failing(requests)).toEqual([]);
  // The session of the caller is still valid.
  expect((await fetch(`${started.server.issuer}/api/v1/me`, { headers: signedIn() })).status).toBe(200);
});

test('arbitrary strings in path, query, form, JSON and headers of every other route cause no server error', async () => {
  const browser = new Browser(started.server.issuer);
  const [shop] = clients;
  const asked = new URLSearchParams({
    client_id: shop?.id ?? '',
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid',
    code_challenge: 'x'.repeat(43),
    code_challenge_method: 'S256',
  });
  const page = (await browser.go(`/oidc/auth?${asked}`)).headers.get('location') ?? '';
  const own = page.split('/')[2] ?? '';
  const names = ['login', 'password', 'code', 'remember', 'state', 'user', 'error', 'answer', 'uid', 'response', 'on'];
  const routes = new Set(started.server.routes.filter((it) => !/ \/api\/|\*|^(HEAD|OPTIONS) /.test(it)));
  expect(routes.size).toBeGreaterThan(20);
  const requests = [...routes].flatMap((route) => {
    const [method = '', path = ''] = route.split(' ');
    const at = (text: string) => path.replace(/:\w+/g, () => text);
    const go =
      (what: string, address: string, init: RequestInit = {}) =>
      async () =>
        [
          `${route} ${what}`,
          await browser.go(address, {
            method,
            signal: AbortSignal.timeout(20_000),
            ...init,
            headers: {
              ...elsewhere(),
              origin: started.server.issuer,
              'sec-fetch-site': 'same-origin',
              ...init.headers,
            },
          }),
        ] as const;
    const json = { 'content-type': 'application/json' };
    return texts.flatMap((text) => {
      const filled = Object.fromEntries(names.map((name) => [name, text]));
      const query = names.map((name) => `${name}=${inAddress(text)}`).join('&');
      const made = tokenWith(text);
      const headers = [
        { authorization: `Bearer ${made}` },
        { authorization: `DPoP ${made}`, dpop: tokenWith(text, 'dpop+jwt') },
        { authorization: `Basic ${Buffer.from(`${inAddress(text)}:${inAddress(text)}`).toString('base64')}` },
        { authorization: `Basic ${Buffer.from(`${text}:${text}`).toString('base64')}` },
        { 'x-forwarded-for': inAddress(text) },
        ...['unknown', '192.0.2.1:4711', '[2001:db8::1]:4711', '::ffff:192.0.2.1', 'x'.repeat(6000), ', ,'].map(
          (from) => ({ 'x-forwarded-for': from }),
        ),
        { 'user-agent': 'x'.repeat(6000), 'accept-language': `de;${'x'.repeat(6000)}` },
        {
          cookie: ['licet_session', 'licet_sign_in', 'licet_resume', 'licet_begun', 'licet_browsers']
            .map((it) => `${it}=${inAddress(text)}`)
            .join('; '),
        },
      ];
      return [
        go(`path ${shown(text)}`, at(inAddress(text)), method === 'POST' ? { headers: json, body: '{}' } : {}),
        go(`query ${shown(text)}`, `${at(own)}?${query}`, method === 'POST' ? { headers: json, body: '{}' } : {}),
        ...headers.map((each) => go(`${Object.keys(each)} ${shown(text)}`, at(own), { headers: each })),
        ...(method === 'POST'
          ? [
              go(`form ${shown(text)}`, at(own), {
                headers: { 'content-type': 'application/x-www-form-urlencoded' },
                body: query,
              }),
              go(`JSON ${shown(text)}`, at(own), { headers: json, body: JSON.stringify(filled) }),
              ...['login', 'code', 'password'].map((name) =>
                go(`JSON ${name} ${shown(text)}`, at(own), {
                  headers: json,
                  body: JSON.stringify({ ...(name !== 'code' && { login: 'ada', password: 'x' }), [name]: text }),
                }),
              ),
            ]
          : []),
      ];
    });
  });
  expect(await failing(requests)).toEqual([]);
});

test('arbitrary strings in each parameter of every endpoint of the provider cause no server error', async () => {
  const paths = ['auth', 'token', 'session/end', 'session/end/confirm', 'introspection', 'revocation', 'request'];
  const addresses = [...paths.map((it) => `/oidc/${it}`), '/oidc/device', '/oidc/userinfo', '/device', '/device/x'];
  const names = [
    'client_id',
    'client_secret',
    'code',
    'code_verifier',
    'code_challenge',
    'refresh_token',
    'device_code',
    'user_code',
    'token',
    'token_type_hint',
    'state',
    'nonce',
    'scope',
    'resource',
    'redirect_uri',
    'login_hint',
    'request_uri',
    'request',
    'claims',
    'acr_values',
    'ui_locales',
    'max_age',
    'prompt',
    'xsrf',
    'logout',
    'post_logout_redirect_uri',
    'logout_hint',
    'access_token',
    'username',
    'dpop_jkt',
    'response_mode',
    'question',
  ];
  const tokens = ['id_token_hint', 'client_assertion', 'token', 'access_token', 'refresh_token', 'code', 'request'];
  const { browser } = await signedInBrowser();
  const requests = addresses.flatMap((address) =>
    clients.flatMap(({ id, secret }, no) =>
      texts.flatMap((text) => {
        const grant =
          ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'][no] ??
          'client_credentials';
        const whole = {
          client_id: id,
          redirect_uri: redirectUri,
          response_type: 'code',
          scope: 'openid',
          grant_type: grant,
          code_challenge: 'x'.repeat(43),
          code_challenge_method: 'S256',
          code: 'x',
          refresh_token: 'x',
          device_code: 'x',
          client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
          token: 'x',
          ...(secret !== null && { client_secret: secret }),
        };
        const post = (what: string, name: string, value: string) => async () => {
          const { [name as 'code']: _, client_assertion_type: type, ...rest } = whole;
          const kept = name === 'client_assertion' ? { ...rest, client_assertion_type: type } : rest;
          const body = `${new URLSearchParams(kept)}&${name}=${value}`;
          const headers = { ...elsewhere(), 'content-type': 'application/x-www-form-urlencoded' };
          const shownAs = `${address} ${no} ${name} ${what}`;
          if (/auth$|end$/.test(address))
            return [shownAs, await browser.go(`${address}?${body}`, { headers: elsewhere() })] as const;
          return [shownAs, await browser.go(address, { method: 'POST', headers, body })] as const;
        };
        return [
          ...names.map((name) => post(shown(text), name, inAddress(text))),
          ...tokens.map((name) => post(`token ${shown(text)}`, name, tokenWith(text))),
        ];
      }),
    ),
  );
  expect(await failing(requests)).toEqual([]);
});

async function signedInBrowser() {
  const page = await begin(started.server, licet);
  await page.finish(await page.password('bob'));
  return page;
}
