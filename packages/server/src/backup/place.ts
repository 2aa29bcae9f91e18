import { isS3 } from '../s3/address.ts';
import type { S3Settings } from '../s3/settings.ts';
import { bucketPlace } from './bucket-place.ts';
import { folderPlace } from './folder.ts';
import type { TableCount } from './frames.ts';
import type { BackupSecret } from './secret.ts';
import type { BackupBeingWritten } from './write-backup.ts';

/** A backup where it is kept. */
export interface KeptBackup {
  /** Its path, or its address. */
  readonly file: string;
  /** When it was made, in ISO 8601 without fractions. */
  readonly madeAt: string;
}

/** One that was just written, and read again. */
export interface NewBackup {
  readonly file: string;
  readonly tables: readonly TableCount[];
}

/** Where backups are kept under names that say when they were made. */
export interface BackupPlace {
  /** The backups that are there, newest first; nothing else that lies there is one. */
  list(signal?: AbortSignal): Promise<readonly KeptBackup[]>;
  /** Writes a backup and reads it again to its end. What was begun and not finished is never taken for one. */
  keep(backup: BackupBeingWritten, secret: BackupSecret, signal: AbortSignal): Promise<NewBackup>;
  remove(backup: KeptBackup): Promise<void>;
}

/** The place that an operator named: a folder, or `s3://bucket/folder`. */
export const backupPlace = (place: string, s3: S3Settings): BackupPlace =>
  isS3(place) ? bucketPlace(place, s3) : folderPlace(place);

/** Removes all but the newest. Answers what went. */
export async function forgetOld(place: BackupPlace, keep: number): Promise<readonly KeptBackup[]> {
  const old = (await place.list()).slice(keep);
  for (const backup of old) await place.remove(backup);
  return old;
}
