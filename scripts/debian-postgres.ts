// A second PostgreSQL for the tests of the store. Uses Debian's PostgreSQL if it is installed or can be installed.
import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installDebianPackages } from './debian-packages.ts';

/** A running server of the system's PostgreSQL. */
export interface DebianPostgres {
  /** The folder of PostgreSQL's programs. */
  readonly bin: string;
  readonly url: string;
  stop(): void;
}

type Environment = Readonly<Record<string, string>>;

const versions = '/usr/lib/postgresql';
const oldest = 15;

/**
 * Starts a server of the system's PostgreSQL in a new data directory. Returns undefined if PostgreSQL is not available.
 * @param environment variables in addition to those of this process
 * @param port a TCP port of 127.0.0.1. Without it, the server listens only on a Unix socket.
 */
export function startDebianPostgres(environment: Environment = {}, port?: number): DebianPostgres | undefined {
  const bin = installed() ?? install();
  return bin === undefined ? undefined : startPostgresOf(bin, environment, port);
}

/**
 * Starts a server with the PostgreSQL programs of a folder. Returns undefined if there is no user to run them as.
 * @param port a TCP port of 127.0.0.1. Without it, the server listens only on a Unix socket.
 */
export function startPostgresOf(bin: string, environment: Environment = {}, port?: number): DebianPostgres | undefined {
  const account = accountOf();
  if (account === undefined) return undefined;
  const directory = mkdtempSync(join(tmpdir(), 'licet-pg-'));
  chownSync(directory, account.uid, account.gid);
  const run = (program: string, args: readonly string[]) =>
    spawnSync(join(bin, program), args, {
      ...account,
      cwd: directory,
      env: { ...process.env, ...environment },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  const data = join(directory, 'data');
  const made = run('initdb', ['-D', data, '-U', 'licet', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8']);
  const listens = port === undefined ? `listen_addresses=''` : `listen_addresses=127.0.0.1 -c port=${port}`;
  const options = `-c ${listens} -c unix_socket_directories='${directory}' -c max_connections=100`;
  const started =
    made.status === 0 ? run('pg_ctl', ['-D', data, '-o', options, '-l', join(directory, 'log'), '-w', 'start']) : made;
  const stop = () => {
    run('pg_ctl', ['-D', data, '-m', 'immediate', '-w', 'stop']);
    rmSync(directory, { recursive: true, force: true });
  };
  if (started.status !== 0) {
    stop();
    throw new Error(`${bin} did not start: ${started.stderr}${started.stdout}`);
  }
  const host =
    port === undefined ? `localhost/postgres?host=${encodeURIComponent(directory)}` : `127.0.0.1:${port}/postgres`;
  return { bin, url: `postgres://licet@${host}`, stop };
}

function installed(): string | undefined {
  const found = existsSync(versions) ? readdirSync(versions).filter((name) => Number(name) >= oldest) : [];
  return found.map((name) => join(versions, name, 'bin')).find((bin) => existsSync(join(bin, 'initdb')));
}

function install(): string | undefined {
  installDebianPackages('postgresql');
  return installed();
}

// PostgreSQL refuses to run as root. Debian's package creates a user for PostgreSQL.
function accountOf(): { readonly uid: number; readonly gid: number } | undefined {
  const idOf = (flag: string, ...name: readonly string[]) =>
    Number(spawnSync('id', [flag, ...name], { encoding: 'utf8' }).stdout);
  if (process.getuid?.() !== 0) return { uid: idOf('-u'), gid: idOf('-g') };
  const [uid, gid] = [idOf('-u', 'postgres'), idOf('-g', 'postgres')];
  return uid > 0 ? { uid, gid } : undefined;
}
