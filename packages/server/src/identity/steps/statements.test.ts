import type { PasskeyOffer } from '@licet/contract';
import type { PoolClient, QueryResult } from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../store/kernel/sql.ts';
import { readTokenRequest } from '../../store/sign-in/requests.ts';
import { endSession } from '../../store/sign-in/sessions.ts';
import { unnamed, writeStatementsDown } from '../../store/statements.testing.ts';
import { addApplication, addGrant, addRole, type TestStore } from '../../store/store.testing.ts';
import { SoftwareAuthenticator } from '../factors/software-authenticator.testing.ts';
import {
  addClient,
  addSignInUser,
  arrange,
  Browser,
  claimsOf,
  signIn,
  type TestClient,
  type TestServer,
  testServer,
  testShop,
} from './sign-in.testing.ts';
import { addLicetClient, begin, caller } from './steps.testing.ts';

// The number of statements in a whole sign-in and in a refresh. Each one is a round trip to the database. If a new one exceeds the limit
// here, the failing test lists all of them.

let store: TestStore;
let server: TestServer;
let registered: TestClient;
let program: TestClient;
let written: ReturnType<typeof writeStatementsDown>;

beforeAll(async () => {
  const started = await testServer({ api: true });
  ({ store, server } = started);
  written = writeStatementsDown(store.database);
  registered = await arrange(store, async (handle) => {
    const app = await addApplication(handle, 'shop', 'Shop');
    const clerk = await addRole(handle, app, 'clerk');
    const ada = await addSignInUser(server, handle, { username: 'ada' });
    await addGrant(handle, { application: app, principal: ada, role: clerk });
    program = await addClient(handle, app, 'service');
    return addClient(handle, app, 'browser');
  });
  return started.close;
});

/** Runs a sign-in from the application's request to its tokens, and returns the statements of each request. */
async function wholeSignIn(browser: Browser) {
  written.taken();
  const page = await begin(server, registered, browser);
  const asked = written.taken();
  await page.details();
  const shown = written.taken();
  const answer = await page.password('ada');
  const typed = written.taken();
  const tokens = await page.finish(answer);
  await new Promise((resolve) => setTimeout(resolve, 50)); // for writes that no request waits for
  const fetched = written.taken();
  return { tokens, requests: { asked, shown, typed, fetched }, all: [...asked, ...shown, ...typed, ...fetched] };
}

