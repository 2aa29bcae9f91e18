import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config.ts';
import { openDataDirectory } from './postgres/data-directory.ts';

/** The first key encrypts; all of them decrypt. */
export type ServerKeys = NonNullable<Config['encryptionKeys']>;

/** The key that encrypts private keys at rest is missing or invalid. */
export class ServerKeyError extends Error {
  override readonly name = 'ServerKeyError';
}

/**
 * Returns the keys for a database that may have none yet. For a new database, creates the key file unless it exists.
 * @param known the fingerprint of the key of the database's secrets
 * @throws ServerKeyError if that key is missing here, because a new key could not decrypt them
 */
export function makeServerKeys(config: Config, known: Buffer | undefined): ServerKeys {
  const { dataDirectory } = config;
  if (known === undefined) {
    openDataDirectory(dataDirectory);
    makeOnce(join(dataDirectory, keyFile));
  }
  // Another process that starts at the same time may have created the file.
  const keys = findServerKeys(config);
  if (keys) return keys;
  throw new ServerKeyError(
    `The secrets in this database are encrypted with a key that is not here. Put the ${keyFile} of the Licet that it comes from into ${dataDirectory} (mode 0600), or set LICET_ENCRYPTION_KEY, and start again.`,
  );
}

/**
 * The 32-byte keys for private keys at rest: the first encrypts, all of them decrypt. They are in the environment, or in a file that only
 * its owner can read, one key on each line. Undefined if there are none.
 * @throws ServerKeyError if the file is damaged or other users can read it
 */
export function findServerKeys({ encryptionKeys, dataDirectory }: Config): ServerKeys | undefined {
  if (encryptionKeys) return encryptionKeys;
  const file = join(dataDirectory, keyFile);
  return statSync(file, { throwIfNoEntry: false }) && readKeyFile(file);
}

const keyFile = 'licet.key';

function readKeyFile(file: string): ServerKeys {
  if ((statSync(file).mode & 0o077) !== 0)
    throw new ServerKeyError(`Others can read the key file ${file}. Run: chmod 600 ${file}`);
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '');
  const [key, ...former] = lines.map((line) => Buffer.from(line.trim(), 'base64'));
  if (!key || [key, ...former].some(({ length }) => length !== 32))
    throw new ServerKeyError(
      `The key file ${file} is damaged. Restore it from a backup; without it the signing keys cannot be read.`,
    );
  return [key, ...former];
}

// Writes the file under another name and links it into place, so that two processes that start at the same time get the same complete
// key.
function makeOnce(file: string): void {
  const draft = `${file}.${process.pid}`;
  try {
    if (statSync(file, { throwIfNoEntry: false })) return;
    writeFileSync(draft, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
    linkSync(draft, file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    if (statSync(draft, { throwIfNoEntry: false })) unlinkSync(draft);
  }
}
