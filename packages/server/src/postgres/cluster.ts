import { spawn } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import type { Account } from './account.ts';
import type { Binaries } from './binaries.ts';
import { type DataDirectory, removeLeftover } from './data-directory.ts';
import { dataDirectoryError, diskFull, EmbeddedPostgresError, systemCode } from './errors.ts';

/** The database superuser and the database, both made by the first start. */
export const databaseUser = 'licet';
export const databaseName = 'licet';

/**
 * The environment of PostgreSQL's programs. It contains nothing of Licet's own: no PG* variable and no secret. With TZ, initdb need not
 * search for the time zone.
 */
export const childEnvironment = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/**
 * Creates the cluster if there is none, and refuses one of another major version. Connections to the socket need no password: only the
 * user who owns the cluster's files can enter its directory (0700), and that user, like root, could read the data anyway.
 */
export async function ensureCluster(directory: DataDirectory, binaries: Binaries, account: Account): Promise<boolean> {
  const created = !existsSync(directory.cluster);
  if (created) await createCluster(directory, binaries, account);
  const version = clusterVersion(directory);
  const major = binaries.version.split('.')[0];
  if (version === major) return created;
  throw new EmbeddedPostgresError(
    'cluster_version_mismatch',
    `The database in ${directory.cluster} was made by PostgreSQL ${version}, and this Licet brings PostgreSQL ${major}. Start the Licet that made it and move the data over, or choose another directory with --data.`,
  );
}

function clusterVersion(directory: DataDirectory): string {
  try {
    return readFileSync(join(directory.cluster, 'PG_VERSION'), 'utf8').trim();
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw dataDirectoryError(error, directory.root);
    throw new EmbeddedPostgresError(
      'data_directory_unusable',
      `${directory.cluster} is not a PostgreSQL cluster: PG_VERSION is missing. Restore it from a backup, or move it away to begin with an empty one.`,
    );
  }
}

/** Creates the cluster under another name and renames it, so that an interrupted first start leaves nothing that looks like a database. */
async function createCluster(directory: DataDirectory, binaries: Binaries, account: Account): Promise<void> {
  const draft = `${directory.cluster}.draft`;
  try {
    removeLeftover(draft);
    mkdirSync(draft, { mode: 0o700 });
    if (account.foreign) chownSync(draft, account.uid, account.gid);
    await initdb(draft, directory, binaries, account);
    renameSync(draft, directory.cluster);
  } catch (error) {
    throw dataDirectoryError(error, directory.root);
  }
}

async function initdb(draft: string, directory: DataDirectory, binaries: Binaries, account: Account): Promise<void> {
  const options = [
    '-D',
    draft,
    '-U',
    databaseUser,
    '-E',
    'UTF8',
    '--data-checksums',
    '--no-instructions',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--auth-local=trust',
    '--auth-host=reject',
    '-c',
    'max_connections=60',
    '-c',
    'shared_buffers=32MB',
  ];
  const child = spawn(binaries.initdb, options, {
    cwd: '/',
    env: childEnvironment,
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
    ...(account.foreign ? { uid: account.uid, gid: account.gid } : {}),
  });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', (error) => reject(cannotRun(binaries.initdb, account, error)));
    child.once('close', resolve);
  });
  if (code === 0) return;
  if (/No space left|Disk quota/i.test(output)) throw diskFull(directory.root);
  const nameless = /could not look up effective user ID/.test(output)
    ? ' Who runs it needs a name: of a container take the user that the image names (10001); where systemd makes the user (DynamicUser=), install libnss-systemd. Or set LICET_DATABASE_URL to a PostgreSQL server.'
    : '';
  throw new EmbeddedPostgresError(
    'start_failed',
    `PostgreSQL could not make a new database in ${directory.root}: ${output.trim().replace(/\.$/, '') || `initdb ended with code ${code}`}.${nameless}`,
  );
}

/** Returns the error for a program that cannot be run. */
export function cannotRun(program: string, account: Account, error: Error): EmbeddedPostgresError {
  const hint = account.foreign
    ? ' Running it as another user needs the right to change users (CAP_SETUID); or start Licet as an ordinary user.'
    : ' On a system without glibc (Alpine), set LICET_DATABASE_URL to a PostgreSQL server.';
  return new EmbeddedPostgresError(
    'start_failed',
    `${program} cannot be run as ${account.name}: ${error.message}.${hint}`,
    { cause: error },
  );
}
