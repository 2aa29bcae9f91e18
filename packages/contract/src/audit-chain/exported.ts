import { ChainCheck, type ChainFindings } from './chain-check.ts';
import { type ChainedChange, digestOfFacts, type FactDigest } from './hashes.ts';
import type { CheckpointParts } from './series.ts';
import { addOutside, addSeries } from './series.ts';

/** A line of an export: a fact is the number of its change, 1 when it was opened there and 0 when closed, and its own line. */
export type ExportedLine =
  | { readonly checkpoint: string }
  | { readonly fact: readonly [no: number, opened: 0 | 1, line: string] }
  | { readonly change: ChainedChange }
  | { readonly end: { readonly changes: number } };

/** Verifies an export, line by line. */
export class ExportCheck {
  readonly #check: ChainCheck;
  readonly #parts: CheckpointParts;
  readonly #outside: readonly string[];
  readonly #series: string[] = [];
  #facts: FactDigest[] = [];
  #began = false;
  #changes = 0;
  #ended: number | undefined;

  /** @param outside checkpoints that were kept elsewhere */
  constructor(parts: CheckpointParts, outside: readonly string[] = []) {
    this.#check = new ChainCheck(parts.sha256);
    this.#parts = parts;
    this.#outside = outside;
  }

  add(line: ExportedLine): void {
    if ('checkpoint' in line) this.#series.push(line.checkpoint);
    else if ('fact' in line) this.#addFact(...line.fact);
    else if ('change' in line) this.#addChange(line.change);
    else this.#ended = line.end.changes;
  }

  /** What was found; `complete` is whether the file goes to its end. */
  end(): ChainFindings & { readonly complete: boolean } {
    this.#begin();
    const [beyond] = this.#facts;
    if (beyond) this.#check.addBeyond(beyond.no);
    return { ...this.#check.end(), complete: this.#ended === this.#changes };
  }

  #addFact(no: number, opened: 0 | 1, line: string): void {
    this.#facts.push({ no, opened: opened === 1, digest: this.#parts.sha256('', line) });
  }

  #addChange(change: ChainedChange): void {
    this.#begin();
    this.#changes += 1;
    const covers = change.version >= 2;
    this.#check.add(change, covers ? digestOfFacts(this.#parts.sha256, this.#facts) : undefined);
    if (covers) this.#facts = [];
  }

  #begin(): void {
    if (this.#began) return;
    this.#began = true;
    addSeries(this.#check, this.#series, this.#parts);
    addOutside(this.#check, this.#outside, this.#parts);
  }
}
