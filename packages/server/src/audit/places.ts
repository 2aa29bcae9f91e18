import { createHash } from 'node:crypto';
import { mkdir, open, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkpointIn } from '@licet/contract/audit-chain';
import { GivenUp, type JobHandler } from '../jobs/jobs.ts';
import { type Outgoing, webhookHeaders } from '../outgoing/outgoing.ts';
import { type Bucket, openBucket } from '../s3/bucket.ts';
import { S3Error } from '../s3/faults.ts';
import { isS3, type S3Settings } from '../s3/settings.ts';
import { findCheckpoint, lockOutsideFolder, recordInFolder } from '../store/audit/checkpoints.ts';
import { type Database, transaction } from '../store/kernel/database.ts';
import { poolOf } from '../store/kernel/pool.ts';

/** The places outside the database to which checkpoints are written. */
export interface AuditPlaces {
  /** A folder with one file for each month, or `s3://bucket/folder` with one object for each checkpoint. */
  readonly folder: string | undefined;
  readonly webhook: Webhook | undefined;
}

/** The URL that receives checkpoints as POST requests, and the secret that signs them (Standard Webhooks). */
export interface Webhook {
  readonly url: string;
  readonly secret: string;
}

export interface PlacesParts {
  readonly database: Database;
  readonly outgoing: Outgoing;
  readonly places: AuditPlaces;
  readonly s3?: S3Settings;
  /** Called with each checkpoint. It writes to the log, which is another place outside the database. */
  readonly onCheckpoint: (signed: string) => void;
}

/** Delivers a checkpoint to every configured place, at least once. */
export function checkpointHandler({ database, outgoing, places, s3 = {}, onCheckpoint }: PlacesParts): JobHandler {
  return {
    run: async ({ data, attempt }, signal) => {
      const sequence = Number((data as { sequence?: unknown }).sequence);
      const found = await findCheckpoint(database, sequence);
      if (found === undefined) throw new GivenUp(`The checkpoint ${sequence} is gone.`);
      const { signed, inFolder } = found;
      if (attempt === 1) onCheckpoint(signed);
      // A retry after a failed webhook does not write the checkpoint again.
      if (places.folder !== undefined && !inFolder) {
        await addTo(places.folder, s3, signed, signal);
        await recordInFolder(poolOf(database), sequence);
      }
      if (places.webhook) await post(outgoing, places.webhook, { sequence, signed }, signal);
    },
  };
}

/** Writes to this server's folder the checkpoints that a server without a folder has delivered. Does nothing if no folder is configured. */
export async function addMissing(
  { database, places: { folder }, s3 = {} }: Pick<PlacesParts, 'database' | 'places' | 's3'>,
  signal: AbortSignal,
): Promise<void> {
  if (folder === undefined) return;
  const failed = await transaction(database, 'begin isolation level read committed', async (connection) => {
    for (const { sequence, signed } of await lockOutsideFolder(connection)) {
      // The checkpoints before a failure stay recorded, so that they are not written again.
      const why = await addTo(folder, s3, signed, signal).catch((error: unknown) => ({ error }));
      if (why) return why;
      await recordInFolder(connection, sequence);
    }
    return undefined;
  });
  if (failed) throw failed.error;
}

/** Returns the checkpoints in the folder; none if no folder is configured. */
export async function checkpointsIn(folder: string | undefined, s3: S3Settings = {}): Promise<string[]> {
  if (folder === undefined) return [];
  if (isS3(folder)) return checkpointsInBucket(folder, s3);
  const names = await readdir(folder).catch(noneYet);
  const files = names.filter((name) => /^checkpoints-\d{4}-\d{2}\.jws$/.test(name)).sort();
  const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
  return texts.flatMap((text) => text.split('\n').filter((line) => line !== ''));
}

const addTo = (folder: string, s3: S3Settings, signed: string, signal: AbortSignal): Promise<void> =>
  isS3(folder) ? addToBucket(folder, s3, signed, signal) : addToFolder(folder, signed);

/**
 * Appends a line in a single write, because several servers may share the folder. Returns after the line is synced to
 * disk. Ends a torn line first, because the file may be append-only.
 * @throws Error if the line was not written as a whole; the next attempt writes it again
 */
async function addToFolder(folder: string, signed: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const month = checkpointIn(signed)?.at.slice(0, 7) ?? 'unknown';
  const file = await open(join(folder, `checkpoints-${month}.jws`), 'a+', 0o640);
  try {
    const { size } = await file.stat();
    const { buffer } = size > 0 ? await file.read(Buffer.alloc(1), 0, 1, size - 1) : { buffer: Buffer.from('\n') };
    const line = Buffer.from(`${buffer.toString() === '\n' ? '' : '\n'}${signed}\n`);
    const { bytesWritten } = await file.write(line);
    // A full disk takes a part of a line without an error.
    if (bytesWritten < line.length) throw new Error('The disk of the audit folder is full.');
    await file.sync();
  } finally {
    await file.close();
  }
}

async function post(
  outgoing: Outgoing,
  { url, secret }: Webhook,
  { sequence, signed }: { readonly sequence: number; readonly signed: string },
  signal: AbortSignal,
): Promise<void> {
  const id = `audit-checkpoint-${sequence}`;
  const body = JSON.stringify({ type: 'audit.checkpoint', id, signed, checkpoint: checkpointIn(signed) });
  const headers = webhookHeaders(secret, id, body);
  const { status } = await outgoing(url, { method: 'POST', headers, body, redirect: 'error', signal });
  if (status >= 300) throw new Error(`The webhook of the audit checkpoints answered ${status}.`);
}

function noneYet(error: unknown): string[] {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
  throw error;
}

/**
 * Writes a checkpoint as an object of its own, because objects cannot be appended to. With object lock it cannot be overwritten or
 * deleted. A repeated write gives the same object.
 */
async function addToBucket(place: string, s3: S3Settings, signed: string, signal: AbortSignal): Promise<void> {
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
    // Anyone who may write to the bucket could store a huge object.
    if (bytes > mostBytes) throw new S3Error('no_checkpoint', bucket.addressOf(name));
    pieces.push(piece);
  }
  return Buffer.concat(pieces)
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '');
}

/** The name contains the month, the sequence number, and a digest, because after a restore a sequence number repeats. */
function nameOf(signed: string): string {
  const { at, sequence } = checkpointIn(signed) ?? { at: 'unknown', sequence: 0 };
  const digest = createHash('sha256').update(signed).digest('hex').slice(0, 8);
  return `${at.slice(0, 7)}/${String(sequence).padStart(12, '0')}-${digest}.jws`;
}

/** The maximum size of a checkpoint in bytes; real ones have a few hundred. */
const mostBytes = 64 * 1024;

/** The number of parallel reads. */
const together = 32;
