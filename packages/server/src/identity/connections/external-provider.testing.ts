import { generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as jose from 'jose';
import { type Configuration, type KoaContextWithOIDC, Provider } from 'oidc-provider';

/** A person at the provider, with their claims. */
export interface Person {
  sub: string;
  [claim: string]: unknown;
}

/** A real external OpenID provider: plain `oidc-provider`. `person` signs in there. */
export interface TestProvider {
  readonly issuer: string;
  readonly client: { readonly id: string; readonly secret: string };
  /** The person who signs in there; null refuses the sign-in. */
  person: Person | null;
  /** Claims of the ID token besides the person's. */
  context: { acr?: string; amr?: string[] };
  /** Answers requests instead of the provider; returns whether it did. */
  instead: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined;
  readonly requests: string[];
  /** The number of sign-ins at this provider. */
  logins: number;
  /** Replaces the signing key. */
  rotate(): void;
  /** Changes the registration of its client. */
  register(overrides: Partial<Record<string, unknown>>): void;
  /** Signs claims with its key. */
  sign(claims: jose.JWTPayload, header?: Partial<jose.JWTHeaderParameters>): Promise<string>;
  /** Follows an address as a browser does, and returns the address that it redirects back to. */
  visit(address: string, cookies?: Cookies): Promise<string>;
  close(): Promise<void>;
}

/** The cookies of one browser, by name. */
export type Cookies = Map<string, string>;

export async function startProvider(
  redirectUris: readonly string[],
  overrides: Partial<Record<string, unknown>> = {},
): Promise<TestProvider> {
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = { id: 'licet', secret: 'a secret with: signs/ of+ all~ kinds' };
  let key = newKey();
  let registered = overrides;
  const make = (): Provider => {
    const provider = new Provider(issuer, configurationOf(client, redirectUris, test, registered, key));
    provider.on('server_error', (_ctx, error) => console.error(error));
    provider.on('backchannel.error', (_ctx, error) => console.error(error));
    return provider;
  };
  const test: Mutable<TestProvider> = {
    issuer,
    client,
    person: { sub: 'somebody' },
    context: {},
    instead: undefined,
    requests: [],
    logins: 0,
    rotate: () => {
      key = newKey();
      provider = make();
    },
    register: (more) => {
      registered = { ...overrides, ...more };
      provider = make();
    },
    sign: (claims, header) =>
      new jose.SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: key.kid, ...header }).sign(key.privateKey),
    visit: (address, cookies) => follow(address, issuer, cookies),
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
    if (prompt.name === 'login') test.logins += 1;
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

/** Shows the test provider's own sign-out page, because the default page fetches a font. */
async function askWhetherToSignOut(ctx: KoaContextWithOIDC, form: string): Promise<void> {
  const button = '<button form="op.logoutForm" type="submit" name="logout" value="yes">Yes, sign out</button>';
  ctx.body = `<!doctype html><html lang="en"><title>Sign out?</title><link rel="icon" href="data:,">${form}${button}</html>`;
}

interface Key {
  readonly kid: string;
  readonly privateKey: KeyObject;
}

const newKey = (): Key => ({ kid: randomUUID(), ...generateKeyPairSync('ec', { namedCurve: 'P-256' }) });

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

function configurationOf(
  client: TestProvider['client'],
  redirectUris: readonly string[],
  test: Pick<TestProvider, 'person'>,
  overrides: Partial<Record<string, unknown>>,
  { kid, privateKey }: Key,
): Configuration {
  return {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [...redirectUris],
        post_logout_redirect_uris: redirectUris.map((uri) => uri.replace('/sign-in/', '/sign-out/')),
        id_token_signed_response_alg: 'ES256',
        ...overrides,
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid, alg: 'ES256', use: 'sig' }] },
    cookies: { keys: ['a key of a test'] },
    claims: {
      openid: ['sub', 'acr', 'amr'],
      profile: ['name', 'preferred_username'],
      email: ['email', 'email_verified'],
      groups: ['groups'],
    },
    scopes: ['openid', 'profile', 'email', 'groups'],
    conformIdTokenClaims: false,
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: true, logoutSource: askWhetherToSignOut },
      backchannelLogout: { enabled: true },
    },
    // The provider's default guard would allow no address on this machine.
    fetch: (url, { method, headers, body } = {}) =>
      fetch(url, { ...(method && { method }), ...(headers && { headers }), ...(body && { body }) }),
    ttl: { IdToken: 1 }, // later tests use an expired one
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    findAccount: async (_ctx, accountId) => ({
      accountId,
      claims: async () => ({ ...test.person, sub: accountId }),
    }),
  };
}

/** Follows redirects with the cookies of one browser, until one leaves the origin. Confirms signing out on the way. */
export async function follow(address: string, origin: string, cookies: Cookies = new Map()): Promise<string> {
  let next = address;
  let pressed: URLSearchParams | undefined;
  for (let hops = 0; hops < 12 && next.startsWith(origin); hops++) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const init: RequestInit = { redirect: 'manual', headers: { cookie } };
    const response = await fetch(next, pressed ? { ...init, method: 'POST', body: pressed } : init);
    pressed = undefined;
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=');
      cookies.set(name, value);
    }
    const to = response.headers.get('location');
    if (to === null) {
      const page = await response.text();
      const [, xsrf, action] = [
        ...(/name="xsrf" value="([^"]+)"/.exec(page) ?? ['']),
        /action="([^"]+)"/.exec(page)?.[1],
      ];
      if (!xsrf || !action) throw new Error(`No way on from ${next}: ${response.status} ${page}`);
      pressed = new URLSearchParams({ xsrf, logout: 'yes' });
      next = action;
      continue;
    }
    next = new URL(to, next).href;
  }
  return next;
}
