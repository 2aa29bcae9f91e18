import type { FieldError } from '@licet/contract';
import { faultOfIssue, withGiven } from '@licet/contract/reasons';
import type * as z from 'zod';

/** The names of one kind in a file. Each is checked once and gets an index in the list. */
export class Names {
  readonly list: string[] = [];
  readonly #schema: z.ZodType<string>;
  readonly #keyOf: (name: string) => string;
  readonly #places = new Map<string, number | Fault>();

  /** @param keyOf two names with the same key are one; the first spelling stays */
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
