import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checks } from '../checks.ts';
import { addGroup, build, type TestStore, testStore } from '../store.testing.ts';
import { type Database, openDatabase } from './database.ts';

let store: TestStore;
beforeAll(async () => {
  store = await testStore();
});
afterAll(() => store.close());

test('answers reads while a change runs and many more changes wait', async () => {
  const { promise: lasts, resolve: finish } = Promise.withResolvers<undefined>();
  const begun = Promise.withResolvers<undefined>();
  const long = build(store.database, async () => {
    begun.resolve(undefined);
    await lasts;
  });
  await begun.promise;
  const others = Array.from({ length: 12 }, () => build(store.database, (change) => addGroup(change)));
  await pause(200);
  const read = store.database.pool.query('select count(*)::int as count from change').then(() => 'answered');
  // The long change lasts until `finish` is called, so a read that waited for it would get no answer.
  expect(await read).toBe('answered');
  finish(undefined);
  await Promise.all([long, ...others]);
});

test('refuses a change that waited too long for another one, and gives the reason', async () => {
  const { connectionString = '' } = store.database.pool.options;
  const [quick, other] = [1, 2].map(() => openDatabase({ checks, connectionString, patience: 2000 })) as [
    Database,
    Database,
  ];
  const { promise: lasts, resolve: finish } = Promise.withResolvers<undefined>();
  const begun = Promise.withResolvers<undefined>();
  const long = build(quick, async (change) => {
    begun.resolve(undefined);
    await lasts;
    await addGroup(change);
  });
  await begun.promise;
  // On each server, one change waits for the lock, and the others queue behind that change.
  const others = [quick, quick, other, other, other].map((database) =>
    build(database, (change) => addGroup(change)).catch((error: Error) => error.message),
  );
  const told = expect.stringContaining('Licet is writing a long change');
  expect(await Promise.all(others)).toEqual(others.map(() => told));
  finish(undefined);
  await long;
  await build(other, (change) => addGroup(change));
  await Promise.all([quick.close(), other.close()]);
});
