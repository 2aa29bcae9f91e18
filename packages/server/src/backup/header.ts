import { createHash } from 'node:crypto';
import * as z from 'zod';
import { BackupError } from './backup-error.ts';
import { passphraseCost } from './secret.ts';

const hex = z.string().regex(/^[0-9a-f]*$/);

const lock = z.strictObject({
  kind: z.enum(['key', 'passphrase']),
  /** 32 random bytes in Base64, unique to this backup. */
  salt: z.base64(),
  /** The check value that tells whether a secret is the right one. */
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
  /** The versions of Licet and PostgreSQL that made the backup. */
  version: z.string(),
  postgres: z.string(),
  /** The number and the hash of the last change in the audit chain. */
  change: z.int(),
  lastHash: hex,
  /** The migrations of the schema in the backup. */
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

/** The description of a table in a backup. */
const tableHead = z.strictObject({ name: z.string(), columns: z.array(z.string()).readonly() });
export type TableHead = z.infer<typeof tableHead>;

/** The end of a table in a backup. */
const tableCount = z.strictObject({ name: z.string(), rows: z.int(), sha256: z.string() });
export type TableCount = z.infer<typeof tableCount>;

/** A piece of a backup's content: the beginning of a table, its rows in COPY format, or at the very end the counts of all tables. */
export type Frame =
  | { readonly kind: 'table'; readonly table: TableHead }
  | { readonly kind: 'rows'; readonly bytes: Buffer }
  | { readonly kind: 'end'; readonly tables: readonly TableCount[] };

const codes = { table: 0x54, rows: 0x44, end: 0x5a } as const;
const headBytes = 5;
/**
 * The maximum size of a frame in bytes. It is enough for a table's description, the counts of all tables, or a piece of
 * rows.
 */
const longestFrame = 1_048_576;

/** Writes a code, the length in four bytes, and the content. */
export function writeFrame(frame: Frame): Buffer[] {
  if (frame.kind !== 'rows')
    return [pack(codes[frame.kind], Buffer.from(JSON.stringify(frame.kind === 'table' ? frame.table : frame.tables)))];
  const packed: Buffer[] = [];
  for (let at = 0; at < frame.bytes.length; at += longestFrame)
    packed.push(pack(codes.rows, frame.bytes.subarray(at, at + longestFrame)));
  return packed;
}

/** @throws BackupError if it is incomplete or was not written by {@link writeFrame} */
export async function* readFrames(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Frame> {
  let held = Buffer.alloc(0);
  for await (const piece of pieces) {
    held = Buffer.concat([held, piece]);
    while (held.length >= headBytes) {
      const end = headBytes + held.readUInt32BE(1);
      if (end > longestFrame + headBytes) return unreadable();
      if (held.length < end) break;
      yield frameOf(held[0] ?? 0, held.subarray(headBytes, end));
      held = held.subarray(end);
    }
  }
  if (held.length > 0) unreadable();
}

function pack(code: number, payload: Buffer): Buffer {
  const head = Buffer.alloc(headBytes);
  head[0] = code;
  head.writeUInt32BE(payload.length, 1);
  return Buffer.concat([head, payload]);
}

function frameOf(code: number, payload: Buffer): Frame {
  if (code === codes.rows) return { kind: 'rows', bytes: payload };
  if (code === codes.table) return { kind: 'table', table: parsed(payload, tableHead) };
  if (code === codes.end) return { kind: 'end', tables: parsed(payload, z.array(tableCount)) };
  return unreadable();
}

function parsed<Shape>(payload: Buffer, schema: z.ZodType<Shape>): Shape {
  const read = schema.safeParse(JSON.parse(payload.toString('utf8')));
  return read.success ? read.data : unreadable();
}

function unreadable(): never {
  throw new BackupError('What is in the backup cannot be read, although it is as it was written. Report this.');
}

/** Counts and hashes the rows of a table as they pass. COPY ends each row with a line feed, and escapes those inside. */
export class TableDigest {
  readonly #name: string;
  readonly #hash = createHash('sha256');
  #rows = 0;

  constructor(name: string) {
    this.#name = name;
  }

  add(bytes: Buffer): void {
    this.#hash.update(bytes);
    for (let at = bytes.indexOf(0x0a); at >= 0; at = bytes.indexOf(0x0a, at + 1)) this.#rows += 1;
  }

  end(): TableCount {
    return { name: this.#name, rows: this.#rows, sha256: this.#hash.digest('hex') };
  }
}
