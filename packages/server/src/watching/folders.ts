import { access, constants } from 'node:fs/promises';
import { checkpointsIn } from '../audit/places.ts';
import { backupPlace } from '../backup/place.ts';
import type { BackupSettings } from '../backup/settings.ts';
import type { Config } from '../config.ts';
import { machineNow } from '../machine-clock.ts';
import { openBucket } from '../s3/bucket.ts';
import { isS3, type S3Settings } from '../s3/settings.ts';

/** A folder, or a place in an object store, to which Licet writes on a schedule. */
export interface FolderSeen {
  /**
   * Why the folder cannot be used: the system's code (`EACCES`) or that of an object store (`access_denied`); null if it can. A missing
   * folder is no fault, because it will be created.
   */
  readonly fault: string | null;
  /** Seconds since its newest content; null if it is empty or unknown. */
  readonly newestSeconds: number | null;
  /** The interval in seconds; null without a schedule. */
  readonly everySeconds: number | null;
}

/** The current state of the server's own folders; null for a folder that is not configured. */
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

/** Returns a function that reads the state of the place for scheduled backups. */
function lookAtBackups({ folder, every }: BackupSettings, s3: S3Settings): () => Promise<FolderSeen> {
  const place = backupPlace(folder, s3);
  const newest = async (signal?: AbortSignal) => {
    const [found] = await place.list(signal);
    return found ? Date.parse(found.madeAt) / 1000 : null;
  };
  return lookingAt(folder, every, newest);
}

/** Returns a function that reads the state of the place for checkpoints of the audit chain. */
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

/** Caches the state of an object store: metrics are read every few seconds, and each request to a store costs money and time. */
function nowAndThen(look: () => Promise<Found>): () => Promise<Found> {
  let last: { readonly at: number; readonly found: Promise<Found> } | undefined;
  return () => {
    if (!last || machineNow() - last.at >= rest) last = { at: machineNow(), found: look() };
    return last.found;
  };
}

/** Seconds between two requests to a store, and milliseconds until a request is given up. */
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