describe('the SQL statements', () => {
  test('are limited in number for a complete sign-in with a password', async () => {
    const browser = new Browser(server.issuer);
    await wholeSignIn(new Browser(server.issuer)); // warms the caches
    const { requests, all } = await wholeSignIn(browser);
    expect(unnamed(all)).toEqual([]);
    expect(all.length, JSON.stringify(requests, null, 2)).toBeLessThanOrEqual(mostOfSignIn);
  });

  test('are limited in number for the next sign-in in a browser whose session ended', async () => {
    const browser = new Browser(server.issuer);
    const { tokens } = await wholeSignIn(browser);
    const { sub, sid } = claimsOf(tokens.access_token);
    await endSession(store.database, String(sub), String(sid), 'itself');
    const { requests, all } = await wholeSignIn(browser);
    expect(unnamed(all)).toEqual([]);
    expect(all.length, JSON.stringify(requests, null, 2)).toBeLessThanOrEqual(mostWithCookie);
  });

  test('are limited in number for a passkey sign-in, from the challenge to the tokens', async () => {
    const own = await begin(server, await addLicetClient(store));
    const call = caller(server, (await own.finish(await own.password('ada'))).access_token);
    const key = new SoftwareAuthenticator(server.issuer);
    const offer = (await call('POST', '/me/credentials/passkeys/options')).body as unknown as PasskeyOffer;
    await call('POST', '/me/credentials/passkeys', { name: 'Phone', response: key.create(offer) });
    const page = await begin(server, registered);
    written.taken();
    const challenge = (await page.post('/passkey/options', {})).body as unknown as Parameters<typeof key.get>[0];
    await page.finish(await page.post('/passkey', { response: key.get(challenge) }));
    await new Promise((resolve) => setTimeout(resolve, 50)); // for writes that no request waits for
    const all = written.taken();
    expect(unnamed(all)).toEqual([]);
    expect(all.length, JSON.stringify(all, null, 2)).toBeLessThanOrEqual(mostByPasskey);
  });

  test('are limited in number for a refresh', async () => {
    const { tokens } = await wholeSignIn(new Browser(server.issuer));
    const body = new URLSearchParams({
      grant_type: 'refresh_token',
      client_id: registered.id,
      refresh_token: tokens.refresh_token ?? '',
    });
    written.taken();
    const response = await fetch(`${server.issuer}/oidc/token`, { method: 'POST', body });
    expect(response.status).toBe(200);
    const all = written.taken();
    expect(unnamed(all)).toEqual([]);
    expect(all.length, JSON.stringify(all, null, 2)).toBeLessThanOrEqual(mostOfRefresh);
  });

  test('are limited in number for a program’s token if nothing has changed', async () => {
    const authorization = `Basic ${btoa(`${program.id}:${program.secret}`)}`;
    const body = new URLSearchParams({ grant_type: 'client_credentials' });
    const request = () => fetch(`${server.issuer}/oidc/token`, { method: 'POST', body, headers: { authorization } });
    for (let times = 0; times < 2; times += 1) expect((await request()).status).toBe(200);
    const noted = sql`select from client_keys where client_id = ${program.id} and last_used_at is not null`;
    await expect.poll(async () => (await store.database.pool.query(noted)).rowCount).toBe(1);
    written.taken();
    expect((await request()).status).toBe(200);
    const all = written.taken();
    expect(unnamed(all)).toEqual([]);
    expect(all.length, JSON.stringify(all, null, 2)).toBeLessThanOrEqual(mostOfProgram);
  });

  test('compute no access before the client has proved its secret', async () => {
    const { service, backend, session } = await arrange(store, async (handle) => {
      const app = await addApplication(handle, 'stock', 'Stock');
      return {
        service: await addClient(handle, app, 'service'),
        backend: await addClient(handle, app, 'server'),
        session: await addClient(handle, app, 'browser'),
      };
    });
    const authorization = `Basic ${btoa(`${service.id}:wrong`)}`;
    const body = new URLSearchParams({ grant_type: 'client_credentials' });
    written.taken();
    const answer = await fetch(`${server.issuer}/oidc/token`, { method: 'POST', body, headers: { authorization } });
    expect(answer.status).toBe(401);
    expect(written.taken()[0]).toBe('client-at-token-endpoint');
    // For a code or refresh token, the statement also reads the user's access, but only if the client has no secret.
    const accessFor = async (registered: TestClient) => {
      const { tokens } = await signIn(server, registered, 'ada');
      const shown = { model: 'RefreshToken', id: tokens.refresh_token ?? '' };
      const { account, access } = await readTokenRequest(store.database, registered.id, shown, true);
      return [account?.id, access?.roles];
    };
    const ada = expect.any(String);
    expect(await accessFor(session)).toEqual([ada, []]);
    expect(await accessFor(backend)).toEqual([ada, undefined]);
  });
});

const mostOfSignIn = 12;
/** The session's cookie is looked up twice: on the way to the sign-in page and on the way back. */
const mostWithCookie = mostOfSignIn + 2;
const mostByPasskey = 12;
const mostOfRefresh = 2;
/**
 * The most statements for a token of a program. One reads the client, its keys, and the current change and instant. The program's access is in memory, and
 * the last use of its secret was recorded so recently that it is not written again.
 */
const mostOfProgram = 1;

describe('a commit that waits for the disk', () => {
  // A crash of the database may lose the records of a sign-in under way. But a client must not have received a response that depends on
  // lost records, and used-up records must stay used up. So the last write before a browser gets its session, or an application its
  // tokens, waits for the disk. That covers all earlier writes.

  let store: TestStore;
  let server: TestServer;
  let app: TestClient;

  beforeAll(async () => {
    const shop = await testShop();
    ({ store, server, app } = shop);
    return shop.close;
  });

  /** Returns a map that records, by statement name, whether each statement from now on waits for the disk. */
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

  test('is required for the session and the code exchange, but for no earlier step of a sign-in', async () => {
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
      'oidc-exchange': 'on',
    });
  });
});
