import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { machineNow } from '../machine-clock.ts';
import { type Bucket, openBucket } from '../s3/bucket.ts';
import { S3Error } from '../s3/faults.ts';
import { isS3, type S3Settings } from '../s3/settings.ts';
import { instantIn, nameOf, type TableCount } from './header.ts';
import { verifyBackup } from './read-backup.ts';
import type { BackupSecret } from './secret.ts';
import type { BackupBeingWritten } from './write-backup.ts';

/** A stored backup. */
export interface KeptBackup {
  /** The path of the file, or the address of the object. */
  readonly file: string;
  /** The time of the backup, in ISO 8601 without fractions. */
  readonly madeAt: string;
}

/** A new backup that was verified by reading it again. */
export interface NewBackup {
  readonly file: string;
  readonly tables: readonly TableCount[];
}

/** A place for backups. Their names contain the time. */
interface BackupPlace {
  /** Returns the backups in this place, newest first. Ignores other files. */
  list(signal?: AbortSignal): Promise<readonly KeptBackup[]>;
  /** Writes a backup and reads it to its end. An incomplete one is never listed as a backup. */
  keep(backup: BackupBeingWritten, secret: BackupSecret, signal: AbortSignal): Promise<NewBackup>;
  remove(backup: KeptBackup): Promise<void>;
}

/** The place that an operator named: a folder, or `s3://bucket/folder`. */
export const backupPlace = (place: string, s3: S3Settings): BackupPlace =>
  isS3(place) ? bucketPlace(place, s3) : folderPlace(place);

/** Removes all but the newest backups. Returns the removed ones. */
export async function forgetOld(place: BackupPlace, keep: number): Promise<readonly KeptBackup[]> {
  const old = (await place.list()).slice(keep);
  for (const backup of old) await place.remove(backup);
  return old;
}

/** Creates a backup place in a folder of this machine. The first backup creates a missing folder. */
export const folderPlace = (folder: string): BackupPlace => ({
  async list() {
    const names = await readdir(folder).catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
      throw error;
    });
    return names
      .flatMap((name) => {
        const madeAt = instantIn(name);
        return madeAt === undefined ? [] : [{ file: join(folder, name), madeAt }];
      })
      .sort((one, other) => (one.file < other.file ? 1 : -1));
  },
  async keep({ header, pieces, close }, secret, signal) {
    const file = join(folder, nameOf(header));
    const draft = `${file}.part`;
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const handle = await open(draft, 'wx', 0o600);
      try {
        for await (const piece of pieces) {
          signal.throwIfAborted();
          await handle.writeFile(piece);
        }
        await handle.sync();
      } finally {
        await handle.close();
      }
      // The file gets its final name only after it was read to its end.
      const { tables } = await verifyBackup(createReadStream(draft, { signal }), secret);
      await rename(draft, file);
      return { file, tables };
    } finally {
      await close();
      await rm(draft, { force: true });
    }
  },
  remove: ({ file }) => rm(file, { force: true }),
});

/**
 * A place in an object store. A backup appears under its name when the upload is complete. It is then verified by
 * reading it, and removed if that fails.
 * @param name the name of the object; by default derived from the backup
 */
export const bucketPlace = (place: string, s3: S3Settings, name?: string): BackupPlace => ({
  async list(signal) {
    const bucket = await openBucket(place, s3);
    const like = (found: string) => instantIn(found) !== undefined;
    return (await bucket.names({ like, ...(signal && { signal }) }))
      .flatMap((found) => {
        const madeAt = instantIn(found);
        return madeAt === undefined ? [] : [{ file: bucket.addressOf(found), madeAt }];
      })
      .reverse();
  },
  async keep({ header, pieces, close }, secret, signal) {
    const called = name ?? nameOf(header);
    try {
      const bucket = await openBucket(place, s3);
      const file = bucket.addressOf(called);
      if (await bucket.has(called)) throw new S3Error('object_there', file);
      await abandonOld(bucket);
      await bucket.upload(called, pieces, signal);
      try {
        const { tables } = await verifyBackup(bucket.read(called), secret);
        return { file, tables };
      } catch (error) {
        await bucket.remove(called).catch(() => undefined); // the first error says why the backup is not complete
        throw error;
      }
    } finally {
      await close();
    }
  },
  async remove({ file }) {
    const bucket = await openBucket(place, s3);
    await bucket.remove(file.slice(file.lastIndexOf('/') + 1));
  },
});

/**
 * Aborts the uploads of backups that a stopped server left unfinished. Their parts are not listed as objects, but cost
 * money. Uploads younger than `age` may still be in progress.
 * @param age in seconds
 */
export async function abandonOld(bucket: Bucket, age = 86_400): Promise<void> {
  try {
    for (const upload of await bucket.uploads())
      if (instantIn(upload.name) !== undefined && upload.begun <= machineNow() - age) await bucket.abandon(upload);
  } catch (error) {
    // Ignores a refusal, because the credentials need not include this right. A rule of the bucket can remove the parts
    // instead.
    if (!(error instanceof S3Error)) throw error;
  }
}
