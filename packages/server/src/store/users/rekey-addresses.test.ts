import { emailKey } from '@licet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readNow } from '../kernel/read-now.ts';
import { build, type TestStore, testStore } from '../store.testing.ts';
import { rekeyAddresses } from './rekey-addresses.ts';
import { findUserByName, insertUser } from './users.ts';

let store: TestStore;
beforeAll(async () => {
  store = await testStore();
});
afterAll(() => store.close());

/** A user whose address has the key of an earlier version. */
const old = (username: string, email: string, key: string) =>
  build(store.database, async (change) => {
    await change.connection.query(
      `insert into users (id, username, username_key, email, email_key, name, status, created_no, no_from)
       values (gen_random_uuid(), $1, $1, $2, $3, 'Old', 'active', $4, $4)`,
      [username, email, key, change.no],
    );
    return (await findUserByName(change, username))?.id ?? '';
  });
const found = async (name: string) => (await readNow(store.database, (snapshot) => findUserByName(snapshot, name)))?.id;
const keyOf = async (id: string) => {
  const { rows } = await store.database.pool.query<{ key: string }>(
    'select email_key as key from users where id = $1 and no_to = 9223372036854775807',
    [id],
  );
  return rows.map(({ key }) => key);
};
const changes = async () => (await store.database.pool.query('select max(no) as no from change')).rows[0].no;

test('finds a user of an earlier version by their address, after one change on the chain', async () => {
  const email = 'x@\u03F2-firm.example';
  const id = await old('sigma', email, 'x@ς-firm.example');
  expect(await found(email)).toBeUndefined();
  const before = await changes();
  expect(await rekeyAddresses(store.database)).toEqual([]);
  expect([await found(email), await found('x@σ-firm.example'), await keyOf(id)]).toEqual([id, id, [emailKey(email)]]);
  expect(await changes()).toBe(before + 1);
  // Nothing is left to do, also for two servers that start at the same time.
  expect(await Promise.all([rekeyAddresses(store.database), rekeyAddresses(store.database)])).toEqual([[], []]);
  expect(await changes()).toBe(before + 1);
});

test('reports two users with one address, and changes neither', async () => {
  const fields = { username: 'first', email: 'y@σ-firm.example', name: 'First', status: 'active' } as const;
  const { id: first } = await build(store.database, (change) => insertUser(change, fields));
  const second = await old('second', 'y@\u{1D6D3}-firm.example', 'y@ς-firm.example');
  const before = await changes();
  expect(await rekeyAddresses(store.database)).toEqual([[second, first]]);
  expect([await keyOf(second), await keyOf(first)]).toEqual([['y@ς-firm.example'], ['y@σ-firm.example']]);
  expect(await changes()).toBe(before);
});
