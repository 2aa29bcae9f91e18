import { existsSync, readFileSync } from 'node:fs';
import tls from 'node:tls';
import { environmentWith, readSettings, type Settings } from './config.ts';
import { type DatabaseSeen, lookAtDatabase } from './doctor/database.ts';
import { settingsShown } from './doctor/settings.ts';
import { runningAddress } from './postgres/embedded.ts';
import { findServerKeys } from './server-key.ts';
import { checks } from './store/checks.ts';
import { openDatabase } from './store/kernel/database.ts';
import { databaseFault } from './store/kernel/database-fault.ts';
import { version } from './version.ts';
import { type FolderSeen, foldersOf } from './watching/folders.ts';

export { type CleanLine, cleanLine } from './log.ts';
export { s3Next } from './s3/faults.ts';
export { bloated } from './store/watching/state.ts';
export type { DatabaseSeen, FolderSeen };

/** The findings that need no request to the server. They are available even while the server is not running. */
export interface Here {
  /** The version of this command. */
  readonly version: string;
  readonly issuer: string;
  readonly dataDirectory: string;
  /** Sentences about invalid settings. They may quote values. */
  readonly mistakes: readonly string[];
  /** A sentence for each variable that looks like a setting but is unknown. */
  readonly unknown: readonly string[];
  /** The settings that are set. Only values that are safe to share are included. */
  readonly settings: Readonly<Record<string, string>>;
  readonly database: DatabaseSeen | { readonly unseen: string; readonly amiss: boolean };
  readonly backups: FolderSeen | null;
  readonly checkpoints: FolderSeen | null;
}

export interface Where {
  readonly data?: string | undefined;
  /** A file with the server's settings, needed if the environment of this process lacks them. */
  readonly settings?: string | undefined;
}

/** Examines settings, database and folders. It writes nothing and starts nothing. */
export async function lookHere({ data, settings: file }: Where): Promise<Here> {
  const environment = environmentWith(file);
  const untrusted = trustAs(environment.NODE_EXTRA_CA_CERTS, environmentWith(undefined).NODE_EXTRA_CA_CERTS);
  const settings = readSettings(data === undefined ? [] : ['--data', data], environment);
  const { config } = settings;
  const mistakes = [...settings.mistakes, ...untrusted];
  const { issuer, dataDirectory, unknown } = config;
  const folders = foldersOf(config);
  return {
    version,
    issuer,
    dataDirectory,
    mistakes,
    unknown,
    settings: settingsShown(settings),
    database: await database(settings),
    backups: await folders.backups(),
    checkpoints: await folders.checkpoints(),
  };
}

async function database({ config }: Settings): Promise<Here['database']> {
  const own = config.databaseUrl === undefined;
  const address = config.databaseUrl ?? runningAddress(config.dataDirectory);
  if (address === undefined)
    return { unseen: 'its own database runs only while Licet does, and does not run now', amiss: false };
  try {
    const opened = openDatabase({
      checks,
      connectionString: address,
      directConnectionString: config.databaseDirectUrl,
      maxConnections: 1,
      program: 'licet-doctor',
      patience: 3000,
    });
    try {
      (await opened.connect()).release(); // a failed connection has a clearer error than a failed query
      return await lookAtDatabase(opened, keysIn(config));
    } finally {
      await opened.close();
    }
  } catch (error) {
    return { unseen: reasonOf(error), amiss: !own };
  }
}

function keysIn(config: Settings['config']): readonly Buffer[] | undefined {
  try {
    return findServerKeys(config);
  } catch {
    return undefined; // a faulty key file is reported elsewhere
  }
}

/** Why a database could not be examined, without the parts of its address that error messages quote. */
function reasonOf(error: unknown): string {
  const fault = databaseFault(error);
  if (fault) return fault.next === undefined ? fault.reason : `${fault.reason}. ${fault.next}`;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return `it did not answer${/^\w{4,30}$/.test(code) ? ` (${code})` : ''}`;
}

/** Makes later connections trust the certificate authorities of the server's settings too. Returns the reason if that fails. */
function trustAs(file: string | undefined, known: string | undefined): readonly string[] {
  // `setDefaultCACertificates` exists since Node 24.5.
  if (!file || file === known || !existsSync(file) || !tls.setDefaultCACertificates) return [];
  try {
    tls.setDefaultCACertificates([...tls.getCACertificates('default'), readFileSync(file, 'utf8')]);
    return [];
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : error;
    return [
      `The certificates in ${file} (NODE_EXTRA_CA_CERTS) cannot be read (${code}). Check the file and its owner.`,
    ];
  }
}
