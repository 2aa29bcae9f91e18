import { afterEach, beforeAll, expect, test } from 'vitest';
import { Refusal } from '../../refusal.ts';
import { checks } from '../checks.ts';
import { type TestStore, testStore } from '../store.testing.ts';
import { type Database, type DatabaseOptions, openDatabase } from './database.ts';
import { draft } from './draft.ts';
import { listen } from './listen.ts';
import { poolOf } from './pool.ts';
import { layWire, type Wire } from './wire.testing.ts';

// Measures how long requests wait for a lost database. Each duration is compared with another duration of the same run.

let store: TestStore;
const ends: (() => unknown)[] = [];
const returnsWithin = 250;

beforeAll(async () => {
  store = await testStore();
  return store.close;
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function lay(): Promise<Wire> {
  const wire = await layWire(store.database.ownClient());
  ends.push(() => wire.close());
  return wire;
}

function open(options: Omit<DatabaseOptions, 'checks'>): Database {
  const database = openDatabase({ checks, ...options });
  ends.push(() => database.close());
  return database;
}

const refusalOf = (error: unknown) => (error instanceof Refusal ? error.problem.code : String(error));
const answer = (database: Database) =>
  poolOf(database)
    .query('select 1')
    .then(() => 'answered', refusalOf);

async function took(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

test('twenty requests wait for a lost database no longer than one request does: for the configured time', async () => {
  const wire = await lay();
  wire.cut();
  const waits = async (within: number, count: number) => {
    const database = open({ connectionString: wire.url, returnsWithin: within });
    return took(async () => {
      const answers = await Promise.all(Array.from({ length: count }, () => answer(database)));
      expect(new Set(answers)).toEqual(new Set(['unavailable']));
    });
  };
  const [one, twenty, patient] = [
    await waits(returnsWithin, 1),
    await waits(returnsWithin, 20),
    await waits(4 * returnsWithin, 1),
  ];
  expect(one).toBeLessThan(patient / 2);
  expect(twenty).toBeLessThan(patient / 2);
});

test('a statement on a silently cut connection fails long before the statement timeout', async () => {
  const wire = await lay();
  const patience = 60_000;
  const database = open({ connectionString: wire.url, patience });
  let heard = 0;
  const listener = listen(database, { every: 50, patience: 100 });
  ends.push(() => listener.close());
  listener.on('a_channel', () => {
    heard += 1;
  });
  await expect.poll(() => heard).toBe(1);
  expect(await answer(database)).toBe('answered');
  const slow = took(() => expect(poolOf(store.database).query('select pg_sleep(2)')).resolves.toBeDefined());
  wire.forget();
  const cut = await took(async () => expect(await answer(database)).toBe('unavailable'));
  expect(cut).toBeLessThan(await slow);
});

test('a draft that finds no connection is refused after the configured time', async () => {
  const database = open({ connectionString: (await lay()).url, patience: 60_000 });
  const actor = { kind: 'system', id: null, name: 'test' } as const;
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const held = [1, 2].map(() => draft(database, actor, () => released));
  await expect.poll(() => database.drafts.totalCount - database.drafts.idleCount).toBe(2);
  const waits = async (within: number) => {
    database.drafts.options.connectionTimeoutMillis = within;
    return took(() => expect(draft(database, actor, async () => undefined).catch(refusalOf)).resolves.toBe('busy'));
  };
  const [short, long] = [await waits(returnsWithin), await waits(4 * returnsWithin)];
  release();
  await Promise.all(held);
  expect(short).toBeLessThan(long / 2);
});
