import { refuse } from '../../refusal.ts';

/** Lets so many do something at once; others wait in the order in which they came, and not for ever. */
export class Turns {
  #free: number;
  readonly #waiting = new Set<() => void>();

  readonly #patience: number;

  /** @param patience milliseconds that one waits for its turn */
  constructor(atOnce: number, patience: number) {
    this.#free = atOnce;
    this.#patience = patience;
  }

  /** @throws Refusal `busy` when very many wait already, or when it is not their turn for too long */
  async take<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#waiting.size >= mostWaiting)
      refuse('busy', 'More changes wait for their turn than can be made.', { retryAfter: 5 });
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
export const writingTakesLong = (): never =>
  refuse(
    'busy',
    'Another change is being written that takes long, such as an import or a plan of thousands of changes. Nothing of yours was changed. Try again in half a minute.',
    { retryAfter: 30 },
  );

const mostWaiting = 500;
