import { createHash } from 'node:crypto';
import type { Weight } from './faces.ts';

export interface Style {
  readonly size: number;
  readonly weight: Weight;
  readonly color: string;
}

/** An element of the document's structure. Screen readers and search use the structure. */
export interface Element {
  child(tag: string, options?: { readonly scope?: 'Column' }): Element;
  /** Assigns everything that `work` draws to this element. */
  draw(work: () => void): void;
  end(): void;
}

/** A surface on which pages are drawn. Positions and sizes are in points from the upper left corner. */
export interface Paper {
  readonly pages: number;
  readonly document: Element;
  newPage(): void;
  /** Draws a line of text. `baseline` is its vertical position. */
  text(line: string, x: number, baseline: number, style: Style): void;
  rule(y: number, from: number, to: number): void;
  /** Marks everything that `work` draws as repeated page content, not as text of the document. */
  aside(work: () => void): void;
}

/** A paper that only counts the pages. */
export class BlankPaper implements Paper {
  pages = 0;
  readonly document: Element = { child: () => this.document, draw: (work) => work(), end() {} };

  newPage(): void {
    this.pages += 1;
  }

  text(): void {}

  rule(): void {}

  aside(): void {}
}

/** A4 landscape, in points. */
export const sheet = { width: 841.89, height: 595.28, left: 40, right: 801.89, top: 56, bottom: 552 } as const;

const [ink, grey] = ['#111111', '#555555'];

export const styles = {
  title: { size: 18, weight: 'bold', color: ink },
  heading: { size: 11, weight: 'bold', color: ink },
  text: { size: 8.5, weight: 'regular', color: ink },
  label: { size: 8.5, weight: 'regular', color: grey },
  head: { size: 7.5, weight: 'bold', color: ink },
  strong: { size: 7.5, weight: 'bold', color: ink },
  cell: { size: 7.5, weight: 'regular', color: ink },
  small: { size: 7, weight: 'regular', color: grey },
} as const satisfies Readonly<Record<string, Style>>;

/** Signs data about a file as a compact JWS (RFC 7515). */
export type SignSeal = (claims: { readonly sha256: string }) => string;

/**
 * Seals a file. The seal is a PDF comment before the last lines, so PDF readers ignore it. It contains the signed digest
 * of the rest of the file, and so reveals any changed byte.
 */
export class Sealing {
  readonly #hash = createHash('sha256');

  /** Adds a part of the file to the digest. Pass the end of the file to `end` instead. */
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
