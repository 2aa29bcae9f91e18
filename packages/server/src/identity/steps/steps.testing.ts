import { randomBytes } from 'node:crypto';
import { licetApplication, limits, type PolicyChange } from '@licet/contract';
import * as client from 'openid-client';
import type { Change } from '../../store/kernel/change.ts';
import { firstPolicy, replacePolicy } from '../../store/policy/policy.ts';
import {
  addGrant,
  addGroup,
  addMember,
  type addUser,
  type TestNamed,
  type TestStore,
} from '../../store/store.testing.ts';
import { totpCode } from '../factors/totp.ts';
import {
  addClient,
  addSignInUser,
  arrange,
  Browser,
  discover,
  password,
  redirectUri,
  type TestClient,
  type TestServer,
} from './sign-in.testing.ts';

/** The answer to a step of the sign-in page. */
export interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown> & { location?: string; code?: string; next?: { ways: string[] } };
}

/** A sign-in in a browser, one step at a time. */
export interface UnderWay {
  readonly browser: Browser;
  /** The address of the page. */
  readonly page: string;
  readonly post: (path: string, body: unknown, from?: Browser) => Promise<Answer>;
  readonly password: (login: string, typed?: string) => Promise<Answer>;
  readonly code: (code: string, from?: Browser) => Promise<Answer>;
  readonly details: () => Promise<Record<string, unknown>>;
  /** Continues to the application and fetches its tokens. */
  readonly finish: (answer: Answer) => Promise<client.TokenEndpointResponse & client.TokenEndpointResponseHelpers>;
}

/** Starts a sign-in to Licet itself; `asked` adds parameters to the authorization request. */
export async function begin(
  server: Pick<TestServer, 'issuer'>,
  registered: TestClient,
  browser = new Browser(server.issuer),
  asked: Record<string, string> = {},
): Promise<UnderWay> {
  const config = await discover(server, registered);
  const verifier = client.randomPKCECodeVerifier();
  const state = randomBytes(8).toString('hex');
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: 'openid',
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    ...asked,
  });
  const page = (await browser.go(url.href)).headers.get('location') ?? '';
  if (!page.startsWith('/sign-in/')) throw new Error(`No page to sign in at: ${page}`);
  const post = async (path: string, body: unknown, from = browser): Promise<Answer> => {
    const response = await from.go(page + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: server.issuer, 'sec-fetch-site': 'same-origin' },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as Answer['body'] };
  };
  return {
    browser,
    page,
    post,
    password: (login, typed = password) => post('', { login, password: typed }),
    code: (code, from) => post('/code', { code }, from),
    details: async () => (await (await browser.go(`${page}/details`)).json()) as Record<string, unknown>,
    finish: async ({ status, body }) => {
      if (status !== 200 || !body.location) throw new Error(`Not signed in: ${status} ${JSON.stringify(body)}`);
      const callback = new URL((await browser.go(body.location)).headers.get('location') ?? '');
      return client.authorizationCodeGrant(config, callback, { pkceCodeVerifier: verifier, expectedState: state });
    },
  };
}

