// npm start -- --sample runs Licet and Ledger together, with a sample organisation. Each start begins with new data.

import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { startEmbedded } from '@licet/server/embedded';
import pg from 'pg';
import { beginAnew } from './directory.ts';
import { greeting } from './greeting.ts';
import { samplePassword } from './members.ts';
import { help, readOptions, type SampleOptions } from './options.ts';
import { makePast } from './past/make.ts';
import { type Programs, runPrograms } from './programs.ts';

const administrator = 'ingrid.solheim@aurelia.example';

try {
  const options = readOptions(process.argv.slice(2));
  if (options.help) process.stdout.write(help());
  else await start(options);
} catch (error) {
  process.stderr.write(`${sentenceOf(error)} “npm start -- --sample --help” lists the flags.\n`);
  process.exitCode = 2;
}

/**
 * Starts the sample. A failure after the first checks is printed and ends the process.
 * @throws Error whose message explains why the sample cannot run here
 */
async function start(options: SampleOptions): Promise<void> {
  const { directory, port, ledgerPort } = options;
  beginAnew(directory);
  await requirePort(port, '--port');
  await requirePort(ledgerPort, '--ledger-port');
  const programs = runPrograms(join(directory, 'log'));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void programs.stop(0));
  // Ignore write errors, because the terminal may close before all programs have ended.
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
  process.stdout.write('Making the organisation: 60 people, three applications, and the past year …\n');
  const clients = await makePast({ connectionString, issuer, ledger });
  programs.start('packages/server/src/main.ts', ['start', '--data', directory, '--port', String(port)], {
    DATABASE_URL: connectionString,
    LICET_LOG_LEVEL: 'warn',
  });
  await answers(`${issuer}/readyz`);
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

async function createDatabase(connectionString: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => undefined); // Ignored, because the query fails with the same error.
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

/** Sends PostgreSQL's own messages to the log instead of the terminal. */
function logOf({ note }: Programs) {
  const keep = (_: object, text: string) => note(text);
  return { info: keep, warn: keep, error: keep };
}

function sentenceOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/**
 * Checks that a port is free on this machine and permitted in browsers.
 * @throws Error that names the port, and the flag that sets another port
 */
async function requirePort(port: number, flag: string): Promise<void> {
  for (const host of ['127.0.0.1', '::1']) await listenOnce(port, host, flag);
  const { cause } = await fetch(`http://localhost:${port}`).then(
    () => ({ cause: undefined }),
    (error: Error) => error,
  );
  if (cause instanceof Error && cause.message === 'bad port')
    throw new Error(`Browsers refuse to open port ${port}. Choose another with ${flag}.`);
}

async function listenOnce(port: number, host: string, flag: string): Promise<void> {
  const server = createServer().listen({ port, host });
  const refusal = await once(server, 'listening').then(
    () => undefined,
    (error: NodeJS.ErrnoException) => error.code,
  );
  server.close();
  if (refusal === 'EADDRINUSE')
    throw new Error(`Port ${port} is in use. Stop what uses it, or choose another with ${flag}.`);
  if (refusal === 'EACCES') throw new Error(`You may not use port ${port}. Choose one above 1023 with ${flag}.`);
}
