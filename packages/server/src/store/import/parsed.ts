import { type FieldError, limits } from '@licet/contract';
import { faultOfIssue, withGiven } from '@licet/contract/reasons';
import type * as z from 'zod';
import { refuse } from '../../refusal.ts';

/** The content of a file, each name once. Pairs refer to names by their index in the lists. */
export interface ParsedImport {
  /** The number of non-empty lines, or of roles in a catalogue. */
  readonly lines: number;
  /** Repetitions of pairs. */
  readonly repeated: number;
  readonly users: readonly string[];
  readonly permissions: readonly string[];
  readonly roles: readonly { readonly name: string; readonly title: string }[];
  readonly pairs: Pairs;
}

/**
 * Pairs of indexes. The kind of import determines the two lists: users and permissions, users and roles, or roles and
 * permissions.
 */
export interface Pairs {
  readonly left: readonly number[];
  readonly right: readonly number[];
}

/**
 * A parser that runs in steps. It yields `more` to request the next piece, which is undefined at the end, or `pause` to
 * let other requests run.
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

// Greater than the number of names in a file of `limits.importBytes`. A JavaScript number represents its square
// exactly.
const mostNames = 2 ** 26;

/** Faulty lines: the first ones, and their number. */
export class Faults {
  readonly shown: FieldError[] = [];
  count = 0;

  add(fault: FieldError): void {
    this.count += 1;
    if (this.shown.length < limits.importErrorsShown.value) this.shown.push(fault);
  }

  /**
   * Refuses the import if there are faults. `of` is the unit that was counted.
   * @throws Refusal `import_rejected`
   */
  refuseAny(of: 'line' | 'entry'): void {
    const { count, shown: errors } = this;
    if (count === 0) return;
    if (count === errors.length) refuse('import_rejected', 'file_lines_not_valid', { of, count }, { errors });
    const values = { of, count, shown: errors.length };
    refuse('import_rejected', 'file_lines_not_valid_beyond', values, { errors });
  }
}

/** The names of one kind in a file. Each is checked once and gets an index in the list. */
export class Names {
  readonly list: string[] = [];
  readonly #schema: z.ZodType<string>;
  readonly #keyOf: (name: string) => string;
  readonly #places = new Map<string, number | Fault>();

  /** @param keyOf returns the key of a name; names with the same key are one name, in its first spelling */
  constructor(schema: z.ZodType<string>, keyOf: (name: string) => string = (name) => name) {
    this.#schema = schema;
    this.#keyOf = keyOf;
  }

  /** The index of a name, or its fault. */
  place(name: string): number | Fault {
    const known = this.#places.get(name);
    if (known !== undefined) return known;
    const place = this.#add(name);
    this.#places.set(name, place);
    return place;
  }

  #add(name: string): number | Fault {
    const checked = this.#schema.safeParse(name);
    const [issue] = checked.error?.issues ?? [];
    if (issue) return name === '' ? faultOfIssue(issue) : withGiven(faultOfIssue(issue), shortened(name));
    const key = this.#keyOf(name);
    const known = key === name ? undefined : this.#places.get(key);
    if (typeof known === 'number') return known;
    const place = this.list.push(name) - 1;
    this.#places.set(key, place);
    return place;
  }
}

/** The fault of a line or a name, without its position. */
export type Fault = Pick<FieldError, 'detail' | 'reason' | 'values'>;

/** A name for a message: invisible characters as code points, at most 60 characters. */
export function shortened(name: string): string {
  const visible = name.replace(
    /[\p{C}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
  const characters = [...visible];
  return characters.length > 60 ? `${characters.slice(0, 60).join('')}…` : visible;
}
