import { randomBytes } from 'node:crypto';
import type { PublicKey } from '@licet/contract';
import type { FastifyInstance } from 'fastify';
import Fastify from 'fastify';
import * as client from 'openid-client';
import { freePort } from '../../../../../scripts/free-port.ts';
import { registerApi } from '../../http/api.ts';
import { sendFailure } from '../../http/problems.ts';
import { rewriteUrl } from '../../http/server.ts';
import { trustOf } from '../../http/trusted-proxies.ts';
import { type Live, openLive } from '../../live/hub.ts';
import type { Outgoing } from '../../outgoing/outgoing.ts';
import { insertClientKey, newSecret } from '../../store/applications/client-keys.ts';
import { type ClientFields, insertClient } from '../../store/applications/clients.ts';
import { setPasswordHash } from '../../store/credentials/passwords.ts';
import type { Change } from '../../store/kernel/change.ts';
import { listen } from '../../store/kernel/listen.ts';
import {
  addApplication,
  addUser,
  build,
  type TestApplication,
  type TestNamed,
  type TestStore,
  testStore,
} from '../../store/store.testing.ts';
import { proofsOf } from '../../usecases/clients/change.ts';
import { testDirectories, testOutgoing } from '../connections/upstream.testing.ts';
import type { Directories } from '../directories/directories.ts';
import type { HashingCost } from '../factors/hashing.ts';
import { type Identity, openIdentity } from '../identity.ts';
import { ensureFirstKeys } from '../keys/signing-keys.ts';
import type { UnfinishedSignIns } from './sign-in-requests.ts';

/** A running server with the OpenID provider, for tests. */
export interface TestServer {
  readonly issuer: string;
  readonly app: FastifyInstance;
  readonly identity: Identity;
  readonly live: Live;
  readonly errors: unknown[];
  /** Method and path of each route. */
  readonly routes: readonly string[];
  close(): Promise<void>;
}

export const testKey = Buffer.alloc(32, 7);

/** A store that already has signing keys, because creating them is the slowest part of a start. */
export const signInStore = (): Promise<TestStore> =>
  testStore({ key: 'licet and signing keys', fill: (database) => ensureFirstKeys(database, testKey) });

/** Real hashes take too long for tests of other subjects. */
export const quickHashes: HashingCost = { memory: 64, passes: 1 };

export interface ServerOptions {
  readonly issuer?: string;
  readonly serverKey?: Buffer;
  readonly api?: boolean;
  readonly outgoing?: Outgoing;
  readonly directories?: Directories;
  /** Uses hashes of the real cost. */
  readonly wholeHashes?: boolean;
  /** The proxies that may name the client's address; this machine by default. */
  readonly trustedProxies?: readonly string[];
  /** The limits on started sign-ins, with a clock of the test. */
  readonly begun?: UnfinishedSignIns;
}

/**
 * Starts a server on a database. A second one on the same database gets the issuer of the first, like two processes behind one
 * address, and listens on a port of its own.
 */
export async function startServer(
  store: TestStore,
  options: ServerOptions = {},
): Promise<TestServer & { readonly address: string }> {
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const issuer = options.issuer ?? address;
  const errors: unknown[] = [];
  const { database } = store;
  const listener = listen(database);
  const identity = await openIdentity({
    database,
    listener,
    issuer,
    serverKey: options.serverKey ?? testKey,
    outgoing: options.outgoing ?? testOutgoing,
    directories: options.directories ?? testDirectories,
    ...(!options.wholeHashes && { hashingCost: quickHashes }),
    ...(options.begun && { begun: options.begun }),
    onError: (error) => void errors.push(error),
  });
  const proxies = options.trustedProxies ?? ['127.0.0.1'];
  const broken: string[] = [];
  const stream = { write: (line: string) => void (brokenContract.test(line) && broken.push(line)) };
  const app = Fastify({ rewriteUrl, trustProxy: trustOf(proxies), logger: { level: 'error', stream } });
  app.setErrorHandler(sendFailure);
  const routes: string[] = [];
  app.addHook('onRoute', ({ method, url }) => void routes.push(...[method].flat().map((each) => `${each} ${url}`)));
  await identity.mount(app);
  app.get('/api/v1/whoami', async (request) => identity.authenticate(request));
  const live = openLive({ database, listener, onError: (error) => void errors.push(error) });
  if (options.api) {
    const { hashing, secrets, upstream, rotateKeys, authenticate, webOrigin } = identity;
    const parts = { database, issuer, hashing, secrets, upstream, rotateKeys, live, authenticate, webOrigin };
    await registerApi(app, { ...parts, audience: 'network' });
  }
  await app.listen({ port, host: '127.0.0.1' });
  const close = async () => {
    await live.close();
    // A connection without a request counts as busy for a minute.
    const impatient = setTimeout(() => app.server.closeAllConnections(), 500);
    await app.close();
    clearTimeout(impatient);
    await identity.close();
    await listener.close();
    if (broken.length > 0) throw new Error(`The server broke its contract: ${broken.join('')}`);
  };
  return { issuer, address, app, identity, live, errors, routes, close };
}

