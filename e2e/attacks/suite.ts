import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endAll } from '../end-all.ts';
import { type Attacked, loggedSecrets } from './attacked.ts';
import { takeFaults } from './http.ts';
import { startWatcher, type Watcher } from './watcher.ts';

/** Registers an attack by its line in the list of what Licet promises, as `07 times that are missing`. */
export type Attack = (title: string, work: (attacked: Attacked) => Promise<void>, options?: AttackOptions) => void;

export interface AttackOptions {
  /** It is many requests at the same moment: others may wait for their turn. */
  readonly flood?: boolean;
  /** It breaks something of Licet itself, which is logged as it should be. */
  readonly breaks?: boolean;
}

export type Part = (attack: Attack) => void;

/** No single hostile request holds up others for longer, in milliseconds. */
const patience = 100;
/** A machine that is busy with something else is slow once; an attack that holds others up does so each time. */
const tries = 3;

/**
 * Attacks what `start` gives, part by part. What holds for every attack is looked at here: no failure of the server, no secret in
 * an error or in the log, nobody held up, the chain whole.
 * @param only the lines to take, where not all of them are
 */
export function suite(name: string, start: () => Promise<Attacked>, parts: readonly Part[], only?: readonly number[]) {
  describe(name, () => {
    let attacked: Attacked;
    let watcher: Watcher;
    // Of two processes the log is one behind the other: what came in between is told by its lines.
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
    test('afterwards the chain is whole, nothing secret was logged, and no error was unexpected', async () => {
      expect(await attacked.operator.audit.verify()).toMatchObject({ whole: true });
      expect(loggedSecrets(attacked)).toEqual([]);
      const unexpected = logged().filter((line) =>
        /for an unexpected reason|that nobody was waiting for|does not fit the contract/.test(line),
      );
      expect(unexpected.filter((line) => !expectedLog.has(line))).toEqual([]);
    });
  });
}
