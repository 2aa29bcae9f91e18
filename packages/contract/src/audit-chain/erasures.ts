/** What an erasure removed from a row: commitments and digests in hexadecimal. */
export interface Erasure {
  /** The change that erased. */
  readonly no: number;
  readonly of: ErasedKind;
  readonly id: string | null;
  /** The number that the row begins with, or of the change. */
  readonly rowNo: number;
  /** The commitment that the chain covers; of a change before version 3 its hash. */
  readonly original: string;
  /** The commitment to what remains. */
  readonly remains: string;
  /**
   * SHA-256 of the line that version 2 covers in the clear, and of that line as it reads since; of a change as `original` and `remains`. Of a row with values that
   * version 3 does not know also of its line in version 3, which has another commitment.
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
  readonly #lines = new Map<string, string>();
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
    const known = this.#newest.get(key);
    const last = known?.[0]?.no ?? 0;
    if (known && last === erasure.no) known.push(erasure);
    else if (last < erasure.no) this.#newest.set(key, [erasure]);
    if (erasure.line === null || erasure.lineNow === null) return;
    this.#lines.set(erasure.lineNow, erasure.line);
    this.inTheClear.push(erasure);
  }

  /** Whether the present values are what the newest erasure of the row left, or one of the same change. */
  left({ committed, found, ...row }: ErasedRow): boolean {
    const newest = this.#newest.get(keyOf(row)) ?? [];
    return newest.some(({ original, remains }) => original === committed && remains === found);
  }

  /** The digest of a line as the chain covers it. */
  lineOf(digest: string): string {
    return this.#lines.get(digest) ?? digest;
  }
}

/** A line of the table of erasures, as it is hashed; undefined for another. Version 4 tells the columns by name, and digests with `\x` before them. */
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
