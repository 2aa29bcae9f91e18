import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endAll } from '../end-all.ts';
import { type Attacked, loggedSecrets } from './attacked.ts';
import { takeFaults } from './http.ts';

/** Registers an attack. The title starts with the attack's number in the list of promises, as in `07 times that are missing`. */
export type Attack = (title: string, work: (attacked: Attacked) => Promise<void>, options?: AttackOptions) => void;

export interface AttackOptions {
  /** Sends many requests at the same time, so that other users may have to wait. */
  readonly flood?: boolean;
  /** Breaks a part of Licet itself, which Licet then has to log. */
  readonly breaks?: boolean;
}

export type Part = (attack: Attack) => void;

/** The maximum milliseconds for which a single hostile request may delay others. */
const patience = 100;
/** A harmful attack delays others in every attempt. A busy machine causes delays only occasionally. */
const tries = 3;

/**
 * Runs the attacks of all parts against the servers that `start` returns. Each attack must cause no server error and must not delay other
 * requests. No secret may appear in an error or in the log, and the audit chain must stay valid.
 * @param only the numbers of the attacks to run. The default is all attacks.
 */
export function suite(name: string, start: () => Promise<Attacked>, parts: readonly Part[], only?: readonly number[]) {
  describe(name, () => {
    let attacked: Attacked;
    let watcher: Watcher;
    // Log lines that attacks with `breaks` caused. The logs of two processes are concatenated, so new lines are not at
    // the end and must be found by comparison.
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
        /for an unexpected reason|A background task failed|A job failed|does not fit the contract/.test(line),
      );
      expect(unexpected.filter((line) => !expectedLog.has(line))).toEqual([]);
    });
  });
}

/** Measures in its own thread how long other requests wait while the server handles an attack. */
interface Watcher {
  begin(): void;
  /** Returns the longest wait since `begin`, in milliseconds. */
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
      // Waits for the response to the current request and to one more request.
      for (const until = (measured[1] ?? 0) + 2; (measured[1] ?? 0) < until; ) await pause(5);
      return measured[0] ?? 0;
    },
    stop: async () => {
      measured[2] = 1;
      await worker.terminate();
    },
  };
}
