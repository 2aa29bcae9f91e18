/**
 * A set of permissions: bit n modulo 8 of byte n / 8 stands for the permission with the index n. Sets that are combined
 * have the same size. The loops go by index, because thousands of sets are compared with hundreds of others.
 */
export type PermissionSet = Uint8Array;

export const emptySet = (size: number): PermissionSet => new Uint8Array(Math.ceil(size / 8));

/** Reads the bits of a matrix (base64 without zero bytes at the end). */
export function readSet(bits: string, size: number): PermissionSet {
  const set = emptySet(size);
  const bytes = atob(bits);
  for (let at = 0; at < set.length && at < bytes.length; at += 1) set[at] = bytes.charCodeAt(at);
  return set;
}

export function setOf(places: Iterable<number>, size: number): PermissionSet {
  const set = emptySet(size);
  for (const place of places) set[place >> 3] = byteAt(set, place >> 3) | (1 << (place & 7));
  return set;
}

/** Adds all permissions of another set. */
export function join(set: PermissionSet, other: PermissionSet): void {
  for (let at = 0; at < set.length; at += 1) set[at] = byteAt(set, at) | byteAt(other, at);
}

export function without(set: PermissionSet, other: PermissionSet): PermissionSet {
  const left = new Uint8Array(set.length);
  for (let at = 0; at < set.length; at += 1) left[at] = byteAt(set, at) & ~byteAt(other, at);
  return left;
}

export function both(set: PermissionSet, other: PermissionSet): PermissionSet {
  const shared = new Uint8Array(set.length);
  for (let at = 0; at < set.length; at += 1) shared[at] = byteAt(set, at) & byteAt(other, at);
  return shared;
}

export function isWithin(set: PermissionSet, other: PermissionSet): boolean {
  for (let at = 0; at < set.length; at += 1) if ((byteAt(set, at) & ~byteAt(other, at)) !== 0) return false;
  return true;
}

export function isEmpty(set: PermissionSet): boolean {
  for (let at = 0; at < set.length; at += 1) if (set[at] !== 0) return false;
  return true;
}

/** The indexes of the permissions, ascending. */
export function placesIn(set: PermissionSet): number[] {
  const places: number[] = [];
  for (let at = 0; at < set.length; at += 1)
    for (let left = byteAt(set, at); left !== 0; left &= left - 1) places.push(at * 8 + 31 - Math.clz32(left & -left));
  return places;
}

export function countIn(set: PermissionSet): number {
  let count = 0;
  for (let at = 0; at < set.length; at += 1) count += ones(byteAt(set, at));
  return count;
}

/** The number of permissions that are in both sets. */
export function countShared(set: PermissionSet, other: PermissionSet): number {
  let count = 0;
  for (let at = 0; at < set.length; at += 1) count += ones(byteAt(set, at) & byteAt(other, at));
  return count;
}

/** A text that only equal sets have. */
export const keyOf = (set: PermissionSet): string => String.fromCharCode(...set);

const byteAt = (set: PermissionSet, at: number): number => set[at] ?? 0;

/** The number of bits that are set in a byte. */
function ones(byte: number): number {
  const pairs = byte - ((byte >> 1) & 0x55);
  const fours = (pairs & 0x33) + ((pairs >> 2) & 0x33);
  return (fours + (fours >> 4)) & 0x0f;
}
