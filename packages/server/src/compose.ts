import { setTimeout as pause } from 'node:timers/promises';
import { Server as TlsServer } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { limits } from '@licet/contract';
import type { Logger } from 'pino';
import { ensureAuditKey, signCheckpoint } from './audit/audit-keys.ts';
import { EventFeed, type SendEvents, toWebhook, webhookFeed } from './audit/event-feed.ts';
import { otlpFeed, toCollector } from './audit/event-otlp.ts';
import { addMissing, checkpointHandler, checkpointsIn } from './audit/places.ts';
import { backupHandler, queueBackups } from './backup/scheduled.ts';
import type { Config } from './config.ts';
import { requireOwnData } from './data-owner.ts';
import { settingsShown } from './doctor/settings.ts';
import { keepCertificate, readCertificate } from './http/certificate.ts';
import { type Closing, closingOf } from './http/connections.ts';
import { listenAt, requireFree } from './http/listening.ts';
import { listenToOperator } from './http/operator-socket.ts';
import { buildOperatorServer, buildServer } from './http/server.ts';
import { noticeForwarding } from './http/trusted-proxies.ts';
import { createDirectories } from './identity/directories/directories.ts';
import { openIdentity } from './identity/identity.ts';
import { checkServerKey } from './identity/keys/secrets.ts';
import { Jobs } from './jobs/jobs.ts';
import { openLive } from './live/hub.ts';
import { checkAtStart } from './mail/mail-server.ts';
import { openMailer } from './mail/mailer.ts';
import { passwordResetHandler, passwordResetJob } from './mail/password-reset.ts';
import { remindersHandler } from './mail/reminders.ts';
import { MailNotSent, mailHandler } from './mail/send-mail.ts';
import { openGuard } from './outgoing/guard.ts';
import { createOutgoing } from './outgoing/outgoing.ts';
import { startEmbedded } from './postgres/embedded.ts';
import { findServerKeys, makeServerKeys } from './server-key.ts';
import { coverFacts } from './store/audit/chained-changes.ts';
import { checkpointJob } from './store/audit/checkpoints.ts';
import { backupJob } from './store/backup/schedule.ts';
import { checks } from './store/checks.ts';
import { directorySyncJob } from './store/connections/syncs.ts';
import { roundJob } from './store/invitations/rounds.ts';
import { appliedMigrations } from './store/kernel/applied.ts';
import { readClock } from './store/kernel/clock.ts';
import { type Database, openDatabase, transaction } from './store/kernel/database.ts';
import { type Listener, listen } from './store/kernel/listen.ts';
import { migrate } from './store/kernel/migrate.ts';
import { poolOf } from './store/kernel/pool.ts';
import { requireSettings } from './store/kernel/session-settings.ts';
import { ensureLicet, holdAddress, PublicAddressError } from './store/licet/licet.ts';
import { mailJob } from './store/mail/mails.ts';
import { queueLook, remindersJob } from './store/reminders/reminders.ts';
import { queueReviewsLook, reviewsJob } from './store/reviews/list.ts';
import { knownFingerprint } from './store/sign-in/keys.ts';
import { sharedAddresses } from './store/users/addresses.ts';
import { rekeyAddresses } from './store/users/rekey-addresses.ts';
import { directorySyncHandler, queueSyncs } from './usecases/connections/sync/job.ts';
import { invitationRoundHandler } from './usecases/invitations/carry-on.ts';
import { reviewsHandler } from './usecases/reviews/read.ts';
import { bootstrapAdmin, ensureSetupCode } from './usecases/setup/index.ts';
import { version } from './version.ts';
import { conditionOf } from './watching/condition.ts';
import { foldersOf } from './watching/folders.ts';
import { openWatching, type Watching } from './watching/watching.ts';

/** A running Licet. */
export interface Licet {
  /** Lines for the operator: the address, and the first step to take. */
  readonly greeting: readonly string[];
  /** Answers the requests that have already arrived, then stops gracefully. */
  stop(): Promise<void>;
}

/** The number of lines of a greeting once an administrator exists. */
const shortGreeting = 2;
/**
 * The maximum number of milliseconds that the greeting waits for the first checkpoint's log line. The line never
 * appears here if another process writes it.
 */
const firstLogPatience = 3000;

