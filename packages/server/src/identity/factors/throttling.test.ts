import { foldIdentity, limits } from '@licet/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { setPasswordHash } from '../../store/credentials/passwords.ts';
import { nameFailures, networkFailures } from '../../store/credentials/throttle.ts';
import { readDestination } from '../../store/sign-in/destination.ts';
import { sweep } from '../../store/sign-in/sweep.ts';
import { addUser, build, type TestNamed, type TestStore, testStore } from '../../store/store.testing.ts';
import { testUpstream } from '../connections/upstream.testing.ts';
import { secretsOf } from '../keys/secrets.ts';
import { quickHashes } from '../steps/sign-in.testing.ts';
import { signInByPassword } from '../steps/sign-in.ts';
import { createHashing, type Hashing } from './hashing.ts';

let store: TestStore;
/** The hashing of the attempts in a test. */
let hashing: Hashing;
/** Cheap hashing, for tests of other subjects. */
let quick: Hashing;
let usual: Hashing;
const right = 'correct and long enough';

beforeAll(async () => {
  store = await testStore();
  const parts = { secrets: secretsOf(Buffer.alloc(32, 7)), importedCosts: async () => [] };
  usual = await createHashing(parts);
  quick = await createHashing({ ...parts, cost: quickHashes });
});

beforeEach(() => {
  hashing = quick;
});
afterEach(() => store.setClock(0));
afterAll(() => store.close());

async function someone(
  status: 'active' | 'invited' | 'suspended' = 'active',
): Promise<TestNamed & { username: string }> {
  const hash = await hashing.hash(right);
  return build(store.database, async (handle) => {
    const user = await addUser(handle, { status });
    if (status !== 'invited') await setPasswordHash(handle, user.id, hash);
    return user;
  });
}

const setPassword = (userId: string, hash: string) =>
  build(store.database, (handle) => setPasswordHash(handle, userId, hash));

/** The form of RFC 9562, which the contract requires of every id. */
const isId = (text: string) => /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(text);

let network = 0;
const elsewhere = () => {
  network += 1;
  return `10.1.${network >> 8}.${network & 255}`;
};

async function attempt(
  login: string,
  password: string,
  address: string = elsewhere(),
  browsers: readonly string[] = [],
): Promise<string> {
  try {
    await enter(login, password, address, browsers);
    return 'signed in';
  } catch (error) {
    const { problem } = error as { problem: { code: string; retryAfter?: number; status: number } };
    return problem.retryAfter === undefined ? problem.code : `${problem.code} ${problem.retryAfter}`;
  }
}

async function enter(login: string, password: string, address: string = elsewhere(), browsers: readonly string[] = []) {
  const parts = {
    database: store.database,
    hashing,
    secrets: secretsOf(Buffer.alloc(32, 7)),
    issuer: 'http://localhost',
    upstream: testUpstream('http://localhost'),
  };
  const origin = { address, agent: null, requestId: '' };
  const { now, rules, directories } = await readDestination(store.database, null);
  const nowhere = { uid: null, strongest: false, reminded: null, step: null, client: null, application: null } as const;
  const visit = { ...nowhere, origin, browsers, now, rules, directories };
  const outcome = await signInByPassword(parts, visit, { login, password });
  if ('next' in outcome) throw new Error('A second factor is asked for.');
  return outcome;
}

/** Enters wrong passwords for a name until it is locked. Most of its failures are set in the database. */
async function lockOut(login: string): Promise<void> {
  await attempt(login, 'wrong');
  await store.database.pool.query('update failures set failures = $2 where key = $1', [
    nameFailures(login, true).key,
    lastOfName,
  ]);
  expect(await attempt(login, 'wrong')).toBe('locked');
}

/** The failures that lock one name. An account has two names, so each has half of the attempts. */
const lastOfName = limits.failuresEver.value / 2;

async function failures(user: { readonly username: string }): Promise<number> {
  const { rows } = await store.database.pool.query<{ failures: number }>(
    'select failures from failures where key = $1',
    [nameFailures(user.username, true).key],
  );
  return rows[0]?.failures ?? 0;
}

