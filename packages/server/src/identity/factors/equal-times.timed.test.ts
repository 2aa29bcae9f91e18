import { setTimeout as wait } from 'node:timers/promises';
import { hashSync } from '@node-rs/bcrypt';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importedCosts, setPasswordHash } from '../../store/credentials/passwords.ts';
import { readDestination } from '../../store/sign-in/destination.ts';
import { addUser, build, type TestStore, testStore } from '../../store/store.testing.ts';
import { testUpstream } from '../connections/upstream.testing.ts';
import { secretsOf } from '../keys/secrets.ts';
import { signInByPassword } from '../steps/sign-in.ts';
import { createHashing, type Hashing } from './hashing.ts';

// Compares how long wrong passwords take for different kinds of names, within one run.
let store: TestStore;
const secrets = secretsOf(Buffer.alloc(32, 7));
const issuer = 'http://localhost';
beforeAll(async () => {
  store = await testStore();
});
afterAll(() => store.close());

const newHashing = () => createHashing({ secrets, importedCosts: () => importedCosts(store.database) });

async function someone(hash: string | null, status: 'active' | 'invited' | 'suspended' = 'active'): Promise<string> {
  return build(store.database, async (handle) => {
    const user = await addUser(handle, { status });
    if (hash !== null) await setPasswordHash(handle, user.id, hash);
    return user.username;
  });
}

async function attempt(hashing: Hashing, login: string, password: string): Promise<boolean> {
  await store.database.pool.query('delete from failures');
  const nowhere = { uid: null, strongest: false, reminded: null, step: null, client: null, application: null } as const;
  const origin = { address: '10.1.0.1', agent: null, requestId: '' };
  const { now, rules, directories } = await readDestination(store.database, null);
  const visit = { ...nowhere, origin, browsers: [], now, rules, directories };
  const parts = { database: store.database, hashing, secrets, issuer, upstream: testUpstream(issuer) };
  return signInByPassword(parts, visit, { login, password }).then(
    () => true,
    () => false,
  );
}

/** The shortest time in milliseconds that a wrong password takes for each name. Other load can only lengthen single times. */
async function shortest(hashing: Hashing, names: readonly string[], rounds: number) {
  const least = names.map(() => Number.POSITIVE_INFINITY);
  for (const name of names) await attempt(hashing, name, 'a wrong password here');
  for (let round = 0; round < rounds && (round < 5 || !isEqual(least)); round += 1)
    for (const [index, name] of names.entries()) {
      const begun = performance.now();
      expect(await attempt(hashing, name, 'a wrong password here')).toBe(false);
      least[index] = Math.min(least[index] ?? 0, performance.now() - begun);
    }
  return least;
}

/** If a name causes different work, its shortest time differs from the others, however many rounds run. */
const isEqual = (times: readonly number[]) => Math.max(...times) < 1.5 * Math.min(...times);

test('attack 20: a wrong password takes equally long for active, invited, suspended and unknown users', async () => {
  const hashing = await newHashing();
  const hash = await hashing.hash('one of ours');
  const names = [await someone(hash), await someone(null, 'invited'), await someone(hash, 'suspended')];
  const times = await shortest(hashing, [...names, 'nobody-has-this-name', 'nobody@example.org'], 100);
  expect(times).toSatisfy(isEqual);
});

test('attack 20: a wrong password takes equally long for migrated users, other users and unknown names', async () => {
  const making = await newHashing();
  const kept = (hash: string) => {
    const made = making.keep(hash);
    return 'fault' in made ? expect.fail(made.fault.sentence) : made.hash;
  };
  const names = [
    await someone(kept(hashSync('five old words', 10))),
    await someone(kept('$pbkdf2-sha1$i=1$c2FsdA$SwB5AbdlSJq+rUnZJvch0GWkKcE')),
    await someone(await making.hash('one of ours')),
  ];
  const times = await shortest(await newHashing(), [...names, 'nobody-has-this-name'], 100);
  expect(times).toSatisfy(isEqual);
});

test('a wrong password causes no additional delay when no user was migrated', async () => {
  await store.database.pool.query('delete from credentials');
  const hashing = await newHashing();
  const ours = await someone(await hashing.hash('one of ours'));
  const right: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const begun = performance.now();
    expect(await attempt(hashing, ours, 'one of ours')).toBe(true);
    right.push(performance.now() - begun);
  }
  const [wrong = 0] = await shortest(hashing, [ours], 5);
  expect(wrong).toBeLessThan(3 * Math.min(...right));
});

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
  /**
   * Returns the shortest time of each kind over several rounds. Each round measures every kind, so that other load
   * affects all alike.
   */
  const shortest = async (all: readonly Known[], rounds: number) => {
    const times = all.map(() => Number.POSITIVE_INFINITY);
    for (let round = 0; round < rounds; round++)
      for (const [no, known] of all.entries()) times[no] = Math.min(times[no] ?? 0, await time(known));
    return times;
  };

  // Retried, because other load can slow one kind. A real difference appears each time.
  test('attack 20: takes as long to refuse as a wrong local password, even with a slow directory', {
    retry: 3,
  }, async () => {
    const [here = 0, there = 0] = await shortest([hash, elsewhere(false)], 10);
    expect(there).toBeGreaterThan(0.7 * here);
    const slow = elsewhere(false, 200);
    const [least = 0, ...others] = await shortest([slow, hash, null, elsewhere(false), elsewhere(false, 0, hash)], 2);
    for (const other of others) expect(other).toBeGreaterThan(0.7 * least);
  });

  test('takes at least as long to fail during an outage as a wrong password takes to refuse', {
    retry: 3,
  }, async () => {
    const slow = elsewhere(false, 200);
    const down = { hash: null, fits: () => Promise.reject(new Error('unreachable')) };
    const [wrong = 0] = await shortest([slow], 2);
    const begun = performance.now();
    await expect(hashing.verify(down, 'wrong')).rejects.toThrow('unreachable');
    expect(performance.now() - begun).toBeGreaterThan(0.7 * wrong);
  });

  test('is not checked when the local password matches', async () => {
    let asked = 0;
    const fits = async () => ++asked > 0;
    expect(await hashing.verify({ hash, fits }, 'the one that is kept here')).toBe(true);
    expect(asked).toBe(0);
    expect(await hashing.verify({ hash, fits }, 'another')).toBe(true);
    expect(asked).toBe(1);
  });
});
