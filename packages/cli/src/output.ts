import { once } from 'node:events';

/** Prints what comes in pieces, no faster than whatever reads it takes it. */
export async function printPieces(pieces: AsyncIterable<Uint8Array> | null): Promise<void> {
  for await (const piece of pieces ?? []) if (!process.stdout.write(piece)) await once(process.stdout, 'drain');
}
