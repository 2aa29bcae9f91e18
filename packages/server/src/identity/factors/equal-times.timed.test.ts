import { hashSync } from '@node-rs/bcrypt';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importedCosts, setPasswordHash } from '../../store/credentials/passwords.ts';
import { readDestination } from '../../store/sign-in/destination.ts';
import { addUser, build, type TestStore, testStore } from '../../store/store.testing.ts';
import { testUpstream } from '../connections/upstream.testing.ts';
import { secretsOf } from '../keys/secrets.ts';
import { signInByPassword } from '../steps/sign-in.ts';
import { createHashing, type Hashing } from './hashing.ts';

// Durations, each held to another one of the same run: how long a wrong password takes, whatever the name stands for.
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

/** Milliseconds that a wrong password for each name takes at the least: what else goes on only makes one longer. */
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

/** A name that takes other work is never as quick as the others, in however many rounds. */
const isEqual = (times: readonly number[]) => Math.max(...times) < 1.5 * Math.min(...times);

test('attack 20: a wrong password takes as long for a user as for an unknown, an invited or a suspended name', async () => {
  const hashing = await newHashing();
  const hash = await hashing.hash('one of ours');
  const names = [await someone(hash), await someone(null, 'invited'), await someone(hash, 'suspended')];
  const times = await shortest(hashing, [...names, 'nobody-has-this-name', 'nobody@example.org'], 100);
  expect(times).toSatisfy(isEqual);
});

test('attack 20: a wrong password takes as long for migrated users, for all others, and for unknown names', async () => {
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

test('without migrated users nothing is waited for', async () => {
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
