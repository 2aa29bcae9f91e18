import { createHash } from 'node:crypto';
import { chmodSync, chownSync, existsSync, lstatSync, mkdirSync, realpathSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { Account } from './account.ts';
import { dataDirectoryError, EmbeddedPostgresError, systemCode } from './errors.ts';

/** The paths inside Licet's data directory. */
export interface DataDirectory {
  readonly root: string;
  readonly cluster: string;
  readonly lock: string;
  readonly sockets: string;
  readonly binaries: string;
}

/** Creates the directory if it is missing. A relative path is resolved; symbolic links are followed once, here. */
export function openDataDirectory(path: string): DataDirectory {
  const absolute = resolve(path);
  try {
    makeDirectories(absolute);
    const root = realpathSync(absolute);
    if (!statSync(root).isDirectory()) throw notADirectory(absolute);
    return {
      root,
      cluster: join(root, 'postgres'),
      lock: join(root, 'licet.lock'),
      sockets: join(root, 'run'),
      binaries: join(root, 'binaries'),
    };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    throw code === 'EEXIST' || code === 'ENOTDIR' ? notADirectory(absolute) : dataDirectoryError(error, absolute);
  }
}

// Node's own recursive mkdir loops endlessly if a file system answers every attempt with ENOENT, as /proc does.
function makeDirectories(path: string): void {
  if (existsSync(path)) return;
  if (!existsSync(dirname(path))) makeDirectories(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}

/** Lets the database's user enter the data directory (without listing it). Fails if a parent directory prevents that. */
export function admit(directory: DataDirectory, account: Account): void {
  if (!account.foreign) return;
  try {
    const mode = statSync(directory.root).mode & 0o777;
    if ((mode & 0o001) === 0) chmodSync(directory.root, mode | 0o001);
  } catch (error) {
    throw dataDirectoryError(error, directory.root);
  }
  const barrier = barrierFor(directory.root, account);
  if (barrier === undefined) return;
  throw new EmbeddedPostgresError(
    'data_directory_unreachable',
    `Licet runs as root, so PostgreSQL runs as the user ${account.name}, who may not enter ${barrier}, a parent of the data directory ${directory.root}. Choose a directory outside it, such as --data /var/lib/licet. If Licet uses your own PostgreSQL, add --settings /etc/licet/licet.env.`,
  );
}

/** The first directory on the way to `path`, inclusive, that the account may not enter; undefined if none. */
export function barrierFor(path: string, account: Account): string | undefined {
  const steps: string[] = [];
  for (let step = path; ; step = dirname(step)) {
    steps.unshift(step);
    if (dirname(step) === step) break;
  }
  return steps.find((step) => !mayEnter(step, account));
}

/** Removes the remains of an interrupted first start. */
export function removeLeftover(path: string): void {
  rmSync(path, { recursive: true, force: true });
}

function mayEnter(step: string, account: Account): boolean {
  const { uid, gid, mode } = statSync(step);
  if (uid === account.uid) return (mode & 0o100) !== 0;
  if (gid === account.gid) return (mode & 0o010) !== 0;
  return (mode & 0o001) !== 0;
}

function notADirectory(path: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    'data_directory_unusable',
    `The data directory ${path} is not a directory. Name another one with --data, or move the file away.`,
  );
}

/** PostgreSQL names its socket after a port, even if none is opened. */
export const socketPort = 5432;

/** sizeof(sockaddr_un.sun_path) less the final NUL: 107 on Linux, 103 on macOS and the BSDs. */
const longestPath = process.platform === 'linux' ? 107 : 103;

/**
 * Returns a directory for the socket that only the database's user (and root) can enter. It is inside the data
 * directory. If that path is too long for a socket, it is under /run or the temporary directory, and its name is a
 * hash.
 */
export function socketDirectory(directory: DataDirectory, account: Account): string {
  const places = [directory.sockets, ...shortPlaces(directory)].filter(fits);
  for (const place of places) {
    try {
      return secured(place, account);
    } catch (error) {
      if (place === places.at(-1) || error instanceof EmbeddedPostgresError) throw error;
    }
  }
  throw new EmbeddedPostgresError(
    'socket_directory_unsafe',
    `No path for the database's socket is short enough (${longestPath} bytes), starting from ${directory.root} or ${tmpdir()}. Choose a data directory with a shorter path.`,
  );
}

function shortPlaces(directory: DataDirectory): string[] {
  const hash = createHash('sha256').update(directory.root).digest('hex').slice(0, 16);
  const name = `licet-${process.getuid?.() ?? 0}-${hash}`;
  const runtime = process.getuid?.() === 0 ? ['/run'] : [];
  return [...runtime, tmpdir(), '/tmp'].map((base) => join(base, name));
}

function fits(place: string): boolean {
  return Buffer.byteLength(join(place, `.s.PGSQL.${socketPort}`)) <= longestPath;
}

/** In a world-writable directory another user may have created the name first, so the directory must belong to the account. */
function secured(place: string, account: Account): string {
  try {
    mkdirSync(place, { mode: 0o700 });
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') throw error;
  }
  const found = lstatSync(place);
  const ours = found.uid === account.uid || found.uid === process.getuid?.();
  if (!found.isDirectory() || !ours) {
    throw new EmbeddedPostgresError(
      'socket_directory_unsafe',
      `The directory ${place} for the database's socket belongs to somebody else or is not a directory. Remove it, then start again.`,
    );
  }
  if (found.uid !== account.uid) chownSync(place, account.uid, account.gid);
  chmodSync(place, 0o700);
  return place;
}
