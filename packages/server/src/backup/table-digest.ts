import { createHash } from 'node:crypto';
import type { TableCount } from './frames.ts';

/** Counts and digests the rows of a table as they pass. COPY ends each with a line feed, and writes none within. */
export class TableDigest {
  readonly #name: string;
  readonly #hash = createHash('sha256');
  #rows = 0;

  constructor(name: string) {
    this.#name = name;
  }

  add(bytes: Buffer): void {
    this.#hash.update(bytes);
    for (let at = bytes.indexOf(0x0a); at >= 0; at = bytes.indexOf(0x0a, at + 1)) this.#rows += 1;
  }

  end(): TableCount {
    return { name: this.#name, rows: this.#rows, sha256: this.#hash.digest('hex') };
  }
}
