import { createHash } from 'node:crypto';
import { chmodSync, chownSync, lstatSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Account } from './account.ts';
import type { DataDirectory } from './data-directory.ts';
import { EmbeddedPostgresError, systemCode } from './errors.ts';

/** PostgreSQL names its socket after a port, even if none is opened. */
export const socketPort = 5432;

/** sizeof(sockaddr_un.sun_path) less the final NUL: 107 on Linux, 103 on macOS and the BSDs. */
const longestPath = process.platform === 'linux' ? 107 : 103;

/**
 * A directory for the socket that only the database's user (and root) can enter. It is inside the data directory. If that path is too
 * long for a socket, it is a short one under /run or the temporary directory, named by a hash.
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
