import { fileURLToPath } from 'node:url';
import { limits } from '@licet/contract';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { closingOf } from './http/connections.ts';
import { listenAt } from './http/listening.ts';
import { listenToOperator } from './http/operatorSocket.ts';
import { buildOperatorServer, buildServer } from './http/server.ts';
import { startEmbedded } from './postgres/embedded.ts';
import { readServerKey } from './serverKey.ts';
import { openIdentity } from './sign-in/identity.ts';
import { checkServerKey } from './sign-in/secrets.ts';
import { ensureSetupCode } from './sign-in/setupCode.ts';
import { type Database, openDatabase, transaction } from './store/kernel/database.ts';
import { listen } from './store/kernel/listen.ts';
import { migrate } from './store/kernel/migrate.ts';
import { ensureLicet } from './store/licet/licet.ts';
import { openLive } from './usecases/live/hub.ts';
import { bootstrapAdmin } from './usecases/setup/bootstrapAdmin.ts';
import { version } from './version.ts';

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
  const stop = async () => {
    for (const end of ends.splice(0).reverse())
      await end().catch((error: unknown) => log.error({ err: error }, 'A part did not stop in order.'));
  };
  try {
    const { issuer } = config;
    const serverKey = readServerKey(config);
    const database = openDatabase({
      connectionString: config.databaseUrl ?? (await embedded(config, log, ends)),
      onError: (error) => log.warn({ err: error }, 'An idle database connection broke.'),
    });
    ends.push(() => database.close());
    await migrate(database);
    await checkServerKey(database, serverKey); // before anything is written: a start that is refused leaves no trace
    await ensureLicet(database, issuer);
    const onError = (error: unknown) => log.error({ err: error }, 'Something failed that nobody was waiting for.');
    const listener = listen(database);
    ends.push(() => listener.close());
    const identity = await openIdentity({ database, issuer, serverKey, onError, listener });
    ends.push(() => identity.close());
    const parts = { log, database, issuer, ports: identity.ports };
    if (config.firstAdministrator) await bootstrapAdmin(parts, config.firstAdministrator);

    const live = openLive({ database, listener, onError });
    const app = await buildServer({
      ...parts,
      live,
      webOrigin: identity.webOrigin,
      trustedProxies: config.trustedProxies,
      authenticate: identity.authenticate,
      mountSignIn: identity.mount,
      ready: () =>
        transaction(database, 'begin read only', async (connection) => void (await connection.query('select 1'))),
      consoleFolder: fileURLToPath(new URL('../../console/dist/', import.meta.url)),
    });
    const operator = await buildOperatorServer(parts);
    const patience = limits.requestTimeout.value;
    const closeOperator = closingOf(operator);
    await listenToOperator(operator, config.dataDirectory);
    ends.push(() => closeOperator(patience));
    const close = await listenAt(app, config);
    ends.push(() => close(patience));
    ends.push(() => live.close()); // before the server, which waits for what is being answered
    const renewing = setInterval(() => {
      greetingOf(config, database).then(
        (lines) => lines.length > 2 && process.stdout.write(`${lines.join('\n')}\n`),
        onError,
      );
    }, limits.setupCodeLife.value * 1000).unref();
    ends.push(async () => clearInterval(renewing));
    return { greeting: await greetingOf(config, database), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

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
