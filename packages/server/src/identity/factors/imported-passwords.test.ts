import { hashSync } from '@node-rs/bcrypt';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { importedCosts, setPasswordHash } from '../../store/credentials/passwords.ts';
import { readDestination } from '../../store/sign-in/destination.ts';
import { addUser, build, type TestStore, testStore } from '../../store/store.testing.ts';
import { testUpstream } from '../connections/upstream.testing.ts';
import { secretsOf } from '../keys/secrets.ts';
import { signInByPassword } from '../steps/sign-in.ts';
import { createHashing, type Hashing } from './hashing.ts';

let store: TestStore;
let hashing: Hashing;
const secrets = secretsOf(Buffer.alloc(32, 7));
// As it was typed: NFKC would make “ﬁ” two letters.
const typed = 'ﬁve old words';

beforeAll(async () => {
  store = await testStore();
});
beforeEach(async () => {
  await store.database.pool.query('delete from credentials');
  hashing = await createHashing({ secrets, importedCosts: () => importedCosts(store.database) });
});
afterAll(() => store.close());

async function someone(hash: string) {
  return build(store.database, async (handle) => {
    const user = await addUser(handle, { status: 'active' });
    await setPasswordHash(handle, user.id, hash);
    return user;
  });
}

function kept(hash: string): string {
  const made = hashing.keep(hash);
  if ('fault' in made) throw new Error(made.fault.sentence);
  return made.hash;
}

const issuer = 'http://localhost';
async function attempt(login: string, password: string): Promise<boolean> {
  await store.database.pool.query('delete from failures');
  const visit = {
    origin: { address: '10.1.0.1', agent: null, requestId: '' },
    application: null,
    uid: null,
    strongest: false,
    reminded: null,
    browsers: [],
    ...(await readDestination(store.database, null)),
    client: null,
  };
  const parts = { database: store.database, hashing, secrets, issuer, upstream: testUpstream(issuer) };
  return signInByPassword(parts, visit, { login, password }).then(
    () => true,
    () => false,
  );
}

async function stored(userId: string): Promise<string> {
  const { rows } = await store.database.pool.query<{ hash: string }>(
    'select password_hash as hash from credentials where user_id = $1',
    [userId],
  );
  return rows[0]?.hash ?? '';
}

test('the old password signs in, and is then hashed like all others', async () => {
  const user = await someone(kept(hashSync(typed, 4)));
  expect(await attempt(user.username, typed.normalize('NFKC'))).toBe(false);
  expect(await stored(user.id)).toMatch(/^imported:bcrypt:04:\$2/);
  expect(await attempt(user.username, typed)).toBe(true);
  expect(await stored(user.id)).toMatch(/^\$argon2id\$v=19\$m=19456/);
  expect(await attempt(user.username, typed)).toBe(true);
  expect(await attempt(user.username, `${typed}.`)).toBe(false);
});

test('a password that was changed meanwhile stays', async () => {
  const user = await someone(kept(hashSync(typed, 4)));
  const another = await hashing.hash('another password altogether');
  const real = hashing;
  hashing = {
    ...real,
    hash: async (password) => {
      await build(store.database, (handle) => setPasswordHash(handle, user.id, another));
      return real.hash(password);
    },
  };
  expect(await attempt(user.username, typed)).toBe(true);
  expect(await stored(user.id)).toBe(another);
});

test('beyond 72 bytes of bcrypt the rest is unknown: the hash stays', async () => {
  const long = 'x'.repeat(80);
  const user = await someone(kept(hashSync(long, 4)));
  expect(await attempt(user.username, `${long}, mistyped at the end`)).toBe(true);
  expect(await stored(user.id)).toMatch(/^imported:/);
  expect(await attempt(user.username, long)).toBe(true);
});

test('finds one hash of each stored cost', async () => {
  const pbkdf2 = '$pbkdf2-sha1$i=4096$c2FsdA$SwB5AbdlSJq+rUnZJvch0GWkKcE';
  for (const hash of [hashSync('a', 4), hashSync('b', 4), hashSync('c', 5), pbkdf2, pbkdf2]) await someone(kept(hash));
  await someone(await hashing.hash('one of ours'));
  const costs = await importedCosts(store.database);
  expect(costs.map(({ cost }) => cost)).toEqual(['bcrypt:04', 'bcrypt:05', 'pbkdf2-sha1:4096']);
});
