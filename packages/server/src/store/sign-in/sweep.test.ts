import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { waitToSign } from '../audit/checkpoints.ts';
import { transaction } from '../kernel/database.ts';
import { explained } from '../plans.testing.ts';
import { type TestStore, testStore } from '../store.testing.ts';
import { findRecord, findRecordByUid, findTokenRecord, saveRecord } from './records.ts';
import { sweep } from './sweep.ts';

describe('the storage of expiring records', () => {
  let store: TestStore;
  beforeAll(async () => {
    store = await testStore();
  });
  afterAll(() => store.close());

  test('deletes only expired rows, in one process at a time', async () => {
    const { database } = store;
    await saveRecord(database, { model: 'RefreshToken', id: 'old', payload: { grantId: 'g' }, seconds: -1 });
    await saveRecord(database, { model: 'RefreshToken', id: 'new', payload: { grantId: 'g' }, seconds: 60 });
    const removed = await Promise.all([sweep(database), sweep(database), sweep(database)]);
    expect(removed.reduce((sum, count) => sum + count, 0)).toBe(1);
    expect(await findRecord(database, 'RefreshToken', 'new')).toMatchObject({ grantId: 'g', jti: 'new' });
    const { rows } = await database.pool.query('select from oidc_records');
    expect(rows).toHaveLength(1);
  });

  test('deletes several batches in one run', async () => {
    const { database } = store;
    await database.pool.query(
      `insert into oidc_records (model, id, payload, expires_at)
     select 'Interaction', decode(md5(n::text), 'hex'), '{}', now() - interval '1 minute' from generate_series(1, 10500) n`,
    );
    expect(await sweep(database)).toBe(10_500);
  });

  test('deletes expired rows even while a checkpoint is being signed', async () => {
    const { database } = store;
    await saveRecord(database, { model: 'RefreshToken', id: 'run out', payload: { grantId: 'g' }, seconds: -1 });
    await transaction(database, 'begin', async (connection) => {
      await waitToSign(connection);
      expect(await sweep(database)).toBe(1);
    });
  });

  test('stores no session id in clear text', async () => {
    const { database } = store;
    const id = 'a-secret-session-id';
    await saveRecord(database, { model: 'Session', id, payload: { jti: id, uid: 'u' }, seconds: 60 });
    const { rows } = await database.pool.query<{ text: string }>(
      'select row_to_json(r)::text as text from oidc_records r',
    );
    expect(rows.some(({ text }) => text.includes(id))).toBe(false);
  });
});

describe('records of the provider', () => {
  let store: TestStore;
  beforeAll(async () => {
    store = await testStore();
  });
  afterAll(() => store.close());

  test('are found for a code by reading fewer than ten rows, even without PostgreSQL statistics', async () => {
    const { database } = store;
    await database.pool.query(
      `insert into oidc_records (model, id, payload, uid, session_uid, expires_at)
     select model, sha256(convert_to(model || n, 'UTF8')), jsonb_build_object('kind', repeat('x', 500)), case model when 'Session' then 'uid ' || n end,
       case model when 'RefreshToken' then 'uid ' || n end, now() + interval '1 hour'
     from generate_series(1, 2000) n, unnest(array['Session', 'Grant', 'RefreshToken']) model`,
    );
    const grant = { model: 'Grant', id: 'grant', payload: { accountId: 'ada' }, seconds: 60 };
    const session = { model: 'Session', id: 'session', payload: { uid: 'uid', accountId: 'ada' }, seconds: 60 };
    const code = {
      model: 'AuthorizationCode',
      id: 'code',
      payload: { grantId: 'grant', sessionUid: 'uid' },
      seconds: 60,
    };
    for (const record of [grant, session, code]) await saveRecord(database, record);
    const asked = async () => {
      expect(await findTokenRecord(database, 'AuthorizationCode', 'code')).toMatchObject({
        token: code.payload,
        session: session.payload,
        grant: grant.payload,
      });
      expect(await findRecordByUid(database, 'Session', 'uid')).toMatchObject(session.payload);
      expect(await findRecordByUid(database, 'Interaction', 'uid')).toBeUndefined();
    };
    const plans = await explained(database, asked, 'any values');
    expect(Math.max(...plans.map(({ rows }) => rows))).toBeLessThan(10);
  });
});
