import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { Refusal } from '../../refusal.ts';
import { checks } from '../checks.ts';
import { build, type TestStore, testStore } from '../store.testing.ts';
import { lost } from './connect.ts';
import { type Database, type DatabaseOptions, openDatabase, transaction } from './database.ts';
import { type Listener, listen } from './listen.ts';
import { poolOf } from './pool.ts';
import { openProbe } from './probe.ts';
import { requireSettings } from './session-settings.ts';
import { fragment, named, sql } from './sql.ts';
import { layWire, type Wire } from './wire.testing.ts';

// Tests a database that fails over: it is away for a while, answers at another address, or stops answering.

let store: TestStore;
const ends: (() => unknown)[] = [];

beforeAll(async () => {
  store = await testStore();
  return store.close;
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

test('a request waits for a database that is briefly unreachable, and is refused after that', async () => {
  const wire = await lay();
  const database = open({ connectionString: wire.url, returnsWithin: 600 });
  wire.cut();
  const asked = [answer(database), transaction(database, 'begin', (it) => it.query('select 1')).then(() => 'done')];
  await pause(250);
  wire.mend();
  expect(await Promise.all(asked)).toEqual(['one', 'done']);
  wire.cut();
  await expect.poll(() => database.pool.totalCount).toBe(0); // the pool has dropped its broken idle connections
  expect(await Promise.all(Array.from({ length: 20 }, () => answer(database)))).toEqual(Array(20).fill('unavailable'));
});

test.each(['53100', '53200', '53300', '57P01'])(
  'reports a statement that fails with %s as unavailable, with the PostgreSQL error as its cause',
  async (code) => {
    const failing = sql`do ${fragment(`$$ begin raise exception 'could not extend file' using errcode = '${code}'; end $$`)}`;
    const refused = poolOf(store.database).query(failing);
    await expect(refused).rejects.toMatchObject({
      message: 'The database could not complete the request.',
      cause: { code, message: 'could not extend file' },
    });
  },
);

test('remembers when a transaction failed because the disk of the database was full', async () => {
  const fail = (code: string) =>
    transaction(store.database, 'begin', (connection) =>
      connection.query(
        sql`do ${fragment(`$$ begin raise exception 'could not extend file' using errcode = '${code}'; end $$`)}`,
      ),
    );
  await expect(fail('53200')).rejects.toBeInstanceOf(Refusal);
  expect(store.database.full.at).toBeUndefined();
  const before = performance.now();
  await expect(fail('53100')).rejects.toBeInstanceOf(Refusal);
  expect(store.database.full.at).toBeGreaterThanOrEqual(before);
  await build(store.database, async () => undefined);
  expect(store.database.full.at).toBeUndefined();
});

test('reports a connection that broke between two statements as a lost database', async () => {
  const connection = await open({ connectionString: (await lay()).url }).connect();
  const broken = new Promise((resolve) => connection.once('error', resolve));
  connection.on('error', () => undefined);
  const { rows } = await connection.query<{ pid: number }>('select pg_backend_pid() as pid');
  await store.database.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
  await broken;
  const failure: unknown = await connection.query('select 1').catch((error: unknown) => error);
  connection.release(true);
  expect([String(failure), lost(failure)]).toEqual([expect.stringContaining('is not queryable'), true]);
});

test('connects to one of several hosts, and fails over to another one', async () => {
  const [first, second] = [await lay(), await lay()];
  const database = open({ connectionString: first.url.replace(/(@[^/]+)/, `$1,127.0.0.1:${second.port}`) });
  expect(await answer(database)).toBe('one');
  first.cut();
  await expect.poll(() => database.pool.totalCount).toBe(0);
  expect(await answer(database)).toBe('one');
  const probe = openProbe(database);
  ends.push(() => probe.close());
  await expect(probe.query('select 1')).rejects.toThrow(); // the probe connects without an explicit call
  expect((await probe.query('select 1')).rowCount).toBe(1);
});

test('skips a standby', async () => {
  const { user, standby } = await readOnlyRole();
  const wire = await lay();
  const both = wire.url.replace(/\/\/[^@]*@([^/]+)/, `//${user}:secret@$1,$1`);
  const database = open({ connectionString: both, returnsWithin: 300 });
  expect(await answer(database)).toBe('unavailable');
  await standby(false);
  expect(await answer(database)).toBe('one');
});

test('discards a connection that can no longer write', async () => {
  const database = open({ connectionString: (await lay()).url, maxConnections: 1 });
  const pid = async () => (await database.pool.query('select pg_backend_pid() as pid')).rows[0].pid;
  const before = await pid();
  const writing = transaction(database, 'begin read only', (it) => it.query('create table written ()'));
  expect(await refusalOf(writing)).toBe('unavailable');
  expect(await pid()).not.toBe(before);
});

test('fails statements on a silently cut connection once another connection answers', async () => {
  const wire = await lay();
  const database = open({ connectionString: wire.url });
  let heard = 0;
  const listener = hear(database, () => {
    heard += 1;
  });
  await expect.poll(() => heard).toBe(1);
  expect(await answer(database)).toBe('one');
  wire.forget();
  const waiting = answer(database);
  expect(await waiting).toBe('unavailable');
  await expect.poll(() => heard).toBeGreaterThan(1);
  expect(await answer(database)).toBe('one');
  await listener.close();
});

test('waiting statements fail if the network drops all packets, and the database recovers afterwards', async () => {
  const wire = await lay();
  const database = open({ connectionString: wire.url, returnsWithin: 200 });
  let heard = 0;
  const listener = hear(database, () => {
    heard += 1;
  });
  await expect.poll(() => heard).toBe(1);
  expect(await answer(database)).toBe('one');
  wire.hold();
  expect(await answer(database)).toBe('unavailable');
  wire.mend();
  await expect.poll(() => answer(database)).toBe('one');
  await expect.poll(() => heard).toBeGreaterThan(1);
  await listener.close();
});

test('a listener closes even if the other end never does', async () => {
  const { host, port, ...end } = store.database.ownClient();
  const opened = new Set<Socket>();
  const relay = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port });
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const)
      opened.add(from.on('error', () => undefined).on('data', (data) => to.write(data)));
  }).listen(0, '127.0.0.1');
  ends.push(
    () => relay.close(),
    () => {
      for (const socket of opened) socket.destroy();
    },
  );
  await once(relay, 'listening');
  const at = (relay.address() as AddressInfo).port;
  const url = `postgres://${end.user}${end.password ? `:${end.password}` : ''}@127.0.0.1:${at}/${end.database}`;
  const listener = listen(open({ connectionString: url }), { patience: 1000 });
  await listener.connected;
  await listener.close();
});

