import { createReadStream, openSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { checkpointsIn } from './audit/places.ts';
import { BackupError } from './backup/backup-error.ts';
import { type BackupHeader, readHeader, type TableCount } from './backup/header.ts';
import { backupPlace, bucketPlace, type KeptBackup } from './backup/place.ts';
import { type OpenBackup, openBackup, verifyBackup } from './backup/read-backup.ts';
import { type Restored, restoreBackup } from './backup/restore-backup.ts';
import { type BackupSecret, readSecret } from './backup/secret.ts';
import { type Config, environmentWith, readConfig } from './config.ts';
import { fingerprintOf } from './identity/keys/secrets.ts';
import { startEmbedded } from './postgres/embedded.ts';
import { openBucket } from './s3/bucket.ts';
import { isS3, readS3Settings, type S3Settings, s3AddressOf } from './s3/settings.ts';
import { findServerKeys } from './server-key.ts';
import { settingsGiven } from './settings-given.ts';
import { checks } from './store/checks.ts';
import { analyzeAll } from './store/import/run.ts';
import { type Database, openDatabase } from './store/kernel/database.ts';
import { cannotConnect } from './store/kernel/database-fault.ts';
import { knownFingerprint } from './store/sign-in/keys.ts';

export type { BackupHeader, BackupSecret, KeptBackup, TableCount };
export { isS3 };

/** The secret of a backup, from one of two files. @throws BackupError */
export function readLock(keyFile: string | undefined, passphraseFile: string | undefined): BackupSecret {
  if (keyFile !== undefined && passphraseFile === undefined) return readSecret('key', keyFile);
  if (passphraseFile !== undefined && keyFile === undefined) return readSecret('passphrase', passphraseFile);
  throw new BackupError(
    'Name one: --key, a file with 32 bytes in Base64 (openssl rand -base64 32), or --passphrase, a file with a passphrase.',
  );
}

/** Reads the settings of object stores from the environment. @throws BackupError if they are invalid */
function storesFromHere(environment = environmentWith(undefined)): S3Settings {
  const mistakes: string[] = [];
  const settings = readS3Settings(environment, mistakes);
  if (mistakes.length > 0) throw new BackupError(mistakes.join('\n'));
  return settings;
}

/** A sentence for each variable in this environment that is a misspelt setting. */
export const misspeltHere = (): readonly string[] => settingsGiven({}, environmentWith(undefined)).unknown;

/** The backups in a folder or a place in an object store, newest first. @throws S3Error, or what reading the folder throws */
export const backupsAt = (place: string): Promise<readonly KeptBackup[]> =>
  backupPlace(place, isS3(place) ? storesFromHere() : {}).list();

/** The checkpoints at an address of an object store. @throws S3Error */
export const checkpointsAt = (place: string): Promise<readonly string[]> => checkpointsIn(place, storesFromHere());

/**
 * Writes a backup to an object store and reads it again. An address that ends in `.backup` names the object. Any other address is a
 * folder, and the object's name contains the time.
 * @throws BackupError or S3Error
 */
export async function keep(address: string, pieces: AsyncIterable<Uint8Array>, secret: BackupSecret) {
  const { header, line, rest } = await readHeader(pieces);
  const { place, name } = objectIn(address);
  const backup = { header, pieces: behind(line, rest), close: async () => undefined };
  const kept = await bucketPlace(place, storesFromHere(), name).keep(backup, secret, new AbortController().signal);
  return { header, ...kept };
}

/** Reads a backup to its end, and returns its content. @throws BackupError or S3Error */
export async function verify(named: string, secret: BackupSecret) {
  const { file, bytes } = await sourceOf(named);
  try {
    return { file, ...(await verifyBackup(bytes, secret)) };
  } finally {
    bytes.destroy();
  }
}

/** The result of a restore, and whether the key of the database's secrets is available here. */
export interface RestoredHere extends Restored {
  readonly keyIsHere: boolean;
  readonly keyFile: string;
}

/** The target of a restore, besides this process's environment. */
export interface RestoreInto {
  readonly data?: string | undefined;
  /** A file with the settings of the server, as `KEY=value` lines. */
  readonly settings?: string | undefined;
}

/**
 * Restores a backup into the empty database of a data directory, or into that of LICET_DATABASE_URL, while no Licet runs there.
 * @throws BackupError, also if a setting is misspelt or the file of settings cannot be read; S3Error, ConfigError, or what the
 * start of a database throws
 */
export async function restore(named: string, secret: BackupSecret, into: RestoreInto = {}): Promise<RestoredHere> {
  const environment = settingsIn(into.settings);
  // Refuses unknown settings: with a misspelt database address, the restore would fill the embedded database instead.
  const { unknown } = settingsGiven({}, environment);
  if (unknown.length > 0)
    throw new BackupError(`Nothing was restored.\n${unknown.join('\n')}\nCorrect or remove it, then restore again.`);
  const config = readConfig(into.data === undefined ? [] : ['--data', into.data], usedIn(environment));
  const { bytes } = await sourceOf(named, environment);
  try {
    return await restoreInto(config, await openBackup(bytes, secret));
  } finally {
    bytes.destroy();
  }
}

/**
 * The settings that a restore uses. The others are left out, because they may depend on a setting that is not here: the
 * settings file of a service lacks what its drop-ins set.
 */
const usedIn = ({
  LICET_DATA,
  LICET_DATABASE_URL,
  LICET_DATABASE_DIRECT_URL,
  LICET_ENCRYPTION_KEY,
  DATABASE_URL,
  XDG_DATA_HOME,
}: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  LICET_DATA,
  LICET_DATABASE_URL,
  LICET_DATABASE_DIRECT_URL,
  LICET_ENCRYPTION_KEY,
  DATABASE_URL,
  XDG_DATA_HOME,
});

