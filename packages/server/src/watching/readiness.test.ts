import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { Refusal } from '../refusal.ts';
import { checks } from '../store/checks.ts';
import { appliedMigrations } from '../store/kernel/applied.ts';
import { type Database, openDatabase } from '../store/kernel/database.ts';
import { poolOf } from '../store/kernel/pool.ts';
import { openProbe } from '../store/kernel/probe.ts';
import { layWire, type Wire } from '../store/kernel/wire.testing.ts';
import { type TestStore, testStore } from '../store/store.testing.ts';
import { openReadiness, type Readiness } from './readiness.ts';

let store: TestStore;
let keysReadable = true;
const ends: (() => unknown)[] = [];

beforeAll(async () => {
  store = await testStore();
});
afterAll(() => store?.close());
afterEach(async () => {
  keysReadable = true;
  for (const end of ends.splice(0).reverse()) await end();
});

test('the server is ready while the database answers, the schema is known and the keys can be read', async () => {
  const readiness = await open();
  expect(await answerOf(readiness)).toBe('ready');
  keysReadable = false;
  expect(await answerOf(readiness)).toBe('The signing keys cannot be read.');
});

test('readiness is reported even while every connection of the pool is busy', async () => {
  const readiness = await open({ trusted: 200 });
  const { pool } = store.database;
  const held = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  const waiting = Array.from({ length: 5 }, () => pool.query('select 1'));
  try {
    await expect.poll(() => answerOf(readiness)).toBe('ready');
    expect(pool.waitingCount).toBe(waiting.length);
  } finally {
    for (const connection of held) connection.release();
    await Promise.all(waiting);
  }
});

test('the server is not ready with a changed schema, but is ready with a newer one', async () => {
  const readiness = await open();
  const { pool } = store.database;
  await pool.query("insert into migration (name, digest) values ('9999_newer.sql', 'x')");
  expect(await answerOf(readiness)).toBe('ready');
  await pool.query("delete from migration where name = '9999_newer.sql'");
  const { rows } = await pool.query(
    "update migration set digest = 'y' || digest where name like '0001%' returning name",
  );
  expect(rows).toHaveLength(1);
  // If the database does not answer within 60 ms, its previous answer is used.
  await expect.poll(() => answerOf(readiness)).toMatch(/another version of Licet/);
  await pool.query("update migration set digest = substr(digest, 2) where name like '0001%'");
  await expect.poll(() => answerOf(readiness)).toBe('ready');
});

test.each([
  [-3600, 'The clock of this machine is 3600 s behind the database’s, so tokens cannot be checked.'],
  [3600, 'The clock of this machine is 3600 s ahead of the database’s, so tokens cannot be checked.'],
  [-5, 'ready'],
])('with a clock that is off by %i s, readiness is: %s', async (seconds, answer) => {
  const readiness = await open();
  const real = Date.now.bind(Date);
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => real() + seconds * 1000);
  try {
    await expect.poll(() => answerOf(readiness)).toBe(answer);
    if (answer !== 'ready')
      await expect(readiness.require()).rejects.toMatchObject({
        problem: { title: 'This server is not ready.', next: 'Let both machines keep time by NTP.' },
      });
  } finally {
    clock.mockRestore();
  }
  await expect.poll(() => answerOf(readiness)).toBe('ready');
});

test('the server is not ready while it is shutting down', async () => {
  const readiness = await open();
  readiness.leave();
  expect(await answerOf(readiness)).toBe('The server is shutting down.');
});

test('readiness changes when the database stops and when it returns', async () => {
  const wire = await wireToStore();
  const readiness = await open({ wire });
  expect(await answerOf(readiness)).toBe('ready');
  wire.cut();
  await expect.poll(() => answerOf(readiness)).toBe('The database does not answer.');
  wire.mend();
  await expect.poll(() => answerOf(readiness)).toBe('ready');
});

test('readiness answers from memory while the database hangs, and soon reports that it does not answer', async () => {
  const wire = await wireToStore();
  const readiness = await open({ wire, patience: 2000 });
  expect(await answerOf(readiness)).toBe('ready');
  wire.hold();
  expect(await answerOf(readiness)).toBe('ready'); // the previous answer is used
  await expect.poll(() => answerOf(readiness)).toBe('The database does not answer.');
  wire.mend();
  await expect.poll(() => answerOf(readiness)).toBe('ready');
});

interface Opened {
  readonly wire?: Wire;
  readonly patience?: number;
  readonly trusted?: number;
}

async function open({ wire, patience = 3000, trusted }: Opened = {}): Promise<Readiness> {
  const migrations = await appliedMigrations(poolOf(store.database));
  const probe = openProbe(wire === undefined ? store.database : databaseBehind(wire), patience);
  const parts = { probe, migrations, keysReadable: () => keysReadable };
  const readiness = openReadiness({ ...parts, ...(trusted !== undefined && { trusted }) });
  ends.push(
    () => probe.close(),
    () => readiness.close(),
  );
  return readiness;
}

function databaseBehind({ url }: Wire): Database {
  const database = openDatabase({ checks, connectionString: url });
  ends.push(() => database.close());
  return database;
}

async function wireToStore(): Promise<Wire> {
  const wire = await layWire(store.database.ownClient());
  ends.push(() => wire.close());
  return wire;
}

async function answerOf(readiness: Readiness): Promise<string> {
  try {
    await readiness.require();
    return 'ready';
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    expect(error.problem).toMatchObject({ code: 'unavailable', status: 503 });
    return error.problem.detail;
  }
}
