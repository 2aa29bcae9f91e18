import { expect } from 'vitest';
import type { Attacked } from './attacked.ts';
import { Browser } from './browser.ts';
import { encode } from './forge.ts';
import { send } from './http.ts';
import { newApplication, newPerson, type Person, type TestClient } from './people.ts';
import { authorization, challengeOf, enter, newVerifier, redeem } from './sign-in.ts';
import type { Part } from './suite.ts';

/** Pushes a request of a client (RFC 9126), with the client's secret if there is one. */
async function push(
  { here }: Attacked,
  client: TestClient,
  verifier: string,
  parameters: Readonly<Record<string, string | undefined>> = {},
) {
  const address = authorization(client, verifier, { state: 'pushed', ...parameters });
  const body = new URLSearchParams(address.slice(address.indexOf('?') + 1));
  if (client.secret) body.set('client_secret', client.secret);
  return send(here, '/oidc/request', { body });
}

async function pushedBy(attacked: Attacked, client: TestClient, verifier = newVerifier()): Promise<string> {
  const { json, status } = await push(attacked, client, verifier);
  expect(status).toBe(201);
  return String(json.request_uri);
}

const begunBy = (fields: Readonly<Record<string, string>>) => `/oidc/auth?${new URLSearchParams(fields)}`;

/** Signs a user in on a page. Returns the URL of the redirect. */
async function finish(attacked: Attacked, browser: Browser, page: string, { username, password }: Person) {
  const answer = await enter(attacked, browser, page.split('?')[0] ?? '', username, password);
  expect(answer.status).toBe(200);
  return browser.go(String(answer.json.location));
}

/** Registers a client that must push all its requests. */
async function newPushing({ operator }: Attacked, application: string): Promise<TestClient> {
  const redirectUri = 'http://127.0.0.1:9/callback';
  const { client, secret } = await operator.clients.create({
    params: { application },
    body: { name: 'Pushing', kind: 'server', redirectUris: [redirectUri], requirePushedAuthorization: true },
  });
  return { id: client.id, secret, redirectUri };
}

