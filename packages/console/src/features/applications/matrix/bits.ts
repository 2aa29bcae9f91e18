/** Decodes the bits of a matrix from base64: one bit per index, least significant bit of each byte first. */
export function readBits(base64: string): Uint8Array {
  const text = atob(base64);
  const bits = new Uint8Array(text.length);
  for (let place = 0; place < text.length; place += 1) bits[place] = text.charCodeAt(place);
  return bits;
}

/** Whether the bit at an index is set. */
export const has = (bits: Uint8Array, place: number): boolean => (((bits[place >> 3] ?? 0) >> (place & 7)) & 1) === 1;

/** Calls a function with the index of each set bit, in ascending order. */
export function eachPlace(bits: Uint8Array, run: (place: number) => void): void {
  for (let index = 0; index < bits.length; index += 1)
    for (let left = bits[index] ?? 0; left !== 0; left &= left - 1) run(index * 8 + 31 - Math.clz32(left & -left));
}

/** The indexes of the set bits, in ascending order. */
export function placesOf(bits: Uint8Array): number[] {
  const places: number[] = [];
  eachPlace(bits, (place) => places.push(place));
  return places;
}
