import { ChainCheck, type ChainFindings } from './chain-check.ts';
import { type ErasedKind, type Erasure, Erasures, erasureIn } from './erasures.ts';
import { type ChainedChange, commitment, digestOfFacts, type FactsDigest } from './hashes.ts';
import { addCheckpoints, type CheckpointParts } from './series.ts';

/**
 * A line of an export. Erasures come before the lines that they affect. A fact contains:
 * - the number of its change
 * - 1 if the change opened the fact, or 0 if the change closed it
 * - its line
 * - if the fact has personal values: the random bytes of their commitment, and the values
 */
export type ExportedLine =
  | { readonly checkpoint: string }
  | { readonly erasure: string }
  | { readonly fact: readonly [no: number, opened: 0 | 1, line: string, salt?: string, personal?: string] }
  | { readonly change: ChainedChange }
  | { readonly end: { readonly changes: number } };

export class ExportCheck {
  readonly #check: ChainCheck;
  readonly #erasures = new Erasures();
  /** The erasures that no `user.erased` change has confirmed yet. The key is the line of the erasure. */
  readonly #announced = new Map<string, Erasure>();
  readonly #parts: CheckpointParts;
  readonly #outside: readonly string[];
  readonly #series: string[] = [];
  /** The facts since the last change that covers its facts. */
  #facts: Fact[] = [];
  #began = false;
  #changes = 0;
  #ended: number | undefined;

  /** @param outside external checkpoints */
  constructor(parts: CheckpointParts, outside: readonly string[] = []) {
    this.#check = new ChainCheck(parts.sha256, this.#erasures);
    this.#parts = parts;
    this.#outside = outside;
  }

  add(line: ExportedLine): void {
    if ('checkpoint' in line) this.#series.push(line.checkpoint);
    else if ('erasure' in line) this.#addErasure(line.erasure);
    else if ('fact' in line) this.#addFact(...line.fact);
    else if ('change' in line) this.#addChange(line.change);
    else this.#ended = line.end.changes;
  }

  /** Returns the result. `complete` is false for a truncated file. */
  end(): ChainFindings & { readonly complete: boolean } {
    this.#begin();
    for (const { no } of this.#facts) this.#check.addBeyond(no);
    for (const { no } of this.#announced.values()) this.#check.fault('erased_otherwise', no);
    return { ...this.#check.end(), complete: this.#ended === this.#changes };
  }

  #addErasure(line: string): void {
    const erasure = erasureIn(line);
    if (!erasure) return;
    this.#erasures.add(erasure);
    this.#announced.set(line, erasure);
  }

  #addFact(no: number, opened: 0 | 1, line: string, salt?: string, personal?: string): void {
    this.#facts.push({ no, opened: opened === 1, line });
    if (salt === undefined || personal === undefined) return;
    const [of, rowNo, id, committed] = JSON.parse(line) as [ErasedKind, number, string, string];
    const found = commitment(this.#parts.sha256, salt, personal);
    if (found !== committed) this.#check.addErased({ of, id, rowNo, committed, found });
  }

  #addChange(change: ChainedChange): void {
    this.#begin();
    this.#changes += 1;
    const covers = change.version >= 2;
    this.#check.add(change, covers ? this.#digestFor(change) : undefined);
    // Only a `user.erased` change can confirm erasures. The verification in the database has the same rule.
    if (change.version >= 3 && change.action === 'user.erased')
      for (const { line } of this.#facts) if (this.#announced.get(line)?.no === change.no) this.#announced.delete(line);
    if (covers) this.#facts = [];
  }

  #digestFor(change: ChainedChange): FactsDigest {
    const { sha256 } = this.#parts;
    const digest = (line: string) => this.#erasures.digestOf(sha256, line, change);
    return digestOfFacts(
      sha256,
      this.#facts.map(({ line, ...fact }) => ({ ...fact, digest: digest(line) })),
    );
  }

  #begin(): void {
    if (this.#began) return;
    this.#began = true;
    addCheckpoints(this.#check, { series: this.#series, outside: this.#outside }, this.#parts);
  }
}

interface Fact {
  readonly no: number;
  readonly opened: boolean;
  readonly line: string;
}