test('a probe runs one query at a time, and a failed query also fails those behind it', async () => {
  const warned: string[] = [];
  const onWarning = ({ message }: Error) => void warned.push(message);
  process.on('warning', onWarning);
  ends.push(() => process.off('warning', onWarning));
  const probe = openProbe(open({ connectionString: (await lay()).url }));
  ends.push(() => probe.close());
  const asked = Array.from({ length: 5 }, (_, no) => probe.query<{ no: number }>('select $1::int as no', [no]));
  expect((await Promise.all(asked)).map(({ rows }) => rows[0]?.no)).toEqual([0, 1, 2, 3, 4]);
  const failing = ['select 1', 'select nothing', 'select 1'].map((text) => probe.query(text));
  expect((await Promise.allSettled(failing)).map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'rejected',
  ]);
  expect((await probe.query('select 1')).rowCount).toBe(1);
  await new Promise((resolve) => setImmediate(resolve)); // warnings are emitted asynchronously
  expect(warned).toEqual([]);
});

test('sends no named statement through a pooler, and listens on a direct connection', async () => {
  const [wire, direct] = [await lay(), await lay()];
  const database = open({ connectionString: wire.url, directConnectionString: direct.url, maxConnections: 1 });
  await poolOf(database).query(named('known', sql`select ${1}::int`));
  expect((await poolOf(database).query('select from pg_prepared_statements')).rowCount).toBe(0);
  wire.cut();
  let heard = 0;
  await hear(database, () => {
    heard += 1;
  });
  await expect.poll(() => heard).toBe(1);
});

test('behind a pooler, requires the session settings on its role, and names those that are missing', async () => {
  const { user } = await readOnlyRole();
  const url = (await lay()).url.replace(/\/\/[^@]*@/, `//${user}:secret@`);
  const database = open({ connectionString: url, directConnectionString: url });
  const missing = await requireSettings(database).catch((error: Error) => error.message);
  expect(missing).toMatch(`alter role "${user}" set statement_timeout = '1min';`);
  const statements = missing?.match(/alter role [^;]*;/g) ?? [];
  await store.database.pool.query(statements.join(''));
  const anew = open({ connectionString: url, directConnectionString: url });
  expect(await requireSettings(anew)).toBeUndefined();
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

function hear(database: Database, heard: () => void): Listener {
  const listener = listen(database, { every: 50, patience: 100 });
  ends.push(() => listener.close());
  listener.on('a_channel', heard);
  return listener;
}

/** The result of a statement: a word, or the code of its error. */
async function answer(database: Database): Promise<string> {
  const asked = poolOf(database).query<{ word: string }>("select 'one' as word");
  return asked.then(({ rows }) => rows[0]?.word ?? '', codeOf);
}

const refusalOf = (asked: Promise<unknown>) => asked.then(() => 'done', codeOf);

function codeOf(error: unknown): string {
  if (error instanceof Refusal) return error.problem.code;
  throw error;
}

/** Creates a database role whose sessions are read-only, like those of a standby. */
async function readOnlyRole() {
  const { pool } = store.database;
  const user = `follower_${Math.random().toString(36).slice(2)}`;
  const standby = (holds: boolean) =>
    pool.query(`alter role ${user} set default_transaction_read_only = ${holds ? 'on' : 'off'}`);
  await pool.query(`create role ${user} login password 'secret'`);
  ends.push(() => pool.query(`drop role ${user}`));
  await standby(true);
  return { user, standby };
}
