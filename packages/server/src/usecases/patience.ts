import { limits } from '@licet/contract';
import { refuse } from '../refusal.ts';

/**
 * How long large work waits for whoever asked, in all: ten seconds, and one more for every 256 kB that came or went. Only time that is spent waiting counts, so
 * a server that is slow itself cuts nobody off.
 */
class Patience {
  #waited = 0;
  #passed = 0;

  /** Waits for something of so many characters. @throws Refusal `request_timeout` when the time is used up */
  async waitFor<Result>(
    result: Promise<Result>,
    sizeOf: (result: Result) => number,
    sentence: string,
  ): Promise<Result> {
    const begun = performance.now();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(tooLate(sentence)), Math.max(0, this.#left()));
    });
    result.catch(() => undefined); // it may fail when nobody waits for it any more
    const came = await Promise.race([result, late]).finally(() => clearTimeout(timer));
    this.#waited += performance.now() - begun;
    this.#passed += sizeOf(came);
    return came;
  }

  #left(): number {
    const earned = limits.requestTimeout.value + (this.#passed / limits.largeWorkRate.value) * 1000;
    return Math.min(earned, limits.largeWorkWaits.value) - this.#waited;
  }
}

/** The pieces of a body, which must come in time. @throws Refusal `request_timeout` */
export async function* inTime(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  const left = pieces[Symbol.asyncIterator]();
  const patience = new Patience();
  const size = (next: IteratorResult<string>) => (next.done ? 0 : next.value.length);
  try {
    for (;;) {
      const next = await patience.waitFor(
        left.next(),
        size,
        'The body came too slowly, and other imports and plans wait for it. Send it again, all at once.',
      );
      if (next.done) return;
      yield next.value;
    }
  } finally {
    left.return?.(undefined)?.catch(() => undefined);
  }
}

/** Gives pieces of an answer to a reader who must take them in time. What it throws is `request_timeout`, a Refusal. */
export function givenInTime(give: (piece: string) => Promise<void>): (piece: string) => Promise<void> {
  const patience = new Patience();
  return (piece) =>
    patience.waitFor(
      give(piece),
      () => piece.length,
      'The answer was read too slowly, and other imports and plans wait for it. Ask again, and read all of it at once.',
    );
}

function tooLate(sentence: string): unknown {
  try {
    return refuse('request_timeout', sentence);
  } catch (refusal) {
    return refusal;
  }
}
