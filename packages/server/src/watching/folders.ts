import { access, constants } from 'node:fs/promises';
import { checkpointsIn } from '../audit/places.ts';
import { backupPlace } from '../backup/place.ts';
import type { BackupSettings } from '../backup/settings.ts';
import type { Config } from '../config.ts';
import { machineNow } from '../machine-clock.ts';
import { isS3 } from '../s3/address.ts';
import { openBucket } from '../s3/bucket.ts';
import type { S3Settings } from '../s3/settings.ts';

/** A folder that Licet writes to by itself, or a place in an object store. */
export interface FolderSeen {
  /** Why it cannot be used, as the system says (`EACCES`), or of an object store (`access_denied`); null when it can. A folder that is not there yet will be made. */
  readonly fault: string | null;
  /** Seconds since the newest of what it holds; null when it holds none, or is not known. */
  readonly newestSeconds: number | null;
  /** Seconds between two; null where none are due at any time. */
  readonly everySeconds: number | null;
}

/** What the server's own folders look like at this moment; null where there is none. */
export interface Folders {
  readonly backups: () => Promise<FolderSeen | null>;
  readonly checkpoints: () => Promise<FolderSeen | null>;
}

type FolderSettings = Pick<Config, 'backups' | 's3'> & { readonly audit: Pick<Config['audit'], 'folder'> };

export const foldersOf = ({ backups, audit, s3 }: FolderSettings): Folders => ({
  backups: backups ? lookAtBackups(backups, s3) : nowhere,
  checkpoints: audit.folder === undefined ? nowhere : lookAtCheckpoints(audit.folder, s3),
});

const nowhere = async () => null;

/** The place of the backups that are made by themselves. */
function lookAtBackups({ folder, every }: BackupSettings, s3: S3Settings): () => Promise<FolderSeen> {
  const place = backupPlace(folder, s3);
  const newest = async (signal?: AbortSignal) => {
    const [found] = await place.list(signal);
    return found ? Date.parse(found.madeAt) / 1000 : null;
  };
  return lookingAt(folder, every, newest);
}

/** The place that checkpoints of the audit chain are handed to. */
const lookAtCheckpoints = (folder: string, s3: S3Settings): (() => Promise<FolderSeen>) =>
  lookingAt(folder, null, async (signal) => {
    if (isS3(folder)) await (await openBucket(folder, s3)).names({ deep: true, most: 1, ...(signal && { signal }) });
    else await checkpointsIn(folder);
    return null;
  });

type Newest = (signal?: AbortSignal) => Promise<number | null>;
type Found = { readonly fault: string | null; readonly newest: number | null };

function lookingAt(folder: string, everySeconds: number | null, newest: Newest): () => Promise<FolderSeen> {
  const look = isS3(folder)
    ? nowAndThen(() => looked(() => newest(AbortSignal.timeout(patience))))
    : () => looked(() => newestIn(folder, newest));
  return async () => {
    const { fault, newest: at } = await look();
    return { fault, newestSeconds: at === null ? null : machineNow() - at, everySeconds };
  };
}

/** Each look at a store is paid for and takes its time, and metrics are read every few seconds. */
function nowAndThen(look: () => Promise<Found>): () => Promise<Found> {
  let last: { readonly at: number; readonly found: Promise<Found> } | undefined;
  return () => {
    if (!last || machineNow() - last.at >= rest) last = { at: machineNow(), found: look() };
    return last.found;
  };
}

/** Seconds between two looks at a store, and milliseconds until one that does not answer is given up. */
const rest = 30;
const patience = 5000;

async function newestIn(folder: string, newest: Newest): Promise<number | null> {
  const found = await newest();
  await access(folder, constants.W_OK).catch((error: unknown) => {
    if (codeOf(error) !== 'ENOENT') throw error;
  });
  return found;
}

async function looked(newest: () => Promise<number | null>): Promise<Found> {
  try {
    return { fault: null, newest: await newest() };
  } catch (error) {
    return { fault: codeOf(error), newest: null };
  }
}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : 'unknown');
