import type { FastifyInstance } from 'fastify';
import type { Provider } from 'oidc-provider';
import type { JobHandler } from '../jobs/jobs.ts';
import { machineNow } from '../machine-clock.ts';
import { createOutgoing, type Outgoing } from '../outgoing/outgoing.ts';
import type { QueueLoad } from '../queue.ts';
import { allWebOrigins } from '../store/applications/clients.ts';
import { importedCosts } from '../store/credentials/passwords.ts';
import { changeChannel } from '../store/kernel/chain.ts';
import type { Database } from '../store/kernel/database.ts';
import { type Listener, listen } from '../store/kernel/listen.ts';
import { poolOf } from '../store/kernel/pool.ts';
import { keysChannel } from '../store/sign-in/keys.ts';
import { backchannelLogout } from '../store/sign-in/sessions.ts';
import { sweep } from '../store/sign-in/sweep.ts';
import { firstSeen, ownTokenHolds, tokenState } from '../store/sign-in/tokens.ts';
import type { Context } from '../usecases/context.ts';
import { createUpstream } from './connections/upstream.ts';
import { createDirectories, type Directories } from './directories/directories.ts';
import { createHashing, type HashingCost } from './factors/hashing.ts';
import { checkServerKey, cookieKeys, knownBrowsersKeys, secretsOf } from './keys/secrets.ts';
import { ensureFirstKeys, type KeyRing, openKeyRing, readKeys, rotate } from './keys/signing-keys.ts';
import { mountOidc } from './provider/mount.ts';
import { createProvider } from './provider/provider.ts';
import { type Authenticate, authenticator } from './sessions/authenticator.ts';
import { tellOfEndedSession } from './sessions/backchannel-logout.ts';
import { mountUpstreamSignOut } from './sessions/provider-endpoints.ts';
import { openWebOrigins } from './sessions/web-origins.ts';
import { mountSignInPage } from './steps/sign-in-page.ts';
import { countUnfinished, type UnfinishedSignIns } from './steps/sign-in-requests.ts';
import { keepAccess } from './tokens/kept-access.ts';
import { createInspector, createVerifier, type Verifier } from './tokens/verify.ts';

export interface IdentityOptions {
  readonly database: Database;
  /** The public address, without a slash at the end. */
  readonly issuer: string;
  /** The 32 bytes that encrypt private keys and other secrets. */
  readonly serverKey: Buffer;
  /** Previous server keys. They still decrypt what they encrypted. */
  readonly formerKeys?: readonly Buffer[];
  /** Receives failures of background work and unexpected failures of requests. */
  readonly onError: (error: unknown) => void;
  /** Sends requests to other servers. By default only to public addresses. */
  readonly outgoing?: Outgoing;
  /** Connects to LDAP directories. By default only at public addresses. */
  readonly directories?: Directories;
  /** Listens to the database's notifications for the whole process. By default one is created here. */
  readonly listener?: Listener;
  /** The cost of password hashes. The default is in `limits`. */
  readonly hashingCost?: HashingCost;
  /** Limits the number of unfinished sign-ins. The default uses this machine's clock. */
  readonly begun?: UnfinishedSignIns;
}

/** Authentication: OpenID provider, sign-in, passwords, keys, and the verification of tokens. */
export interface Identity extends Pick<Context, 'hashing' | 'secrets' | 'upstream' | 'rotateKeys'> {
  /** Mounts the OpenID provider and the endpoints behind the sign-in page. */
  readonly mount: (app: FastifyInstance) => Promise<void>;
  readonly authenticate: Authenticate;
  readonly verify: Verifier;
  /** Whether the last read of the signing keys succeeded. */
  readonly keysReadable: () => boolean;
  /** The number of passwords that are being hashed, and of those that wait. */
  readonly hashingLoad: () => QueueLoad;
  /** The handlers, by kind, of the jobs that a sign-in or sign-out creates. */
  readonly jobs: Readonly<Record<string, JobHandler>>;
  /** Whether the origin is a registered web origin of any client, so that CORS allows it. */
  readonly webOrigin: (origin: string) => Promise<boolean>;
  close(): Promise<void>;
}

