import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { build, type TestStore, testStore } from '../store.testing.ts';

let store: TestStore;
beforeAll(async () => {
  store = await testStore();
});
afterAll(() => store.close());

test('the upgrade to several keys keeps each client’s secret or keys, and drops the secret of a client that also has keys', async () => {
  const { pool } = store.database;
  await pool.query(`
    drop table client_keys;
    alter table clients add column secret_hash text;
    alter table clients add column public_keys jsonb not null default '[]'`);
  await build(store.database, async () => undefined); // records the change in which the clients were registered
  const add = (name: string, secret: string | null, keys: object[]) =>
    pool.query(
      `insert into clients (id, app_id, name, kind, redirect_uris, post_logout_redirect_uris, web_origins, secret_hash, public_keys,
         require_pkce, id_token_algorithm, require_pushed_authorization, created_no, no_from)
       select gen_random_uuid(), gen_random_uuid(), $1, 'service', '{}', '{}', '{}', $2, $3, true, 'ES256', false, max(no), max(no) from change`,
      [name, secret, JSON.stringify(keys)],
    );
  await add('with a secret', 'hash', []);
  await add('with both', 'hash', [{ kty: 'EC', kid: 'mine' }, { kty: 'RSA' }]);
  await add('with neither', null, []);
  await pool.query(await readFile(new URL('../migrations/0034_client_keys.sql', import.meta.url), 'utf8'));
  const { rows } = await pool.query(`
    select c.name as client, k.name, k.secret_hash as hash, k.public_key ->> 'kty' as kty, k.ends_at as ends, k.made_at = m.at as "madeThen"
    from client_keys k join clients c on c.id = k.client_id join change m on m.no = c.created_no order by c.name, k.name`);
  const rest = { ends: null, madeThen: true };
  expect(rows).toEqual([
    { client: 'with a secret', name: 'Secret 1', hash: 'hash', kty: null, ...rest },
    { client: 'with both', name: 'Key 2', hash: null, kty: 'RSA', ...rest },
    { client: 'with both', name: 'mine', hash: null, kty: 'EC', ...rest },
  ]);
});
