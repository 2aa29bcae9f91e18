import { setTimeout as pause } from 'node:timers/promises';
import { Server as TlsServer } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { limits } from '@licet/contract';
import type { FastifyInstance } from 'fastify';
import type { Provider } from 'oidc-provider';
import type { Logger } from 'pino';
import { ensureAuditKey } from './audit/audit-keys.ts';
import { checkpointHandler, checkpointsIn } from './audit/places.ts';
import { signCheckpoint } from './audit/sign-checkpoint.ts';
import { backupHandler, queueBackups } from './backup/scheduled.ts';
import type { Config } from './config.ts';
import { keepCertificate, readCertificate } from './http/certificate.ts';
import { closingOf } from './http/connections.ts';
import { noticeForwarding } from './http/forwarding.ts';
import { listenAt, requireFree } from './http/listening.ts';
import { listenToOperator } from './http/operator-socket.ts';
import { buildOperatorServer, buildServer } from './http/server.ts';
import { type JobHandler, Jobs } from './jobs/jobs.ts';
import { createDirectories, type Directories } from './ldap/directories.ts';
import { openLive } from './live/hub.ts';
import { machineNow } from './machine-clock.ts';
import { checkAtStart } from './mail/check-at-start.ts';
import { openMailer } from './mail/mailer.ts';
import { passwordResetHandler, passwordResetJob } from './mail/password-reset.ts';
import { remindersHandler } from './mail/reminders.ts';
import { MailNotSent, mailHandler } from './mail/send-mail.ts';
import { tellOfEndedSession } from './oidc/backchannel-logout.ts';
import { countBegun } from './oidc/begun.ts';
import { type KeyRing, openKeyRing } from './oidc/key-ring.ts';
import { mountOidc } from './oidc/mount.ts';
import { createProvider } from './oidc/provider.ts';
import { mountSignInPage } from './oidc/sign-in-page.ts';
import { mountUpstreamSignOut } from './oidc/upstream-sign-out.ts';
import { createInspector, createVerifier, type Verifier } from './oidc/verify.ts';
import { openGuard } from './outgoing/guard.ts';
import { createOutgoing, type Outgoing } from './outgoing/outgoing.ts';
import { startEmbedded } from './postgres/embedded.ts';
import type { QueueLoad } from './queue.ts';
import { refuse } from './refusal.ts';
import { readServerKeys } from './server-key.ts';
import { type Authenticate, authenticator } from './sign-in/authenticator.ts';
import { createHashing, type HashingCost } from './sign-in/hashing.ts';
import { ensureFirstKeys, readKeys, rotate } from './sign-in/key-store.ts';
import { checkServerKey, cookieKeys, knownBrowsersKeys, secretsOf } from './sign-in/secrets.ts';
import { ensureSetupCode } from './sign-in/setup-code.ts';
import { openWebOrigins } from './sign-in/web-origins.ts';
import { allWebOrigins } from './store/applications/clients.ts';
import { checkpointJob } from './store/audit/checkpoints.ts';
import { coverFacts } from './store/audit/cover-facts.ts';
import { backupJob } from './store/backup/schedule.ts';
import { importedCosts } from './store/credentials/passwords.ts';
import { roundJob } from './store/invitations/rounds.ts';
import { appliedMigrations } from './store/kernel/applied.ts';
import { changeChannel } from './store/kernel/chain.ts';
import { readClock } from './store/kernel/clock.ts';
import { type Database, openDatabase, transaction } from './store/kernel/database.ts';
import { type Listener, listen } from './store/kernel/listen.ts';
import { migrate } from './store/kernel/migrate.ts';
import { poolOf } from './store/kernel/pool.ts';
import { requireSettings } from './store/kernel/session-settings.ts';
import { ensureLicet } from './store/licet/licet.ts';
import { mailJob } from './store/mail/mails.ts';
import { queueLook, remindersJob } from './store/reminders/reminders.ts';
import { keysChannel } from './store/sign-in/keys.ts';
import { backchannelLogout } from './store/sign-in/sessions.ts';
import { sweep } from './store/sign-in/sweep.ts';
import { firstSeen, ownTokenHolds, tokenState } from './store/sign-in/tokens.ts';
import { createUpstream } from './upstream/upstream.ts';
import type { Context } from './usecases/context.ts';
import { invitationRoundHandler } from './usecases/invitations/carry-on.ts';
import { bootstrapAdmin } from './usecases/setup/bootstrap-admin.ts';
import { version } from './version.ts';
import { conditionOf } from './watching/condition.ts';
import { foldersOf } from './watching/folders.ts';
import { openWatching, type Watching } from './watching/watching.ts';

/** A running Licet. */
export interface Licet {
  /** Where it can be reached, and what to do first: lines for a person. */
  readonly greeting: readonly string[];
  /** Answers what has begun, then ends in order. */
  stop(): Promise<void>;
}

