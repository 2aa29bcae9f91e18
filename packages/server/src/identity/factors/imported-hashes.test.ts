import { hashSync } from '@node-rs/bcrypt';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { importedCosts, setPasswordHash } from '../../store/credentials/passwords.ts';
import { readDestination } from '../../store/sign-in/destination.ts';
import { addUser, build, type TestStore, testStore } from '../../store/store.testing.ts';
import { testUpstream } from '../connections/upstream.testing.ts';
import { secretsOf } from '../keys/secrets.ts';
import { signInByPassword } from '../steps/sign-in.ts';
import { createHashing, type Hashing } from './hashing.ts';
import { type ImportedHash, keepImported, openImported, readImportedHash } from './imported-hashes.ts';

// Each hash was created by the named system's own code, or is from its documentation.
const vectors: readonly [from: string, password: string, hash: string][] = [
  // golang.org/x/crypto/bcrypt, bcrypt_test.go, which Supabase's auth server uses.
  ['bcrypt $2a$', 'allmine', '$2a$10$XajjQvNhvvRt5GSeFk1xFeyqRrsxkhBkUiQeg0dt.wU1qD4aFDcga'],
  // The same hash under the other two names of the algorithm: Auth0 exports $2b$, PHP writes $2y$.
  ['bcrypt $2b$', 'allmine', '$2b$10$XajjQvNhvvRt5GSeFk1xFeyqRrsxkhBkUiQeg0dt.wU1qD4aFDcga'],
  ['bcrypt $2y$', 'allmine', '$2y$10$XajjQvNhvvRt5GSeFk1xFeyqRrsxkhBkUiQeg0dt.wU1qD4aFDcga'],
  // Django 5.2.19, BCryptSHA256PasswordHasher with five rounds.
  ['bcrypt-sha256', 'lètmein', '$bcrypt-sha256$2b$05$3N/urJYWP63FG5Wkww6jwOHBC/7mIosqbJqyJW0wEvWtEvZDc7fHm'],
  // Django 5.2.19, make_password(…, hasher='argon2').
  [
    'argon2id',
    'lètmein',
    '$argon2id$v=19$m=102400,t=2,p=8$dDEyMHZmV3RBNWJPZjRNektUU0VzMw$z7VUvbjb+SmBTbBWjiW8nbJxs+mQpDEYOZYBlHK5MUI',
  ],
  // The reference implementation’s src/test.c: argon2i, version 0x13 and 0x10, with “somesalt”.
  ['argon2i', 'password', '$argon2i$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$wWKIMhR9lyDFvRz9YTZweHKfbftvj+qf+YFY4NeBbtA'],
  ['argon2i of before', 'password', '$argon2i$m=65536,t=2,p=1$c29tZXNhbHQ$9sTbSlTio3Biev89thdrlKKiCaYsjjYVJxGAL3swxpQ'],
  // RFC 6070, with 4096 iterations.
  ['pbkdf2-sha1', 'password', '$pbkdf2-sha1$i=4096$c2FsdA$SwB5AbdlSJq+rUnZJvch0GWkKcE'],
  // Django 5.2.19, get_hasher('pbkdf2_sha256').encode(…, 'seasalt', 1000): the salt is the text, not base64 of it.
  ['pbkdf2-sha256', 'lètmein', '$pbkdf2-sha256$i=1000$c2Vhc2FsdA$JgZryXe2Ga8ysg6XbzkLpTdyPQrHqsinbL9BnnhgX4A'],
  // passlib 1.7.4, pbkdf2_sha512.using(rounds=1000).hash(…).
  [
    'pbkdf2-sha512',
    'lètmein',
    '$pbkdf2-sha512$i=1000$d05pzbn3/n8PAWBszVmrFQ$39cEQed7CL8I9Vl7HbS9RjQotvCjKp/Dp7FU2+RUoKEjVipS45NXIzvIoTrkUe8gu7oBwAWzslhVRgnMdHdz7g',
  ],
  // passlib 1.7.4, scrypt.using(rounds=10).hash(…).
  ['scrypt', 'lètmein', '$scrypt$ln=10,r=8,p=1$CEGodc65V8r5fw+hNEbImQ$ra6t+j7kLHJOEvey7cGGcbekbIWrOQKv/4kLAm+SgxE'],
  // github.com/firebase/scrypt, README.md.
  [
    'firebase-scrypt',
    'user1password',
    '$firebase-scrypt$ln=14,r=8$42xEC+ixf3L2lw$Bw$jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA$lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ',
  ],
];

