/** The bits of a matrix as the contract has them: base64, a bit for each place, the lowest of a byte first. */
export function readBits(base64: string): Uint8Array {
  const text = atob(base64);
  const bits = new Uint8Array(text.length);
  for (let place = 0; place < text.length; place += 1) bits[place] = text.charCodeAt(place);
  return bits;
}

/** Whether a place is among them. */
export const has = (bits: Uint8Array, place: number): boolean => (((bits[place >> 3] ?? 0) >> (place & 7)) & 1) === 1;

/** The places that are among them, from the lowest. */
export function placesOf(bits: Uint8Array): number[] {
  const places: number[] = [];
  for (const [index, byte] of bits.entries())
    for (let left = byte; left !== 0; left &= left - 1) places.push(index * 8 + 31 - Math.clz32(left & -left));
  return places;
}
