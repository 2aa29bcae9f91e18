import { createHash } from 'node:crypto';

/** Signs data about a file as a compact JWS (RFC 7515). */
export type SignSeal = (said: { readonly sha256: string }) => string;

/**
 * Seals a file. The seal is a comment before the last lines of a PDF, which PDF readers ignore. It contains the
 * signed digest of the rest of the file, and so reveals any changed byte.
 */
export class Sealing {
  readonly #hash = createHash('sha256');

  /** Adds a part of the file, except the end. */
  add(part: Uint8Array): void {
    this.#hash.update(part);
  }

  /** Returns the end of the file, with its seal. */
  end(tail: Buffer, sign: SignSeal): Buffer {
    const place = tail.lastIndexOf(start) + 1;
    this.#hash.update(tail);
    const seal = Buffer.from(`${mark}${sign({ sha256: this.#hash.digest('hex') })}\n`);
    return Buffer.concat([tail.subarray(0, place), seal, tail.subarray(place)]);
  }
}

/** Returns the seal of a file and the digest of the rest of the file. Returns undefined if there is no seal. */
export function sealOf(file: Buffer): { readonly seal: string; readonly sha256: string } | undefined {
  const from = file.lastIndexOf(mark);
  const to = file.indexOf('\n', from);
  if (from < 0 || to < 0) return undefined;
  const hash = createHash('sha256')
    .update(file.subarray(0, from))
    .update(file.subarray(to + 1));
  return { seal: file.subarray(from + mark.length, to).toString('latin1'), sha256: hash.digest('hex') };
}

const mark = '%licet-seal ';
const start = '\nstartxref\n';
