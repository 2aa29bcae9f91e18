import { machineNow } from '../machine-clock.ts';
import { type Bucket, openBucket } from '../s3/bucket.ts';
import { S3Error } from '../s3/faults.ts';
import type { S3Settings } from '../s3/settings.ts';
import { instantIn, nameOf } from './names.ts';
import type { BackupPlace } from './place.ts';
import { verifyBackup } from './read-backup.ts';

/**
 * A place in an object store. A backup appears under its name when it is complete; it is then read, and removed if it
 * differs.
 * @param name its name, if given
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
        await bucket.remove(called).catch(() => undefined); // reports why it is not whole
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
 * Removes the parts of a backup that a killed server left: they are invisible, but cost money. Younger than a day,
 * they may still be in progress.
 * @param age in seconds
 */
export async function abandonOld(bucket: Bucket, age = 86_400): Promise<void> {
  try {
    for (const upload of await bucket.uploads())
      if (instantIn(upload.name) !== undefined && upload.begun <= machineNow() - age) await bucket.abandon(upload);
  } catch (error) {
    // A rule of the bucket may do the same, and these credentials need not be allowed to.
    if (!(error instanceof S3Error)) throw error;
  }
}
