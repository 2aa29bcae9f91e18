import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createClock } from './clock.ts';
import { createProvider } from './provider.ts';

// The test sets the metadata and claims that the provider returns.
let says: { readonly issuer?: string; readonly id?: object; readonly access?: object };
const server = createServer((request, response) => {
  const now = Math.floor(Date.now() / 1000);
  const jwt = (claims: object) => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.c2ln`;
  const access = { sub: 'ada', aud: 'ledger', iat: now, exp: now + 300, cnf: { jkt: 'this key' }, ...says.access };
  const id = { iss: issuer, aud: 'a client', sub: 'ada', nonce: 'asked', exp: now + 300, ...says.id };
  const answer = request.url?.startsWith('/.well-known/')
    ? { issuer: says.issuer ?? issuer, token_endpoint: `${issuer}/token` }
    : { access_token: jwt(access), refresh_token: 'again', id_token: jwt(id) };
  response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
});
let issuer: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());
beforeEach(() => {
  says = {};
});

const trade = () => {
  const settings = { issuer, clientId: 'a client', audience: 'ledger' };
  const prover = { send: (request: Request) => fetch(request), thumbprint: async () => 'this key' };
  return createProvider(settings as never, prover as never, createClock()).trade(
    { code: 'a code' },
    { nonce: 'asked' },
  );
};

describe('the token response of a provider', () => {
  it('is accepted for this client, this sign-in and this key', async () => {
    await expect(trade()).resolves.toMatchObject({ refresh: 'again' });
  });

  it.each([
    ['the nonce of another sign-in', { nonce: 'another' }],
    ['no nonce', { nonce: undefined }],
    ['another client', { aud: 'another client' }],
    ['another issuer', { iss: 'https://evil.example' }],
    ['a different subject from the access token', { sub: 'eve' }],
    ['an expiry in the past', { exp: 1 }],
  ])('is refused if the ID token has %s', async (_, id) => {
    says = { id };
    await expect(trade()).rejects.toMatchObject({ code: 'answer_invalid' });
  });

  it.each([
    ['another application', { aud: 'ward' }],
    ['another key', { cnf: { jkt: 'another' } }],
    ['no key', { cnf: undefined }],
  ])('is refused if the access token is for %s', async (_, access) => {
    says = { access };
    await expect(trade()).rejects.toMatchObject({ code: 'answer_invalid' });
  });

  it('names the client’s application if the audience is a different application', async () => {
    says = { access: { aud: 'ward' } };
    await expect(trade()).rejects.toThrow('Set audience to “ward”, the client’s application.');
  });

  it('is not requested if the metadata belong to another issuer', async () => {
    says = { issuer: `${issuer}/` };
    const detail = `No Licet at ${issuer}: set another issuer.`;
    await expect(trade()).rejects.toMatchObject({ code: 'answer_invalid', detail });
  });
});
