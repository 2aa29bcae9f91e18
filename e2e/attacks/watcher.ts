import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Attacked } from './attacked.ts';

/** Measures in a thread of its own how long others wait while a request is served. */
export interface Watcher {
  /** Discards earlier measurements. */
  begin(): void;
  /** The longest wait since, in milliseconds. */
  longest(): Promise<number>;
  stop(): Promise<void>;
}

export function startWatcher({ here, there, processes }: Pick<Attacked, 'here' | 'there' | 'processes'>): Watcher {
  const shared = new SharedArrayBuffer(3 * Float64Array.BYTES_PER_ELEMENT);
  const measured = new Float64Array(shared);
  const addresses = here === there ? [here] : [here, there];
  const worker = new Worker(new URL('./watcher.thread.ts', import.meta.url), {
    workerData: { addresses, processes, shared },
    execArgv: [],
  });
  return {
    begin: () => {
      measured[0] = 0;
    },
    longest: async () => {
      // Waits for the answer to the present request and to one more.
      for (const until = (measured[1] ?? 0) + 2; (measured[1] ?? 0) < until; ) await pause(5);
      return measured[0] ?? 0;
    },
    stop: async () => {
      measured[2] = 1;
      await worker.terminate();
    },
  };
}
