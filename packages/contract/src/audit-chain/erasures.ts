import type { ChainedChange, Sha256 } from './hashes.ts';

/** An erasure in one row. Commitments and digests are in hexadecimal. */
export interface Erasure {
  /** The number of the change that erased values. */
  readonly no: number;
  readonly of: ErasedKind;
  readonly id: string | null;
  /** The number of the change that created the row. For an audit event, the number of the event. */
  readonly rowNo: number;
  /** The commitment that the chain covers. For an audit event before version 3, the hash of the event. */
  readonly original: string;
  /** The commitment to the remaining values. */
  readonly remains: string;
  /**
   * `line` and `lineNow` depend on the row:
   * - For a row that version 2 hashes in clear text: the SHA-256 of its line before and after the erasure.
   * - For a row for which version 3 covers another commitment: that commitment, and `original`.
   * - For an audit event: the same values as `original` and `remains`.
   */
  readonly line: string | null;
  readonly lineNow: string | null;
}

/** The tables with personal columns, and `change` for audit events. */
export type ErasedKind = 'users' | 'grants' | 'requests' | 'change';

/**
 * A stored row with erased values. `committed` is the commitment that the chain covers. `found` is the commitment to
 * the present values.
 */
export interface ErasedRow {
  readonly of: ErasedKind;
  readonly id: string | null;
  readonly rowNo: number;
  readonly committed: string;
  readonly found: string;
}

export class Erasures {
  /** The newest erasures of each row. There are several if one change erased values in the row several times. */
  readonly #newest = new Map<string, Erasure[]>();
  /** The first erasure of each row that version 2 hashes in clear text. The key is `lineNow`. */
  readonly #lines = new Map<string, Erasure>();
  /**
   * The first erasure of each row for which version 3 covers another commitment than `original`. The key is `original`.
   */
  readonly #commitments = new Map<string, Erasure>();
  /**
   * Erased rows that the chain hashes in clear text. To prove their original content, a checkpoint from before the
   * erasure is needed.
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

  /**
   * Returns whether the newest erasure of a row explains its present values. If one change erased the row several
   * times, any of these erasures may match.
   */
  left({ committed, found, ...row }: ErasedRow): boolean {
    const newest = this.#newest.get(keyOf(row)) ?? [];
    return newest.some(({ original, remains }) => original === committed && remains === found);
  }

  /**
   * Returns the digest of a line that a change covers. If the row was erased after the change, this is the digest of
   * the line before the erasure.
   * - Version 2 covers the line in clear text, so the stored digest is returned.
   * - Version 3 covers a commitment, so the former commitment is put back into the line.
   * - Version 4 covers the line as it is now.
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

/** Returns the text with which all lines of a row begin. */
const beginningOf = ({ of, rowNo, id }: Erasure) => `["${of}",${rowNo},"${id}",`;

/**
 * Parses a hashed line of the table `erasures`, or returns undefined for a line of another table. Version 4 names the
 * columns and writes `\x` before digests.
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
