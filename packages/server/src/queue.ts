/** Limits the number of parallel tasks; further ones wait in line. */
export interface Queue {
  <Result>(work: () => Promise<Result>): Promise<Result>;
  /** The number of running and of waiting tasks. */
  readonly load: () => QueueLoad;
}

export interface QueueLoad {
  readonly running: number;
  readonly waiting: number;
}

export function queue(places: number): Queue {
  const waiting: (() => void)[] = [];
  let free = places;
  const inTurn = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (free > 0) free -= 1;
    else await new Promise<void>((next) => waiting.push(next));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
  return Object.assign(inTurn, { load: () => ({ running: places - free, waiting: waiting.length }) });
}
