import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startEmbedded } from '@licet/server/embedded';
import pg from 'pg';
import { registerLedger } from '../examples/ledger/sample/ledger-clients.ts';
import { givePasswords } from '../examples/ledger/sample/members.ts';
import type { Organisation } from '../examples/ledger/sample/organisation.ts';
import { freePort, type RunningLicet, removeDataDirectory, startLicet, withAdministrator } from './licet.ts';
import { copySample } from './made-once.ts';
import { startProxy } from './proxy.ts';

/** Licet, on one or two server processes, and Ledger, on one PostgreSQL, with the sample's organisation. */
export interface LedgerWorld {
  readonly issuer: string;
  readonly ledger: string;
  readonly operator: RunningLicet['operator'];
  readonly organisation: Organisation;
  /** Kills the server that people speak to the hard way, and starts it again. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** How many seconds ago somebody may have signed in who sends much money back: short, so that a test can wait for it. */
export const freshSignIn = 30;

/** Starts it. With two servers, live streams go to the first and everything that is posted to the second. */
export async function startLedgerWorld(servers: 1 | 2 = 1): Promise<LedgerWorld> {
  const { dataDirectory: directory, organisation } = await copySample('organisation');
  const ends: (() => Promise<unknown>)[] = [async () => removeDataDirectory(directory)];
  const embedded = await startEmbedded({ dataDirectory: directory, log: silent });
  ends.push(() => embedded.stop());
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
  ends.push(() => first.stop());
  if (servers === 2) {
    const second = await start(ports[1] ?? 0, 'second');
    const proxy = await startProxy(port, ports, ({ url = '', method }) =>
      url.startsWith('/api/v1/live') ? ports[0] : method === 'POST' && url.startsWith('/api/') ? ports[1] : undefined,
    );
    ends.push(
      () => second.stop(),
      () => proxy.close(),
    );
  }

  const ledgerPort = await freePort();
  const ledger = `http://localhost:${ledgerPort}`;
  const params = { application: 'ledger' };
  for (const { id } of (await first.operator.clients.list({ params })).items)
    await first.operator.clients.remove({ params: { ...params, client: id } }); // those of a Ledger elsewhere
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
    LEDGER_FRESH_SIGN_IN: String(freshSignIn),
  });
  ends.push(() => end(application));
  return {
    issuer,
    ledger,
    operator: first.operator,
    organisation,
    restart: async () => {
      await first.kill();
      first = await start(ports[0] ?? 0, 'first');
    },
    stop: async () => {
      for (const done of ends.reverse()) await done();
    },
  };
}

async function makeDatabases(connectionString: string): Promise<{ licet: string; ledger: string }> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query('create database ledger');
  await client.end();
  return { licet: connectionString, ledger: connectionString.replace(/\/[^/?]+\?/, '/ledger?') };
}

async function startLedger(url: string, environment: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const main = fileURLToPath(new URL('../examples/ledger/server/main.ts', import.meta.url));
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, [main], {
    env: { PATH, HOME, NODE_COMPILE_CACHE, ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  for (const deadline = Date.now() + 30_000; Date.now() < deadline; ) {
    if (child.exitCode !== null) break;
    const answer = await fetch(`${url}/config.json`).catch(() => undefined);
    if (answer?.ok) return child;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('Ledger did not start; its last words stand above.');
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
