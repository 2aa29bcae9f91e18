import { generateKeyPair } from 'jose';
import * as client from 'openid-client';
import { expect } from 'vitest';
import { authorize, Browser, claimsOf, discover, redirectUri, signIn } from '../steps/sign-in.testing.ts';
import { type ProviderWorld, test } from './provider.testing.ts';

// Tests discovery with openid-client, an independent implementation. It requests everything that the discovery document
// lists, and some things that the document does not list.

/** Returns openid-client's configuration, the discovery document, and a function that returns a list in it. */
async function documentOf({ server, back }: ProviderWorld) {
  const config = await discover(server, back);
  const metadata: Record<string, unknown> = { ...config.serverMetadata() };
  return { config, metadata, list: (name: string) => metadata[name] as string[] };
}

test('both discovery paths serve the same document, and every endpoint in it exists', async ({ world }) => {
  const { server } = world;
  const { metadata } = await documentOf(world);
  const at = async (path: string) => (await fetch(`${server.issuer}/.well-known/${path}`)).json();
  expect(await at('oauth-authorization-server')).toEqual(await at('openid-configuration'));
  const endpoints = Object.entries(metadata).filter(([name]) => /_(endpoint|uri)$/.test(name));
  expect(endpoints.map(([name]) => name).sort()).toEqual([
    'authorization_endpoint',
    'device_authorization_endpoint',
    'end_session_endpoint',
    'introspection_endpoint',
    'jwks_uri',
    'pushed_authorization_request_endpoint',
    'revocation_endpoint',
    'token_endpoint',
    'userinfo_endpoint',
  ]);
  for (const [name, address] of endpoints) {
    const method = name === 'jwks_uri' ? 'GET' : 'POST';
    expect((await fetch(String(address), { method, redirect: 'manual' })).status, name).not.toBe(404);
  }
});

test('supports every scope and claim that the discovery document lists, and returns no other claim', async ({
  world,
}) => {
  const { server, back } = world;
  const { config, list } = await documentOf(world);
  const { tokens } = await signIn(server, back, 'ada', {
    scope: list('scopes_supported').join(' '),
    parameters: { prompt: 'consent' },
  });
  expect(tokens.scope?.split(' ').sort()).toEqual([...list('scopes_supported')].sort());
  const { sub = '' } = tokens.claims() ?? {};
  const allClaims = { ...tokens.claims(), ...(await client.fetchUserInfo(config, tokens.access_token, sub)) };
  // Leaves out the claims about the ID token itself, which the document does not list.
  const named = Object.keys(allClaims).filter((name) => !['aud', 'exp', 'iat', 'at_hash'].includes(name));
  expect(named.sort()).toEqual([...list('claims_supported')].sort());
  expect(list('acr_values_supported')).toContain(Object.entries(allClaims).find(([name]) => name === 'acr')?.[1]);
});

test('supports each response mode and prompt that the discovery document lists', async ({ world }) => {
  const { server, back } = world;
  const { config, list } = await documentOf(world);
  const { browser } = await signIn(server, back, 'ada');
  for (const mode of list('response_modes_supported')) {
    const parameters = { response_mode: mode };
    if (mode === 'form_post') {
      const url = client.buildAuthorizationUrl(config, { redirect_uri: redirectUri, scope: 'openid', ...parameters });
      url.searchParams.set('code_challenge', 'x'.repeat(43));
      url.searchParams.set('code_challenge_method', 'S256');
      expect(await (await browser.go(url.href)).text()).toMatch(/name="code" value="[\w-]+"/);
      continue;
    }
    const { callback } = await authorize(server, config, browser, 'ada', { parameters });
    expect(mode === 'fragment' ? callback.hash : callback.search).toContain('code=');
  }
  for (const prompt of [...list('prompt_values_supported'), 'create']) {
    const { callback } = await authorize(server, config, browser, 'ada', { parameters: { prompt } });
    const known = list('prompt_values_supported').includes(prompt);
    expect(callback.searchParams.has(known ? 'code' : 'error'), prompt).toBe(true);
  }
});

test('supports each grant type and client authentication method that the discovery document lists', async ({
  world,
}) => {
  const { server, back, service, another } = world;
  const { config, list } = await documentOf(world);
  expect(list('grant_types_supported').sort()).toEqual([
    'authorization_code',
    'client_credentials',
    'refresh_token',
    'urn:ietf:params:oauth:grant-type:device_code',
  ]);
  const { tokens } = await signIn(server, back, 'ada');
  expect((await client.refreshTokenGrant(config, tokens.refresh_token ?? '')).access_token).toBeTypeOf('string');
  const ways = list('token_endpoint_auth_methods_supported');
  expect(ways.sort()).toEqual(['client_secret_basic', 'client_secret_post', 'none', 'private_key_jwt']); // proofs.test.ts covers private_key_jwt
  for (const [{ id, secret }, authentication] of [
    [service, client.ClientSecretBasic(service.secret ?? '')],
    [another, client.ClientSecretPost(another.secret ?? '')],
  ] as const) {
    expect(secret).not.toBeNull();
    const own = await client.discovery(new URL(server.issuer), id, undefined, authentication, {
      execute: [client.allowInsecureRequests],
    });
    const { access_token: token } = await client.clientCredentialsGrant(own);
    expect(await client.tokenIntrospection(own, token)).toMatchObject({ active: true });
    await client.tokenRevocation(own, token);
    expect(await client.tokenIntrospection(own, token)).toMatchObject({ active: false });
  }
  expect(config.serverMetadata().supportsPKCE()).toBe(true);
});

test('supports each signing algorithm that the discovery document lists', async ({ world }) => {
  const { server, page } = world;
  const { metadata, list } = await documentOf(world);
  const { keys } = (await (await fetch(String(metadata.jwks_uri))).json()) as { keys: { alg: string }[] };
  expect([...new Set(keys.map(({ alg }) => alg))].sort()).toEqual(
    [...list('id_token_signing_alg_values_supported')].sort(),
  );
  for (const algorithm of list('dpop_signing_alg_values_supported')) {
    const own = await discover(server, page);
    const DPoP = client.getDPoPHandle(own, await generateKeyPair(algorithm));
    const { tokens } = await signIn(server, page, 'ada', { DPoP });
    expect(claimsOf(tokens.access_token).cnf).toEqual({ jkt: expect.any(String) });
  }
});

test('refuses request parameters and grant types that the discovery document does not list', async ({ world }) => {
  const { server, page } = world;
  const { config, metadata } = await documentOf(world);
  const browser = new Browser(server.issuer);
  expect([metadata.request_uri_parameter_supported, metadata.claims_parameter_supported]).toEqual([false, false]);
  for (const parameters of [
    { request: 'x.y.z' },
    { request_uri: 'https://evil.example/request' },
    { response_type: 'token' },
    { response_type: 'code id_token' },
    { registration: '{}' },
  ]) {
    const { callback } = await authorize(server, config, browser, 'ada', { parameters });
    const answer = new URLSearchParams(callback.search || callback.hash.slice(1));
    expect(answer.get('error'), JSON.stringify(parameters)).toBeTypeOf('string');
  }
  for (const grant_type of ['password', 'implicit', 'urn:openid:params:grant-type:ciba']) {
    const body = new URLSearchParams({ grant_type, client_id: page.id });
    const answer = await fetch(String(metadata.token_endpoint), { method: 'POST', body });
    expect(await answer.json()).toMatchObject({ error: 'unsupported_grant_type' });
  }
});
