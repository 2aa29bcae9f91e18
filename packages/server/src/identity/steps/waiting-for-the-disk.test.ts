import type { PoolClient, QueryResult } from 'pg';
import { beforeAll, expect, test } from 'vitest';
import type { TestStore } from '../../store/store.testing.ts';
import { addSignInUser, arrange, type TestClient, type TestServer, testShop } from './sign-in.testing.ts';
import { begin } from './steps.testing.ts';

// What a crash of the database may forget of a sign-in. Nobody may have been told of it, and what is used up stays used up: the last
// that is written before a browser has its session, and an application its tokens, is waited for, and all before it with that.

let store: TestStore;
let server: TestServer;
let app: TestClient;

beforeAll(async () => {
  const shop = await testShop();
  ({ store, server, app } = shop);
  return shop.close;
});

/** Whether the disk is waited for after each statement from now on, by the statement's name. */
function awaited(): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const known = new WeakSet<PoolClient>();
  store.database.pool.on('acquire', (connection) => {
    if (known.has(connection)) return;
    known.add(connection);
    const ask = connection.query.bind(connection) as unknown as (
      statement: unknown,
      values?: unknown,
    ) => Promise<QueryResult>;
    connection.query = (async (statement: unknown, values?: unknown) => {
      const name =
        typeof statement === 'object' && statement !== null && 'name' in statement ? statement.name : undefined;
      if (typeof name !== 'string') return ask(statement, values);
      await ask('begin');
      const answer = await ask(statement);
      const { rows } = await ask('show synchronous_commit');
      await ask('commit');
      found.set(name, String(rows[0]?.synchronous_commit));
      return answer;
    }) as unknown as PoolClient['query'];
  });
  return found;
}

test('the session and what a code is exchanged for are waited for, what a sign-in is on the way there is not', async () => {
  const { username } = await arrange(store, (handle) => addSignInUser(server, handle));
  const found = awaited();
  const page = await begin(server, app);
  await page.finish(await page.password(username));
  expect(Object.fromEntries(found)).toMatchObject({
    'oidc-save-begun': 'off',
    'failures-charge': 'off',
    'settled-and-asked-of-person': 'off',
    'signed-in-to': 'off',
    'session-seen-epoch-proved': 'on',
    'oidc-write': 'on',
  });
});