describe('wrong passwords', () => {
  test('attack 21: counts wrong passwords exactly when two hundred arrive simultaneously', async () => {
    const user = await someone();
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => attempt(user.username, 'a wrong password here')),
    );
    const looked = answers.filter((answer) => answer === 'sign_in_failed');
    expect(await failures(user)).toBe(looked.length);
    expect(looked.length).toBeGreaterThan(limits.failuresFree.value);
    expect(looked.length).toBeLessThan(limits.failuresFree.value + 5); // a slow machine takes longer than the first waits, which allows more attempts
    expect(answers.every((answer) => answer === 'sign_in_failed' || answer.startsWith('throttled'))).toBe(true);
  });

  test('attack 21: do not exceed the final limit when two hundred arrive simultaneously', async () => {
    const user = await someone();
    await attempt(user.username, 'a wrong password here');
    await store.database.pool.query('update failures set failures = $2 where key = $1', [
      nameFailures(user.username, true).key,
      lastOfName - 1,
    ]);
    const refused = await Promise.all(
      Array.from({ length: 200 }, () => attempt(user.username, 'a wrong password here')),
    );
    expect(refused.filter((answer) => answer === 'sign_in_failed')).toHaveLength(1);
    expect(await failures(user)).toBe(lastOfName);
  });

  test('each double the wait beyond the free attempts, even for the correct password', async () => {
    const user = await someone();
    for (let round = 0; round <= limits.failuresFree.value; round += 1) await attempt(user.username, 'wrong');
    expect(await attempt(user.username, right)).toBe('throttled 1');
    store.setClock(1500);
    expect(await attempt(user.username, 'wrong')).toBe('sign_in_failed');
    expect(await attempt(user.username, right)).toBe('throttled 2');
    store.setClock(4000);
    expect(await attempt(user.username, right)).toBe('signed in');
    expect(await failures(user)).toBe(0);
  });

  test('lock a name after fifty attempts until its password is set again', async () => {
    const user = await someone();
    let clock = 0;
    for (let round = 0; round < lastOfName; round += 1) {
      clock += (limits.throttleMax.value + 1) * 1000;
      store.setClock(clock);
      expect(await attempt(user.username, 'wrong')).toBe('sign_in_failed');
    }
    store.setClock(clock + 86_400_000);
    expect(await attempt(user.username, right)).toBe('locked');
    await setPassword(user.id, await hashing.hash(right));
    expect(await attempt(user.username, right)).toBe('signed in');
  });

  test('attack 20: get the same response and waits for unknown, invited and suspended users', async () => {
    const people = [
      (await someone()).username,
      (await someone('invited')).username,
      (await someone('suspended')).username,
      'nobody-has-this-name',
      'nobody@example.org',
    ];
    for (const login of people) {
      const answers: string[] = [];
      const password = login === people[0] ? 'wrong' : right;
      for (let round = 0; round <= limits.failuresFree.value + 1; round += 1)
        answers.push(await attempt(login, password));
      expect(answers).toEqual([...Array<string>(limits.failuresFree.value + 1).fill('sign_in_failed'), 'throttled 1']);
    }
  });

  test('throttle the network that sends them; an IPv6 /64 is one network', async () => {
    const user = await someone();
    for (let round = 0; round <= limits.networkFailuresFree.value; round += 1) {
      const login = `nobody-${round}`;
      expect(await attempt(login, 'wrong', `2001:db8:1:2::${round.toString(16)}`)).toBe('sign_in_failed');
    }
    expect(await attempt(user.username, right, '2001:db8:1:2:ffff:ffff:ffff:ffff')).toBe('throttled 1');
    expect(await attempt(user.username, right, '2001:db8:1:3::1')).toBe('signed in');
  });

  test('are not counted for the network when sign-ins succeed', async () => {
    const address = elsewhere();
    const users = await Promise.all(Array.from({ length: 8 }, () => someone()));
    for (let round = 0; round < 8; round += 1)
      for (const user of users) expect(await attempt(user.username, right, address)).toBe('signed in');
  });
});