async function restoreInto(config: Config, backup: OpenBackup): Promise<RestoredHere> {
  const embedded =
    config.databaseUrl === undefined
      ? await startEmbedded({ dataDirectory: config.dataDirectory, log: quiet })
      : undefined;
  const database = openDatabase({
    checks,
    // A restore uses one long session, for which a pooler is useless.
    connectionString: embedded?.connectionString ?? config.databaseDirectUrl ?? config.databaseUrl ?? '',
    maxConnections: 2,
  });
  try {
    if (!embedded) await requireConnection(database);
    let keyIsHere = false;
    const restored = await restoreBackup(database, backup, {
      check: async (connection) => {
        keyIsHere = requireSameKey(config, await knownFingerprint(connection));
      },
    });
    // Without statistics, the query planner treats every table as empty.
    await analyzeAll(database).catch(() => undefined);
    return { ...restored, keyIsHere, keyFile: join(config.dataDirectory, 'licet.key') };
  } finally {
    await database.close();
    await embedded?.stop();
  }
}

async function requireConnection(database: Database): Promise<void> {
  try {
    (await database.connect()).release();
  } catch (error) {
    const why = cannotConnect(error);
    throw why === undefined ? error : new BackupError(`Nothing was restored. ${why}`);
  }
}

function requireSameKey(config: Config, fingerprint: Buffer | undefined): boolean {
  const keys = findServerKeys(config);
  if (!keys || !fingerprint) return !fingerprint;
  if (keys.some((key) => fingerprintOf(key).equals(fingerprint))) return true;
  throw new BackupError(
    'The encryption key here is not the one that the secrets in the backup are encrypted with. Put the key file licet.key of the Licet that was backed up into the data directory, or set LICET_ENCRYPTION_KEY to its key, then restore again.',
  );
}

/** Opens a backup for reading. For a place in an object store, opens its newest backup. */
async function sourceOf(
  named: string,
  environment = environmentWith(undefined),
): Promise<{ readonly file: string; readonly bytes: Readable }> {
  if (!isS3(named)) return { file: named, bytes: bytesOf(named) };
  const stores = storesFromHere(environment);
  const [newest] = objectIn(named).name === undefined ? await backupPlace(named, stores).list() : [{ file: named }];
  if (!newest) throw new BackupError(`There is no backup at ${named}. Look at the address, and at LICET_S3_ENDPOINT.`);
  const { place, name = '' } = objectIn(newest.file);
  const bucket = await openBucket(place, stores);
  return { file: newest.file, bytes: Readable.from(bucket.read(name)) };
}

/**
 * Splits an address into place and name. An address that ends in `.backup` names an object; any other is only a place.
 */
function objectIn(address: string): { readonly place: string; readonly name?: string } {
  const end = address.lastIndexOf('/');
  const isObject = address.endsWith('.backup') && s3AddressOf(address.slice(0, end)) !== undefined;
  return isObject ? { place: address.slice(0, end), name: address.slice(end + 1) } : { place: address };
}

async function* behind(line: Buffer, rest: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  yield line;
  for await (const piece of rest) yield Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
}

function settingsIn(file: string | undefined): NodeJS.ProcessEnv {
  try {
    return environmentWith(file);
  } catch (error) {
    throw new BackupError(`The settings ${file} cannot be read (${codeOf(error)}). Look at the path and its owner.`);
  }
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error);

/** `-` is standard input. */
function bytesOf(file: string): Readable {
  if (file === '-') return process.stdin;
  try {
    return createReadStream(file, { fd: openSync(file, 'r') });
  } catch (error) {
    throw new BackupError(`The backup ${file} cannot be read (${codeOf(error)}). Look at its path, and whose it is.`);
  }
}

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
