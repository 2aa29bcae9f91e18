import { setTimeout as wait } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { secretsOf } from '../keys/secrets.ts';
import { createHashing, type Hashing } from './hashing.ts';

describe('a password in a directory', () => {
  let hashing: Hashing;
  let hash = '';
  beforeAll(async () => {
    hashing = await createHashing({ secrets: secretsOf(Buffer.alloc(32, 7)), importedCosts: async () => [] });
    hash = await hashing.hash('the one that is kept here');
  });

  const elsewhere = (says: boolean, took = 0, kept: string | null = null) => ({
    hash: kept,
    fits: async () => {
      await wait(took);
      return says;
    },
  });
  type Known = Parameters<Hashing['verify']>[0];
  const time = async (known: Known) => {
    const begun = performance.now();
    expect(await hashing.verify(known, 'wrong')).toBe(false);
    return performance.now() - begun;
  };
  /** The shortest time of each in turn, round by round: what else goes on only makes one longer, and passes over all of them alike. */
  const shortest = async (all: readonly Known[], rounds: number) => {
    const times = all.map(() => Number.POSITIVE_INFINITY);
    for (let round = 0; round < rounds; round++)
      for (const [no, known] of all.entries()) times[no] = Math.min(times[no] ?? 0, await time(known));
    return times;
  };

  // Measured anew where a busy machine was slow to one side: what gives a name away does so each time.
  test('attack 20: a wrong one there takes no less than one here, and one here no less than a slow one there', {
    retry: 3,
  }, async () => {
    const [here = 0, there = 0] = await shortest([hash, elsewhere(false)], 10);
    expect(there).toBeGreaterThan(0.7 * here);
    const slow = elsewhere(false, 200);
    const [least = 0, ...others] = await shortest([slow, hash, null, elsewhere(false), elsewhere(false, 0, hash)], 2);
    for (const other of others) expect(other).toBeGreaterThan(0.7 * least);
  });

  test('attack 20: an outage there takes no less than a wrong password', { retry: 3 }, async () => {
    const slow = elsewhere(false, 200);
    const down = { hash: null, fits: () => Promise.reject(new Error('unreachable')) };
    const [wrong = 0] = await shortest([slow], 2);
    const begun = performance.now();
    await expect(hashing.verify(down, 'wrong')).rejects.toThrow('unreachable');
    expect(performance.now() - begun).toBeGreaterThan(0.7 * wrong);
  });

  test('is not checked if one here matches', async () => {
    let asked = 0;
    const fits = async () => ++asked > 0;
    expect(await hashing.verify({ hash, fits }, 'the one that is kept here')).toBe(true);
    expect(asked).toBe(0);
    expect(await hashing.verify({ hash, fits }, 'another')).toBe(true);
    expect(asked).toBe(1);
  });
});
