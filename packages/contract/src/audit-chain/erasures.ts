import type { ChainedChange, Sha256 } from './hashes.ts';

/** What an erasure removed from a row: commitments and digests in hexadecimal. */
export interface Erasure {
  /** The change that erased. */
  readonly no: number;
  readonly of: ErasedKind;
  readonly id: string | null;
  /** The change number at which the row begins; for a change its own number. */
  readonly rowNo: number;
  /** The commitment that the chain covers; for a change before version 3, its hash. */
  readonly original: string;
  /** The commitment to what remains. */
  readonly remains: string;
  /**
   * SHA-256 of the line that version 2 covers in the clear, and of the same line with its present values; for a change
   * as `original` and `remains`. For a row with values that version 3 does not know, the commitment that version 3
   * covers instead, and `original`.
   */
  readonly line: string | null;
  readonly lineNow: string | null;
}

/** The tables with personal columns. */
export type ErasedKind = 'users' | 'grants' | 'requests' | 'change';

/**
 * A row with erased values as stored: the commitment that the chain covers, and the commitment to the present values.
 */
export interface ErasedRow {
  readonly of: ErasedKind;
  readonly id: string | null;
  readonly rowNo: number;
  readonly committed: string;
  readonly found: string;
}

/** The erasures of a chain. */
export class Erasures {
  /** For each row, the erasures of the last change that erased something in it; one change may do so more than once. */
  readonly #newest = new Map<string, Erasure[]>();
  /** The first erasure of a line that version 2 covers in the clear, by the digest of the line after the erasure. */
  readonly #lines = new Map<string, Erasure>();
  /** The first erasure of a row to which version 3 has another commitment, by `original`. */
  readonly #commitments = new Map<string, Erasure>();
  /**
   * Rows that the chain covers in the clear: only a checkpoint from before the erasure proves that they were as
   * recorded.
   */
  readonly inTheClear: { readonly rowNo: number; readonly no: number }[] = [];

  constructor(all: Iterable<Erasure> = []) {
    for (const erasure of all) this.add(erasure);
  }

  add(erasure: Erasure): void {
    const key = keyOf(erasure);
    const newest = this.#newest.get(key);
    const last = newest?.[0]?.no ?? 0;
    if (newest && last === erasure.no) newest.push(erasure);
    else if (last < erasure.no) this.#newest.set(key, [erasure]);
    const { line, lineNow, original } = erasure;
    if (line === null || lineNow === null) return;
    const known = lineNow === original ? this.#commitments : this.#lines;
    if ((known.get(lineNow)?.no ?? Number.POSITIVE_INFINITY) > erasure.no) known.set(lineNow, erasure);
    if (lineNow !== original) this.inTheClear.push(erasure);
  }

  /** Whether the present values are what the newest erasure of the row left, or one of the same change. */
  left({ committed, found, ...row }: ErasedRow): boolean {
    const newest = this.#newest.get(keyOf(row)) ?? [];
    return newest.some(({ original, remains }) => original === committed && remains === found);
  }

  /**
   * The digest of a line as covered by a change before the erasure of its row. Only personal values may have been
   * erased. So in a line of version 3 only the commitment is replaced; version 4 covers the present line.
   */
  digestOf(sha256: Sha256, line: string, { no, version }: Pick<ChainedChange, 'no' | 'version'>): string {
    const digest = sha256('', line);
    const known = version === 2 ? this.#lines : this.#commitments;
    if (version > 3 || known.size === 0) return digest;
    const erasure = known.get(version === 2 ? digest : (line.split(',', 4)[3]?.slice(1, -1) ?? ''));
    if (!erasure?.line || no >= erasure.no || !line.startsWith(beginningOf(erasure))) return digest;
    if (!/^[0-9a-f]{64}$/.test(erasure.line)) return digest;
    return version === 2 ? erasure.line : sha256('', line.replace(erasure.original, erasure.line));
  }
}

/** The beginning of the lines of a row. */
const beginningOf = ({ of, rowNo, id }: Erasure) => `["${of}",${rowNo},"${id}",`;

/**
 * A line of the table of erasures, as it is hashed; undefined for a line of another table. Version 4 names the columns
 * and writes `\x` before digests.
 */
export function erasureIn(line: string): Erasure | undefined {
  if (!line.startsWith('["erasures",')) return undefined;
  const [, no, of, id, rowNo, original, remains, before, now] = JSON.parse(line);
  if (typeof of !== 'object') return { no, of, id, rowNo, original, remains, line: before, lineNow: now };
  const digest = (text: string | undefined) => text?.slice(2) ?? null;
  return {
    no,
    of: of.of_kind,
    id: of.of_id ?? null,
    rowNo: of.row_no,
    original: of.original.slice(2),
    remains: of.remains.slice(2),
    line: digest(of.line),
    lineNow: digest(of.line_now),
  };
}

const keyOf = ({ of, id, rowNo }: Pick<Erasure, 'of' | 'id' | 'rowNo'>) => `${of} ${rowNo} ${id}`;
