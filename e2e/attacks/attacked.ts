import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@licet/contract/client';
import {
  startProvider,
  type TestProvider,
} from '../../packages/server/src/identity/connections/external-provider.testing.ts';
import { checks } from '../../packages/server/src/store/checks.ts';
import { type Database, openDatabase } from '../../packages/server/src/store/kernel/database.ts';
import { startDebianPostgres } from '../../scripts/debian-postgres.ts';
import { freePort } from '../../scripts/free-port.ts';
import { administrator, newDataDirectory, removeDataDirectory, startLicet, withAdministrator } from '../licet.ts';
import { startWithAdministrator } from '../made-once.ts';
import { secret, secretsIn } from './http.ts';

/** The servers under attack: one Licet process, or two processes that share a database and an issuer. */
export interface Attacked {
  readonly issuer: string;
  /** The addresses of the processes. Both are equal if there is only one process. */
  readonly here: string;
  readonly there: string;
  readonly processes: readonly number[];
  readonly operator: Client;
  /** An external OpenID provider that Licet may call. Licet may call no other port of 127.0.0.1, and no port of 127.0.0.2. */
  readonly provider: TestProvider;
  readonly database: Database;
  /** The key that encrypts the private keys. */
  readonly serverKey: Buffer;
  /** Returns everything that was logged so far. */
  readonly log: () => string;
  readonly stop: () => Promise<void>;
}

// This machine is a trusted proxy, so that each test can use its own networks as source addresses in X-Forwarded-For.
const environment = {
  LICET_TRUSTED_PROXIES: '127.0.0.1',
  LICET_ALLOW_OUTGOING: '127.0.0.1',
  LICET_LOG_LEVEL: 'info',
};

export async function attackOne(): Promise<Attacked> {
  const port = await freePort();
  const provider = await startProvider([`http://localhost:${port}/sign-in/return`]);
  const licet = await startWithAdministrator({ port, environment });
  const { url: issuer, dataDirectory, operator, pid } = licet;
  const here = issuer.replace('localhost', '127.0.0.1');
  const database = openDatabase({ checks, connectionString: licet.databaseUrl(), maxConnections: 2 });
  const serverKey = Buffer.from(readFileSync(join(dataDirectory, 'licet.key'), 'utf8').trim(), 'base64');
  secret(administrator.password);
  secret(serverKey.toString('base64'));
  return {
    issuer,
    here,
    there: here,
    processes: [pid],
    operator,
    provider,
    database,
    serverKey,
    log: licet.output,
    stop: async () => {
      await database.close();
      await provider.close();
      await licet.stop();
      removeDataDirectory(dataDirectory);
    },
  };
}

/** Starts two processes that share Debian’s PostgreSQL. Returns undefined if Debian’s PostgreSQL is not available. */
export async function attackTwo(): Promise<Attacked | undefined> {
  const postgres = startDebianPostgres();
  if (!postgres) return undefined;
  const directory = newDataDirectory();
  chmodSync(directory, 0o711);
  const serverKey = randomBytes(32);
  const port = await freePort();
  const provider = await startProvider([`http://localhost:${port}/sign-in/return`]);
  const shared = {
    ...withAdministrator,
    ...environment,
    DATABASE_URL: postgres.url,
    LICET_ISSUER: `http://localhost:${port}`,
    LICET_ENCRYPTION_KEY: serverKey.toString('hex'),
  };
  const folders = ['first', 'second'].map((name) => join(directory, name));
  for (const folder of folders) mkdirSync(folder);
  const [first, second] = await Promise.all([
    startLicet({ dataDirectory: folders[0] ?? '', port, environment: shared }),
    startLicet({ dataDirectory: folders[1] ?? '', environment: shared }),
  ]);
  const database = openDatabase({ checks, connectionString: postgres.url, maxConnections: 2 });
  secret(administrator.password);
  secret(serverKey.toString('hex'));
  const at = (url: string) => url.replace('localhost', '127.0.0.1');
  return {
    issuer: first.url,
    here: at(first.url),
    there: at(second.url),
    processes: [first.pid, second.pid],
    operator: first.operator,
    provider,
    database,
    serverKey,
    log: () => first.output() + second.output(),
    stop: async () => {
      await database.close();
      await provider.close();
      await Promise.all([first.stop(), second.stop()]);
      postgres.stop();
      removeDataDirectory(directory);
    },
  };
}

/** Returns the secrets that appear in the log. */
export const loggedSecrets = ({ log }: Attacked): string[] => secretsIn(log());
