import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Client } from '@licet/contract/client';
import { operatorClient } from 'licet/connection';
import pg from 'pg';
import { freePort } from '../scripts/free-port.ts';

/** A real Licet, started as `npm start` does, with its own data directory and port. */
export interface RunningLicet {
  readonly url: string;
  readonly pid: number;
  readonly dataDirectory: string;
  /** The one-time setup code while there is no administrator. */
  readonly setupCode: string | undefined;
  readonly operator: Client;
  /** Returns everything that the server has printed so far. */
  readonly output: () => string;
  /** Kills the server (SIGKILL) and waits until it has ended. */
  kill(): Promise<void>;
  /** Kills the database (SIGKILL). */
  killDatabase(): void;
  readonly databaseUrl: () => string;
  /** Changes values in the embedded database that no API call can change, such as times in the past. */
  inDatabase(statement: string, values?: readonly unknown[]): Promise<void>;
  /**
   * Stops the server. Kills a server that does not stop in time.
   * @throws Error with the last lines of its output
   */
  stop(): Promise<void>;
}

export interface LicetOptions {
  readonly dataDirectory?: string;
  readonly port?: number;
  readonly environment?: NodeJS.ProcessEnv;
  /** The path of the Node that runs the server. The default is the Node of the tests. */
  readonly node?: string;
  /** The program of another version. The default is this version. */
  readonly main?: string;
  /** The maximum milliseconds between SIGTERM and the end of the process. */
  readonly stopsWithin?: number;
}

/** The administrator of tests that do not test the set-up. */
export const administrator = {
  email: 'ingrid@aurelia.example',
  username: 'ingrid',
  password: 'cobalt otter paints nine doors',
} as const;
export const withAdministrator = {
  LICET_ADMIN_EMAIL: administrator.email,
  LICET_ADMIN_PASSWORD: administrator.password,
};

/** The cache of compiled sources from earlier starts. Reading and compiling the sources takes most of a start. */
export const compileCache =
  process.env.NODE_COMPILE_CACHE ?? fileURLToPath(new URL('../node_modules/.cache/node', import.meta.url));

export const newDataDirectory = (): string => mkdtempSync(join(tmpdir(), 'licet-e2e-'));

export async function startLicet(options: LicetOptions = {}): Promise<RunningLicet> {
  const { port = await freePort(), dataDirectory = newDataDirectory() } = options;
  return startAt(port, { ...options, dataDirectory });
}

async function startAt(
  chosen: number,
  {
    dataDirectory,
    environment = {},
    node = process.execPath,
    main = fileURLToPath(new URL('../packages/server/src/main.ts', import.meta.url)),
    stopsWithin = 60_000,
  }: LicetOptions & { readonly dataDirectory: string },
): Promise<RunningLicet> {
  const { PATH, HOME } = process.env;
  const child = spawn(node, [main, 'start', '--data', dataDirectory, '--port', String(chosen)], {
    env: { PATH, HOME, NODE_COMPILE_CACHE: compileCache, LICET_LOG_LEVEL: 'warn', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // A failed test may leave its server running. Then the server must end with the test process, and it stops its own
  // database.
  const last = () => child.kill('SIGTERM');
  process.once('exit', last);
  child.once('exit', () => process.off('exit', last));
  let output = '';
  const keep = (text: string) => {
    output += text;
  };
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', keep);
  const stop = () =>
    end(child, 'SIGTERM', stopsWithin).catch(async () => {
      await end(child, 'SIGKILL');
      endDatabase(dataDirectory);
      const last = output.trimEnd().split('\n').slice(-20).join('\n');
      throw new Error(`Licet did not stop within ${stopsWithin} ms of SIGTERM and was killed. It wrote last:\n${last}`);
    });
  await ready(child, () => output).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return {
    url: `http://localhost:${chosen}`,
    pid: child.pid ?? 0,
    dataDirectory,
    setupCode: /[A-Z0-9]{4}(?:-[A-Z0-9]{4}){3}/.exec(output)?.[0],
    operator: operatorClient({ data: dataDirectory }),
    output: () => output,
    kill: () => end(child, 'SIGKILL'),
    killDatabase: () => void process.kill(postmasterOf(dataDirectory).pid, 'SIGKILL'),
    databaseUrl: () => databaseOf(dataDirectory),
    inDatabase: async (statement, values = []) => {
      const client = new pg.Client({ connectionString: databaseOf(dataDirectory) });
      await client.connect();
      try {
        await client.query(statement, [...values]);
      } finally {
        await client.end();
      }
    },
    stop: async () => {
      await stop();
      const broken = output
        .split('\n')
        .find((line) => /does not fit the contract|does not declare this error/.test(line));
      if (broken) throw new Error(`Licet broke its contract: ${broken}`);
    },
  };
}

export function removeDataDirectory(path: string): void {
  if (existsSync(path)) rmSync(path, { recursive: true, force: true });
}

/** Reads PostgreSQL's process id and socket folder from `postmaster.pid`. */
function postmasterOf(dataDirectory: string): { readonly pid: number; readonly sockets: string } {
  const lines = readFileSync(join(dataDirectory, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
  return { pid: Number(lines[0]), sockets: lines[4] ?? '' };
}

const databaseOf = (dataDirectory: string) =>
  `postgres://licet@localhost/licet?host=${encodeURIComponent(postmasterOf(dataDirectory).sockets)}`;

async function ready(child: ChildProcess, output: () => string): Promise<void> {
  const deadline = performance.now() + 180_000;
  while (!/is ready/.test(output())) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`Licet ended before it was ready:\n${output()}`);
    if (performance.now() > deadline) throw new Error(`Licet was not ready within three minutes:\n${output()}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Ends a process. Rejects if the process takes longer than `within` milliseconds. */
async function end(child: ChildProcess, signal: NodeJS.Signals, within?: number): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, 'exit', within === undefined ? {} : { signal: AbortSignal.timeout(within) });
}

/** Ends the database that a killed server leaves running. */
function endDatabase(dataDirectory: string): void {
  try {
    process.kill(postmasterOf(dataDirectory).pid, 'SIGQUIT');
  } catch {
    // There is no embedded database, or the database has ended.
  }
}
