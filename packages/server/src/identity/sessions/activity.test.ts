import { afterAll, beforeAll, expect, test } from 'vitest';
import { addApplication, type TestStore } from '../../store/store.testing.ts';
import {
  addClient,
  addSignInUser,
  arrange,
  claimsOf,
  signIn,
  signInStore,
  startServer,
  type TestServer,
} from '../steps/sign-in.testing.ts';

let store: TestStore;
let server: TestServer;
let token: string;

beforeAll(async () => {
  store = await signInStore();
  server = await startServer(store, { api: true });
  const registered = await arrange(store, async (handle) => {
    await addSignInUser(server, handle, { username: 'ada' });
    return addClient(handle, await addApplication(handle, 'ledger'));
  });
  ({ access_token: token } = (await signIn(server, registered, 'ada')).tokens);
});
afterAll(async () => {
  await server.close();
  await store.close();
});

/** Whether a call is noted as a sign that the person was there. */
async function noted(headers: Record<string, string>, path = '/whoami'): Promise<boolean> {
  const session = claimsOf(token).sid;
  const idle = async () => {
    const { rows } = await store.database.pool.query<{ idle: boolean }>(
      `select seen_at < now() - interval '5 minutes' as idle from sessions where uid = $1`,
      [session],
    );
    return rows[0]?.idle;
  };
  await store.database.pool.query(`update sessions set seen_at = now() - interval '10 minutes' where uid = $1`, [
    session,
  ]);
  const response = await fetch(`${server.issuer}/api/v1${path}`, {
    headers: { authorization: `Bearer ${token}`, ...headers },
  });
  expect(response.status).toBe(200);
  for (let turn = 0; turn < 20 && (await idle()); turn += 1) await new Promise((resolve) => setTimeout(resolve, 10));
  return !(await idle());
}

test('automatic requests of a page are not activity; a user’s actions are', async () => {
  expect(await noted({ 'licet-unattended': '?1' })).toBe(false);
  expect(await noted({}, '/live/version')).toBe(false);
  expect(await noted({ 'licet-unattended': '?0' })).toBe(true);
});