/** Creates the parts and starts them. No other code knows all of them. */
export async function compose(config: Config, log: Logger): Promise<Licet> {
  const ends: (() => Promise<unknown>)[] = [];
  const closings: Closing[] = [];
  let stopping = false;
  let watching: Watching | undefined;
  const stop = async () => {
    stopping = true;
    watching?.leave();
    // Until load balancers notice the shutdown, requests are still answered, and each response closes its connection.
    for (const closing of closings) closing.leave();
    if (watching) await pause(config.shutdownDelay * 1000);
    for (const end of ends.splice(0).reverse())
      await end().catch((error: unknown) => log.error({ err: error }, 'A part did not stop in order.'));
  };
  try {
    requireOwnData(config.dataDirectory);
    const { issuer } = config;
    const certificate = config.tls && readCertificate(config.tls);
    await requireFree(config);
    const keysHere = findServerKeys(config);
    const database = openDatabase({
      checks,
      connectionString: config.databaseUrl ?? (await embedded(config, log, ends)),
      directConnectionString: config.databaseDirectUrl,
      // Connections that break during the stop are not logged.
      onError: ({ message }) => stopping || log.warn({ reason: message }, 'An idle database connection broke.'),
    });
    ends.push(() => database.close());
    if (database.pooler) await requireSettings(database);
    await migrate(database);
    const migrations = await appliedMigrations(poolOf(database));
    const [serverKey, ...formerKeys] = keysHere ?? makeServerKeys(config, await knownFingerprint(poolOf(database)));
    await checkServerKey(database, serverKey, formerKeys); // before any write, so that a refused start changes nothing
    const listener = listen(database, { begin: (session) => holdAddress(session, issuer) });
    ends.push(() => listener.close());
    await takeAddress(database, listener, issuer, log);
    await coverFacts(database);
    await reportSharedAddresses(database, log);
    const onError = (error: unknown) => log.error({ err: error }, 'A background task failed.');
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
    });
    ends.push(() => identity.close());
    const { hashing, secrets, upstream, rotateKeys } = identity;
    const mailer = openMailer(config.mail, { guard, outgoing });
    ends.push(async () => mailer.close());
    const outsideCheckpoints = () => checkpointsIn(config.audit.folder, config.s3);
    const parts = { log, database, issuer, hashing, secrets, upstream, rotateKeys, mailer, outsideCheckpoints };
    await ensureAuditKey(parts);
    if (config.firstAdministrator) await bootstrapAdmin(parts, config.firstAdministrator);

    const live = openLive({ database, listener, onError });
    const audit = { database, places: config.audit, s3: config.s3 };
    const { backups } = config;
    const logged = Promise.withResolvers<void>();
    const handlers = {
      ...identity.jobs,
      [mailJob]: mailHandler(parts),
      [passwordResetJob]: passwordResetHandler(database),
      [roundJob]: invitationRoundHandler(database),
      [remindersJob]: remindersHandler(database),
      [reviewsJob]: reviewsHandler(database),
      [directorySyncJob]: directorySyncHandler(parts),
      [checkpointJob]: checkpointHandler({
        ...audit,
        outgoing,
        onCheckpoint: (checkpoint) => {
          log.info({ checkpoint }, 'A checkpoint of the audit chain was signed.');
          logged.resolve();
        },
      }),
      ...(backups && { [backupJob]: backupHandler({ database, settings: backups, s3: config.s3, log }) }),
    };
    const { keysReadable, hashingLoad } = identity;
    const folders = foldersOf(config);
    const jobKinds = Object.keys(handlers);
    const { events: webhook, otlp } = config.audit;
    const feeds = [...(webhook ? [webhookFeed] : []), ...(otlp ? [otlpFeed] : [])];
    const watched = { database, feeds, migrations, keysReadable, hashing: hashingLoad, live, jobs: jobKinds, folders };
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
      outsidePool: watch.outsidePool,
      condition: () =>
        conditionOf({
          ...parts,
          outsidePool: watch.outsidePool,
          readiness: watch,
          jobs: jobKinds,
          folders,
          settings: settingsShown({ config, mistakes: [] }),
          settingsUnknown: [...config.unknown],
          seesAddresses: config.trustedProxies.length > 0 || config.tls !== undefined,
          ownTls: config.tls !== undefined,
          forwarderTrusted: forwarding.trusted,
        }),
    });
    const patience = limits.requestTimeout.value;
    const clock = await readClock(database);
    await transaction(database, 'begin', async (connection) => {
      await queueLook({ connection, clock }, 'now');
      await queueReviewsLook({ connection, clock }, 'now');
    });
    if (backups) await queueBackups(database, backups, 'now');
    await queueSyncs(database);
    const jobs = new Jobs({
      database,
      listener,
      handlers,
      onError: (error, attempt) => {
        if (error instanceof MailNotSent) log.warn(error.failure, 'A mail was not sent for now.');
        else if (attempt === undefined) onError(error);
        else if (attempt.again === undefined)
          log.error({ err: error, ...attempt }, 'A job failed. It is not tried again.');
        else log.error({ err: error, ...attempt }, 'A job failed. It is tried again.');
      },
    });
    ends.push(() => jobs.close(patience / 1000));
    const feeding = (name: string, send: SendEvents) => {
      const feed = new EventFeed({ database, listener, name, send, onError });
      ends.push(() => feed.close());
    };
    if (webhook) feeding(webhookFeed, toWebhook(outgoing, webhook));
    if (otlp) feeding(otlpFeed, toCollector(outgoing, otlp, { version, issuer }));
    closings.push(closingOf(operator));
    ends.push(() => Promise.all(closings.map((it) => it.end(patience))));
    await listenToOperator(operator, config.dataDirectory);
    closings.push(await listenAt(app, config));
    if (config.tls && app.server instanceof TlsServer) {
      const leave = keepCertificate(app.server, config.tls, log);
      ends.push(async () => leave());
    }
    ends.push(() => live.close()); // closes before the server, which waits for open requests
    const renewing = setInterval(() => {
      greetingOf(config, database).then(
        (lines) => lines.length > shortGreeting && process.stdout.write(`${lines.join('\n')}\n`),
        onError,
      );
    }, limits.setupCodeLifetime.value * 1000).unref();
    ends.push(async () => clearInterval(renewing));
    const interval = limits.auditCheckpointInterval.value * 1000;
    const signNow = () => signCheckpoint(parts).catch(onError);
    const signed = await signNow();
    const signing = setInterval(() => {
      signNow()
        .then(() => addMissing(audit, AbortSignal.timeout(interval / 2)))
        .catch(onError);
    }, interval).unref();
    ends.push(async () => clearInterval(signing));
    checkAtStart(parts).catch(onError);
    watching = watch;
    const greeting = await greetingOf(config, database);
    // The log line of a checkpoint fills a screen. Waits for the first one, so that it appears above the setup code and
    // not below it.
    if (signed && greeting.length > shortGreeting)
      await Promise.race([logged.promise, pause(firstLogPatience, undefined, { ref: false })]);
    return { greeting, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Sets the public address of Licet's own application. A stopped server with another address may still be recorded as running for a
 * moment, so this retries for some seconds.
 */
async function takeAddress(database: Database, listener: Listener, issuer: string, log: Logger): Promise<void> {
  await Promise.race([listener.connected, pause(5000, undefined, { ref: false })]);
  for (let tries = 10; ; tries -= 1) {
    try {
      const moved = await ensureLicet(database, issuer);
      if (moved) log.warn({ event: 'public_address_changed', ...moved }, 'The public address has changed.');
      return;
    } catch (error) {
      if (!(error instanceof PublicAddressError) || tries === 0) throw error;
      await pause(500);
    }
  }
}

/**
 * Reports users who share one address, written with two forms of its domain, which earlier versions allowed. They keep
 * the address, because its owner is unknown.
 */
async function reportSharedAddresses(database: Database, log: Logger): Promise<void> {
  const users = [...(await rekeyAddresses(database)), ...(await sharedAddresses(poolOf(database)))];
  if (users.length > 0)
    log.warn({ event: 'addresses_shared', users }, 'Users have one e-mail address, its domain in two forms.');
}

async function embedded({ dataDirectory }: Config, log: Logger, ends: (() => Promise<unknown>)[]): Promise<string> {
  const postgres = await startEmbedded({ dataDirectory, log });
  ends.push(() => postgres.stop());
  return postgres.connectionString;
}

async function greetingOf({ issuer, dataDirectory }: Config, database: Database): Promise<string[]> {
  const code = await ensureSetupCode(database);
  const lines = [
    `Licet ${version} is ready: ${issuer}`,
    `Data in ${dataDirectory}.${process.stdout.isTTY ? ' Stop with Ctrl-C.' : ''}`,
  ];
  if (code)
    lines.push('', 'Nobody is administrator yet. Open', `  ${issuer}/setup`, 'and enter this code:', `  ${code}`);
  return lines;
}
