import type { ChainedChange, Sha256 } from './hashes.ts';

/** An erasure in one row. Commitments and digests are in hexadecimal. */
export interface Erasure {
  /** The number of the change that erased values. */
  readonly no: number;
  readonly of: ErasedKind;
  readonly id: string | null;
  /** The number of the change with which the row begins. For a change, its own number. */
  readonly rowNo: number;
  /** The commitment that the chain covers. For a change before version 3, its hash. */
  readonly original: string;
  /** The commitment to the remaining values. */
  readonly remains: string;
  /**
   * The SHA-256 of the line that version 2 covers in clear text. `lineNow` is the SHA-256 of the same line with its
   * present values. For a change, the fields equal `original` and `remains`.
   *
   * For a row with values that version 3 does not know, `line` is the commitment that version 3 covers, and `lineNow`
   * equals `original`.
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
  /**
   * For each row, the erasures of the newest change that erased values in it. One change may erase values in a row
   * several times.
   */
  readonly #newest = new Map<string, Erasure[]>();
  /**
   * The first erasure of each line that version 2 covers in clear text, by the digest of the line after the erasure.
   */
  readonly #lines = new Map<string, Erasure>();
  /** The first erasure of each row for which version 3 has another commitment, by `original`. */
  readonly #commitments = new Map<string, Erasure>();
  /**
   * Erased rows that the chain covers in clear text. Only a checkpoint from before the erasure can prove their former
   * content.
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
   * Returns whether the present values are the result of the newest erasure of the row. A change that erased values
   * several times has several valid results.
   */
  left({ committed, found, ...row }: ErasedRow): boolean {
    const newest = this.#newest.get(keyOf(row)) ?? [];
    return newest.some(({ original, remains }) => original === committed && remains === found);
  }

  /**
   * Returns the digest of a line as a change before the erasure covers it. Only personal values can be erased. So in
   * a line of version 3, only the commitment is replaced. Version 4 covers the present line.
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
