import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startEmbedded } from '@licet/server/embedded';
import pg from 'pg';
import { registerLedger } from '../examples/ledger/sample/ledger-clients.ts';
import { givePasswords } from '../examples/ledger/sample/members.ts';
import type { Organisation } from '../examples/ledger/sample/organisation.ts';
import { freePort } from '../scripts/free-port.ts';
import { type Program, startProgram } from '../scripts/program.ts';
import { type RunningLicet, removeDataDirectory, startLicet, withAdministrator } from './licet.ts';
import { copySample } from './made-once.ts';
import { startProxy } from './proxy.ts';

/**
 * Licet on one or two server processes, with the sample organisation and its application Ledger. They share one
 * PostgreSQL.
 */
export interface LedgerWorld {
  readonly issuer: string;
  readonly ledger: string;
  readonly operator: RunningLicet['operator'];
  readonly organisation: Organisation;
  /** Kills the public server (SIGKILL) and starts it again. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts all servers. With two servers, live streams go to the first and all posts to the second.
 * @param freshFor the seconds after a sign-in in which large refunds are allowed
 */
export async function startLedgerWorld(servers: 1 | 2 = 1, freshFor = 3600): Promise<LedgerWorld> {
  const ends = new AsyncDisposableStack();
  try {
    return await startParts(servers, freshFor, ends);
  } catch (error) {
    await ends.disposeAsync();
    throw error;
  }
}

/** @param ends ends the started parts in reverse order */
async function startParts(servers: 1 | 2, freshFor: number, ends: AsyncDisposableStack): Promise<LedgerWorld> {
  const { dataDirectory: directory, organisation } = await copySample('organisation');
  ends.defer(() => removeDataDirectory(directory));
  const embedded = await startEmbedded({ dataDirectory: directory, log: silent });
  ends.defer(() => embedded.stop());
  const databases = await makeDatabases(embedded.connectionString);

  const port = await freePort();
  const issuer = `http://localhost:${port}`;
  const environment = {
    ...withAdministrator,
    DATABASE_URL: databases.licet,
    LICET_ISSUER: issuer,
    LICET_ENCRYPTION_KEY: readFileSync(join(directory, 'licet.key'), 'utf8').trim(),
  };
  const start = (at: number, name: string) =>
    startLicet({ dataDirectory: join(directory, name), port: at, environment });
  const ports = servers === 1 ? [port] : [await freePort(), await freePort()];
  let first = await start(ports[0] ?? 0, 'first');
  ends.defer(() => first.stop());
  if (servers === 2) {
    const second = await start(ports[1] ?? 0, 'second');
    ends.defer(() => second.stop());
    const proxy = await startProxy(port, ports, ({ url = '', method }) =>
      url.startsWith('/api/v1/live') ? ports[0] : method === 'POST' && url.startsWith('/api/') ? ports[1] : undefined,
    );
    ends.defer(() => proxy.close());
  }

  const ledgerPort = await freePort();
  const ledger = `http://localhost:${ledgerPort}`;
  const params = { application: 'ledger' };
  for (const { id } of (await first.operator.clients.list({ params })).items)
    await first.operator.clients.remove({ params: { ...params, client: id } }); // Removes the clients of the sample's own Ledger.
  const clients = await registerLedger(join(directory, 'first'), ledger);
  const people = ['Maya Lindqvist', 'Chiara Benedetti', 'Kwame Boateng', 'Priya Raghunathan'];
  await givePasswords(
    first.operator,
    people.map((name) => organisation.users.get(name) ?? ''),
  );
  const application = await startLedger(ledger, {
    LEDGER_PORT: String(ledgerPort),
    LEDGER_DATABASE_URL: databases.ledger,
    LICET_ISSUER: issuer,
    LEDGER_WEB_CLIENT: clients.web,
    LEDGER_SERVICE_CLIENT: clients.service.id,
    LEDGER_SERVICE_SECRET: clients.service.secret,
    LEDGER_FRESH_SIGN_IN: String(freshFor),
  });
  ends.defer(() => application.stop());
  return {
    issuer,
    ledger,
    operator: first.operator,
    organisation,
    restart: async () => {
      await first.kill();
      first = await start(ports[0] ?? 0, 'first');
    },
    stop: () => ends.disposeAsync(),
  };
}

async function makeDatabases(connectionString: string): Promise<{ licet: string; ledger: string }> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query('create database ledger');
  await client.end();
  return { licet: connectionString, ledger: connectionString.replace(/\/[^/?]+\?/, '/ledger?') };
}

async function startLedger(url: string, environment: NodeJS.ProcessEnv): Promise<Program> {
  const main = fileURLToPath(new URL('../examples/ledger/server/main.ts', import.meta.url));
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  const ready = () =>
    fetch(`${url}/config.json`).then(
      ({ ok }) => ok,
      () => false,
    );
  return startProgram('Ledger', [process.execPath, main], {
    ready,
    env: { PATH, HOME, NODE_COMPILE_CACHE, ...environment },
  });
}

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
