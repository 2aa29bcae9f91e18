import { afterEach, beforeAll, expect, test } from 'vitest';
import { checks } from '../store/checks.ts';
import { appliedMigrations } from '../store/kernel/applied.ts';
import { type Database, openDatabase } from '../store/kernel/database.ts';
import { poolOf } from '../store/kernel/pool.ts';
import { openProbe } from '../store/kernel/probe.ts';
import { layWire } from '../store/kernel/wire.testing.ts';
import { type TestStore, testStore } from '../store/store.testing.ts';
import { openReadiness, type Readiness } from './readiness.ts';

// Readiness must be answered without waiting. Each duration is compared with another one of the same run.

let store: TestStore;
const ends: (() => unknown)[] = [];

beforeAll(async () => {
  store = await testStore();
  return store.close;
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function open(database: Database, patience: number): Promise<Readiness> {
  const migrations = await appliedMigrations(poolOf(store.database));
  const probe = openProbe(database, patience);
  const readiness = openReadiness({ probe, migrations, keysReadable: () => true });
  ends.push(
    () => probe.close(),
    () => readiness.close(),
  );
  return readiness;
}

async function took(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

test('readiness answers faster than queries that wait for a connection of the pool', async () => {
  const { pool } = store.database;
  const readiness = await open(store.database, 3000);
  const busy = Array.from({ length: pool.options.max }, () => pool.query('select pg_sleep(1)'));
  const waiting = took(() => pool.query('select 1'));
  await expect.poll(() => pool.waitingCount).toBe(1);
  const told = await took(() => readiness.require());
  expect(told).toBeLessThan((await waiting) / 4);
  await Promise.all(busy);
});

test('readiness answers from memory while the database hangs, well before the query timeout', async () => {
  const wire = await layWire(store.database.ownClient());
  ends.push(() => wire.close());
  const database = openDatabase({ checks, connectionString: wire.url });
  ends.push(() => database.close());
  const patience = 1000;
  const readiness = await open(database, patience);
  await readiness.require();
  wire.hold();
  const told = await took(() => readiness.require());
  const probe = openProbe(database, patience);
  ends.push(() => probe.close());
  const hung = await took(() => expect(probe.query('select 1')).rejects.toThrow());
  wire.mend();
  expect(told).toBeLessThan(hung / 4);
});