test('a successful sign-in replaces a weaker password hash', async () => {
  hashing = usual;
  const user = await someone();
  const { hash } = await import('@node-rs/argon2');
  const weak = await hash(right, { memoryCost: 8192, timeCost: 1, parallelism: 1 });
  await setPassword(user.id, weak);
  expect(await attempt(user.username, right)).toBe('signed in');
  const { rows } = await store.database.pool.query<{ password_hash: string }>(
    'select password_hash from credentials where user_id = $1',
    [user.id],
  );
  expect(rows[0]?.password_hash).toContain(`m=${limits.passwordHashMemory.value},t=${limits.passwordHashPasses.value}`);
  expect(await attempt(user.username, right)).toBe('signed in');
});

test('the sign-in log records outcomes, never the typed name', async () => {
  const user = await someone();
  await attempt('a-password-typed-as-a-name', 'x');
  await attempt(user.username, right);
  const { rows } = await store.database.pool.query<{ line: string }>(
    'select row_to_json(s)::text as line from sign_ins s',
  );
  expect(rows.some(({ line }) => line.includes('a-password-typed'))).toBe(false);
  expect(rows.some(({ line }) => line.includes(user.id) && line.includes('signed_in'))).toBe(true);
});

test('throttled attempts become one log line per day and network, with count and last time', async () => {
  const user = await someone();
  const address = elsewhere();
  for (let round = 0; round <= limits.failuresFree.value; round += 1) await attempt(user.username, 'wrong', address);
  // Extends the wait, which a slow machine would otherwise outlast.
  await store.database.pool.query(
    `update failures set blocked_until = blocked_until + interval '1 hour' where key = $1`,
    [nameFailures(user.username, true).key],
  );
  for (let round = 0; round < 7; round += 1) await attempt(user.username, 'wrong', address);
  const lines = async () =>
    (
      await store.database.pool.query<{ attempts: number; later: boolean }>(
        `select attempts, last_at > at as later from sign_ins where user_id = $1 and outcome = 'throttled' order by at`,
        [user.id],
      )
    ).rows;
  expect(await lines()).toEqual([{ attempts: 7, later: true }]);
  for (let count = 2; count <= 9; count += 1) {
    await attempt(user.username, 'wrong', elsewhere());
    expect(await lines()).toHaveLength(count);
  }
  const { rows } = await store.database.pool.query<{ id: string }>('select id from sign_ins');
  expect(
    rows.filter(({ id }) => !isId(id)),
    'which the contract does not take',
  ).toEqual([]);
});

test('sign-in log entries are deleted after the retention time', async () => {
  const user = await someone();
  const from = `clock_timestamp() - interval '${limits.signInsKept.value} days'`;
  await store.database.pool.query(
    `insert into sign_ins (id, at, user_id, outcome) values
       (gen_random_uuid(), ${from} - interval '1 hour', $1, 'signed_in'), (gen_random_uuid(), ${from} + interval '1 hour', $1, 'signed_out')`,
    [user.id],
  );
  await sweep(store.database);
  const { rows } = await store.database.pool.query('select outcome from sign_ins where user_id = $1', [user.id]);
  expect(rows).toEqual([{ outcome: 'signed_out' }]);
});

