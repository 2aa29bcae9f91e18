import { afterAll, beforeAll, expect, test } from 'vitest';
import { Refusal } from '../../refusal.ts';
import { checks } from '../checks.ts';
import { type TestStore, testStore } from '../store.testing.ts';
import { type Database, openDatabase } from './database.ts';
import { draft } from './draft.ts';
import { layWire, type Wire } from './wire.testing.ts';

// Drafts have two connections, which bypass a pooler. A plan holds a connection no longer than a statement may take.

let store: TestStore;
let wires: { readonly pooler: Wire; readonly direct: Wire };
let database: Database;
beforeAll(async () => {
  store = await testStore();
  wires = { pooler: await layWire(store.database.ownClient()), direct: await layWire(store.database.ownClient()) };
  database = openDatabase({
    checks,
    connectionString: wires.pooler.url,
    directConnectionString: wires.direct.url,
    patience: 1500,
  });
});
afterAll(async () => {
  await database?.close();
  for (const wire of Object.values(wires ?? {})) await wire.close();
  await store?.close();
});

const actor = { kind: 'system', id: null, name: 'test' } as const;
const sleeping = (seconds: number) =>
  draft(database, actor, async ({ connection }) => {
    await connection.query('select pg_sleep($1)', [seconds]);
    return 'done';
  });
const answer = (asked: Promise<string>) =>
  asked.catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
    const { code, status, detail } = error.problem;
    return `${status} ${code}: ${detail}`;
  });

test('drafts bypass a pooler, because they need a session', async () => {
  wires.pooler.cut();
  expect(await answer(sleeping(0))).toBe('done');
  wires.pooler.mend();
});

test('a third draft is refused while two slow ones run, and slow drafts are ended', async () => {
  const slow = [answer(sleeping(60)), answer(sleeping(60))];
  await expect.poll(() => database.drafts.totalCount - database.drafts.idleCount).toBe(2);
  database.drafts.options.connectionTimeoutMillis = 300;
  expect(await answer(sleeping(0))).toMatch(/^503 busy: The server is busy with other plans/);
  expect(await Promise.all(slow)).toEqual(
    Array(2).fill(expect.stringMatching(/^503 busy: Computing the plan takes too long/)),
  );
  expect(await answer(sleeping(0))).toBe('done');
});

test('a write outside the facts is reported as such, not as a lost database', async () => {
  const before = database.drafts.totalCount;
  const failed = await draft(database, actor, ({ connection }) =>
    connection.query(`delete from sessions where uid = 'none'`),
  ).catch((error: unknown) => error);
  expect(failed).not.toBeInstanceOf(Refusal);
  expect(failed).toMatchObject({
    message: expect.stringMatching(/other than facts in a draft/),
    cause: { code: '25006', message: expect.stringMatching(/DELETE/) },
  });
  expect(database.drafts.totalCount).toBe(before); // the connection stays in the pool
});