const brokenContract = /does not fit the contract|does not declare this error/;

/** A server with its own database. */
export interface StartedServer {
  readonly store: TestStore;
  readonly server: TestServer & { readonly address: string };
  /** Stops the servers and deletes the database. Vitest calls what `beforeAll` returns at the end. */
  readonly close: () => Promise<void>;
}

/** Starts a server with its own database. */
export async function testServer(options: ServerOptions = {}): Promise<StartedServer> {
  const store = await signInStore();
  const server = await startServer(store, options);
  const close = async () => {
    await server.close();
    await store.close();
  };
  return { store, server, close };
}

/** Starts a server with its own database, and adds an application with a browser client. */
export async function testShop(options: ServerOptions = {}): Promise<StartedServer & { readonly app: TestClient }> {
  const started = await testServer(options);
  const app = await arrange(started.store, async (handle) =>
    addClient(handle, await addApplication(handle, 'shop', 'Shop')),
  );
  return { ...started, app };
}

/** Starts two servers on one new database, like two processes behind one address. */
export async function testServers(
  options: ServerOptions = {},
): Promise<StartedServer & { readonly other: StartedServer['server'] }> {
  const started = await testServer(options);
  const other = await startServer(started.store, { issuer: started.server.issuer });
  const close = async () => {
    await other.close();
    await started.close();
  };
  return { ...started, other, close };
}

export const password = 'a long enough passphrase';

/** A user who can sign in with {@link password}. */
export async function addSignInUser(
  { identity }: TestServer,
  handle: Change,
  overrides: Parameters<typeof addUser>[1] = {},
): Promise<TestNamed & { username: string }> {
  const user = await addUser(handle, overrides);
  await setPasswordHash(handle, user.id, await identity.hashing.hash(password));
  return user;
}

export interface TestClient {
  readonly id: string;
  readonly secret: string | null;
}

export const redirectUri = 'http://127.0.0.1:9/callback';

/** Registers a client of an application. */
export async function addClient(
  handle: Change,
  application: TestApplication,
  kind: ClientFields['kind'] = 'browser',
  {
    webOrigins = ['http://127.0.0.1:9'],
    publicKeys = [],
    ...properties
  }: Partial<ClientFields> & { readonly publicKeys?: readonly PublicKey[] } = {},
): Promise<TestClient> {
  const secret =
    kind === 'browser' || kind === 'native' || kind === 'device' || publicKeys.length > 0 ? null : newSecret();
  const signsIn = kind === 'browser' || kind === 'native' || kind === 'server';
  const fields = {
    name: `a ${kind} client`,
    kind,
    redirectUris: signsIn ? [redirectUri] : [],
    postLogoutRedirectUris: signsIn ? ['http://127.0.0.1:9/bye'] : [],
    webOrigins: signsIn && kind !== 'native' ? webOrigins : [],
    backchannelLogoutUri: null,
    ...proofsOf({}),
    ...properties,
  };
  const id = await insertClient(handle, application.id, fields);
  const keys = [
    ...(secret ? [{ secret, publicKey: null }] : []),
    ...publicKeys.map((publicKey) => ({ secret: null, publicKey })),
  ];
  for (const key of keys) await insertClientKey(handle, id, { name: 'first', endsAt: null, ...key });
  return { id, secret: secret?.secret ?? null };
}

/** Stores cookies like a browser, by name and path. */
export class Browser {
  readonly #cookies: Map<string, { value: string; path: string }>;
  readonly #address: string;

  constructor(address: string, cookies = new Map<string, { value: string; path: string }>()) {
    this.#address = address;
    this.#cookies = cookies;
  }

