import type { Checkpoint } from './checkpoints.ts';
import { Epochs } from './epochs.ts';
import { type ErasedRow, Erasures } from './erasures.ts';
import { type BrokenPlace, type ChainFault, type FactCounts, sayFault } from './faults.ts';
import {
  type ChainedChange,
  commitmentOfChange,
  type FactsDigest,
  hashOfChange,
  newestVersion,
  type Sha256,
} from './hashes.ts';

/** The result of verifying the audit chain. */
export interface ChainFindings {
  readonly broken: BrokenPlace | null;
  /** The number of verified changes. `facts` is the number of verified facts. */
  readonly events: number;
  readonly facts: number;
  readonly head: string;
  /** The number of the first change that covers its own facts; null if there is none. */
  readonly factsSince: number | null;
  /**
   * The number of changes at the end of the chain whose facts are not covered, because an older server recorded these
   * changes.
   */
  readonly uncovered: number;
  readonly epoch: number;
  /**
   * The number of checkpoints that match the chain. `restoredAway` is the number of checkpoints whose changes are
   * missing because a backup was restored, or because the database was put back in place of another one.
   */
  readonly agreed: number;
  readonly restoredAway: number;
}

/** Verifies the chain change by change, beginning with the first. The chain can come from a database or a file. */
export class ChainCheck {
  readonly #sha256: Sha256;
  readonly #erasures: Erasures;
  readonly #checkpoints = new Map<number, Checkpoint[]>();
  #looksAtCheckpoints = false;
  #broken: BrokenPlace | null = null;
  #events = 0;
  #facts = 0;
  #last = 0;
  #covered = 0;
  #head = '';
  #factsSince: number | null = null;
  #agreed = 0;
  readonly #epochs = new Epochs();
  #waiting: Checkpoint[] = [];

  constructor(sha256: Sha256, erasures = new Erasures()) {
    this.#sha256 = sha256;
    this.#erasures = erasures;
  }

  /**
   * Tells the check that checkpoints are available. Each erased row that the chain hashes in clear text then needs a
   * checkpoint from before the erasure.
   */
  lookAtCheckpoints(): void {
    this.#looksAtCheckpoints = true;
  }

  /** Adds a checkpoint whose signature has been verified. Add all checkpoints before the first change. */
  addCheckpoint(checkpoint: Checkpoint): void {
    const same = this.#checkpoints.get(checkpoint.no);
    if (same) same.push(checkpoint);
    else this.#checkpoints.set(checkpoint.no, [checkpoint]);
  }

  /** Adds the next change. `found` is the digest of the existing facts that the change must cover. */
  add(change: ChainedChange, found: FactsDigest | undefined): void {
    const { no } = change;
    this.#events += 1;
    if (no !== this.#last + 1) this.fault('missing', no);
    if (change.previousHash !== this.#head) this.fault('unlinked', no);
    if (!isKnown(change) || hashOfChange(this.#sha256, change) !== change.hash) this.fault('edited', no);
    if (change.version >= 2) this.#addFacts(change, found);
    if (change.committed !== null) this.#addErasedChange(change, change.committed);
    if (change.action === 'audit.restored') this.#epochs.add(change);
    for (const checkpoint of this.#checkpoints.get(no) ?? []) {
      if (checkpoint.hash === change.hash) this.#agreed += 1;
      else this.#waiting.push(checkpoint);
    }
    this.#last = no;
    this.#head = change.hash;
  }

  /** Adds a row with erased values. */
  addErased(row: ErasedRow): void {
    if (!this.#erasures.left(row)) this.fault('erased_otherwise', row.rowNo);
  }

  /** Records a fault for facts whose change is not in the chain. */
  addBeyond(no: number): void {
    this.fault('facts_beyond', no);
  }

  end(): ChainFindings {
    const signed = [...this.#checkpoints.keys()];
    for (const { rowNo, no } of this.#looksAtCheckpoints ? this.#erasures.inTheClear : [])
      if (!signed.some((at) => rowNo <= at && at < no)) this.fault('erased_otherwise', rowNo);
    const beyond = [...this.#checkpoints.values()].flat().filter(({ no }) => no > this.#last);
    let restoredAway = 0;
    for (const checkpoint of [...this.#waiting, ...beyond]) {
      const { no } = checkpoint;
      if (this.#epochs.explains(checkpoint)) restoredAway += 1;
      else this.fault(no > this.#last ? 'cut_off' : 'rehashed', no);
    }
    return {
      broken: this.#broken,
      events: this.#events,
      facts: this.#facts,
      head: this.#head,
      factsSince: this.#factsSince,
      uncovered: this.#last - this.#covered,
      epoch: this.#epochs.current,
      agreed: this.#agreed,
      restoredAway,
    };
  }

  #addFacts(change: ChainedChange, found: FactsDigest | undefined): void {
    const { no, opened, closed, facts, factsFrom } = change;
    const actual = found ?? { opened: 0, closed: 0, facts: this.#sha256('', '') };
    const counts = { recorded: Number(opened) + Number(closed), found: actual.opened + actual.closed };
    this.#facts += counts.found;
    if (factsFrom !== this.#covered + 1) this.fault('edited', no);
    if (counts.found > counts.recorded) this.fault('facts_added', no, counts);
    else if (counts.found < counts.recorded) this.fault('facts_missing', no, counts);
    else if (actual.facts !== facts || actual.opened !== opened) this.fault('facts_edited', no, counts);
    this.#covered = no;
    this.#factsSince ??= no;
  }

  #addErasedChange(change: ChainedChange, committed: string): void {
    const found = commitmentOfChange(this.#sha256, change);
    this.addErased({ of: 'change', id: null, rowNo: change.no, committed, found });
  }

  /** Records a fault at a change, unless an earlier change has a fault. */
  fault(fault: ChainFault, no: number, counts: FactCounts = { recorded: 0, found: 0 }): void {
    if (this.#broken && this.#broken.no <= no) return;
    this.#broken = { no, fault, said: sayFault[fault](no, counts) };
  }
}

/** Returns the report of a verification. `outside` is the number of external checkpoints. */
export const reportOf = ({ broken, agreed, restoredAway, ...found }: ChainFindings, outside: number) => ({
  ...found,
  whole: broken === null,
  firstBroken: broken?.no ?? null,
  fault: broken?.fault ?? null,
  said: broken?.said ?? null,
  checkpoints: { agreed, outside, restoredAway },
});

const isKnown = ({ version }: ChainedChange) => version >= 1 && version <= newestVersion;
