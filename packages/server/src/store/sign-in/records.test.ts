import { afterAll, beforeAll, expect, test } from 'vitest';
import { explained } from '../plans.testing.ts';
import { type TestStore, testStore } from '../store.testing.ts';
import { findRecordByUid, findTokenRecord, saveRecord } from './records.ts';

let store: TestStore;
beforeAll(async () => {
  store = await testStore();
});
afterAll(() => store.close());

test('finds what a code depends on as quickly among many sessions, before PostgreSQL has statistics', async () => {
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
