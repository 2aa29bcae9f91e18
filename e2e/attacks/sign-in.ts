import { createHash, randomBytes } from 'node:crypto';
import { consoleClientId } from '@licet/contract';
import type { Attacked } from './attacked.ts';
import { Browser } from './browser.ts';
import { type Answer, type Sent, secret, sendAgain } from './http.ts';
import type { Person, TestClient } from './people.ts';

/** The console's client, through which users sign in to Licet. */
export const consoleOf = ({ issuer }: Attacked): TestClient => ({
  id: consoleClientId,
  secret: null,
  redirectUri: `${issuer}/callback`,
});

export interface Tokens {
  readonly access: string;
  readonly refresh: string;
  readonly id: string;
}

/** The tokens that a client received, or the refusal. */
export interface Issued extends Answer {
  readonly tokens: Tokens;
}

export interface SignedIn {
  readonly tokens: Tokens;
  readonly browser: Browser;
  readonly network: string;
}

export interface Asked {
  /** Further parameters of the authorization request. The value undefined removes a parameter. */
  readonly parameters?: Readonly<Record<string, string | undefined>>;
  readonly browser?: Browser;
  /** Creates the proof that binds the tokens to a key. */
  readonly proof?: () => Promise<string>;
}

const base64url = (bytes: Buffer) => bytes.toString('base64url');
export const challengeOf = (verifier: string): string => base64url(createHash('sha256').update(verifier).digest());
export const newVerifier = (): string => secret(base64url(randomBytes(32)));

/** Returns the URL at which a sign-in starts. */
export function authorization(
  client: TestClient,
  verifier: string,
  parameters: Readonly<Record<string, string | undefined>> = {},
): string {
  const fields: Record<string, string | undefined> = {
    client_id: client.id,
    redirect_uri: client.redirectUri,
    response_type: 'code',
    scope: 'openid profile email',
    code_challenge: challengeOf(verifier),
    code_challenge_method: 'S256',
    state: base64url(randomBytes(8)),
    ...parameters,
  };
  const given = Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined);
  return `/oidc/auth?${new URLSearchParams(given)}`;
}

/** Starts a sign-in, and returns the URL of the sign-in page. */
export async function begin(attacked: Attacked, browser: Browser, client = consoleOf(attacked)): Promise<string> {
  const { location } = await browser.go(authorization(client, newVerifier()));
  if (!location.startsWith('/sign-in/')) throw new Error(`The sign-in page was not reached: ${location}`);
  return location.split('?')[0] ?? '';
}

/** Posts the first form of the sign-in page. */
export const enter = (attacked: Attacked, browser: Browser, page: string, login: string, password: string) =>
  browser.post(page, { login, password }, attacked.issuer);

/** Signs in until the client receives the code. Posts a username and a password if the page asks for them. */
export async function authorize(
  attacked: Attacked,
  client: TestClient,
  { username, password }: Pick<Person, 'username' | 'password'>,
  { parameters, browser = new Browser(attacked.here) }: Asked = {},
): Promise<{ readonly code: string; readonly verifier: string; readonly browser: Browser }> {
  const verifier = newVerifier();
  let { location } = await browser.go(authorization(client, verifier, parameters));
  if (location.startsWith('/sign-in/')) {
    const answer = await enter(attacked, browser, location.split('?')[0] ?? '', username, password);
    if (answer.status !== 200) throw new Error(`${username} could not sign in: ${answer.text}`);
    location = (await browser.go(String(answer.json.location))).location;
  }
  const code = new URL(location, attacked.issuer).searchParams.get('code');
  if (!code) throw new Error(`${username} was given no code: ${location}`);
  return { code: secret(code), verifier, browser };
}

/** Sends a token request as the client. */
export async function askTokens(
  attacked: Attacked,
  client: TestClient,
  fields: Readonly<Record<string, string | undefined>>,
  { at = attacked.here, dpop }: { readonly at?: string; readonly dpop?: string | undefined } = {},
): Promise<Issued> {
  const given = Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined);
  const body = new URLSearchParams([...given, ['client_id', client.id]]);
  if (client.secret) body.set('client_secret', client.secret);
  const answer = await sendAgain(at, '/oidc/token', { body, headers: { dpop } });
  const { access_token: access, refresh_token: refresh, id_token: id } = answer.json;
  const text = (value: unknown) => secret(typeof value === 'string' ? value : '');
  return { ...answer, tokens: { access: text(access), refresh: text(refresh), id: text(id) } };
}

export const redeem = (
  attacked: Attacked,
  client: TestClient,
  { code, verifier }: { readonly code: string; readonly verifier: string | undefined },
  more: { readonly at?: string; readonly dpop?: string | undefined } = {},
): Promise<Issued> =>
  askTokens(
    attacked,
    client,
    { grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: client.redirectUri },
    more,
  );

export const refresh = (attacked: Attacked, client: TestClient, token: string, at = attacked.here, dpop?: string) =>
  askTokens(attacked, client, { grant_type: 'refresh_token', refresh_token: token }, { at, dpop });

export async function signIn(
  attacked: Attacked,
  person: Pick<Person, 'username' | 'password'>,
  client: TestClient = consoleOf(attacked),
  asked: Asked = {},
): Promise<SignedIn> {
  const authorized = await authorize(attacked, client, person, asked);
  const issued = await redeem(attacked, client, authorized, { dpop: await asked.proof?.() });
  if (issued.status !== 200) throw new Error(`There are no tokens: ${issued.text}`);
  const { browser } = authorized;
  return { tokens: issued.tokens, browser, network: browser.network };
}

export function call(attacked: Attacked, token: string | undefined, path: string, sent: Sent = {}): Promise<Answer> {
  const headers = { ...(token !== undefined && { authorization: `Bearer ${token}` }), ...sent.headers };
  return sendAgain(attacked.here, `/api/v1${path}`, { ...sent, headers });
}

/** Calls the API of the other process. */
export const callThere = (attacked: Attacked, token: string, path: string, sent: Sent = {}): Promise<Answer> =>
  call({ ...attacked, here: attacked.there }, token, path, sent);
