import { createHash } from 'node:crypto';
import * as z from 'zod';
import { BackupError } from './backup-error.ts';

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
/** The maximum size of a frame in bytes, more than any table's head, list of tables or piece of rows has. */
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