describe('wrong passwords from elsewhere', () => {
  test('lock no user out of a known browser', async () => {
    const user = await someone();
    const { browser } = await enter(user.username, right);
    await lockOut(user.username);
    const address = elsewhere();
    for (let round = 0; round <= limits.networkFailuresFree.value + 1; round += 1)
      await attempt(`nobody-${address}-${round}`, 'wrong', address);
    expect(await attempt(user.username, right, address)).toMatch(/throttled|locked/);
    expect(await attempt(user.username, right, address, [browser])).toBe('signed in');
    // The owner has signed in, so other browsers work again too.
    expect(await attempt(user.username, right)).toBe('signed in');
  });

  test('are throttled separately in a known browser, until it is forgotten', async () => {
    const user = await someone();
    const { browser } = await enter(user.username, right);
    const wrong = () => attempt(user.username, 'wrong', elsewhere(), [browser]);
    for (let round = 0; round <= limits.failuresFree.value; round += 1) expect(await wrong()).toBe('sign_in_failed');
    expect(await wrong()).toBe('throttled 1');
    expect(await failures(user)).toBe(0);
    expect(await attempt(user.username, right)).toBe('signed in');
    let clock = 0;
    for (let round = limits.failuresFree.value + 1; round < limits.knownBrowserFailures.value; round += 1) {
      clock += (limits.throttleMax.value + 1) * 1000;
      store.setClock(clock);
      expect(await wrong()).toBe('sign_in_failed');
    }
    store.setClock(clock + (limits.throttleMax.value + 1) * 1000);
    expect(await wrong()).toBe('sign_in_failed');
    expect(await failures(user)).toBe(1);
  });

  test('a browser is known for a limited number of accounts, each for a limited time', async () => {
    const [one, other] = [await someone(), await someone()];
    const { browser } = await enter(one.username, right);
    await lockOut(other.username);
    expect(await attempt(other.username, right, elsewhere(), [browser])).toBe('locked');
    for (let round = 0; round < limits.knownBrowsersMax.value; round += 1) await enter(one.username, right);
    await lockOut(one.username);
    expect(await attempt(one.username, right, elsewhere(), [browser])).toBe('locked');
    await setPassword(one.id, await hashing.hash(right));
    const latest = await enter(one.username, right);
    await lockOut(one.username);
    store.setClock((limits.knownBrowserLifetime.value + 1) * 1000);
    expect(await attempt(one.username, right, elsewhere(), [latest.browser])).toBe('locked');
  });

  test.each([
    { name: 300, network: 200 },
    { name: 200, network: 300 },
  ])('block a sign-in exactly for the stated wait: name $name s, network $network s', async (blocked) => {
    const user = await someone();
    const address = elsewhere();
    expect(await attempt(user.username, 'wrong', address)).toBe('sign_in_failed');
    for (const [{ key }, seconds] of [
      [nameFailures(user.username, true), blocked.name],
      [networkFailures(address), blocked.network],
    ] as const)
      await store.database.pool.query(
        "update failures set blocked_until = now() + $2 * interval '1 second' where key = $1",
        [key, seconds],
      );
    const [code, wait] = (await attempt(user.username, right, address)).split(' ');
    expect(code).toBe('throttled');
    expect(Number(wait)).toBeLessThanOrEqual(300);
    store.setClock((Number(wait) - 50) * 1000); // after the shorter wait, with a margin for slow machines
    expect(await attempt(user.username, right, address)).toMatch(/^throttled /);
    store.setClock(Number(wait) * 1000);
    expect(await attempt(user.username, right, address)).toBe('signed in');
  });

  test('block a sign-in for the longer of the waits of the name and the network', async () => {
    const user = await someone();
    const address = elsewhere();
    for (let round = 0; round < limits.networkFailuresFree.value; round += 1)
      await attempt(`nobody-${address}-${round}`, 'wrong', address);
    for (let round = 0; round < limits.failuresFree.value + 7; round += 1) {
      store.setClock(round * 60_000);
      await attempt(user.username, 'wrong');
    }
    await attempt(`nobody-${address}`, 'wrong', address);
    const [answer, wait] = (await attempt(user.username, right, address)).split(' ');
    expect(answer).toBe('throttled');
    expect(Number(wait)).toBeGreaterThan(10);
  });

  test('do not reveal through a username’s wait which e-mail address the account has', async () => {
    const { username, email } = await withEmail();
    const { email: another } = await withEmail();
    for (let round = 0; round <= limits.failuresFree.value; round += 1) await attempt(username, 'wrong');
    expect(await attempt(username, 'wrong')).toBe('throttled 1');
    expect(await attempt(email, 'wrong')).toBe('sign_in_failed');
    expect(await attempt(another, 'wrong')).toBe('sign_in_failed');
  });
});

async function withEmail(): Promise<{ username: string; email: string }> {
  const user = await someone();
  const email = `${user.username}@example.org`;
  await store.database.pool.query('update users set email = $2, email_key = $3 where id = $1', [
    user.id,
    email,
    foldIdentity(email),
  ]);
  return { username: user.username, email };
}