export const pushed: Part = (attack) => {
  attack('12 refuses a pushed request that is used twice, one after another and in parallel', async (attacked) => {
    const client = await newApplication(attacked, 'server');
    const person = await newPerson(attacked);
    const verifier = newVerifier();
    const fields = { client_id: client.id, request_uri: await pushedBy(attacked, client, verifier) };
    const browsers = Array.from({ length: 6 }, (_, index) => new Browser(index % 2 ? attacked.here : attacked.there));
    const pages = await Promise.all(browsers.map((browser) => browser.go(begunBy(fields))));
    const answers = await Promise.all(
      browsers.map((browser, index) => finish(attacked, browser, pages[index]?.location ?? '', person)),
    );
    const codes = answers.map(({ location }) => location && new URL(location).searchParams.get('code')).filter(Boolean);
    expect(codes).toHaveLength(1);
    for (const at of [attacked.here, attacked.there]) {
      const again = await new Browser(at).go(begunBy(fields));
      expect(`${again.location}${again.text}`).toContain('invalid_request_uri');
    }
    expect((await redeem(attacked, client, { code: String(codes[0]), verifier })).status).toBe(200);
  });

  attack('13 refuses another client’s pushed request', async (attacked) => {
    const [mine, other] = [await newApplication(attacked, 'server'), await newApplication(attacked, 'server')];
    const uri = await pushedBy(attacked, mine);
    for (const client of [other, { ...other, id: 'licet-console' }, { ...other, id: 'nobody' }]) {
      const answer = await new Browser(attacked.here).go(begunBy({ client_id: client.id, request_uri: uri }));
      expect(`${answer.status} ${answer.location}`).not.toMatch(/\/sign-in\/|code=/);
    }
    // A client cannot push as a different client, or without authenticating.
    for (const secret of [other.secret, null, 'a secret of nobody here'])
      expect((await push(attacked, { ...mine, secret }, newVerifier())).status).toBe(401);
    const headers = { authorization: `Basic ${Buffer.from(`${other.id}:${other.secret}`).toString('base64')}` };
    const body = new URLSearchParams(authorization(mine, newVerifier()).split('?')[1]);
    expect((await send(attacked.here, '/oidc/request', { body, headers })).status).toBe(400);
    // These attempts leave the request URI valid for the client that pushed it.
    expect((await new Browser(attacked.there).go(begunBy({ client_id: mine.id, request_uri: uri }))).status).toBe(303);
  });

  attack('14 refuses an authorization request without PAR from a client that requires PAR', async (attacked) => {
    const { key } = await newApplication(attacked);
    const client = await newPushing(attacked, key);
    const object = `${encode({ alg: 'none' })}.${encode({ client_id: client.id, redirect_uri: client.redirectUri })}.`;
    for (const parameters of [
      {},
      { request: object },
      { request_uri: `${attacked.provider.issuer}/request` },
      { request_uri: '' },
      { request_uri: 'urn:ietf:params:oauth:request_uri:made-up' },
      { request_uri: 'data:text/plain,x' },
      { request_uri: 'urn:ietf:params:oauth:request_uri:', request: object },
    ]) {
      const address = authorization(client, newVerifier(), parameters);
      const body = new URLSearchParams(address.split('?')[1]);
      // Licet first redirects an authorization request that was posted as a form. So this also tests the target of that
      // redirect.
      const posted = await new Browser(attacked.here).go('/oidc/auth', { body });
      for (const to of [address, posted.location]) {
        const answer = await new Browser(attacked.here).go(to);
        expect(`${answer.location}${answer.text}`, JSON.stringify(parameters)).toMatch(/invalid_request|not_supported/);
        expect(answer.location).not.toMatch(/\/sign-in\/|code=/);
      }
    }
    expect(attacked.provider.requests).not.toContain('GET /request');
  });

  attack('15 parameters sent in addition to a pushed request do not change it', async (attacked) => {
    const { key, ...client } = await newApplication(attacked, 'server');
    const person = await newPerson(attacked);
    const stolen = newVerifier();
    for (const addition of [
      { redirect_uri: 'https://evil.example/' },
      { state: 'evil' },
      { scope: 'openid admin' },
      { prompt: 'none' },
      { code_challenge: challengeOf(stolen), code_challenge_method: 'S256' },
      { response_mode: 'fragment' },
      { nonce: 'evil' },
      { resource: 'urn:licet:application:licet' },
      { code_challenge_method: 'plain', code_challenge: stolen },
      { max_age: '0', acr_values: 'evil' },
    ]) {
      const verifier = newVerifier();
      const uri = await pushedBy(attacked, client, verifier);
      const browser = new Browser(attacked.here);
      const { location } = await browser.go(begunBy({ client_id: client.id, request_uri: uri, ...addition }));
      expect(location, JSON.stringify(addition)).toMatch(/^\/sign-in\//);
      const back = (await finish(attacked, browser, location, person)).location;
      expect(back.startsWith(`${client.redirectUri}?`), back).toBe(true);
      const { searchParams } = new URL(back);
      expect(searchParams.get('state')).toBe('pushed');
      const code = searchParams.get('code') ?? '';
      if ('code_challenge' in addition)
        expect((await redeem(attacked, client, { code, verifier: stolen })).status).toBe(400);
      else expect((await redeem(attacked, client, { code, verifier })).json.scope).toBe('openid profile email');
    }
    const fields = { client_id: client.id, request_uri: await pushedBy(attacked, client) };
    for (const response_type of ['code id_token', 'token', 'none']) {
      const { status, location } = await new Browser(attacked.here).go(begunBy({ ...fields, response_type }));
      expect([status, location], response_type).toEqual([400, '']);
    }
    // Errors do not redirect to the foreign address either.
    const evil = { client_id: client.id, redirect_uri: 'https://evil.example/', state: 'evil' };
    for (const uri of ['urn:ietf:params:oauth:request_uri:made-up', 'https://evil.example/request', 'x'.repeat(3000)]) {
      const answer = await new Browser(attacked.here).go(begunBy({ ...evil, request_uri: uri }));
      expect([answer.status, answer.location]).toEqual([400, '']);
    }
  });

  attack('01 refuses an unsigned request object', async (attacked) => {
    const client = await newApplication(attacked, 'server');
    const asked = {
      client_id: client.id,
      redirect_uri: 'https://evil.example/',
      response_type: 'code',
      scope: 'openid',
    };
    const claims = { ...asked, iss: client.id, aud: attacked.issuer, exp: Math.floor(Date.now() / 1000) + 60 };
    for (const alg of ['none', 'HS256']) {
      const request = `${encode({ alg, typ: 'oauth-authz-req+jwt' })}.${encode(claims)}.`;
      const answer = await new Browser(attacked.here).go(authorization(client, newVerifier(), { request }));
      expect(`${answer.location}${answer.text}`).toContain('request_not_supported');
      expect(answer.location).not.toContain('evil.example');
      expect((await push(attacked, client, newVerifier(), { request })).code).toBe('request_not_supported');
      const uri = { request_uri: await pushedBy(attacked, client) };
      expect((await push(attacked, client, newVerifier(), uri)).code).toBe('request_uri_not_supported');
    }
  });

  attack('33 refuses a pushed request after its expiry', async (attacked) => {
    const client = await newApplication(attacked, 'server');
    const person = await newPerson(attacked);
    const { json } = await push(attacked, client, newVerifier());
    expect(Number(json.expires_in)).toBeLessThanOrEqual(60);
    const fields = { client_id: client.id, request_uri: String(json.request_uri) };
    const browser = new Browser(attacked.here);
    const { location } = await browser.go(begunBy(fields));
    await attacked.database.pool.query(
      `update oidc_records set payload = jsonb_set(payload, '{exp}', '1') where model = 'PushedAuthorizationRequest'`,
    );
    for (const at of [attacked.here, attacked.there]) {
      const answer = await new Browser(at).go(begunBy(fields));
      expect(`${answer.location}${answer.text}`).toContain('invalid_request_uri');
    }
    // A sign-in that started before the request URI expired can still be finished.
    expect((await finish(attacked, browser, location, person)).location).toContain('code=');
  });
};