/**
 * Checks the server key, creates the first signing keys, and starts to listen for key rotations and to delete expired records. The
 * database must have been migrated.
 * @throws InstallationError when the database's secrets belong to another key
 */
export async function openIdentity(options: IdentityOptions): Promise<Identity> {
  const { database, issuer, serverKey, formerKeys = [], onError, listener = listen(database) } = options;
  const serverKeys = [serverKey, ...formerKeys];
  const { outgoing = createOutgoing(), directories = createDirectories(), begun = countUnfinished() } = options;
  await checkServerKey(database, serverKey, formerKeys);
  await ensureFirstKeys(database, serverKey);
  const secrets = secretsOf(serverKey, ...formerKeys);
  const hashing = await createHashing({
    secrets,
    importedCosts: () => importedCosts(database),
    ...(options.hashingCost && { cost: options.hashingCost }),
  });
  const upstream = createUpstream({ issuer, outgoing, directories });
  const browsersKeys = knownBrowsersKeys(serverKey, ...formerKeys);
  const webOrigins = openWebOrigins(() => allWebOrigins(poolOf(database)));
  const kept = keepAccess(database);
  let provider: Provider | undefined;
  const tokenParts = {
    issuer,
    keys: { verifying: (kid: string) => keys.verifying(kid) },
    tokenState: (...it: OfToken<typeof tokenState>) => tokenState(database, ...it),
    ownTokenHolds: (...it: OfToken<typeof ownTokenHolds>) => ownTokenHolds(database, ...it),
    now: () => machineNow() + database.clockOffset() / 1000,
  };
  const inspect = createInspector(tokenParts);
  const keys: KeyRing = await openKeyRing(
    () => readKeys(database, ...serverKeys),
    (published) => {
      const cookies = cookieKeys(serverKey, ...formerKeys);
      provider = createProvider({
        keys: published,
        cookieKeys: cookies,
        database,
        secrets,
        upstream,
        issuer,
        inspect,
        kept,
        begun,
        onError,
      });
    },
  );
  const verify = createVerifier({
    ...tokenParts,
    firstSeen: (proof, seconds) => firstSeen(database, proof, seconds),
  });
  const reload = () => void keys.reload().catch(onError);
  listener.on(keysChannel, reload);
  listener.on(changeChannel, webOrigins.forget);
  const reloading = setInterval(reload, 60_000).unref();
  const sweeping = setInterval(() => void sweep(database).catch(onError), 60_000 + Math.random() * 60_000).unref();
  return {
    hashing,
    hashingLoad: hashing.load,
    keysReadable: () => keys.readable(),
    secrets,
    upstream,
    rotateKeys: async (actor) => {
      await rotate(database, serverKey, actor);
      await keys.reload();
    },
    mount: async (app) => {
      const current = () => {
        if (provider) return provider;
        throw new Error('The OpenID provider has no keys.');
      };
      const parts = {
        database,
        issuer,
        provider: current,
        keys,
        verify,
        begun,
        webOrigin: webOrigins.has,
        hashing,
        secrets,
        upstream,
        browsersKeys,
      };
      await mountOidc(app, parts);
      await mountSignInPage(app, parts);
      await mountUpstreamSignOut(app, parts);
    },
    authenticate: authenticator({ database, issuer, verify, onError }),
    webOrigin: webOrigins.has,
    verify,
    jobs: { [backchannelLogout]: tellOfEndedSession({ database, issuer, keys, outgoing }) },
    close: async () => {
      clearInterval(reloading);
      clearInterval(sweeping);
      if (!options.listener) await listener.close();
    },
  };
}

/** The arguments of a token query besides the database. */
type OfToken<Ask> = Ask extends (database: Database, ...rest: infer Rest) => unknown ? Rest : never;
