import { expect } from 'vitest';
import type { Attacked } from './attacked.ts';
import { nothingChanges } from './audit.ts';
import { Browser } from './browser.ts';
import { newProofKey } from './forge.ts';
import { send } from './http.ts';
import { newApplication, newClient, newPerson, type TestClient } from './people.ts';
import {
  type Asked,
  askTokens,
  authorization,
  authorize,
  call,
  callThere,
  consoleOf,
  newVerifier,
  redeem,
  refresh,
  signIn,
} from './sign-in.ts';
import type { Part } from './suite.ts';

/** Expects that both processes refuse each access token within a second. */
async function areOver(attacked: Attacked, tokens: readonly string[]): Promise<void> {
  for (const token of tokens)
    for (const ask of [call, callThere]) expect((await ask(attacked, token, '/me')).status).toBe(401);
}

const granted = (issued: readonly { readonly status: number }[]) => issued.filter(({ status }) => status === 200);

export const oauth: Part = (attack) => {
  attack('10 using a refresh token a second time ends its family', async (attacked) => {
    const client = consoleOf(attacked);
    const { tokens } = await signIn(attacked, await newPerson(attacked));
    const next = await refresh(attacked, client, tokens.refresh);
    expect(next.status).toBe(200);
    expect(next.tokens.refresh).not.toBe(tokens.refresh);
    const again = await refresh(attacked, client, tokens.refresh, attacked.there);
    expect([again.status, again.code]).toEqual([400, 'invalid_grant']);
    const after = await refresh(attacked, client, next.tokens.refresh, attacked.there);
    expect([after.status, after.code]).toEqual([400, 'invalid_grant']);
    await areOver(attacked, [next.tokens.access]);
  });

  attack(
    '11 lets exactly one of fifty parallel refreshes of one token succeed',
    async (attacked) => {
      const { tokens } = await signIn(attacked, await newPerson(attacked));
      const places = Array.from({ length: 50 }, (_, index) => (index % 2 ? attacked.here : attacked.there));
      const issued = await Promise.all(places.map((at) => refresh(attacked, consoleOf(attacked), tokens.refresh, at)));
      expect(granted(issued)).toHaveLength(1);
      for (const { status, code } of issued) if (status !== 200) expect([status, code]).toEqual([400, 'invalid_grant']);
    },
    { flood: true },
  );

  attack(
    '12 refuses a code used twice, one after another and in parallel',
    async (attacked) => {
      const client = consoleOf(attacked);
      const person = await newPerson(attacked);
      const code = await authorize(attacked, client, person);
      const first = await redeem(attacked, client, code);
      expect(first.status).toBe(200);
      const second = await redeem(attacked, client, code, { at: attacked.there });
      expect([second.status, second.code]).toEqual([400, 'invalid_grant']);
      await areOver(attacked, [first.tokens.access]);
      expect((await refresh(attacked, client, first.tokens.refresh)).code).toBe('invalid_grant');

      const another = await authorize(attacked, client, person);
      const places = Array.from({ length: 20 }, (_, index) => (index % 2 ? attacked.here : attacked.there));
      const issued = await Promise.all(places.map((at) => redeem(attacked, client, another, { at })));
      expect(granted(issued).length).toBeLessThanOrEqual(1);
      await areOver(
        attacked,
        granted(issued).map((it) => (it as (typeof issued)[number]).tokens.access),
      );
    },
    { flood: true },
  );

  attack('13 refuses another client’s code and refresh token', async (attacked) => {
    const person = await newPerson(attacked);
    const [mine, other] = [await newApplication(attacked), await newApplication(attacked, 'server')];
    const code = await authorize(attacked, mine, person);
    for (const thief of [other, consoleOf(attacked)]) {
      const stolen = { ...thief, redirectUri: mine.redirectUri };
      expect((await redeem(attacked, stolen, code)).code).toBe('invalid_grant');
    }
    const { tokens } = await signIn(attacked, person, mine);
    for (const thief of [other, consoleOf(attacked)])
      expect((await refresh(attacked, thief, tokens.refresh)).code).toBe('invalid_grant');
    expect((await refresh(attacked, mine, tokens.refresh)).status).toBe(200);
    // The other client cannot authenticate without its secret, or with a wrong secret.
    for (const secret of [null, 'wrong secret of somebody'])
      expect((await refresh(attacked, { ...other, secret }, tokens.refresh)).status).toBe(401);
  });

  attack(
    '14 refuses a missing or wrong PKCE verifier, a plain challenge, and a missing challenge',
    async (attacked) => {
      const person = await newPerson(attacked);
      const client = await newApplication(attacked);
      const confidential = await newApplication(attacked, 'server');
      const relaxed = await newApplication(attacked, 'server', { requirePkce: false });
      for (const verifier of [undefined, newVerifier(), '']) {
        const code = await authorize(attacked, client, person);
        expect((await redeem(attacked, client, { ...code, verifier })).status).toBe(400);
      }
      for (const it of [client, confidential, consoleOf(attacked)])
        for (const parameters of [
          { code_challenge: undefined, code_challenge_method: undefined },
          { code_challenge_method: 'plain' },
          { code_challenge_method: undefined },
          { code_challenge: 'short' },
        ])
          expect(await redirectOf(attacked, it, parameters)).toContain('error=invalid_request');
      // If PKCE is turned off for a client:
      // - Without a challenge, the token request must not contain a verifier.
      // - With a challenge, the token request must contain the verifier.
      const none = { code_challenge: undefined, code_challenge_method: undefined };
      const bare = await authorize(attacked, relaxed, person, { parameters: none });
      expect((await redeem(attacked, relaxed, bare)).status).toBe(400);
      const unproved = await authorize(attacked, relaxed, person, { parameters: none });
      expect((await redeem(attacked, relaxed, { ...unproved, verifier: undefined })).status).toBe(200);
      const challenged = await authorize(attacked, relaxed, person);
      expect((await redeem(attacked, relaxed, { ...challenged, verifier: undefined })).status).toBe(400);
    },
  );

  attack('15 refuses a redirect_uri that nearly equals the registered one', async (attacked) => {
    const client = await newApplication(attacked);
    for (const redirect_uri of [
      `${client.redirectUri}/more`,
      `${client.redirectUri}?x=1`,
      `${client.redirectUri}#x`,
      `${client.redirectUri}/`,
      'http://127.0.0.1:9/Callback',
      'http://127.0.0.1:9/x/..;/callback',
      'http://127.0.0.1:9/x/../callback',
      'http://127.0.0.1:9/%63allback',
      'http://127.0.0.1:9/%2563allback',
      'http://127.0.0.1:9/callback%00',
      'http://127.0.0.1:9@evil.example/callback',
      'http://evil.127.0.0.1:9/callback',
      'HTTP://127.0.0.1:9/callback',
      'http://127.0.0.1:99/callback',
      'https://127.0.0.1:9/callback',
      'http://127.0.0.1:9\\callback',
      '',
      '//127.0.0.1:9/callback',
      'javascript:alert(1)',
      'data:text/html,x',
      'http://127.0.0.1:9 /callback',
    ]) {
      const browser = new Browser(attacked.here);
      const answer = await browser.go(authorization(client, newVerifier(), { redirect_uri }));
      expect([answer.status, answer.location], redirect_uri).toEqual([400, '']);
      expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
      const pushed = await pushedRequest(attacked, client, { redirect_uri });
      expect(pushed.status, redirect_uri).toBe(400);
    }
    // The token endpoint requires the same redirect URI as the authorization request.
    const code = await authorize(attacked, client, await newPerson(attacked));
    expect((await redeem(attacked, { ...client, redirectUri: `${client.redirectUri}/` }, code)).code).toBe(
      'invalid_grant',
    );
  });

  attack('16 refuses to register javascript: and data: as redirect addresses', async (attacked) => {
    const { key } = await newApplication(attacked);
    const owner = await newPerson(attacked, 'applications.read', 'applications.manage', 'grants.manage');
    const { access } = (await signIn(attacked, owner)).tokens;
    const clients = `/applications/${key}/clients`;
    const { items } = (await call(attacked, access, clients)).json as { items: { id: string }[] };
    await nothingChanges(attacked, async () => {
      for (const uri of [
        'javascript:alert(1)',
        'JavaScript:alert(1)',
        ' javascript:alert(1)',
        'data:text/html,x',
        'vbscript:x',
        'file:///etc/passwd',
        'blob:https://x/y',
        'about:blank',
        '//evil.example',
        '/\\evil.example',
        'http:evil',
        'http://app.example/callback',
        'https://app.example/#x',
        'https://u:p@app.example/',
        'https://*.app.example/',
      ])
        for (const field of ['redirectUris', 'postLogoutRedirectUris', 'webOrigins']) {
          const body = { name: 'Evil', kind: 'browser', redirectUris: ['https://app.example/'], [field]: [uri] };
          expect((await call(attacked, access, clients, { body })).status, `${field} ${uri}`).toBe(400);
          const change = { method: 'PATCH', body: { [field]: [uri] } };
          expect((await call(attacked, access, `${clients}/${items[0]?.id}`, change)).status, `${field} ${uri}`).toBe(
            400,
          );
        }
    });
  });

  attack('17 never redirects to a return address at another origin', async (attacked) => {
    const client = await newApplication(attacked);
    const { browser, tokens } = await signIn(attacked, await newPerson(attacked), client);
    for (const evil of [
      '//evil.example',
      '/\\evil.example',
      'https://evil.example/',
      'https:evil.example',
      '/%09/evil.example',
    ]) {
      for (const path of [
        `/oidc/session/end?${new URLSearchParams({ post_logout_redirect_uri: evil, id_token_hint: tokens.id })}`,
        `/oidc/session/end?${new URLSearchParams({ post_logout_redirect_uri: evil, client_id: client.id })}`,
        `/?${new URLSearchParams({ returnTo: evil, return_to: evil, next: evil, redirect: evil, ui_locales: evil })}`,
        `/sign-in/return?${new URLSearchParams({ state: evil, code: evil, returnTo: evil })}`,
        `/device?${new URLSearchParams({ user_code: evil, returnTo: evil })}`,
      ]) {
        const { location } = await browser.copy().go(path);
        expect(new URL(location || '/', attacked.issuer).origin, path).toBe(attacked.issuer);
      }
    }
    for (const path of ['//evil.example/%2e%2e', '/\\evil.example/', '//evil.example/oidc/auth', '/%5cevil.example']) {
      const { location } = await send(attacked.here, path, { headers: { accept: 'text/html' } });
      expect(new URL(location || '/', attacked.issuer).origin, path).toBe(attacked.issuer);
    }
  });

  attack('18 grants no scope and no resource beyond what is configured', async (attacked) => {
    const client = await newApplication(attacked);
    const person = await newPerson(attacked);
    for (const [parameters, error] of [
      [{ resource: 'urn:licet:application:licet' }, 'invalid_target'],
      [{ resource: 'licet' }, 'invalid_target'],
      [{ resource: 'https://evil.example/' }, 'invalid_target'],
    ] as const)
      expect(await redirectOf(attacked, client, parameters), JSON.stringify(parameters)).toContain(`error=${error}`);
    for (const response_type of ['token', 'id_token', 'code id_token', 'code token', 'none'])
      expect(await redirectOf(attacked, client, { response_type })).toMatch(
        /error=(unsupported_response_type|unauthorized_client|invalid_request)/,
      );
    const { tokens } = await signIn(attacked, person, client);
    // Unknown scopes are ignored and grant nothing (OpenID Connect Core 1.0 section 3.1.2.1).
    const asked = { grant_type: 'refresh_token', refresh_token: tokens.refresh, scope: 'openid admin users.manage' };
    const passed = await askTokens(attacked, client, asked);
    expect([passed.status, passed.json.scope]).toEqual([200, 'openid']);
    for (const more of [{ resource: 'licet' }, { resource: 'https://evil.example/' }]) {
      const fields = { grant_type: 'refresh_token', refresh_token: passed.tokens.refresh, ...more };
      expect((await askTokens(attacked, client, fields)).status, JSON.stringify(more)).toBe(400);
    }
    const program = await newClient(attacked, client.key, 'service');
    for (const more of [{ scope: 'admin' }, { resource: 'licet' }, { resource: 'urn:licet:application:licet' }])
      expect(
        (await askTokens(attacked, program, { grant_type: 'client_credentials', ...more })).status,
        JSON.stringify(more),
      ).toBe(400);
    // The server also refuses a grant type that the client is not registered for.
    for (const grant_type of ['password', 'client_credentials', 'urn:ietf:params:oauth:grant-type:token-exchange'])
      expect((await askTokens(attacked, client, { grant_type, username: 'x', password: 'y' })).status).toBe(400);
  });

  attack('19 refuses a replayed or mismatched DPoP proof, and a bound token without a proof', async (attacked) => {
    const key = await newProofKey();
    const url = `${attacked.issuer}/api/v1/me`;
    const asked: Asked = { proof: () => key.prove('POST', `${attacked.issuer}/oidc/token`) };
    const { tokens } = await signIn(attacked, await newPerson(attacked), consoleOf(attacked), asked);
    const { access } = tokens;
    const ask = (at: string, dpop: string | undefined, scheme = 'DPoP') =>
      send(at, '/api/v1/me', { headers: { authorization: `${scheme} ${access}`, dpop } });
    const proof = await key.prove('GET', url, access);
    expect((await ask(attacked.here, proof)).status).toBe(200);
    for (const at of [attacked.here, attacked.there]) expect((await ask(at, proof)).status).toBe(401);

    const copied = await key.prove('GET', url, access);
    const places = Array.from({ length: 20 }, (_, index) => (index % 2 ? attacked.here : attacked.there));
    expect(granted(await Promise.all(places.map((at) => ask(at, copied))))).toHaveLength(1);

    const now = Math.floor(Date.now() / 1000);
    const stranger = await newProofKey();
    for (const wrong of [
      await key.prove('POST', url, access),
      await key.prove('GET', `${attacked.issuer}/api/v1/users`, access),
      await key.prove('GET', 'https://evil.example/api/v1/me', access),
      await key.prove('GET', url),
      await key.prove('GET', url, tokens.id),
      await key.prove('GET', url, access, { iat: now - 400 }),
      await key.prove('GET', url, access, { iat: now + 400 }),
      await key.prove('GET', url, access, { jti: undefined }),
      await key.prove('GET', url, access, {}, { typ: 'JWT' }),
      await stranger.prove('GET', url, access),
      await stranger.prove('GET', url, access, {}, { jwk: key.publicKey }),
      undefined,
      'nonsense',
    ])
      expect((await ask(attacked.here, wrong)).status).toBe(401);
    for (const dpop of [undefined, await key.prove('GET', url, access)])
      expect((await ask(attacked.there, dpop, 'Bearer')).status).toBe(401);
    // Another client cannot use the refresh token. The token endpoint accepts each DPoP proof only once.
    expect((await refresh(attacked, consoleOf(attacked), tokens.refresh)).status).toBe(400);
    const strange = await stranger.prove('POST', `${attacked.issuer}/oidc/token`);
    expect((await refresh(attacked, consoleOf(attacked), tokens.refresh, attacked.here, strange)).status).toBe(400);
    const once = await key.prove('POST', `${attacked.issuer}/oidc/token`);
    const renewed = await refresh(attacked, consoleOf(attacked), tokens.refresh, attacked.here, once);
    expect(renewed.status).toBe(200);
    expect((await refresh(attacked, consoleOf(attacked), tokens.refresh, attacked.there, once)).status).toBe(400);
  });
};

/** Returns the URL to which an authorization request is redirected. */
async function redirectOf(
  attacked: Attacked,
  client: TestClient,
  parameters: Readonly<Record<string, string | undefined>>,
): Promise<string> {
  const browser = new Browser(attacked.here);
  return (await browser.go(authorization(client, newVerifier(), parameters))).location;
}

/** Pushes the same request (RFC 9126). */
function pushedRequest({ here }: Attacked, client: TestClient, parameters: Readonly<Record<string, string>>) {
  const address = authorization(client, newVerifier(), parameters);
  const body = new URLSearchParams(address.slice(address.indexOf('?') + 1));
  return send(here, '/oidc/request', { body });
}
