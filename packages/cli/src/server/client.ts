import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cliClientId, licetApplication } from '@licet/contract';
import { type Client, createClient } from '@licet/contract/client';
import { configDirectory, programCredentials } from '../config.ts';
import { programToken } from '../program.ts';
import { ask, endpointsOf } from './endpoints.ts';
import { type ProofKey, proofOf } from './proof.ts';

/** The user is not signed in at the server. */
class SignedOutError extends Error {
  override readonly name = 'SignedOutError';
}

/**
 * Returns a client of a remote server. It authenticates as the program in the environment, or as the user of `licet
 * login`. It requests a token at the first call.
 */
export function serverClient(server: string): Client {
  const address = server.replace(/\/$/, '');
  let authorised: Promise<Authorise> | undefined;
  return createClient({
    baseUrl: address,
    fetch: async (url, init) => {
      authorised ??= programCredentials() === undefined ? asPerson(address) : asProgram(address);
      const headers = new Headers(init.headers);
      for (const [name, value] of Object.entries((await authorised)(init.method ?? 'GET', url)))
        headers.set(name, value);
      return fetch(url, { ...init, headers, redirect: 'error' });
    },
  });
}

type Authorise = (method: string, url: string) => Readonly<Record<string, string>>;

async function asProgram(issuer: string): Promise<Authorise> {
  const credentials = programCredentials();
  if (!credentials) throw signedOut(issuer);
  const token = await programToken({ ...credentials, issuer, application: licetApplication });
  return () => ({ authorization: `Bearer ${token}` });
}

async function asPerson(server: string): Promise<Authorise> {
  const stored = readSignIn(server);
  if (!stored) throw signedOut(server);
  const { accessToken, key } = stored.expiresAt - seconds() > renewBefore ? stored : await renewed(server, stored);
  return (method, url) => ({ authorization: `DPoP ${accessToken}`, dpop: proofOf(key, method, url, accessToken) });
}

async function renewed(server: string, stored: SignIn): Promise<SignIn> {
  const { token } = await endpointsOf(server);
  const form = { grant_type: 'refresh_token', refresh_token: stored.refreshToken, client_id: cliClientId };
  const { body } = await ask(token, form, { dpop: proofOf(stored.key, 'POST', token) });
  const next = signInOf(body, stored);
  if (next) {
    keepSignIn(server, next);
    return next;
  }
  if (body.error !== 'invalid_grant')
    throw new Error(`${server} did not renew your sign-in (${body.error ?? 'no reason given'}). Try again.`);
  forgetSignIn(server);
  throw new SignedOutError(`Your sign-in to ${server} has ended. Sign in again: licet login --server ${server}`);
}

/** Converts a token response for storage; undefined if it contains no tokens. */
export function signInOf(
  body: Readonly<Record<string, unknown>>,
  { key, refreshToken }: Pick<SignIn, 'key'> & { readonly refreshToken?: string },
): SignIn | undefined {
  const { access_token: accessToken, expires_in: life, refresh_token: next = refreshToken } = body;
  return typeof accessToken === 'string' && typeof next === 'string'
    ? { accessToken, refreshToken: next, expiresAt: seconds() + Number(life ?? 0), key }
    : undefined;
}

const signedOut = (server: string) =>
  new SignedOutError(
    `You are not signed in to ${server}. Run “licet login --server ${server}”; a program sets LICET_CLIENT_ID with LICET_CLIENT_SECRET or LICET_CLIENT_KEY.`,
  );

const seconds = () => Math.floor(Date.now() / 1000);

/** A token is renewed this number of seconds before its expiry, so that it is still valid when a call arrives. */
const renewBefore = 30;

/** A stored sign-in of the command line at a server. Only its owner can read the file. */
export interface SignIn {
  readonly refreshToken: string;
  readonly accessToken: string;
  /** Seconds since the epoch. */
  readonly expiresAt: number;
  readonly key: ProofKey;
}

export function readSignIn(server: string): SignIn | undefined {
  try {
    return JSON.parse(readFileSync(fileOf(server), 'utf8')) as SignIn;
  } catch {
    return undefined;
  }
}

/** Writes the file atomically, because another command may read it at the same time. */
export function keepSignIn(server: string, signIn: SignIn): void {
  const file = fileOf(server);
  mkdirSync(configDirectory(), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, JSON.stringify(signIn), { mode: 0o600 });
  chmodSync(draft, 0o600); // The file may have existed with another mode.
  renameSync(draft, file);
}

export function forgetSignIn(server: string): void {
  rmSync(fileOf(server), { force: true });
}

const fileOf = (server: string) => join(configDirectory(), `${encodeURIComponent(server.replace(/\/$/, ''))}.json`);
