import { limits } from '@licet/contract';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { setPasswordHash } from '../store/sign-in/credentials.ts';
import { accountFailures } from '../store/sign-in/failures.ts';
import { addUser, build, type TestNamed, type TestStore, testStore } from '../store/store.testing.ts';
import { signIn } from './authenticate.ts';
import { createHashing, type Hashing } from './hashing.ts';

let store: TestStore;
let hashing: Hashing;
const right = 'correct and long enough';

beforeAll(async () => {
  store = await testStore();
  hashing = await createHashing();
});

afterEach(() => store.setClock(0));
afterAll(() => store.close());

async function someone(
  status: 'active' | 'invited' | 'suspended' = 'active',
): Promise<TestNamed & { username: string }> {
  const hash = await hashing.hash(right);
  return build(store.database, async (handle) => {
    const user = await addUser(handle, { status });
    if (status !== 'invited') await setPasswordHash(handle.connection, user.id, hash);
    return user;
  });
}

let network = 0;
const elsewhere = () => {
  network += 1;
  return `10.1.${network >> 8}.${network & 255}`;
};

async function attempt(login: string, password: string, address: string = elsewhere()): Promise<string> {
  const origin = { address, agent: null, requestId: '' };
  try {
    await signIn(store.database, hashing, { login, password, origin, client: null });
    return 'signed in';
  } catch (error) {
    const { problem } = error as { problem: { code: string; retryAfter?: number; status: number } };
    return problem.retryAfter === undefined ? problem.code : `${problem.code} ${problem.retryAfter}`;
  }
}

async function failures(user: TestNamed): Promise<number> {
  const { rows } = await store.database.pool.query<{ failures: number }>(
    'select failures from failures where key = $1',
    [accountFailures(user.id).key],
  );
  return rows[0]?.failures ?? 0;
}

describe('wrong passwords', () => {
  test('attack 21: of two hundred at the same moment exactly as many are looked at as may be', async () => {
    const user = await someone();
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => attempt(user.username, 'a wrong password here')),
    );
    const looked = answers.filter((answer) => answer === 'sign_in_failed');
    expect(await failures(user)).toBe(looked.length);
    expect(looked.length).toBeGreaterThan(limits.failuresFree.value);
    expect(looked.length).toBeLessThan(limits.failuresFree.value + 5); // a slow machine takes longer than the first waits
    expect(answers.every((answer) => answer === 'sign_in_failed' || answer.startsWith('throttled'))).toBe(true);
  });

  test('attack 21: of two hundred at the same moment exactly one is the last that may be', async () => {
    const user = await someone();
    await attempt(user.username, 'a wrong password here');
    await store.database.pool.query('update failures set failures = $2 where key = $1', [
      accountFailures(user.id).key,
      limits.failuresEver.value - 1,
    ]);
    const refused = await Promise.all(
      Array.from({ length: 200 }, () => attempt(user.username, 'a wrong password here')),
    );
    expect(refused.filter((answer) => answer === 'sign_in_failed')).toHaveLength(1);
    expect(await failures(user)).toBe(limits.failuresEver.value);
  });

  test('each one beyond the free ones doubles the wait, and the right password waits as well', async () => {
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

  test('the wait has an end, and so have the attempts: after a hundred only a new link helps', async () => {
    const user = await someone();
    let clock = 0;
    for (let round = 0; round < limits.failuresEver.value; round += 1) {
      clock += (limits.throttleMax.value + 1) * 1000;
      store.setClock(clock);
      expect(await attempt(user.username, 'wrong')).toBe('sign_in_failed');
    }
    store.setClock(clock + 86_400_000);
    expect(await attempt(user.username, right)).toBe(`throttled ${limits.throttleMax.value}`);
    await setPasswordHash(store.database.pool, user.id, await hashing.hash(right));
    expect(await attempt(user.username, right)).toBe('signed in');
  });

  test('attack 20: unknown, invited and suspended names answer the same, and are slowed down the same', async () => {
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

  test('attack 20: and take the same work and time', { retry: 3 }, async () => {
    const user = await someone();
    const once = async (login: string) => {
      await store.database.pool.query('delete from failures');
      const begun = performance.now();
      await attempt(login, 'a wrong password here');
      return performance.now() - begun;
    };
    await once(user.username);
    const times: [number, number][] = [];
    for (let round = 0; round < 15; round += 1)
      times.push([await once(user.username), await once('nobody-has-this-name')]);
    const known = Math.min(...times.map(([time]) => time));
    const unknown = Math.min(...times.map(([, time]) => time));
    expect(Math.abs(known - unknown)).toBeLessThan(Math.max(10, known * 0.5));
  });

  test('a network is slowed down on its own account, an IPv6 /64 as one', async () => {
    const user = await someone();
    for (let round = 0; round <= limits.networkFailuresFree.value; round += 1) {
      const login = `nobody-${round}`;
      expect(await attempt(login, 'wrong', `2001:db8:1:2::${round.toString(16)}`)).toBe('sign_in_failed');
    }
    expect(await attempt(user.username, right, '2001:db8:1:2:ffff:ffff:ffff:ffff')).toBe('throttled 1');
    expect(await attempt(user.username, right, '2001:db8:1:3::1')).toBe('signed in');
  });

  test('whoever signs in does not use up the network of the others', async () => {
    const address = elsewhere();
    const users = await Promise.all(Array.from({ length: 8 }, () => someone()));
    for (let round = 0; round < 8; round += 1)
      for (const user of users) expect(await attempt(user.username, right, address)).toBe('signed in');
  });
});

test('a hash of weaker parameters is made anew when its owner signs in', async () => {
  const user = await someone();
  const { hash } = await import('@node-rs/argon2');
  const weak = await hash(right, { memoryCost: 8192, timeCost: 1, parallelism: 1 });
  await setPasswordHash(store.database.pool, user.id, weak);
  expect(await attempt(user.username, right)).toBe('signed in');
  const { rows } = await store.database.pool.query<{ password_hash: string }>(
    'select password_hash from credentials where user_id = $1',
    [user.id],
  );
  expect(rows[0]?.password_hash).toContain(`m=${limits.passwordHashMemory.value},t=${limits.passwordHashPasses.value}`);
  expect(await attempt(user.username, right)).toBe('signed in');
});

test('the sign-in log holds what happened, and never what was typed as a name', async () => {
  const user = await someone();
  await attempt('a-password-typed-as-a-name', 'x');
  await attempt(user.username, right);
  const { rows } = await store.database.pool.query<{ line: string }>(
    'select row_to_json(s)::text as line from sign_ins s',
  );
  expect(rows.some(({ line }) => line.includes('a-password-typed'))).toBe(false);
  expect(rows.some(({ line }) => line.includes(user.id) && line.includes('signed_in'))).toBe(true);
});