/** Puts the parts together and starts them; the only place that knows all of them. */
export async function compose(config: Config, log: Logger): Promise<Licet> {
  const ends: (() => Promise<unknown>)[] = [];
  let stopping = false;
  let watching: Watching | undefined;
  const stop = async () => {
    stopping = true;
    watching?.leave();
    // Until balancers have heard of it, everything is answered as ever.
    if (watching) await pause(config.shutdownDelay * 1000);
    for (const end of ends.splice(0).reverse())
      await end().catch((error: unknown) => log.error({ err: error }, 'A part did not stop in order.'));
  };
  try {
    const { issuer } = config;
    const certificate = config.tls && readCertificate(config.tls);
    await requireFree(config);
    const [serverKey, ...formerKeys] = readServerKeys(config);
    const database = openDatabase({
      connectionString: config.databaseUrl ?? (await embedded(config, log, ends)),
      directConnectionString: config.databaseDirectUrl,
      // What ends while all of it ends needs no word.
      onError: ({ message }) => stopping || log.warn({ reason: message }, 'An idle database connection broke.'),
    });
    ends.push(() => database.close());
    if (database.pooler) await requireSettings(database);
    await migrate(database);
    const migrations = await appliedMigrations(poolOf(database));
    await checkServerKey(database, serverKey, formerKeys); // before anything is written: a start that is refused leaves no trace
    await ensureLicet(database, issuer);
    await coverFacts(database);
    const onError = (error: unknown) => log.error({ err: error }, 'Something failed that nobody was waiting for.');
    const listener = listen(database);
    ends.push(() => listener.close());
    const guard = openGuard({ allowed: config.allowOutgoing });
    const outgoing = createOutgoing({ guard });
    const identity = await openIdentity({
      database,
      issuer,
      serverKey,
      formerKeys,
      onError,
      listener,
      outgoing,
      directories: createDirectories(guard),
      mailSet: config.mail !== undefined,
    });
    ends.push(() => identity.close());
    const { hashing, secrets, upstream, rotateKeys } = identity;
    const mailer = openMailer(config.mail, limits.mailPatience.value, outgoing);
    ends.push(async () => mailer.close());
    const outsideCheckpoints = () => checkpointsIn(config.audit.folder);
    const parts = { log, database, issuer, hashing, secrets, upstream, rotateKeys, mailer, outsideCheckpoints };
    await ensureAuditKey(parts);
    if (config.firstAdministrator) await bootstrapAdmin(parts, config.firstAdministrator);

    const live = openLive({ database, listener, onError });
    const { backups } = config;
    const handlers = {
      ...identity.jobs,
      [mailJob]: mailHandler(parts),
      [passwordResetJob]: passwordResetHandler(database),
      [roundJob]: invitationRoundHandler(database),
      [remindersJob]: remindersHandler(database),
      [checkpointJob]: checkpointHandler({
        database,
        outgoing,
        places: config.audit,
        onCheckpoint: (checkpoint) => log.info({ checkpoint }, 'A checkpoint of the audit chain was signed.'),
      }),
      ...(backups && { [backupJob]: backupHandler({ database, settings: backups, log }) }),
    };
    const { keysReadable, hashingLoad } = identity;
    const folders = foldersOf(config);
    const jobKinds = Object.keys(handlers);
    const watched = { database, migrations, keysReadable, hashing: hashingLoad, live, jobs: jobKinds, folders };
    const watch = openWatching({ ...watched, onError });
    ends.push(() => watch.close());
    if (config.metrics) await watch.serveMetrics(config.metrics);
    const forwarding = noticeForwarding();
    const app = await buildServer({
      ...parts,
      forwarding,
      live,
      webOrigin: identity.webOrigin,
      trustedProxies: config.trustedProxies,
      securityContact: config.securityContact,
      certificate,
      authenticate: identity.authenticate,
      mountSignIn: identity.mount,
      ready: watch.require,
      consoleFolder: fileURLToPath(new URL('../../console/dist/', import.meta.url)),
      docsFolder: config.docs ? fileURLToPath(new URL('../../docs/dist/', import.meta.url)) : undefined,
    });
    const operator = await buildOperatorServer({
      ...parts,
      beside: watch.beside,
      condition: () =>
        conditionOf({
          ...{ ...parts, beside: watch.beside, readiness: watch, jobs: jobKinds, folders },
          seesAddresses: config.trustedProxies.length > 0 || config.tls !== undefined,
          ownTls: config.tls !== undefined,
          forwarderTrusted: forwarding.trusted,
        }),
    });
    const patience = limits.requestTimeout.value;
    const clock = await readClock(database);
    await transaction(database, 'begin', (connection) => queueLook({ connection, clock }, 'now'));
    if (backups) await queueBackups(database, backups, 'now');
    const jobs = new Jobs({
      database,
      listener,
      handlers,
      onError: (error) =>
        error instanceof MailNotSent ? log.warn(error.failure, 'A mail was not sent for now.') : onError(error),
    });
    ends.push(() => jobs.close(patience / 1000));
    const closeOperator = closingOf(operator);
    await listenToOperator(operator, config.dataDirectory);
    ends.push(() => closeOperator(patience));
    const close = await listenAt(app, config);
    ends.push(() => close(patience));
    if (config.tls && app.server instanceof TlsServer) {
      const leave = keepCertificate(app.server, config.tls, log);
      ends.push(async () => leave());
    }
    ends.push(() => live.close()); // before the server, which waits for what is being answered
    const renewing = setInterval(() => {
      greetingOf(config, database).then(
        (lines) => lines.length > 2 && process.stdout.write(`${lines.join('\n')}\n`),
        onError,
      );
    }, limits.setupCodeLifetime.value * 1000).unref();
    ends.push(async () => clearInterval(renewing));
    const signNow = () => void signCheckpoint(parts).catch(onError);
    signNow();
    const signing = setInterval(signNow, limits.auditCheckpointInterval.value * 1000).unref();
    ends.push(async () => clearInterval(signing));
    checkAtStart(parts).catch(onError);
    watching = watch;
    return { greeting: await greetingOf(config, database), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

export interface IdentityOptions {
  readonly database: Database;
  /** The public address, without a slash at the end. */
  readonly issuer: string;
  /** 32 bytes: what private keys are encrypted with. */
  readonly serverKey: Buffer;
  /** Keys that it replaces: what they sealed still opens. */
  readonly formerKeys?: readonly Buffer[];
  /** Told of failures that nobody is waiting for, and of those that a request met without expecting them. */
  readonly onError: (error: unknown) => void;
  /** What calls other servers; at public addresses alone unless given. */
  readonly outgoing?: Outgoing;
  /** What asks LDAP directories; at public addresses alone unless given. */
  readonly directories?: Directories;
  /** Whether the environment names a mail server. */
  readonly mailSet?: boolean;
  /** What hears the database's messages for the whole process; one of its own unless given. */
  readonly listener?: Listener;
  /** What a password's hash costs; as much as the limits say unless given. */
  readonly hashingCost?: HashingCost;
}

/** Everything about who somebody is: OpenID provider, sign-in, passwords, keys, and the verification of tokens. */
export interface Identity extends Pick<Context, 'hashing' | 'secrets' | 'upstream' | 'rotateKeys'> {
  /** Mounts the OpenID provider and the endpoints behind the sign-in page. */
  readonly mount: (app: FastifyInstance) => Promise<void>;
  readonly authenticate: Authenticate;
  readonly verify: Verifier;
  /** Whether there are keys to sign and verify with, as they were last read. */
  readonly keysReadable: () => boolean;
  /** How many passwords are hashed, and how many wait for it. */
  readonly hashingLoad: () => QueueLoad;
  /** How the jobs are done that come of signing in and out, by kind. */
  readonly jobs: Readonly<Record<string, JobHandler>>;
  /** Whether pages of an origin may call, for a client of any application. */
  readonly webOrigin: (origin: string) => Promise<boolean>;
  close(): Promise<void>;
}

/**
 * Puts it together: checks the server's key, makes the first signing keys, hears of rotations, sweeps what has run out. The
 * database must have been migrated.
 * @throws Refusal when the key is not the one that the database was begun with
 */
export async function openIdentity(options: IdentityOptions): Promise<Identity> {
  const { database, issuer, serverKey, formerKeys = [], onError, listener = listen(database) } = options;
  const serverKeys = [serverKey, ...formerKeys];
  const { outgoing = createOutgoing(), directories = createDirectories() } = options;
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
  const begun = countBegun();
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
      const cookies = cookieKeys(...serverKeys);
      provider = createProvider({
        keys: published,
        cookieKeys: cookies,
        database,
        secrets,
        upstream,
        issuer,
        inspect,
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
      const current = () => provider ?? refuse('internal', 'The OpenID provider has no keys.');
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
        mailSet: options.mailSet ?? false,
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

/** What a question about a token takes beside the database. */
type OfToken<Ask> = Ask extends (database: Database, ...rest: infer Rest) => unknown ? Rest : never;

async function embedded({ dataDirectory }: Config, log: Logger, ends: (() => Promise<unknown>)[]): Promise<string> {
  const postgres = await startEmbedded({ dataDirectory, log });
  ends.push(() => postgres.stop());
  return postgres.connectionString;
}

async function greetingOf({ issuer, dataDirectory }: Config, database: Database): Promise<string[]> {
  const code = await ensureSetupCode(database);
  const lines = [`Licet ${version} is ready: ${issuer}`, `Data in ${dataDirectory}. Stop with Ctrl-C.`];
  if (code)
    lines.push('', 'Nobody is administrator yet. Open', `  ${issuer}/setup`, 'and enter this code:', `  ${code}`);
  return lines;
}
