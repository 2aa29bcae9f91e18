import { afterAll, beforeAll, expect, test } from 'vitest';
import { checks } from '../checks.ts';
import { openDatabase } from '../kernel/database.ts';
import { addGroup, build, type TestStore, testStore } from '../store.testing.ts';
import { coverFacts } from './chained-changes.ts';
import { rehash } from './tampering.testing.ts';
import { verifyChain } from './verify.ts';

let store: TestStore;
beforeAll(async () => {
  store = await testStore();
});
afterAll(() => store.close());

const verify = async (tamper = 'select 1') => {
  const connection = await store.database.pool.connect();
  try {
    await connection.query('begin');
    await connection.query('set local session_replication_role = replica');
    await connection.query(tamper);
    return await verifyChain({ connection });
  } finally {
    await connection.query('rollback');
    connection.release();
  }
};
const newest = async () =>
  (await store.database.pool.query('select no, action, after, version from change order by no desc limit 1')).rows[0];

test('after an upgrade, one change covers all earlier facts, even if several servers try to cover them', async () => {
  const group = await build(store.database, (change) => addGroup(change));
  const { no } = await newest();
  // Rewrites the changes as an older version of Licet wrote them, without covering facts.
  const connection = await store.database.pool.connect();
  await connection.query('begin; set local session_replication_role = replica');
  await rehash(connection, 1, no, 1);
  await connection.query('commit');
  connection.release();
  expect(await verify()).toMatchObject({ broken: null, factsSince: null, uncovered: no });

  await Promise.all([coverFacts(store.database), coverFacts(store.database), coverFacts(store.database)]);
  await coverFacts(store.database);
  expect(await newest()).toEqual({
    no: no + 1,
    action: 'audit.facts_covered',
    after: { from: 1, to: no },
    version: 4,
  });
  await build(store.database, (change) => addGroup(change));
  expect(await verify()).toMatchObject({ broken: null, factsSince: no + 1, uncovered: 0 });
  const { broken } = await verify(`update groups set name = 'Mine' where id = '${group.id}'`);
  expect(broken).toMatchObject({ fault: 'facts_edited', no: no + 1 });
});

test('simultaneous changes are recorded one after another, each with its own facts', async () => {
  const before = (await verify()).events;
  const { connectionString = '' } = store.database.pool.options;
  const other = openDatabase({ checks, connectionString });
  const servers = Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? store.database : other));
  await Promise.all(servers.map((server) => build(server, (change) => addGroup(change))));
  await other.close();
  expect(await verify()).toMatchObject({ broken: null, events: before + 20, uncovered: 0 });
  const { rows } = await store.database.pool.query(`select opened, closed from change where no > $1`, [before]);
  expect(rows).toEqual(rows.map(() => ({ opened: 1, closed: 0 })));
});

test('the next change covers the facts of a change by an older server', async () => {
  await build(store.database, (change) => addGroup(change));
  const { no } = await newest();
  const connection = await store.database.pool.connect();
  await connection.query('begin; set local session_replication_role = replica');
  await rehash(connection, no, no, 1);
  await connection.query('commit');
  connection.release();
  await build(store.database, (change) => addGroup(change));
  const { rows } = await store.database.pool.query('select facts_from, opened from change order by no desc limit 1');
  expect(rows).toEqual([{ facts_from: no, opened: 2 }]);
  expect(await verify()).toMatchObject({ broken: null, uncovered: 0 });
});
