import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { addGroup, build, type TestStore, testStore } from '../store.testing.ts';
import { type Change, changes, changeWithin } from './change.ts';
import { type Checks, type Database, openDatabase, transaction } from './database.ts';
import { fragment } from './sql.ts';

let store: TestStore;
let checked: string[];
let refusing: string | undefined;
const opened: Database[] = [];

beforeAll(async () => {
  store = await testStore();
  return store.close;
});
beforeEach(() => {
  checked = [];
  refusing = undefined;
});
afterEach(async () => {
  for (const database of opened.splice(0)) await database.close();
});

/** Opens a second connection to the store, with checks that only record that they ran. */
function open(needed = true): Database {
  const check = (name: string) => async () => {
    checked.push(name);
    if (name === refusing) throw new Error(`${name} refuses.`);
  };
  const checks: Checks = {
    needed: fragment(String(needed)),
    ofChange: check('the change'),
    ofOutcome: check('the outcome'),
  };
  const { connectionString = '' } = store.database.pool.options;
  const database = openDatabase({ checks, connectionString });
  opened.push(database);
  return database;
}

const actor = { kind: 'system', id: null, name: 'test' } as const;
const addRecorded = async (change: Change) => {
  change.record({ action: 'group.created', target: { kind: 'group', id: 'test', name: 'a test' } });
  await addGroup(change);
};
const groups = async () => (await store.database.pool.query('select from groups')).rowCount;

test('the check of a change runs before the check of its outcome', async () => {
  await build(open(), addGroup);
  expect(checked).toEqual(['the change', 'the outcome']);
});

test('only the outcome is checked if a change needs no check of its own', async () => {
  await build(open(false), addGroup);
  expect(checked).toEqual(['the outcome']);
});

test('each of several changes is checked, and their outcome once', async () => {
  await changes(open(), actor, async (next) => {
    await next(addRecorded);
    await next(addRecorded);
  });
  expect(checked).toEqual(['the change', 'the change', 'the outcome']);
});

test('checks a change within an open transaction', async () => {
  const database = open();
  await transaction(database, 'begin', (connection) => changeWithin(database, connection, actor, addRecorded));
  expect(checked).toEqual(['the change', 'the outcome']);
});

test.each(['the change', 'the outcome'])('writes nothing if the check of %s refuses', async (check) => {
  const before = await groups();
  refusing = check;
  const database = open();
  await expect(build(database, addGroup)).rejects.toThrow(`${check} refuses.`);
  await expect(changes(database, actor, (next) => next(addRecorded))).rejects.toThrow(`${check} refuses.`);
  expect(await groups()).toBe(before);
});

test('makes no change in a database that was opened without checks', async () => {
  const before = await groups();
  const { connectionString = '' } = store.database.pool.options;
  // @ts-expect-error: a database needs checks.
  const database = openDatabase({ connectionString });
  opened.push(database);
  await expect(build(database, addGroup)).rejects.toThrow();
  expect(await groups()).toBe(before);
});
