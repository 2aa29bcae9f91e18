import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkServerKey } from '../identity/keys/secrets.ts';
import { checks } from '../store/checks.ts';
import { openDatabase } from '../store/kernel/database.ts';
import { poolOf } from '../store/kernel/pool.ts';
import { type TestStore, testStore } from '../store/store.testing.ts';
import { bloated, connected, draftsAllowed, tableSizes } from '../store/watching/state.ts';
import { busyNow, withoutValues } from '../store/watching/statements.ts';
import { lookAtDatabase } from './database.ts';

let store: TestStore;
const key = randomBytes(32);

beforeAll(async () => {
  store = await testStore();
  await checkServerKey(store.database, key);
});
afterAll(() => store?.close());

const others = () => {
  const { connectionString } = store.database.pool.options;
  return openDatabase({ checks, connectionString: connectionString ?? '', program: 'licet 0.0.9', maxConnections: 2 });
};

test('finds no problem in a database of this version', async () => {
  const before = Date.now();
  const seen = await lookAtDatabase(store.database, [key]);
  const took = (Date.now() - before) / 1000;
  expect(seen).toMatchObject({ standby: false, busy: [], licet: { keyFits: true, mailFails: false } });
  expect(seen.licet?.schema).toMatchObject({ missing: [], newer: [], changed: [] });
  expect(seen.licet?.schema.applied).toBeGreaterThan(40);
  // Both times come from the same clock, so the difference is at most the time that the query took.
  expect(Math.abs(seen.clockAheadSeconds)).toBeLessThanOrEqual(took);
  expect(seen.connections.used).toBeLessThan(seen.connections.most);
});

test('reports a role that may not create temporary tables, and tables outside the public schema', async () => {
  const connection = await store.database.pool.connect();
  const database = connection.escapeIdentifier(store.database.pool.options.database ?? connection.database ?? '');
  await connection.query('begin');
  expect(await draftsAllowed(connection)).toEqual({ temporary: true, schema: 'public' });
  await connection.query(`create schema elsewhere create table change (no int); set local search_path = elsewhere`);
  expect(await draftsAllowed(connection)).toEqual({ temporary: true, schema: 'elsewhere' });
  await connection.query(`revoke temporary on database ${database} from public; create role without_temporary`);
  await connection.query(`set local search_path = public; set local role without_temporary`);
  expect(await draftsAllowed(connection)).toEqual({ temporary: false, schema: 'public' });
  await connection.query('rollback');
  connection.release();
});

test('reports a wrong key, foreign migrations and a connected server of another version', async () => {
  const { pool } = store.database;
  await pool.query("insert into migration (name, digest) values ('9999_later.sql', 'x')");
  await pool.query("update migration set digest = 'y' where name = '0001_access.sql'");
  const older = others();
  await older.pool.query('select 1');
  const seen = await lookAtDatabase(store.database, [randomBytes(32)]);
  expect(seen.licet).toMatchObject({
    keyFits: false,
    schema: { newer: ['9999_later.sql'], changed: ['0001_access.sql'] },
  });
  expect(await connected(poolOf(store.database))).toContainEqual({ version: '0.0.9', connections: 1 });
  await older.close();
});

test('reports idle transactions, and statements that wait for a lock, without parameter values', async () => {
  const other = others();
  const [idle, waits] = [await other.pool.connect(), await other.pool.connect()];
  await idle.query('begin');
  await idle.query('lock table jobs in access exclusive mode');
  const waiting = waits.query("select from jobs where kind = 'ada@example.org' and 17 < 18");
  const works = await store.database.pool.connect();
  const { pid } = (await works.query('select pg_backend_pid() as pid')).rows[0];
  const long = "select count(*) from (select generate_series(1, 1000000000000)) n where 'ada@example.org' <> ''";
  const working = works.query(long).catch(() => undefined);
  const found = async () => {
    const busy = await busyNow(poolOf(store.database), { works: 0.05, idle: 0.05, open: 3600 });
    return busy.map(({ how, program, statement }) => ({ how, program, statement }));
  };
  try {
    await expect
      .poll(found)
      .toEqual(
        expect.arrayContaining([
          { how: 'waits', program: 'licet 0.0.9', statement: 'select from jobs where kind = ? and ? < ?' },
          { how: 'idle', program: 'licet 0.0.9', statement: 'lock table jobs in access exclusive mode' },
          expect.objectContaining({ how: 'works', statement: long.replace(/'[^']*'|\d+/g, '?') }),
        ]),
      );
  } finally {
    await idle.query('rollback');
    await waiting;
    await store.database.pool.query('select pg_cancel_backend($1)', [pid]);
    await working;
    for (const it of [idle, waits, works]) it.release();
    await other.close();
  }
});

test('reports a table full of dead rows', async () => {
  const { pool } = store.database;
  const connection = await pool.connect();
  await connection.query(
    "insert into jobs (id, kind, data, due_at) select gen_random_uuid(), 'mail', '{}', 'infinity' from generate_series(1, 12000)",
  );
  await connection.query('delete from jobs');
  await connection.query('select pg_stat_force_next_flush()');
  connection.release();
  await expect
    .poll(async () => bloated(await tableSizes(poolOf(store.database))).map(({ table }) => table))
    .toEqual(['jobs']);
});

test('replaces the values in a statement with question marks', () => {
  expect(withoutValues("select  $1, 'it''s', e'\\'x', $q$ada$q$, 12.5 -- ada\n from t1 where a = 0x1f")).toBe(
    'select $1, ?, ?, ?, ? from t1 where a = ?',
  );
});
