import type { IncomingMessage } from 'node:http';
import { licetApplication } from '@licet/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import { openKeyRing } from '../oidc/keyRing.ts';
import { mountOidc } from '../oidc/mount.ts';
import type { OidcClient } from '../oidc/ports.ts';
import { createProvider } from '../oidc/provider.ts';
import { mountSignInPage } from '../oidc/signInPage.ts';
import { createVerifier, type VerifiedToken, type Verifier } from '../oidc/verify.ts';
import { refuse } from '../refusal.ts';
import { allWebOrigins } from '../store/applications/clients.ts';
import { changeChannel } from '../store/kernel/change.ts';
import type { Database } from '../store/kernel/database.ts';
import { type Listener, listen } from '../store/kernel/listen.ts';
import { failed } from '../store/kernel/pool.ts';
import { clientNames } from '../store/sign-in/accounts.ts';
import { keysChannel } from '../store/sign-in/keys.ts';
import { touchSession } from '../store/sign-in/sessions.ts';
import { sweep } from '../store/sign-in/sweep.ts';
import { clientExists, firstSeen, tokenState } from '../store/sign-in/tokens.ts';
import { fingerprintOf, permissionsRef } from '../usecases/access/token.ts';
import type { Caller, Origin, Ports } from '../usecases/context.ts';
import { signIn } from './authenticate.ts';
import { createHashing } from './hashing.ts';
import { ensureFirstKeys, readKeys } from './keyStore.ts';
import { createOidcPorts } from './oidcPorts.ts';
import { ownOrigin } from './ownOrigin.ts';
import { createPorts } from './ports.ts';
import { checkServerKey, cookieKeys } from './secrets.ts';
import { openWebOrigins } from './webOrigins.ts';

export interface IdentityOptions {
  readonly database: Database;
  /** The public address, without a slash at the end. */
  readonly issuer: string;
  /** 32 bytes: what private keys are encrypted with. */
  readonly serverKey: Buffer;
  /** Told of failures that nobody is waiting for, and of those that a request met without expecting them. */
  readonly onError: (error: unknown) => void;
  /** What hears the database's messages for the whole process; one of its own unless given. */
  readonly listener?: Listener;
}

/** Everything about who somebody is: OpenID provider, sign-in, passwords, keys, and the verification of tokens. */
export interface Identity {
  readonly ports: Ports;
  /** Mounts the OpenID provider and the endpoints behind the sign-in page. */
  readonly mount: (app: FastifyInstance) => Promise<void>;
  /** Who makes a call of the API. @throws Refusal for credentials that do not hold; without any it is nobody */
  readonly authenticate: (request: FastifyRequest) => Promise<Caller>;
  readonly verify: Verifier;
  /** Whether pages of an origin may call, for a client of any application. */
  readonly webOrigin: (origin: string) => Promise<boolean>;
  close(): Promise<void>;
}

/**
 * Opens it: checks the server's key, makes the first signing keys, hears of rotations, sweeps what has run out. The database
 * must have been migrated.
 * @throws Refusal when the key is not the one that the database was begun with
 */
export async function openIdentity({
  database,
  issuer,
  serverKey,
  onError,
  listener: shared,
}: IdentityOptions): Promise<Identity> {
  await checkServerKey(database, serverKey);
  await ensureFirstKeys(database, serverKey);
  const origins = new WeakMap<object, Origin>();
  const webOrigins = openWebOrigins(() => allWebOrigins(database.pool).catch(failed));
  const oidcPorts = createOidcPorts(database, issuer, webOrigins.has, (request) => origins.get(request) ?? nowhere);
  const hashing = await createHashing();
  let provider: Provider | undefined;
  const keys = await openKeyRing(
    () => readKeys(database, serverKey),
    (published) => {
      provider = createProvider({ keys: published, cookieKeys: cookieKeys(serverKey), ports: oidcPorts, onError });
    },
  );
  const reload = () => void keys.reload().catch(onError);
  const listener = shared ?? listen(database);
  listener.on(keysChannel, reload);
  listener.on(changeChannel, webOrigins.forget);
  const reloading = setInterval(reload, 60_000).unref();
  const sweeping = setInterval(() => void sweep(database).catch(onError), 60_000 + Math.random() * 60_000).unref();
  const verify = createVerifier({
    issuer,
    keys,
    firstSeen: (proof, seconds) => firstSeen(database, proof, seconds),
    tokenState: (userId, sessionId, issuedAt) => tokenState(database, userId, sessionId, issuedAt),
    clientExists: (id) => clientExists(database, id),
  });
  const parts = {
    provider: () => provider ?? refuse('internal', 'The OpenID provider has no keys.'),
    ports: oidcPorts,
    keys,
    verify,
    origin: originOf,
    remember: (request: IncomingMessage, origin: Origin) => void origins.set(request, origin),
    signIn: (attempt: Parameters<typeof signIn>[2]) => signIn(database, hashing, attempt),
    clientNames: (id: string) => clientNames(database, id),
  };
  return {
    ports: createPorts(database, serverKey, hashing, keys.reload),
    mount: async (app) => {
      await mountOidc(app, parts);
      await mountSignInPage(app, parts);
    },
    authenticate: authenticator({
      issuer,
      verify,
      clientOf: oidcPorts.client,
      touch: noteActivity(database, onError),
    }),
    webOrigin: oidcPorts.webOrigin,
    verify,
    close: async () => {
      clearInterval(reloading);
      clearInterval(sweeping);
      if (!shared) await listener.close();
    },
  };
}

