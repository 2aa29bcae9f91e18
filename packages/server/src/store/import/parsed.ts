/** What a file says, each name once. Pairs refer to names by their place in the lists. */
export interface ParsedImport {
  /** Lines that say something, or roles of a catalogue. */
  readonly lines: number;
  /** Pairs that the file says more than once, beyond the first time. */
  readonly repeated: number;
  readonly users: readonly string[];
  readonly permissions: readonly string[];
  readonly roles: readonly { readonly name: string; readonly title: string }[];
  readonly pairs: Pairs;
}

/** Which list each side of the pairs refers to follows from the kind: user and permission, user and role, role and permission. */
export interface Pairs {
  readonly left: readonly number[];
  readonly right: readonly number[];
}

export type ImportKind = 'permissions' | 'roles' | 'catalogue';

/** Pairs without repetition. */
export class PairSet {
  readonly left: number[] = [];
  readonly right: number[] = [];
  repeated = 0;
  readonly #seen = new Set<number>();

  add(left: number, right: number): void {
    const key = left * mostNames + right;
    if (this.#seen.has(key)) {
      this.repeated += 1;
      return;
    }
    this.#seen.add(key);
    this.left.push(left);
    this.right.push(right);
  }
}

// A file of `limits.importBytes` holds fewer names than this, and its square is still exact in a number.
const mostNames = 2 ** 26;