/** Returns a function that calls the API with a token and returns status and body. */
export const caller =
  (server: Pick<TestServer, 'issuer'>, token: string) =>
  async (method: string, path: string, body?: unknown): Promise<Answer & { readonly headers: Headers }> => {
    const response = await fetch(`${server.issuer}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? {} : (JSON.parse(text) as Answer['body']),
    };
  };
export type Caller = ReturnType<typeof caller>;

/** Adds a user with a password. */
export const addPerson = (store: TestStore, server: TestServer, overrides: Parameters<typeof addUser>[1] = {}) =>
  arrange(store, (handle) => addSignInUser(server, handle, overrides));

export type Person = TestNamed & { username: string };

const { version: _, ...firstRules } = firstPolicy;

export { firstRules };

/**
 * Creates a group for the tests of the policy. The policy demands a second factor only of this group, so it affects no
 * other user.
 */
export async function policyWorld(store: TestStore, server: TestServer) {
  const group = await arrange(store, (handle) => addGroup(handle, 'Watched'));
  return {
    policy: (overrides: Partial<PolicyChange>) =>
      arrange(store, (handle) => replacePolicy(handle, { ...firstRules, ...overrides })),
    demanded: (graceUntil: string | null = null): Partial<PolicyChange> => ({
      secondFactor: [{ of: { kind: 'group', id: group.id }, graceUntil }],
    }),
    /** Adds the given user, or a new one, to the group. */
    watched: async (person?: Person, overrides: Parameters<typeof addUser>[1] = {}): Promise<Person> => {
      const user = person ?? (await addPerson(store, server, overrides));
      await arrange(store, (handle) => addMember(handle, group, user));
      return user;
    },
  };
}
export type PolicyWorld = Awaited<ReturnType<typeof policyWorld>>;

export const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();

/** Registers a client of Licet itself, whose tokens are for the API. */
export const addLicetClient = (store: TestStore): Promise<TestClient> =>
  arrange(store, async (handle) => addClient(handle, await licetOf(handle)));

export async function licetOf(handle: Change) {
  const { rows } = await handle.connection.query<{ id: string; admin: string }>(
    `select a.id, r.id as admin from applications a join roles r on r.app_id = a.id and r.built_in
     where a.key = $1 and a.no_to = 9223372036854775807 and r.no_to = 9223372036854775807`,
    [licetApplication],
  );
  const [row] = rows;
  if (!row) throw new Error('Licet itself is not there.');
  return { key: licetApplication, name: 'Licet', ...row };
}

/**
 * Returns a function that computes authenticator codes. Each call moves the clocks of the app and the database ahead,
 * so that the code is for the next 30-second step.
 */
export function codesOf(store: TestStore): (secret: string) => string {
  let offset = 0;
  return (secret) => {
    offset += limits.totpStep.value * 1000;
    store.setClock(offset);
    return totpCode(readBase32(secret), stepAt(offset));
  };
}

export const stepAt = (offset: number): number => Math.floor((Date.now() + offset) / 1000 / limits.totpStep.value);

export function readBase32(text: string): Buffer {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...text].map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** A user with an authenticator app, its secret, and a caller of the API. */
export interface WithTotp {
  readonly user: TestNamed & { username: string };
  readonly secret: string;
  /** The code with which the app was added. */
  readonly firstCode: string;
  readonly recoveryCodes: string[];
  readonly call: Caller;
}

export async function addPersonWithTotp(
  store: TestStore,
  server: TestServer,
  registered: TestClient,
  nextCode: (secret: string) => string,
): Promise<WithTotp> {
  store.setClock(0); // tokens carry the time of this clock
  const user = await addPerson(store, server);
  const signIn = await begin(server, registered);
  const tokens = await signIn.finish(await signIn.password(user.username));
  const call = caller(server, tokens.access_token);
  const offer = await call('POST', '/me/credentials/totp');
  const secret = String(offer.body.secret);
  const firstCode = nextCode(secret);
  const { status, body } = await call('POST', '/me/credentials/totp/confirm', { code: firstCode });
  if (status !== 200) throw new Error(`No authenticator app: ${JSON.stringify(body)}`);
  return { user, secret, firstCode, recoveryCodes: body.recoveryCodes as string[], call };
}

/** Adds an administrator and a user manager, both signed in. */
export async function addAdministrators(store: TestStore, server: TestServer, registered: TestClient) {
  store.setClock(0); // tokens carry the time of this clock
  const signedIn = async (username: string) => {
    const signIn = await begin(server, registered);
    return caller(server, (await signIn.finish(await signIn.password(username))).access_token);
  };
  const people = await Promise.all([addPerson(store, server), addPerson(store, server)]);
  const [boss, helper] = people;
  await arrange(store, async (handle) => {
    const application = await licetOf(handle);
    await addGrant(handle, { application, principal: boss, role: { id: application.admin, name: 'admin' } });
    const names = ['users.read', 'users.manage'];
    const { rows } = await handle.connection.query<TestNamed>(
      'select id, name from permissions where app_id = $1 and name = any($2)',
      [application.id, names],
    );
    for (const permission of rows) await addGrant(handle, { application, principal: helper, permission });
  });
  return {
    admin: await signedIn(boss.username),
    adminId: boss.id,
    manager: await signedIn(helper.username),
    managerId: helper.id,
  };
}