interface AuthenticatorParts {
  readonly issuer: string;
  readonly verify: Verifier;
  readonly clientOf: (id: string) => Promise<Pick<OidcClient, 'application' | 'webOrigins'> | undefined>;
  readonly touch: (sessionId: string) => void;
}

/** Tokens of every application are taken; what each may call is decided where calls are authorised. */
function authenticator({ issuer, verify, clientOf, touch }: AuthenticatorParts) {
  const isOwn = ownOrigin(issuer);
  const requireClientFits = async ({ clientId, audience }: VerifiedToken, origin: string | undefined) => {
    const client = await clientOf(clientId);
    if (client?.application !== audience)
      refuse('token_invalid', 'The token’s client was deleted, or belongs to another application than the token.');
    if (origin !== undefined && origin !== issuer && !client.webOrigins.includes(origin)) refuseOrigin();
  };
  const requireOwnPage = async ({ clientId }: VerifiedToken, origin: string | undefined) => {
    if (origin === undefined || isOwn(origin)) return;
    const client = await clientOf(clientId);
    if (client?.application !== licetApplication || !client.webOrigins.includes(origin)) refuseOrigin();
  };
  return async (request: FastifyRequest): Promise<Caller> => {
    if (request.headers.authorization === undefined) return { kind: 'anonymous' };
    const { method, url, headers } = request;
    const verified = await verify({ method, url, headers }, undefined);
    const { userId, clientId, sessionId, service, audience, version, expiresAt } = verified;
    await (audience === licetApplication ? requireOwnPage : requireClientFits)(verified, headers.origin);
    const token = { version, expiresAt };
    if (service) return { kind: 'service', clientId, audience, token };
    if (sessionId === null) return refuse('token_invalid', 'The token names no session.');
    if (!url.startsWith(openTabs) && headers[unattended] !== '?1') touch(sessionId);
    return {
      kind: 'user',
      userId,
      sessionId,
      clientId,
      audience,
      token: { ...token, carries: () => carriedBy(verified) },
    };
  };
}

function refuseOrigin(): never {
  refuse('origin_refused', 'The page that sent this is not at an origin that is registered with its client.');
}

function carriedBy({ roles, permissions, permissionsRef: ref }: VerifiedToken): string {
  return fingerprintOf(permissionsRef(roles), ref ?? permissionsRef(permissions ?? []));
}

/** Tells of a session that somebody is still there, at most once a minute. */
function noteActivity(database: Database, onError: (error: unknown) => void): (sessionId: string) => void {
  const seen = new Map<string, number>();
  return (sessionId) => {
    const now = Date.now();
    if (now - (seen.get(sessionId) ?? 0) < touchEvery) return;
    if (seen.size >= sessionsRemembered) seen.clear();
    seen.set(sessionId, now);
    touchSession(database, sessionId).catch(onError); // nobody waits for it
  };
}

/** What an open tab asks by itself is no sign that a person is there. */
const openTabs = '/api/v1/live';
/** What a page says of a request that it makes while nobody is at it: a boolean of RFC 9651 section 3.3.6. */
const unattended = 'licet-unattended';

/** Milliseconds between two notes that a person is still there. */
const touchEvery = 60_000;
const sessionsRemembered = 10_000;

const nowhere: Origin = { address: null, agent: null, requestId: '' };

function originOf(request: FastifyRequest): Origin {
  const agent = request.headers['user-agent']?.slice(0, 300) ?? null;
  return { address: request.ip, agent, requestId: request.id };
}
