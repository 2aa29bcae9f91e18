import * as z from 'zod';
import { BackupError } from './backup-error.ts';
import { passphraseCost } from './secret.ts';

const hex = z.string().regex(/^[0-9a-f]*$/);

const lock = z.strictObject({
  kind: z.enum(['key', 'passphrase']),
  /** 32 random bytes in Base64, unique to this backup. */
  salt: z.base64(),
  /** The value by which a secret is recognised as the right one. */
  check: hex,
  /** The cost of a passphrase. Only this version's cost is accepted, so that a file cannot demand a higher one. */
  scrypt: z.strictObject({ n: z.literal(passphraseCost.n), r: z.literal(8), p: z.literal(1) }).optional(),
});

/** The first line of a backup. It can be read without the key, but not altered, because the key depends on it. */
const backupHeader = z.strictObject({
  licet: z.literal('backup'),
  /** The version of this format. */
  format: z.int(),
  id: z.uuid(),
  /** The time of the snapshot, by the database's clock. */
  madeAt: z.iso.datetime(),
  /** The version of Licet that made the backup, and of its PostgreSQL. */
  version: z.string(),
  postgres: z.string(),
  /** The number and the hash of the last change, at which the audit chain ended. */
  change: z.int(),
  lastHash: hex,
  /** The migrations that its schema has. */
  migrations: z.array(z.strictObject({ name: z.string(), digest: hex })),
  lock,
});
export type BackupHeader = z.infer<typeof backupHeader>;

export const backupFormat = 1;
const longestHeader = 65_536;

export const writeHeader = (header: BackupHeader): Buffer => Buffer.from(`${JSON.stringify(header)}\n`);

/**
 * Reads the header. Returns it with the bytes that it was read from, and the rest of the stream.
 * @throws BackupError if it is not a backup
 */
export async function readHeader(pieces: AsyncIterable<Uint8Array>): Promise<{
  readonly header: BackupHeader;
  readonly line: Buffer;
  readonly rest: AsyncIterable<Uint8Array>;
}> {
  const source = pieces[Symbol.asyncIterator]();
  let held = Buffer.alloc(0);
  for (;;) {
    const end = held.indexOf(0x0a);
    if (end >= 0) {
      const line = held.subarray(0, end + 1);
      return { header: parse(line.toString('utf8')), line, rest: behind(held.subarray(end + 1), source) };
    }
    const next = await source.next();
    if (next.done === true || held.length > longestHeader) return notOne();
    held = Buffer.concat([held, next.value]);
  }
}

async function* behind(first: Buffer, source: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    if (first.length > 0) yield first;
    for (let next = await source.next(); next.done !== true; next = await source.next()) yield next.value;
  } finally {
    await source.return?.();
  }
}

function parse(text: string): BackupHeader {
  let written: unknown;
  try {
    written = JSON.parse(text);
  } catch {
    return notOne();
  }
  const format = typeof written === 'object' && written !== null && 'format' in written ? written.format : undefined;
  if (typeof format === 'number' && format > backupFormat)
    throw new BackupError(
      `The backup has the format ${format}, and this version of Licet reads up to ${backupFormat}. Take a newer version of Licet.`,
    );
  const read = backupHeader.safeParse(written);
  return read.success ? read.data : notOne();
}

function notOne(): never {
  throw new BackupError('This is no backup of Licet, or its header was changed.');
}

/** The name of a backup; names sort by time. */
export const nameOf = ({ madeAt, change, id }: BackupHeader): string =>
  `licet-${madeAt.slice(0, 19).replaceAll(':', '')}Z-${change}-${id.slice(0, 8)}.backup`;

/** The time in a backup's name, in ISO 8601 without fractions; undefined for any other name. */
export function instantIn(name: string): string | undefined {
  const [, day, hour, minute, second] =
    /^licet-(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)Z-\d+-[0-9a-f]{8}\.backup$/.exec(name) ?? [];
  return day && `${day}T${hour}:${minute}:${second}Z`;
}
