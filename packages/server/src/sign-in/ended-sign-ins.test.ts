import { limits } from '@licet/contract';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { endSessionsOf } from '../store/sign-in/sessions.ts';
import {
  addApplication,
  addGrant,
  setStatus,
  type TestNamed,
  type TestStore,
  testStore,
} from '../store/store.testing.ts';
import {
  addClient,
  addSignInUser,
  arrange,
  claimsOf,
  signIn,
  startServer,
  type TestClient,
  type TestServer,
} from './sign-in.testing.ts';
import { begin, licetOf } from './steps.testing.ts';

let store: TestStore;
let server: TestServer;
let app: TestClient;

beforeAll(async () => {
  store = await testStore();
  server = await startServer(store);
  app = await arrange(store, async (handle) => addClient(handle, await addApplication(handle, 'ledger')));
});
afterEach(() => store.setClock(0));
afterAll(async () => {
  await server.close();
  await store.close();
});

const someone = () => arrange(store, (handle) => addSignInUser(server, handle));

const makeAdministrator = (user: TestNamed) =>
  arrange(store, async (handle) => {
    const licet = await licetOf(handle);
    await addGrant(handle, { application: licet, principal: user, role: { id: licet.admin, name: 'admin' } });
  });

describe('a sign-in that was proved and not yet followed', () => {
  test('leads on, and is dated by the proof', async () => {
    const user = await someone();
    const underWay = await begin(server, app);
    const answer = await underWay.password(user.username);
    const proved = Math.floor(Date.now() / 1000);
    await new Promise((resolve) => setTimeout(resolve, 2100));
    const { id_token: token } = await underWay.finish(answer);
    expect(Number(claimsOf(token ?? '').auth_time)).toBeLessThanOrEqual(proved);
  });

  const ends: Record<string, (user: TestNamed) => Promise<unknown>> = {
    'every session of the user was ended': (user) => arrange(store, (handle) => endSessionsOf(handle, user.id)),
    'all others were ended by the user, as with a new password': (user) =>
      arrange(store, (handle) => endSessionsOf(handle, user.id, 'the session that asked')),
    'the user was suspended, and let in again': async (user) => {
      await arrange(store, async (handle) => {
        await setStatus(handle, user, 'suspended');
        await endSessionsOf(handle, user.id);
      });
      await arrange(store, (handle) => setStatus(handle, user, 'active'));
    },
  };
  for (const [what, end] of Object.entries(ends))
    test(`leads nowhere when ${what}`, async () => {
      const user = await someone();
      const underWay = await begin(server, app);
      const { body } = await underWay.password(user.username);
      await end(user);
      const response = await underWay.browser.go(body.location ?? '');
      expect(response.status).toBe(400);
      expect(response.headers.get('location')).toBeNull();
      const again = await begin(server, app, underWay.browser); // nobody is signed in there
      expect(again.page).toMatch(/^\/sign-in\//);
    });
});

describe('an administrator', () => {
  const admin = async () => {
    const user = await someone();
    await makeAdministrator(user);
    return user;
  };
  const age = (column: 'seen_at' | 'created_at', seconds: number, sid: unknown) =>
    store.database.pool.query(`update sessions set ${column} = ${column} - $1 * interval '1 second' where uid = $2`, [
      seconds,
      sid,
    ]);

  test('who was idle is asked to sign in however often somebody looks', async () => {
    const user = await admin();
    const { browser, tokens } = await signIn(server, app, user.username);
    await age('seen_at', limits.adminSessionIdle.value + 60, claimsOf(tokens.access_token).sid);
    for (let look = 0; look < 3; look += 1) expect((await begin(server, app, browser)).page).toMatch(/^\/sign-in\//);
    await signIn(server, app, user.username, { browser });
    await signIn(server, app, 'nobody', { browser }); // signed in again: nobody is asked
  });

  test('who comes by is seen', async () => {
    const user = await admin();
    const { browser, tokens } = await signIn(server, app, user.username);
    await age('seen_at', limits.adminSessionIdle.value - 60, claimsOf(tokens.access_token).sid);
    await signIn(server, app, 'nobody', { browser });
    const seen = async () =>
      (
        await store.database.pool.query(
          "select seen_at > now() - interval '1 minute' as just from sessions where uid = $1",
          [claimsOf(tokens.access_token).sid],
        )
      ).rows[0]?.just;
    await expect.poll(seen).toBe(true);
  });

  test('who became one after signing in has no member’s session', async () => {
    const user = await someone();
    const { browser, tokens } = await signIn(server, app, user.username);
    await signIn(server, app, 'nobody', { browser });
    await makeAdministrator(user);
    await age('created_at', limits.adminSessionLife.value + 60, claimsOf(tokens.access_token).sid);
    expect((await begin(server, app, browser)).page).toMatch(/^\/sign-in\//);
  });
});
