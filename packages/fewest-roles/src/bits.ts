/** A set of small integers, one bit for each. All sets of one operation have the same length. */
export type Bits = Uint32Array;

export function emptyBits(size: number): Bits {
  return new Uint32Array((size + 31) >>> 5);
}

export function bitsOf(size: number, members: Iterable<number>): Bits {
  const set = emptyBits(size);
  for (const member of members) add(set, member);
  return set;
}

export function has(set: Bits, member: number): boolean {
  return (((set[member >>> 5] as number) >>> (member & 31)) & 1) === 1;
}

export function add(set: Bits, member: number): void {
  const word = member >>> 5;
  set[word] = (set[word] as number) | (1 << (member & 31));
}

export function drop(set: Bits, member: number): void {
  const word = member >>> 5;
  set[word] = (set[word] as number) & ~(1 << (member & 31));
}

/** Adds all members of `other` to `set`. */
export function unite(set: Bits, other: Bits): void {
  for (let i = 0; i < set.length; i++) set[i] = (set[i] as number) | (other[i] as number);
}

/** Removes from `set` the members that `other` does not have. */
export function intersect(set: Bits, other: Bits): void {
  for (let i = 0; i < set.length; i++) set[i] = (set[i] as number) & (other[i] as number);
}

/** Removes all members of `other` from `set`. */
export function subtract(set: Bits, other: Bits): void {
  for (let i = 0; i < set.length; i++) set[i] = (set[i] as number) & ~(other[i] as number);
}

export function isSubset(set: Bits, of: Bits): boolean {
  for (let i = 0; i < set.length; i++) if (((set[i] as number) & ~(of[i] as number)) !== 0) return false;
  return true;
}

export function meets(set: Bits, other: Bits): boolean {
  for (let i = 0; i < set.length; i++) if (((set[i] as number) & (other[i] as number)) !== 0) return true;
  return false;
}

export function isEmpty(set: Bits): boolean {
  for (let i = 0; i < set.length; i++) if (set[i] !== 0) return false;
  return true;
}

export function sizeOf(set: Bits): number {
  let size = 0;
  for (let i = 0; i < set.length; i++) size += ones(set[i] as number);
  return size;
}

/** Returns how many members both sets have. */
export function sizeOfBoth(set: Bits, other: Bits): number {
  let size = 0;
  for (let i = 0; i < set.length; i++) size += ones((set[i] as number) & (other[i] as number));
  return size;
}

/** Returns the smallest member of a set that is not empty. */
export function firstOf(set: Bits): number {
  const i = set.findIndex((word) => word !== 0);
  const word = set[i] as number;
  return i * 32 + 31 - Math.clz32(word & -word);
}

/** Returns the members in ascending order. */
export function membersOf(set: Bits): number[] {
  const members: number[] = [];
  for (let i = 0; i < set.length; i++) {
    for (let word = set[i] as number; word !== 0; word &= word - 1) {
      members.push(i * 32 + 31 - Math.clz32(word & -word));
    }
  }
  return members;
}

/** Counts the bits of a word in parallel (H. S. Warren, Hacker's Delight, section 5-1). */
function ones(word: number): number {
  let sum = word - ((word >>> 1) & 0x55555555);
  sum = (sum & 0x33333333) + ((sum >>> 2) & 0x33333333);
  return Math.imul((sum + (sum >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
