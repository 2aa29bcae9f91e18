import { generateKeyPair } from 'jose';
import * as client from 'openid-client';
import { describe, expect } from 'vitest';
import { deleteClient } from '../../store/applications/clients.ts';
import { endFacts } from '../../store/kernel/facts.ts';
import { endSessionsOf } from '../../store/sign-in/sessions.ts';
import { setStatus } from '../../store/store.testing.ts';
import { addClient, arrange, claimsOf, discover, signIn, type TestClient } from '../steps/sign-in.testing.ts';
import { type ProviderWorld, test } from './provider.testing.ts';

const ask = async (
  { post }: ProviderWorld,
  by: TestClient,
  token: string | undefined,
  address?: string,
): Promise<Record<string, unknown>> =>
  (await post('/oidc/introspection', by, { token: token ?? '' }, address)).json() as Promise<Record<string, unknown>>;
const inactive = { active: false };

describe('introspection', () => {
  test('returns the claims of a token to a program of its application', async ({ world }) => {
    const { server, page, back, service, ada } = world;
    const { tokens } = await signIn(server, page, 'ada');
    const content = await client.tokenIntrospection(await discover(server, service), tokens.access_token);
    const { aud, jti, iat, exp, ver, sid, acr, auth_time } = claimsOf(tokens.access_token);
    expect(content).toEqual({
      active: true,
      iss: server.issuer,
      sub: ada.id,
      username: 'Ada',
      client_id: page.id,
      aud,
      jti,
      iat,
      exp,
      ver,
      sid,
      acr,
      auth_time,
      token_type: 'Bearer',
      scope: 'openid profile email',
      roles: ['clerk'],
      permissions: ['orders.read', 'orders.refund'],
    });
    const config = await discover(server, page);
    const DPoP = client.getDPoPHandle(config, await generateKeyPair('ES256'));
    const bound = await signIn(server, page, 'ada', { DPoP });
    expect(await ask(world, service, bound.tokens.access_token)).toMatchObject({
      token_type: 'DPoP',
      cnf: { jkt: expect.any(String) },
    });
    const own = await client.clientCredentialsGrant(await discover(server, service));
    expect(await ask(world, back, own.access_token)).toMatchObject({ active: true, sub: service.id, permissions: [] });
  });

  test('attack 32: reveals nothing to a client of another application or without a secret', async ({ world }) => {
    const { server, page, back, service, stranger } = world;
    const { tokens } = await signIn(server, back, 'ada');
    expect(await ask(world, stranger, tokens.access_token)).toEqual(inactive);
    expect(await ask(world, stranger, tokens.refresh_token)).toEqual(inactive);
    expect(await ask(world, page, tokens.access_token)).toEqual(inactive);
    const own = await signIn(server, page, 'ada');
    expect(await ask(world, page, own.tokens.access_token)).toMatchObject({ active: true });
    const nobody = await fetch(`${server.address}/oidc/introspection`, {
      method: 'POST',
      body: new URLSearchParams({ token: tokens.access_token }),
    });
    expect(nobody.status).toBe(400);
    expect(await ask(world, { id: service.id, secret: 'wrong' }, tokens.access_token)).toMatchObject({
      error: 'invalid_client',
    });
  });

  test('reports a refresh token as active only to its client, while the session exists', async ({ world }) => {
    const { store, server, other, back, service, ada } = world;
    const { tokens } = await signIn(server, back, 'ada');
    expect(await ask(world, back, tokens.refresh_token)).toMatchObject({
      active: true,
      client_id: back.id,
      sub: ada.id,
    });
    expect(await ask(world, service, tokens.refresh_token)).toEqual(inactive);
    await arrange(store, (handle) => endSessionsOf(handle, ada.id));
    expect(await ask(world, back, tokens.refresh_token, other.address)).toEqual(inactive);
    expect(await ask(world, back, tokens.access_token, other.address)).toEqual(inactive);
  });

  test('attack 33: reports a user’s token as inactive once its client was deleted', async ({ world }) => {
    const { store, server, other, shop, service } = world;
    const leaked = await arrange(store, (handle) => addClient(handle, shop, 'server'));
    const { tokens } = await signIn(server, leaked, 'ada');
    expect(await ask(world, service, tokens.access_token)).toMatchObject({ active: true });
    await arrange(store, (handle) => deleteClient(handle, leaked.id));
    expect(await ask(world, service, tokens.access_token)).toEqual(inactive);
    expect(await ask(world, service, tokens.access_token, other.address)).toEqual(inactive);
  });

  test('attack 9: reports anything except an unchanged access token as inactive', async ({ world }) => {
    const { server, back, service } = world;
    const { tokens } = await signIn(server, back, 'ada');
    const [head, body, signature] = tokens.access_token.split('.');
    const none = Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url');
    for (const token of [tokens.id_token, `${head}.${body}x.${signature}`, `${none}.${body}.`, 'x', 'x.y.z'])
      expect(await ask(world, service, token)).toEqual(inactive);
    expect(await ask(world, service, '')).toMatchObject({ error: 'invalid_request' });
    expect(await ask(world, service, 'x'.repeat(70_000))).toMatchObject({ error: 'invalid_request' });
  });

  test('attack 33: reports a token as inactive once its user has lost access', async ({ world }) => {
    const { store, server, other, back, service, ada, refunds } = world;
    const { tokens } = await signIn(server, back, 'ada');
    expect(await ask(world, service, tokens.access_token)).toMatchObject({ active: true });
    await arrange(store, (handle) => endFacts(handle, 'grants', { id: [refunds] }));
    expect(await ask(world, service, tokens.access_token, other.address)).toEqual(inactive);
    const again = await signIn(server, back, 'ada');
    expect(await ask(world, service, again.tokens.access_token)).toMatchObject({ permissions: ['orders.read'] });
    await arrange(store, (handle) => setStatus(handle, ada, 'suspended'));
    expect(await ask(world, service, again.tokens.access_token)).toEqual(inactive);
    expect(await ask(world, back, again.tokens.refresh_token)).toEqual(inactive);
  });
});
