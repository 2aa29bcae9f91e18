import { setTimeout as wait } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { createHashing, type Hashing } from './hashing.ts';
import { secretsOf } from './secrets.ts';

describe('a password that is kept elsewhere', () => {
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
  /** The shortest of a few: what else goes on only makes it longer. */
  const shortest = async (known: Parameters<Hashing['verify']>[0], tries = 5) => {
    const times = [];
    for (let no = 0; no < tries; no++) {
      const begun = performance.now();
      expect(await hashing.verify(known, 'wrong')).toBe(false);
      times.push(performance.now() - begun);
    }
    return Math.min(...times);
  };

  test('attack 20: a wrong one takes no less than one of here, nor does one of here take less than a slow one elsewhere', async () => {
    const here = await shortest(hash);
    expect(await shortest(elsewhere(false))).toBeGreaterThan(0.7 * here);
    const slow = await shortest(elsewhere(false, 200), 2);
    for (const known of [hash, null, elsewhere(false), elsewhere(false, 0, hash)])
      expect(await shortest(known, 2)).toBeGreaterThan(0.7 * slow);
  });

  test('is not asked for where one of here fits', async () => {
    let asked = 0;
    const fits = async () => ++asked > 0;
    expect(await hashing.verify({ hash, fits }, 'the one that is kept here')).toBe(true);
    expect(asked).toBe(0);
    expect(await hashing.verify({ hash, fits }, 'another')).toBe(true);
    expect(asked).toBe(1);
  });
});
