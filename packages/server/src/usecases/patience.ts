import { limits } from '@licet/contract';
import { refuse } from '../refusal.ts';

type Late = 'body_too_slow' | 'answer_read_too_slowly';

/**
 * The total time that a large job waits for its client: ten seconds, and one more for every 256 kB transferred. Only
 * time spent waiting counts, so a slow server never cuts off a client.
 */
class Patience {
  #waited = 0;
  #passed = 0;

  /** Waits for a result; `sizeOf` is its length in characters. @throws Refusal `request_timeout` when the time is used up */
  async waitFor<Result>(result: Promise<Result>, sizeOf: (result: Result) => number, late: Late): Promise<Result> {
    const begun = performance.now();
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(tooLate(late)), Math.max(0, this.#left()));
    });
    result.catch(() => undefined); // avoids an unhandled rejection after the timeout
    const came = await Promise.race([result, timeout]).finally(() => clearTimeout(timer));
    this.#waited += performance.now() - begun;
    this.#passed += sizeOf(came);
    return came;
  }

  #left(): number {
    const earned = limits.requestTimeout.value + (this.#passed / limits.largeWorkRate.value) * 1000;
    return Math.min(earned, limits.largeWorkWaits.value) - this.#waited;
  }
}

/** The pieces of a body, with a limit on the time they take. @throws Refusal `request_timeout` */
export async function* inTime(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  const left = pieces[Symbol.asyncIterator]();
  const patience = new Patience();
  const size = (next: IteratorResult<string>) => (next.done ? 0 : next.value.length);
  try {
    for (;;) {
      const next = await patience.waitFor(left.next(), size, 'body_too_slow');
      if (next.done) return;
      yield next.value;
    }
  } finally {
    left.return?.(undefined)?.catch(() => undefined);
  }
}

/** Writes pieces of an answer, with a limit on the time the reader takes. @throws Refusal `request_timeout` */
export function givenInTime(give: (piece: string) => Promise<void>): (piece: string) => Promise<void> {
  const patience = new Patience();
  return (piece) => patience.waitFor(give(piece), () => piece.length, 'answer_read_too_slowly');
}

function tooLate(reason: Late): unknown {
  try {
    return refuse('request_timeout', reason, {});
  } catch (refusal) {
    return refusal;
  }
}
