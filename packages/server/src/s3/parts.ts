/** Bytes of a part; the last may be shorter. Stores want all others to be of one size, of 5 MiB at least. */
export const partBytes = 16 * 1024 * 1024;

/** A stream in parts of one size, in the memory of one: a part is good until the next is asked for. */
export async function* partsOf(pieces: AsyncIterable<Uint8Array>, size = partBytes): AsyncGenerator<Buffer> {
  const part = Buffer.allocUnsafeSlow(size);
  let held = 0;
  let any = false;
  for await (const piece of pieces) {
    for (let from = 0; from < piece.length; ) {
      const taken = Math.min(size - held, piece.length - from);
      part.set(piece.subarray(from, from + taken), held);
      held += taken;
      from += taken;
      if (held < size) continue;
      yield part;
      any = true;
      held = 0;
    }
  }
  if (held > 0 || !any) yield part.subarray(0, held);
}
