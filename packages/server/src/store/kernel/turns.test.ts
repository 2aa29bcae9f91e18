import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addGroup, build, type TestStore, testStore } from '../store.testing.ts';

let store: TestStore;
beforeAll(async () => {
  store = await testStore();
});
afterAll(() => store.close());

test('whoever reads is answered while a change lasts and many others wait to make theirs', async () => {
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
  // The change lasts until it is told to end: who waits for it is not answered.
  expect(await read).toBe('answered');
  finish(undefined);
  await Promise.all([long, ...others]);
});