const secrets = secretsOf(Buffer.alloc(32, 7));

function taken(hash: string): ImportedHash {
  const read = readImportedHash(hash);
  if ('fault' in read) throw new Error(read.fault.sentence);
  return read;
}

test.each(vectors)('%s: matches only the correct password, even after storage', async (_from, password, hash) => {
  expect(await taken(hash).fits(password)).toBe(true);
  expect(await taken(hash).fits(`${password} `)).toBe(false);
  const kept = keepImported(hash, secrets);
  expect(await openImported('hash' in kept ? kept.hash : '', secrets)?.fits(password)).toBe(true);
});

test('stores the key of a Firebase project encrypted with the server’s key', () => {
  const [, , firebase = ''] = vectors.at(-1) ?? [];
  const kept = keepImported(firebase, secrets);
  expect(JSON.stringify(kept)).not.toContain('jxspr8Ki');
  expect(() => openImported('hash' in kept ? kept.hash : '', secretsOf(Buffer.alloc(32, 8)))).toThrow();
});

test('compares bytes, so a password in another Unicode normalisation does not match', async () => {
  const composed = '$pbkdf2-sha256$i=1000$c2Vhc2FsdA$JgZryXe2Ga8ysg6XbzkLpTdyPQrHqsinbL9BnnhgX4A';
  expect(await taken(composed).fits('lètmein'.normalize('NFC'))).toBe(true);
  expect(await taken(composed).fits('lètmein'.normalize('NFD'))).toBe(false);
});

describe('bcrypt', () => {
  test('compares the first 72 bytes, and reports that the rest is unchecked', async () => {
    const { hashSync } = await import('@node-rs/bcrypt');
    const long = `${'é'.repeat(36)}A`;
    const hash = taken(hashSync(long, 4));
    expect(await hash.fits(`${'é'.repeat(36)}B`)).toBe(true);
    expect([hash.coversWhole(long), hash.coversWhole('é'.repeat(36))]).toEqual([false, true]);
  });

  test('never matches a password with NUL, because bcrypt repeats the key after it', async () => {
    const { hashSync, verifySync } = await import('@node-rs/bcrypt');
    const text = hashSync('secret', 4);
    expect(verifySync('secret\0secret', text)).toBe(true);
    expect(await taken(text).fits('secret\0secret')).toBe(false);
  });
});

const salt = 'c29tZXNhbHRzb21lc2FsdA';
const digest = 'SwB5AbdlSJq+rUnZJvch0GWkKcE';
const bcrypted = 'XajjQvNhvvRt5GSeFk1xFeyqRrsxkhBkUiQeg0dt.wU1qD4aFDcga';

test.each([
  ['bcrypt beyond 2^14', `$2b$15$${bcrypted}`, 'The cost of its hash is 15; Licet accepts up to 14.'],
  ['Django’s bcrypt beyond 2^14', `$bcrypt-sha256$2b$31$${bcrypted}`, 'The cost of its hash is 31'],
  ['pbkdf2 of 2,000,001', `$pbkdf2-sha1$i=2000001$${salt}$${digest}`, 'Its hash needs 2,000,001 iterations'],
  ['pbkdf2 whose length multiplies it', `$pbkdf2-sha1$i=1000000$${salt}$${'A'.repeat(80)}`, 'Its hash needs 3,000,000'],
  ['pbkdf2 with SHA-512 of 600,001', `$pbkdf2-sha512$i=600001$${salt}$${digest}`, 'Its hash needs 600,001'],
  ['argon2 of too much memory', `$argon2id$v=19$m=262145,t=1,p=1$${salt}$${digest}`, 'Its hash needs 262,145 KiB'],
  [
    'argon2 of too many passes',
    `$argon2id$v=19$m=262144,t=5,p=1$${salt}$${digest}`,
    'Its hash processes 1,310,720 KiB',
  ],
  ['scrypt of too much memory', `$scrypt$ln=20,r=8,p=1$${salt}$${digest}`, 'Its hash needs 1,048,576 KiB'],
  ['scrypt with an excessive cost', `$scrypt$ln=99,r=8,p=1$${salt}$${digest}`, 'malformed'],
  [
    'firebase of too much memory',
    `$firebase-scrypt$ln=20,r=8$${salt}$Bw$${digest}$${digest}`,
    'Its hash needs 1,048,576',
  ],
])('refuses a hash that is too expensive to compare: %s', (_what, hash, fault) => {
  expect(readImportedHash(hash)).toMatchObject({ fault: { sentence: expect.stringContaining(fault) } });
});

