import type { IncomingMessage } from 'node:http';
import { licetApplication } from '@licet/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import { openKeyRing } from '../oidc/keyRing.ts';
import { mountOidc } from '../oidc/mount.ts';
import { createProvider } from '../oidc/provider.ts';
import { mountSignInPage } from '../oidc/signInPage.ts';
import { createVerifier, type Verifier } from '../oidc/verify.ts';
import { refuse } from '../refusal.ts';
import type { Database } from '../store/database.ts';
import { clientNames } from '../store/sign-in/accounts.ts';
import { keysChannel } from '../store/sign-in/keys.ts';
import { listen } from '../store/sign-in/listen.ts';
import { touchSession } from '../store/sign-in/sessions.ts';
import { sweep } from '../store/sign-in/sweep.ts';
import { clientExists, firstSeen, tokenState } from '../store/sign-in/tokens.ts';
import type { Caller, Origin, Ports } from '../usecases/context.ts';
import { signIn } from './authenticate.ts';
import { createHashing } from './hashing.ts';
import { ensureFirstKeys, readKeys } from './keyStore.ts';
import { createOidcPorts } from './oidcPorts.ts';
import { createPorts } from './ports.ts';
import { checkServerKey, cookieKeys } from './secrets.ts';

export interface IdentityOptions {
  readonly database: Database;
  /** The public address, without a slash at the end. */
  readonly issuer: string;
  /** 32 bytes: what private keys are encrypted with. */
  readonly serverKey: Buffer;
  /** Told of failures that nobody is waiting for, and of those that a request met without expecting them. */
  readonly onError: (error: unknown) => void;
}

/** Everything about who somebody is: OpenID provider, sign-in, passwords, keys, and the verification of tokens. */
export interface Identity {
  readonly ports: Ports;
  /** Mounts the OpenID provider and the endpoints behind the sign-in page. */
  readonly mount: (app: FastifyInstance) => Promise<void>;
  /** Who makes a call of the API. @throws Refusal for credentials that do not hold; without any it is nobody */
  readonly authenticate: (request: FastifyRequest) => Promise<Caller>;
  readonly verify: Verifier;
  close(): Promise<void>;
}

/**
 * Opens it: checks the server's key, makes the first signing keys, hears of rotations, sweeps what has run out. The database
 * must have been migrated.
 * @throws Refusal when the key is not the one that the database was begun with
 */
export async function openIdentity({ database, issuer, serverKey, onError }: IdentityOptions): Promise<Identity> {
  await checkServerKey(database, serverKey);
  await ensureFirstKeys(database, serverKey);
  const origins = new WeakMap<object, Origin>();
  const oidcPorts = createOidcPorts(database, issuer, (request) => origins.get(request) ?? nowhere);
  const hashing = await createHashing();
  let provider: Provider | undefined;
  const keys = await openKeyRing(
    () => readKeys(database, serverKey),
    (published) => {
      provider = createProvider({ keys: published, cookieKeys: cookieKeys(serverKey), ports: oidcPorts, onError });
    },
  );
  const reload = () => void keys.reload().catch(onError);
  const listener = listen(database, keysChannel, reload);
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
    authenticate: authenticator(database, verify, onError),
    verify,
    close: async () => {
      clearInterval(reloading);
      clearInterval(sweeping);
      await listener.close();
    },
  };
}

function authenticator(database: Database, verify: Verifier, onError: (error: unknown) => void) {
  const seen = new Map<string, number>();
  const noteActivity = (sessionId: string) => {
    const now = Date.now();
    if (now - (seen.get(sessionId) ?? 0) < touchEvery) return;
    if (seen.size >= sessionsRemembered) seen.clear();
    seen.set(sessionId, now);
    touchSession(database, sessionId).catch(onError); // nobody waits for it
  };
  return async (request: FastifyRequest): Promise<Caller> => {
    if (request.headers.authorization === undefined) return { kind: 'anonymous' };
    const { method, url, headers } = request;
    const token = await verify({ method, url, headers }, licetApplication);
    if (token.service || token.sessionId === null)
      return refuse('token_invalid', 'The token is a program’s; Licet’s own calls are made by people.');
    noteActivity(token.sessionId);
    return { kind: 'user', userId: token.userId, sessionId: token.sessionId };
  };
}

/** Milliseconds between two notes that a person is still there. */
const touchEvery = 60_000;
const sessionsRemembered = 10_000;

const nowhere: Origin = { address: null, agent: null, requestId: '' };

function originOf(request: FastifyRequest): Origin {
  const agent = request.headers['user-agent']?.slice(0, 300) ?? null;
  return { address: request.ip, agent, requestId: request.id };
}
