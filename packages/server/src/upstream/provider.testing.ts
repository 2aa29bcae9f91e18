import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Configuration, Provider } from 'oidc-provider';

/** Somebody at the provider: the claims that it tells of them. */
export interface Person {
  sub: string;
  [claim: string]: unknown;
}

/** A foreign OpenID provider that really runs: bare `oidc-provider`. Who signs in there is whoever `person` is. */
export interface TestProvider {
  readonly issuer: string;
  readonly client: { readonly id: string; readonly secret: string };
  /** Null refuses. */
  person: Person | null;
  /** What stands in the ID token beside the claims. */
  context: { acr?: string; amr?: string[] };
  /** Answers in its place when it says so. */
  instead: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined;
  readonly requests: string[];
  /** Signs with another key from now on. */
  rotate(): void;
  /** Goes there as a browser does, and answers the address that it is sent back to. */
  visit(address: string): Promise<string>;
  close(): Promise<void>;
}

export async function startProvider(
  redirectUris: readonly string[],
  over: Partial<Record<string, unknown>> = {},
): Promise<TestProvider> {
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = { id: 'licet', secret: 'a secret with: signs/ of+ all~ kinds' };
  const make = (): Provider => {
    const provider = new Provider(issuer, configurationOf(client, redirectUris, test, over));
    provider.on('server_error', (_ctx, error) => console.error(error));
    return provider;
  };
  const test: Mutable<TestProvider> = {
    issuer,
    client,
    person: { sub: 'somebody' },
    context: {},
    instead: undefined,
    requests: [],
    rotate: () => {
      provider = make();
    },
    visit: (address) => follow(address, issuer),
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
  let provider = make();
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    test.requests.push(`${request.method} ${request.url?.split('?')[0]}`);
    if (test.instead?.(request, response)) return;
    if (!request.url?.startsWith('/interaction/')) return provider.callback()(request, response);
    const { person, context } = test;
    const { prompt, params, grantId } = await provider.interactionDetails(request, response);
    if (!person) {
      const refused = { error: 'access_denied', error_description: 'They pressed no.' };
      return provider.interactionFinished(request, response, refused);
    }
    if (prompt.name === 'login')
      return provider.interactionFinished(request, response, { login: { accountId: person.sub, ...context } });
    const grant =
      (grantId && (await provider.Grant.find(grantId))) ||
      new provider.Grant({ accountId: person.sub, clientId: String(params.client_id) });
    grant.addOIDCScope('openid profile email groups');
    return provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } });
  };
  return test;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

function configurationOf(
  client: TestProvider['client'],
  redirectUris: readonly string[],
  test: Pick<TestProvider, 'person'>,
  over: Partial<Record<string, unknown>>,
): Configuration {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [...redirectUris],
        post_logout_redirect_uris: redirectUris.map((uri) => uri.replace('/return', '/signed-out')),
        id_token_signed_response_alg: 'ES256',
        ...over,
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig' }] },
    cookies: { keys: ['a key of a test'] },
    claims: {
      openid: ['sub', 'acr', 'amr'],
      profile: ['name', 'preferred_username'],
      email: ['email', 'email_verified'],
      groups: ['groups'],
    },
    scopes: ['openid', 'profile', 'email', 'groups'],
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: true } },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    findAccount: async (_ctx, accountId) => ({
      accountId,
      claims: async () => ({ ...test.person, sub: accountId }),
    }),
  };
}

/** Follows redirects with the cookies of one visit, until they lead away from where it began. */
export async function follow(address: string, origin: string): Promise<string> {
  const cookies = new Map<string, string>();
  let next = address;
  for (let hops = 0; hops < 12 && next.startsWith(origin); hops++) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(next, { redirect: 'manual', headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=');
      cookies.set(name, value);
    }
    const to = response.headers.get('location');
    if (to === null) throw new Error(`No way on from ${next}: ${response.status} ${await response.text()}`);
    next = new URL(to, next).href;
  }
  return next;
}
