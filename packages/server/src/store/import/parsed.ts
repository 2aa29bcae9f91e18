import { limits } from '@licet/contract';
import { refuse } from '../../refusal.ts';

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

/**
 * A reading of a file in steps: it asks for the next piece (`more`, answered with undefined at the end), or lets others be served
 * (`pause`).
 */
export type Reading<Result> = Generator<'more' | 'pause', Result, string | undefined>;

export type ImportKind = 'permissions' | 'roles' | 'catalogue';

/** Pairs without repetition. */
export class PairSet {
  readonly left: number[] = [];
  readonly right: number[] = [];
  repeated = 0;
  #added = 0;
  readonly #seen = new Set<number>();

  /** @throws Refusal `too_large` beyond `limits.importRecords` */
  add(left: number, right: number): void {
    this.#added += 1;
    requireFew(this.#added);
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

/** @throws Refusal `too_large` beyond `limits.importRecords` */
export function requireFew(records: number): void {
  if (records > limits.importRecords.value)
    refuse('too_large', 'file_too_many_records', { most: limits.importRecords.value });
}

// A file of `limits.importBytes` holds fewer names than this, and its square is still exact in a number.
const mostNames = 2 ** 26;
