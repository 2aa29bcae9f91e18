import { createHash } from 'node:crypto';
import { checkpointIn } from '@licet/contract/audit-chain';
import { type Bucket, openBucket } from '../s3/bucket.ts';
import { S3Error } from '../s3/faults.ts';
import type { S3Settings } from '../s3/settings.ts';

/**
 * Writes a checkpoint as an object of its own, since objects cannot be appended to. With object lock it cannot be
 * overwritten or deleted. Writing it again gives the same object.
 */
export async function addToBucket(place: string, s3: S3Settings, signed: string, signal: AbortSignal): Promise<void> {
  const bucket = await openBucket(place, s3);
  await bucket.write(nameOf(signed), Buffer.from(`${signed}\n`), signal);
}

/**
 * The existing checkpoints, by sequence.
 * @throws S3Error
 */
export async function checkpointsInBucket(place: string, s3: S3Settings): Promise<string[]> {
  const bucket = await openBucket(place, s3);
  const like = (name: string) => /^\d{4}-\d{2}\/\d{12}-[0-9a-f]{8}\.jws$/.test(name);
  const names = await bucket.names({ deep: true, like });
  const found: string[][] = [];
  for (let at = 0; at < names.length; at += together)
    found.push(...(await Promise.all(names.slice(at, at + together).map((name) => linesOf(bucket, name)))));
  return found.flat();
}

async function linesOf(bucket: Bucket, name: string): Promise<string[]> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of bucket.read(name)) {
    bytes += piece.length;
    // Whoever may write to the bucket decides how much there is to read.
    if (bytes > mostBytes) throw new S3Error('no_checkpoint', bucket.addressOf(name));
    pieces.push(piece);
  }
  return Buffer.concat(pieces)
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '');
}

/** The month, the sequence, and a digest: after a restore a sequence repeats. */
function nameOf(signed: string): string {
  const { at, sequence } = checkpointIn(signed) ?? { at: 'unknown', sequence: 0 };
  const digest = createHash('sha256').update(signed).digest('hex').slice(0, 8);
  return `${at.slice(0, 7)}/${String(sequence).padStart(12, '0')}-${digest}.jws`;
}

/** Bytes of one: it has a few hundred. */
const mostBytes = 64 * 1024;

/** The number of parallel reads. */
const together = 32;
