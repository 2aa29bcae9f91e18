import { once } from 'node:events';

/** Prints a stream, no faster than its reader. */
export async function printPieces(pieces: AsyncIterable<Uint8Array> | null): Promise<void> {
  for await (const piece of pieces ?? []) if (!process.stdout.write(piece)) await once(process.stdout, 'drain');
}
