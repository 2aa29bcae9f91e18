import type { Logger } from 'pino';
import type { Secrets } from '../identity/keys/secrets.ts';
import { readClock } from '../store/kernel/clock.ts';
import { type Database, transaction } from '../store/kernel/database.ts';
import { poolOf } from '../store/kernel/pool.ts';
import { releaseMails } from '../store/mail/mails.ts';
import { noteMailHealth } from '../store/mail/settings.ts';
import { currentMailServer, type Mailer } from './mail-server.ts';

interface Parts {
  readonly database: Database;
  readonly secrets: Secrets;
  readonly mailer: Mailer;
  readonly log: Logger;
}

/** Tries the mail server, and logs the result. Nothing waits for it: without mail everything else works. */
export async function checkAtStart({ database, secrets, mailer, log }: Parts): Promise<void> {
  const server = await currentMailServer(poolOf(database), { secrets, mailer });
  if (!server) return log.info('No mail server is set: mails wait until one is.');
  await transaction(database, 'begin', async (connection) =>
    releaseMails({ connection, clock: await readClock(database) }),
  );
  const failure = await mailer.check(server);
  await noteMailHealth(poolOf(database), await readClock(database), failure);
  const where = { host: server.host, port: server.port };
  if (failure) log.warn({ ...where, ...failure }, 'The mail server does not work: mails wait until it does.');
  else log.info(where, 'The mail server answers.');
}