  /** The same browser with its requests sent to another server. */
  at(address: string): Browser {
    return new Browser(address, this.#cookies);
  }

  /** Another browser with a copy of the current cookies. */
  copy(): Browser {
    return new Browser(this.#address, new Map(this.#cookies));
  }

  get cookieNames(): string[] {
    return [...this.#cookies.keys()];
  }

  cookie(name: string): string | undefined {
    return this.#cookies.get(name)?.value;
  }

  setCookie(name: string, value: string, path = this.#cookies.get(name)?.path ?? '/'): void {
    this.#cookies.set(name, { value, path });
  }

  /**
   * Sends a request without following redirects. It always goes to this browser's server, whatever the host in
   * `location`.
   */
  async go(location: string, init: RequestInit = {}): Promise<Response> {
    const url = new URL(location, this.#address);
    const cookie = [...this.#cookies]
      .filter(([, { path }]) => url.pathname.startsWith(path))
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ');
    const response = await fetch(`${this.#address}${url.pathname}${url.search}`, {
      redirect: 'manual',
      ...init,
      headers: { 'sec-fetch-dest': 'document', ...(cookie ? { cookie } : {}), ...init.headers },
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      const path = /;\s*path=([^;]+)/i.exec(line)?.[1] ?? '/';
      if (value === '' || /expires=Thu, 01 Jan 1970/i.test(line)) this.#cookies.delete(name);
      else this.#cookies.set(name, { value, path });
    }
    return response;
  }
}

/** The address that a response leads the browser to: by a redirect, or by a page with a refresh of 0 seconds. */
export const nextOf = ({ headers }: Response): string =>
  headers.get('location') ?? /^0;url=(.*)$/.exec(headers.get('refresh') ?? '')?.[1] ?? '';

/** Configures openid-client for a client by the discovery document. */
export function discover(server: { issuer: string }, { id, secret }: TestClient): Promise<client.Configuration> {
  return client.discovery(
    new URL(server.issuer),
    id,
    undefined,
    secret === null ? client.None() : client.ClientSecretBasic(secret),
    { execute: [client.allowInsecureRequests] },
  );
}

export interface SignedIn {
  readonly tokens: client.TokenEndpointResponse & client.TokenEndpointResponseHelpers;
  readonly browser: Browser;
  readonly config: client.Configuration;
}

export interface SignInOptions {
  readonly browser?: Browser;
  readonly password?: string;
  readonly scope?: string;
  readonly DPoP?: client.DPoPHandle;
  /** More parameters of the authorization request; undefined removes one. */
  readonly parameters?: Readonly<Record<string, string | undefined>>;
}

/** Runs the whole authorization code flow as a browser and an application do. */
export async function signIn(
  server: TestServer,
  registered: TestClient,
  login: string,
  options: SignInOptions = {},
): Promise<SignedIn> {
  const config = await discover(server, registered);
  const browser = options.browser ?? new Browser(server.issuer);
  const { callback, verifier } = await authorize(server, config, browser, login, options);
  const tokens = await client.authorizationCodeGrant(
    config,
    callback,
    { pkceCodeVerifier: verifier, expectedState: callback.searchParams.get('state') ?? '' },
    undefined,
    options.DPoP ? { DPoP: options.DPoP } : undefined,
  );
  return { tokens, browser, config };
}

/** Runs the flow up to the redirect to the application with its code. */
export async function authorize(
  server: { issuer: string },
  config: client.Configuration,
  browser: Browser,
  login: string,
  options: SignInOptions = {},
): Promise<{ callback: URL; verifier: string }> {
  const verifier = client.randomPKCECodeVerifier();
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: options.scope ?? 'openid profile email',
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state: randomBytes(8).toString('hex'),
  });
  for (const [name, value] of Object.entries(options.parameters ?? {}))
    if (value === undefined) url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  let response = await browser.go(url.href);
  let location = response.headers.get('location') ?? '';
  if (/^\/sign-in\/[\w-]+\/account$/.test(location)) {
    response = await browser.go(`${location}?answer=continue`);
    response = await browser.go(response.headers.get('location') ?? '');
    location = response.headers.get('location') ?? '';
  } else if (location.startsWith('/sign-in/')) {
    response = await browser.go(location, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: server.issuer, 'sec-fetch-site': 'same-origin' },
      body: JSON.stringify({ login, password: options.password ?? password }),
    });
    if (response.status !== 200) throw new Error(`sign-in: ${response.status} ${await response.text()}`);
    const reply = (await response.json()) as { location: string };
    response = await browser.go(reply.location);
    location = response.headers.get('location') ?? '';
  }
  if (!location.startsWith(options.parameters?.redirect_uri ?? redirectUri))
    throw new Error(`authorize: ${response.status} ${location || (await response.text())}`);
  return { callback: new URL(location), verifier };
}

/** Makes one change for a test. */
export const arrange = <Result>(store: TestStore, work: (handle: Change) => Promise<Result>): Promise<Result> =>
  build(store.database, work);

/** Claims of a JWT, unverified. */
export function claimsOf(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;
}
