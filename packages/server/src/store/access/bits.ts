import { limits } from '@licet/contract';
import { refuse } from '../../refusal.ts';

/**
 * Checks that `sets` bit sets of `places` bits fit into memory, and that `joins` unions of them are fast. This check is
 * needed because the owner of an application can create any number of roles.
 * @throws Refusal `too_large`
 */
export function requireRoom(sets: number, joins: number, places: number): void {
  const most = limits.roleCellsMax.value;
  if ((sets + joins) * places > most) refuse('too_large', 'roles_too_many', {});
}

/** A set of non-negative integers, one bit each. */
export class Bits {
  readonly #bytes: Uint8Array;

  constructor(size: number) {
    this.#bytes = new Uint8Array(Math.ceil(size / 8));
  }

  /** The set of these places; all are less than `size`. */
  static of(places: Iterable<number>, size: number): Bits {
    const bits = new Bits(size);
    for (const place of places) bits.add(place);
    return bits;
  }

  /** The set of all places less than `size`. */
  static all(size: number): Bits {
    const bits = new Bits(size);
    bits.#bytes.fill(255);
    if (size % 8 > 0) bits.#bytes[bits.#bytes.length - 1] = (1 << (size % 8)) - 1;
    return bits;
  }

  get empty(): boolean {
    return this.#bytes.every((byte) => byte === 0);
  }

  get count(): number {
    let count = 0;
    for (const byte of this.#bytes) for (let left = byte; left !== 0; left &= left - 1) count += 1;
    return count;
  }

  add(place: number): void {
    const byte = place >> 3;
    if (byte < this.#bytes.length) this.#bytes[byte] = (this.#bytes[byte] ?? 0) | (1 << (place & 7));
  }

  has(place: number): boolean {
    return (((this.#bytes[place >> 3] ?? 0) >> (place & 7)) & 1) === 1;
  }

  // The loops below use counters, because a matrix runs them for thousands of users, and `entries()` would allocate a
  // pair for each byte.

  /** Adds all elements of another set. */
  join(other: Bits): void {
    for (let at = 0; at < other.#bytes.length; at += 1) {
      const byte = other.#bytes[at] ?? 0;
      if (byte !== 0) this.#bytes[at] = (this.#bytes[at] ?? 0) | byte;
    }
  }

  /** The places in the first set and not in the second. */
  without(other: Bits): Bits {
    const left = new Bits(this.#bytes.length * 8);
    for (let at = 0; at < this.#bytes.length; at += 1)
      left.#bytes[at] = (this.#bytes[at] ?? 0) & ~(other.#bytes[at] ?? 0);
    return left;
  }

  /** The places in both sets. */
  and(other: Bits): Bits {
    const both = new Bits(this.#bytes.length * 8);
    for (let at = 0; at < this.#bytes.length; at += 1)
      both.#bytes[at] = (this.#bytes[at] ?? 0) & (other.#bytes[at] ?? 0);
    return both;
  }

  /** The places in ascending order. */
  places(): number[] {
    const places: number[] = [];
    for (let at = 0; at < this.#bytes.length; at += 1)
      for (let left = this.#bytes[at] ?? 0; left !== 0; left &= left - 1)
        places.push(at * 8 + 31 - Math.clz32(left & -left));
    return places;
  }

  /** The encoding in the contract: base64 without trailing zero bytes. */
  toString(): string {
    let end = this.#bytes.length;
    while (end > 0 && this.#bytes[end - 1] === 0) end -= 1;
    return Buffer.from(this.#bytes.buffer, 0, end).toString('base64');
  }
}
