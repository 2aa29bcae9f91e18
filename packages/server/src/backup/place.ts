import { isS3 } from '../s3/address.ts';
import type { S3Settings } from '../s3/settings.ts';
import { bucketPlace } from './bucket-place.ts';
import { folderPlace } from './folder.ts';
import type { TableCount } from './frames.ts';
import type { BackupSecret } from './secret.ts';
import type { BackupBeingWritten } from './write-backup.ts';

/** A stored backup. */
export interface KeptBackup {
  /** Its path, or its address. */
  readonly file: string;
  /** Its time, in ISO 8601 without fractions. */
  readonly madeAt: string;
}

/** A new backup that was read again. */
export interface NewBackup {
  readonly file: string;
  readonly tables: readonly TableCount[];
}

/** A place for backups under names with their time. */
export interface BackupPlace {
  /** The existing backups, newest first, without other files. */
  list(signal?: AbortSignal): Promise<readonly KeptBackup[]>;
  /** Writes a backup and reads it to its end. An unfinished one never counts as a backup. */
  keep(backup: BackupBeingWritten, secret: BackupSecret, signal: AbortSignal): Promise<NewBackup>;
  remove(backup: KeptBackup): Promise<void>;
}

/** The place that an operator named: a folder, or `s3://bucket/folder`. */
export const backupPlace = (place: string, s3: S3Settings): BackupPlace =>
  isS3(place) ? bucketPlace(place, s3) : folderPlace(place);

/** Removes all but the newest. Returns the removed ones. */
export async function forgetOld(place: BackupPlace, keep: number): Promise<readonly KeptBackup[]> {
  const old = (await place.list()).slice(keep);
  for (const backup of old) await place.remove(backup);
  return old;
}