test.each([
  ['an empty text', ''],
  ['plain text', 'hunter2'],
  ['MD5', '$1$abcdefgh$0123456789abcdefghijkl'],
  ['a short bcrypt', '$2b$10$short'],
  ['bcrypt 2x', `$2x$10$${bcrypted}`],
  ['no iterations', `$pbkdf2-sha1$i=0$${salt}$${digest}`],
  ['a digest of one byte', `$pbkdf2-sha1$i=1000$${salt}$AA`],
  ['no salt', `$argon2id$v=19$m=19456,t=2,p=1$$${digest}`],
  ['an unknown argon2 version', `$argon2id$v=20$m=19456,t=2,p=1$${salt}$${digest}`],
  ['no digest', `$scrypt$ln=14,r=8,p=1$${salt}`],
  ['invalid Base64', `$scrypt$ln=14,r=8,p=1$${salt}$!!${digest}`],
  ['the name of an object property', `$constructor$i=1$${salt}$${digest}`],
  ['an overlong salt', `$pbkdf2-sha1$i=1$${'A'.repeat(2000)}$${digest}`],
])('refuses an unreadable hash: %s', (_what, hash) => {
  expect(readImportedHash(hash)).toMatchObject({ fault: { reason: 'password_hash_unreadable' } });
});

describe('a user with an imported password', () => {
  let store: TestStore;
  let hashing: Hashing;
  const secrets = secretsOf(Buffer.alloc(32, 7));
  // With the ligature as typed: NFKC would make “ﬁ” two letters.
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

  test('accepts the old password, and then stores Licet’s own hash', async () => {
    const user = await someone(kept(hashSync(typed, 4)));
    expect(await attempt(user.username, typed.normalize('NFKC'))).toBe(false);
    expect(await stored(user.id)).toMatch(/^imported:bcrypt:04:\$2/);
    expect(await attempt(user.username, typed)).toBe(true);
    expect(await stored(user.id)).toMatch(/^\$argon2id\$v=19\$m=19456/);
    expect(await attempt(user.username, typed)).toBe(true);
    expect(await attempt(user.username, `${typed}.`)).toBe(false);
  });

  test('keeps a password that was changed during the sign-in', async () => {
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

  test('keeps the bcrypt hash of a password beyond 72 bytes, whose rest is unverified', async () => {
    const long = 'x'.repeat(80);
    const user = await someone(kept(hashSync(long, 4)));
    expect(await attempt(user.username, `${long}, mistyped at the end`)).toBe(true);
    expect(await stored(user.id)).toMatch(/^imported:/);
    expect(await attempt(user.username, long)).toBe(true);
  });

  test('the list of imported hash costs names each cost once', async () => {
    const pbkdf2 = '$pbkdf2-sha1$i=4096$c2FsdA$SwB5AbdlSJq+rUnZJvch0GWkKcE';
    for (const hash of [hashSync('a', 4), hashSync('b', 4), hashSync('c', 5), pbkdf2, pbkdf2])
      await someone(kept(hash));
    await someone(await hashing.hash('one of ours'));
    const costs = await importedCosts(store.database);
    expect(costs.map(({ cost }) => cost)).toEqual(['bcrypt:04', 'bcrypt:05', 'pbkdf2-sha1:4096']);
  });
});
