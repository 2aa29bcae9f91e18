import { refuse } from '../../refusal.ts';

/** Lets so many do something at once; others wait in the order in which they came. */
export class Turns {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(atOnce: number) {
    this.#free = atOnce;
  }

  /** @throws Refusal `busy` when very many wait already */
  async take<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#waiting.length >= mostWaiting)
      refuse('busy', 'More changes wait for their turn than can be made.', { retryAfter: 5 });
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    }
  }
}

const mostWaiting = 500;
