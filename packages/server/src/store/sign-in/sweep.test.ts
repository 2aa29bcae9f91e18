import { afterAll, beforeAll, expect, test } from 'vitest';
import { waitToSign } from '../audit/checkpoints.ts';
import { transaction } from '../kernel/database.ts';
import { type TestStore, testStore } from '../store.testing.ts';
import { findRecord, saveRecord } from './records.ts';
import { sweep } from './sweep.ts';

let store: TestStore;
beforeAll(async () => {
  store = await testStore();
});
afterAll(() => store.close());

test('deletes expired rows only, in one process at a time', async () => {
  const { database } = store;
  await saveRecord(database, { model: 'RefreshToken', id: 'old', payload: { grantId: 'g' }, seconds: -1 });
  await saveRecord(database, { model: 'RefreshToken', id: 'new', payload: { grantId: 'g' }, seconds: 60 });
  const removed = await Promise.all([sweep(database), sweep(database), sweep(database)]);
  expect(removed.reduce((sum, count) => sum + count, 0)).toBe(1);
  expect(await findRecord(database, 'RefreshToken', 'new')).toMatchObject({ grantId: 'g', jti: 'new' });
  const { rows } = await database.pool.query('select from oidc_records');
  expect(rows).toHaveLength(1);
});

test('deletes several batches at once, so that rows cannot be created faster than they are deleted', async () => {
  const { database } = store;
  await database.pool.query(
    `insert into oidc_records (model, id, payload, expires_at)
     select 'Interaction', decode(md5(n::text), 'hex'), '{}', now() - interval '1 minute' from generate_series(1, 10500) n`,
  );
  expect(await sweep(database)).toBe(10_500);
});

test('runs while a checkpoint is signed, and the other way round: their locks differ', async () => {
  const { database } = store;
  await saveRecord(database, { model: 'RefreshToken', id: 'run out', payload: { grantId: 'g' }, seconds: -1 });
  await transaction(database, 'begin', async (connection) => {
    await waitToSign(connection);
    expect(await sweep(database)).toBe(1);
  });
});

test('stores nothing that a browser or a client holds in clear text', async () => {
  const { database } = store;
  const id = 'a-secret-session-id';
  await saveRecord(database, { model: 'Session', id, payload: { jti: id, uid: 'u' }, seconds: 60 });
  const { rows } = await database.pool.query<{ text: string }>(
    'select row_to_json(r)::text as text from oidc_records r',
  );
  expect(rows.some(({ text }) => text.includes(id))).toBe(false);
});
