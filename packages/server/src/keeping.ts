import { createReadStream, openSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { BackupError } from './backup/backup-error.ts';
import type { TableCount } from './backup/frames.ts';
import type { BackupHeader } from './backup/header.ts';
import { type OpenBackup, openBackup, verifyBackup } from './backup/read-backup.ts';
import { type Restored, restoreBackup } from './backup/restore-backup.ts';
import { type BackupSecret, readSecret } from './backup/secret.ts';
import { type Config, readConfig } from './config.ts';
import { startEmbedded } from './postgres/embedded.ts';
import { findServerKeys } from './server-key.ts';
import { fingerprintOf } from './sign-in/secrets.ts';
import { openDatabase } from './store/kernel/database.ts';
import { knownFingerprint } from './store/sign-in/keys.ts';

export type { BackupHeader, BackupSecret, TableCount };

/** How a backup is locked, as the operator names it: by one of two files. @throws BackupError */
export function readLock(keyFile: string | undefined, passphraseFile: string | undefined): BackupSecret {
  if (keyFile !== undefined && passphraseFile === undefined) return readSecret('key', keyFile);
  if (passphraseFile !== undefined && keyFile === undefined) return readSecret('passphrase', passphraseFile);
  throw new BackupError(
    'Name one: --key, a file with 32 bytes in Base64 (openssl rand -base64 32), or --passphrase, a file with a passphrase.',
  );
}

/** Reads a backup to its end, and answers what is in it. @throws BackupError */
export async function verify(file: string, secret: BackupSecret) {
  const bytes = bytesOf(file);
  try {
    return await verifyBackup(bytes, secret);
  } finally {
    bytes.destroy();
  }
}

/** What came of a restore, and whether the key is here that the data's secrets are encrypted with. */
export interface RestoredHere extends Restored {
  readonly keyIsHere: boolean;
  readonly keyFile: string;
}

/**
 * Restores a backup into the empty database of a data directory, or the one that LICET_DATABASE_URL names, while no Licet runs there.
 * @throws BackupError, or what the start of a database throws
 */
export async function restore(file: string, secret: BackupSecret, dataDirectory?: string): Promise<RestoredHere> {
  const config = readConfig(dataDirectory === undefined ? [] : ['--data', dataDirectory]);
  const bytes = bytesOf(file);
  try {
    return await restoreInto(config, await openBackup(bytes, secret));
  } finally {
    bytes.destroy();
  }
}

async function restoreInto(config: Config, backup: OpenBackup): Promise<RestoredHere> {
  const embedded =
    config.databaseUrl === undefined
      ? await startEmbedded({ dataDirectory: config.dataDirectory, log: quiet })
      : undefined;
  const database = openDatabase({
    // A restore is one long session: a pooler between would only be in its way.
    connectionString: embedded?.connectionString ?? config.databaseDirectUrl ?? config.databaseUrl ?? '',
    maxConnections: 2,
  });
  try {
    let keyIsHere = false;
    const restored = await restoreBackup(database, backup, {
      check: async (connection) => {
        keyIsHere = requireSameKey(config, await knownFingerprint(connection));
      },
    });
    // Until statistics are there, plans are made for tables of no size.
    await database.pool.query('analyze').catch(() => undefined);
    return { ...restored, keyIsHere, keyFile: join(config.dataDirectory, 'licet.key') };
  } finally {
    await database.close();
    await embedded?.stop();
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

/** `-` is standard input. */
function bytesOf(file: string): Readable {
  if (file === '-') return process.stdin;
  try {
    return createReadStream(file, { fd: openSync(file, 'r') });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : error;
    throw new BackupError(`The backup ${file} cannot be read (${code}). Look at its path, and whose it is.`);
  }
}

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
