import type { Checkpoint } from './checkpoints.ts';

/** The epochs of a chain. Each `audit.restored` change begins one. The server signs by the same rule. */
export class Epochs {
  #current = 1;
  readonly #begun: { readonly epoch: number; readonly from: number }[] = [];

  /** The epoch of the newest change. */
  get current(): number {
    return this.#current;
  }

  /**
   * Adds an `audit.restored` change. Its `after` can contain the `epoch` to skip to. It can also contain `fromChange`, the
   * first change that differs in the database that was replaced. Ignores impossible values, because anyone with write
   * access could have written them.
   */
  add({ no, after }: { readonly no: number; readonly after: string }): void {
    const { epoch, fromChange } = numbersIn(after);
    const skips = isBetween(epoch, this.#current + 1, highestEpoch);
    this.#current = skips ? epoch : this.#current + 1;
    this.#begun.push({ epoch: this.#current, from: isBetween(fromChange, 1, no) ? fromChange : no });
  }

  /**
   * Returns whether a restore explains that a checkpoint does not match the chain. After a restore, the numbering
   * continues from the backup, so an older checkpoint with a higher number belongs to changes that are gone.
   */
  explains({ epoch, no }: Pick<Checkpoint, 'epoch' | 'no'>): boolean {
    return this.#begun.some((begun) => epoch < begun.epoch && no >= begun.from);
  }
}

function numbersIn(after: string): { readonly epoch?: unknown; readonly fromChange?: unknown } {
  try {
    return Object(JSON.parse(after));
  } catch {
    return {};
  }
}

const isBetween = (value: unknown, least: number, most: number): value is number =>
  Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most;

/** The column of the epoch is a PostgreSQL `integer`. */
const highestEpoch = 2 ** 31 - 1;
