import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endAll } from '../end-all.ts';
import { type Attacked, loggedSecrets } from './attacked.ts';
import { takeFaults } from './http.ts';

/** Registers an attack by its number in the list of promises, as `07 times that are missing`. */
export type Attack = (title: string, work: (attacked: Attacked) => Promise<void>, options?: AttackOptions) => void;

export interface AttackOptions {
  /** Sends many requests simultaneously, so other users may have to wait. */
  readonly flood?: boolean;
  /** Breaks something of Licet itself, which then has to be logged. */
  readonly breaks?: boolean;
}

export type Part = (attack: Attack) => void;

/** Milliseconds for which a single hostile request may hold up others. */
const patience = 100;
/** Retried, because a busy machine is slow only occasionally, but a harmful attack delays others in each try. */
const tries = 3;

/**
 * Runs the attacks of all parts against what `start` returns. For every attack it checks that there is no server error, no secret in an
 * error or in the log, that other requests are not delayed, and that the chain is whole.
 * @param only the numbers to run, if not all of them
 */
export function suite(name: string, start: () => Promise<Attacked>, parts: readonly Part[], only?: readonly number[]) {
  describe(name, () => {
    let attacked: Attacked;
    let watcher: Watcher;
    // The logs of two processes are joined one behind the other, so new lines are found by comparison.
    const expectedLog = new Set<string>();
    const logged = () => attacked.log().split('\n');
    beforeAll(async () => {
      attacked = await start();
      watcher = startWatcher(attacked);
    });
    afterAll(() => endAll(watcher, attacked));
    const attack: Attack = (title, work, { flood = false, breaks = false } = {}) => {
      if (only && !only.includes(Number.parseInt(title, 10))) return;
      test(title, async () => {
        for (let left = tries; ; left -= 1) {
          watcher.begin();
          const before = new Set(breaks ? logged() : []);
          try {
            await work(attacked);
          } finally {
            expect(takeFaults()).toEqual([]);
          }
          const held = await watcher.longest();
          if (breaks) for (const line of logged()) if (!before.has(line)) expectedLog.add(line);
          if (flood || held <= patience) return;
          if (left === 1) throw new Error(`It held up others for ${Math.round(held)} ms: “${title}”.`);
        }
      });
    };
    for (const part of parts) part(attack);
    test('after the attacks the audit chain is valid, no secret was logged, and no unexpected error occurred', async () => {
      expect(await attacked.operator.audit.verify()).toMatchObject({ whole: true });
      expect(loggedSecrets(attacked)).toEqual([]);
      const unexpected = logged().filter((line) =>
        /for an unexpected reason|that nobody was waiting for|does not fit the contract/.test(line),
      );
      expect(unexpected.filter((line) => !expectedLog.has(line))).toEqual([]);
    });
  });
}

/** Measures in a thread of its own how long others wait while a request is served. */
interface Watcher {
  /** Discards earlier measurements. */
  begin(): void;
  /** The longest wait since, in milliseconds. */
  longest(): Promise<number>;
  stop(): Promise<void>;
}

function startWatcher({ here, there, processes }: Pick<Attacked, 'here' | 'there' | 'processes'>): Watcher {
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
