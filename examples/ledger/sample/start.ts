// npm start -- --sample: Licet and Ledger together, with an organisation to try them on. It begins anew at each start.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startEmbedded } from '@licet/server/embedded';
import { operatorClient } from 'licet/connection';
import pg from 'pg';
import { waiting } from './catalogues.ts';
import { beginAnew, sampleDirectory } from './directory.ts';
import { registerLedger } from './ledgerClients.ts';
import { callerFor, givePasswords, samplePassword } from './members.ts';
import { makeOrganisation } from './organisation.ts';
import { usernameOf } from './people.ts';

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    port: { type: 'string', default: '4080' },
    'ledger-port': { type: 'string', default: '4090' },
  },
});
const directory = values.data ?? sampleDirectory();
const issuer = `http://localhost:${values.port}`;
const ledgerUrl = `http://localhost:${values['ledger-port']}`;
const administrator = { email: 'ingrid.solheim@aurelia.example', password: samplePassword };

const ends: (() => Promise<unknown>)[] = [];
let stopping = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(0));

try {
  beginAnew(directory);
  const database = await startEmbedded({ dataDirectory: join(directory, 'database'), log: quiet() });
  ends.push(() => database.stop());
  const ledgerDatabase = await createDatabase(database.connectionString, 'ledger');
  await startProcess('packages/server/src/main.ts', ['start', '--data', directory, '--port', values.port], {
    DATABASE_URL: database.connectionString,
    LICET_ADMIN_EMAIL: administrator.email,
    LICET_ADMIN_PASSWORD: administrator.password,
    LICET_LOG_LEVEL: 'warn',
  });
  await answers(`${issuer}/readyz`);
  process.stdout.write(
    'Making the organisation: 60 people, groups, three applications, grants that end, waiting requests …\n',
  );
  const operator = operatorClient({ data: directory });
  const { users } = await makeOrganisation(operator);
  const clients = await registerLedger(operator, ledgerUrl);
  await givePasswords(operator, users.values());
  for (const { by, hours, ...asked } of waiting) {
    const member = await callerFor(issuer, usernameOf(by));
    await member.requests.ask({ body: { ...asked, seconds: hours * 3600 } });
  }
  await startProcess('examples/ledger/server/main.ts', [], {
    LEDGER_PORT: values['ledger-port'],
    LEDGER_DATABASE_URL: ledgerDatabase,
    LICET_ISSUER: issuer,
    LEDGER_WEB_CLIENT: clients.web,
    LEDGER_SERVICE_CLIENT: clients.service.id,
    LEDGER_SERVICE_SECRET: clients.service.secret,
  });
  await answers(`${ledgerUrl}/config.json`);
  process.stdout.write(greeting());
} catch (error) {
  process.stderr.write(`The sample did not start. ${error instanceof Error ? error.message : String(error)}\n`);
  await stop(1);
}

async function startProcess(program: string, args: readonly string[], environment: NodeJS.ProcessEnv): Promise<void> {
  const path = fileURLToPath(new URL(`../../../${program}`, import.meta.url));
  const child = spawn(process.execPath, [path, ...args], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: true, // Ctrl-C reaches this process alone, which ends the others in order
  });
  ends.push(() => end(child));
  child.once('exit', () => {
    if (!stopping) void stop(1, `${program} ended by itself.`);
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await once(child, 'exit');
  clearTimeout(late);
}

async function stop(code: number, why?: string): Promise<never> {
  if (stopping) return process.exit(1);
  stopping = true;
  if (why) process.stderr.write(`${why}\n`);
  for (const done of ends.reverse()) await done().catch(() => undefined);
  return process.exit(code);
}

async function createDatabase(connectionString: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString });
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

function quiet() {
  const nothing = () => undefined;
  return { info: nothing, warn: nothing, error: (_: object, text: string) => process.stderr.write(`${text}\n`) };
}

function greeting(): string {
  return `
Ledger is ready: ${ledgerUrl}    an application that Licet protects
Licet is ready:  ${issuer}    the console, where access is seen, changed, explained and audited

Everybody's password is “${samplePassword}”. Sign in as
  maya.lindqvist      at Ledger: open invoice 2026-0417, press Refund, and ask for it
  chiara.benedetti    at Licet, in another browser or a private window: decide the request; watch Maya's button
  priya.raghunathan   at Licet: the auditor, asks who could refund, today or on any day
  ingrid.solheim@aurelia.example   administrator of Licet

Everything lies in ${directory} and begins anew at each start. Stop with Ctrl-C.
`;
}
