// npm start -- --sample: Licet and Ledger together, with an organisation to try them on. It starts afresh each time.
import { join } from 'node:path';
import type { Client } from '@licet/contract/client';
import { startEmbedded } from '@licet/server/embedded';
import { operatorClient } from 'licet/connection';
import pg from 'pg';
import { beginAnew } from './directory.ts';
import { greeting } from './greeting.ts';
import { registerLedger } from './ledger-clients.ts';
import { callerFor, givePasswords, samplePassword } from './members.ts';
import { help, readOptions, type SampleOptions } from './options.ts';
import { makeOrganisation } from './organisation.ts';
import { usernameOf } from './people.ts';
import { requirePort } from './ports.ts';
import { type Programs, runPrograms } from './programs.ts';
import { waiting } from './waiting.ts';

const administrator = 'ingrid.solheim@aurelia.example';

try {
  const options = readOptions(process.argv.slice(2));
  if (options.help) process.stdout.write(help());
  else await start(options);
} catch (error) {
  process.stderr.write(`${sentenceOf(error)} “npm start -- --sample --help” lists the flags.\n`);
  process.exitCode = 2;
}

/** @throws Error with a sentence if it cannot run here; a later failure is printed and ends the process */
async function start(options: SampleOptions): Promise<void> {
  const { directory, port, ledgerPort } = options;
  beginAnew(directory);
  await requirePort(port, '--port');
  await requirePort(ledgerPort, '--ledger-port');
  const programs = runPrograms(join(directory, 'log'));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void programs.stop(0));
  // The terminal may be closed before everything has ended.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  try {
    await startAll(options, programs);
  } catch (error) {
    await programs.stop(1, `The sample did not start. ${sentenceOf(error)}`);
  }
}

async function startAll({ directory, port, ledgerPort }: SampleOptions, programs: Programs): Promise<void> {
  const issuer = `http://localhost:${port}`;
  const ledger = `http://localhost:${ledgerPort}`;
  process.stdout.write('Starting PostgreSQL and Licet …\n');
  const starting = startEmbedded({ dataDirectory: join(directory, 'database'), log: logOf(programs) });
  programs.add(async () => (await starting).stop());
  const { connectionString } = await starting;
  const ledgerDatabase = await createDatabase(connectionString, 'ledger');
  programs.start('packages/server/src/main.ts', ['start', '--data', directory, '--port', String(port)], {
    DATABASE_URL: connectionString,
    LICET_ADMIN_EMAIL: administrator,
    LICET_ADMIN_PASSWORD: samplePassword,
    LICET_LOG_LEVEL: 'warn',
  });
  await answers(`${issuer}/readyz`);
  process.stdout.write('Making the organisation: 60 people, groups, three applications, grants that end, requests …\n');
  const operator = operatorClient({ data: directory });
  const { users } = await makeOrganisation({ data: directory, client: operator });
  const clients = await registerLedger(directory, ledger);
  await nameHouse(operator);
  await givePasswords(operator, users.values());
  for (const { by, hours, ...asked } of waiting) {
    const member = await callerFor(issuer, usernameOf(by));
    await member.requests.ask({ body: { ...asked, seconds: hours * 3600 } });
  }
  programs.start('examples/ledger/server/main.ts', [], {
    LEDGER_PORT: String(ledgerPort),
    LEDGER_DATABASE_URL: ledgerDatabase,
    LICET_ISSUER: issuer,
    LEDGER_WEB_CLIENT: clients.web,
    LEDGER_SERVICE_CLIENT: clients.service.id,
    LEDGER_SERVICE_SECRET: clients.service.secret,
  });
  await answers(`${ledger}/config.json`);
  process.stdout.write(greeting({ ledger, issuer, administrator, password: samplePassword, directory }));
}

/** Names the first administrator, who comes from the settings without a name, and the organisation. */
async function nameHouse(operator: Client): Promise<void> {
  const { items } = await operator.users.list({ query: { q: administrator, limit: 1 } });
  for (const { id, version } of items)
    await operator.users.update({ params: { user: id }, ifMatch: version, body: { name: 'Ingrid Solheim' } });
  const { version } = await operator.settings.get({});
  await operator.settings.update({ ifMatch: version, body: { organisation: 'Aurelia' } });
}

async function createDatabase(connectionString: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => undefined); // the failing query reports it
  await client.connect();
  await client.query(`create database ${client.escapeIdentifier(name)}`);
  await client.end();
  return connectionString.replace(/\/[^/?]+\?/, `/${name}?`);
}

async function answers(url: string): Promise<void> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; ) {
    const response = await fetch(url).catch(() => undefined);
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${url} did not answer within a minute.`);
}

/** PostgreSQL's own messages go to the log, not to the terminal. */
function logOf({ note }: Programs) {
  const keep = (_: object, text: string) => note(text);
  return { info: keep, warn: keep, error: keep };
}

function sentenceOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
