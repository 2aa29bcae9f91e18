import { refuse } from '../../refusal.ts';

/** Admits a limited number of callers at a time. The others wait in order of arrival, for a limited time. */
export class Turns {
  #free: number;
  readonly #waiting = new Set<() => void>();

  readonly #patience: number;

  /** @param patience milliseconds that a caller waits for its turn */
  constructor(atOnce: number, patience: number) {
    this.#free = atOnce;
    this.#patience = patience;
  }

  /** @throws Refusal `busy` when too many callers wait already, or when the turn does not come in time */
  async take<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#waiting.size >= mostWaiting) refuse('busy', 'changes_waiting', {}, { retryAfter: 5 });
    if (this.#free > 0) this.#free -= 1;
    else if (!(await this.#itsTurn())) writingTakesLong();
    try {
      return await work();
    } finally {
      const [next] = this.#waiting;
      if (next) next();
      else this.#free += 1;
    }
  }

  #itsTurn(): Promise<boolean> {
    return new Promise((resolve) => {
      const go = () => end(true);
      const timer = setTimeout(() => end(false), this.#patience);
      const end = (itsTurn: boolean) => {
        clearTimeout(timer);
        this.#waiting.delete(go);
        resolve(itsTurn);
      };
      this.#waiting.add(go);
    });
  }
}

/** @throws Refusal `busy` */
export const writingTakesLong = (): never => refuse('busy', 'long_change_written', {}, { retryAfter: 30 });

const mostWaiting = 500;

/** Whether a lock was not free within the `lock_timeout` (PostgreSQL's `lock_not_available`). */
export const isLockTimeout = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '55P03';
