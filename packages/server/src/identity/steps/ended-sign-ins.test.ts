import { setTimeout } from 'node:timers/promises';
import { limits, strongestAcr } from '@licet/contract';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { eraseFacts } from '../../store/erasure/facts.ts';
import { knownBy } from '../../store/erasure/known-by.ts';
import { referringTo } from '../../store/erasure/referring.ts';
import { eraseTheRest } from '../../store/erasure/rest.ts';
import { endSessionsOf } from '../../store/sign-in/sessions.ts';
import { addApplication, addGrant, setStatus, type TestNamed, type TestStore } from '../../store/store.testing.ts';
import {
  addClient,
  addSignInUser,
  arrange,
  Browser,
  claimsOf,
  password,
  signIn,
  type TestClient,
  type TestServer,
  testServer,
} from './sign-in.testing.ts';
import { addLicetClient, addPersonWithTotp, begin, caller, codesOf, licetOf } from './steps.testing.ts';

let store: TestStore;
let server: TestServer;
let app: TestClient;

beforeAll(async () => {
  const started = await testServer({ api: true });
  ({ store, server } = started);
  app = await arrange(store, async (handle) => addClient(handle, await addApplication(handle, 'ledger')));
  return started.close;
});
afterEach(() => store.setClock(0));

const signInAtOnce = (browser: Browser, login: string) =>
  browser.go('/sign-in', {
    method: 'POST',
    body: JSON.stringify({ login, password }),
    headers: { 'content-type': 'application/json', origin: server.issuer, 'sec-fetch-site': 'same-origin' },
  });

const someone = () => arrange(store, (handle) => addSignInUser(server, handle));

const makeAdministrator = (user: TestNamed) =>
  arrange(store, async (handle) => {
    const licet = await licetOf(handle);
    await addGrant(handle, { application: licet, principal: user, role: { id: licet.admin, name: 'admin' } });
  });

describe('a completed sign-in that has not yet returned to the application', () => {
  test('keeps the time of the proof as auth_time when it continues', async () => {
    const user = await someone();
    const underWay = await begin(server, app);
    const answer = await underWay.password(user.username);
    const proved = Math.floor(Date.now() / 1000);
    await setTimeout(2100);
    const { id_token: token } = await underWay.finish(answer);
    expect(Number(claimsOf(token ?? '').auth_time)).toBeLessThanOrEqual(proved);
  });

  const ends: Record<string, (user: TestNamed) => Promise<unknown>> = {
    'every session of the user has ended': (user) => arrange(store, (handle) => endSessionsOf(handle, user.id)),
    'the user ended all other sessions': (user) =>
      arrange(store, (handle) => endSessionsOf(handle, user.id, 'the session that asked')),
    'the user was suspended and activated again': async (user) => {
      await arrange(store, async (handle) => {
        await setStatus(handle, user, 'suspended');
        await endSessionsOf(handle, user.id);
      });
      await arrange(store, (handle) => setStatus(handle, user, 'active'));
    },
  };
  for (const [what, end] of Object.entries(ends))
    test(`fails when ${what}`, async () => {
      const user = await someone();
      const underWay = await begin(server, app);
      const { body } = await underWay.password(user.username);
      await end(user);
      const response = await underWay.browser.go(body.location ?? '');
      expect(response.status).toBe(303);
      expect(response.headers.get('location')).toMatch(/^\/sign-in\/[\w-]+\?over=$/);
      const again = await begin(server, app, underWay.browser); // no session began
      expect(again.page).toMatch(/^\/sign-in\//);
    });
});

describe('a factor proved while the user’s sessions are being ended', () => {
  /** Ends the user's sign-ins after the password was verified, but before the sign-in continues. */
  const endDuringTheHash = (user: TestNamed) => {
    const { hashing } = server.identity;
    const verify = hashing.verify.bind(hashing);
    const during = vi.spyOn(hashing, 'verify').mockImplementation(async (...given) => {
      const fits = await verify(...given);
      await arrange(store, (handle) => endSessionsOf(handle, user.id));
      return fits;
    });
    return () => during.mockRestore();
  };

  /** Counts what is stored about a user who has signed in. */
  const keptOf = async ({ id }: TestNamed) => {
    const count = (table: string) => `(select count(*) from ${table} where user_id = $1)`;
    const { rows } = await store.database.pool.query(
      `select ${count('sessions')} as sessions, ${count('sign_ins')} as lines, ${count('last_sign_ins')} as last, ${count('known_browsers')} as browsers`,
      [id],
    );
    return rows[0];
  };

  test('starts no session', async () => {
    const user = await someone();
    const underWay = await begin(server, app);
    const restore = endDuringTheHash(user);
    const answer = await underWay.password(user.username).finally(restore);
    expect(answer).toMatchObject({ status: 410, body: { code: 'begin_again' } });
    expect((await begin(server, app, underWay.browser)).page).toMatch(/^\/sign-in\//);
    expect(await keptOf(user)).toEqual({ sessions: 0, lines: 0, last: 0, browsers: 0 }); // the user has not signed in
    await signIn(server, app, user.username, { browser: underWay.browser }); // the next sign-in succeeds
  });

  test('does not lead to a second factor', async () => {
    const codes = codesOf(store);
    const licet = await addLicetClient(store);
    const { user, secret } = await addPersonWithTotp(store, server, licet, codes);
    const underWay = await begin(server, app);
    const restore = endDuringTheHash(user);
    await underWay.password(user.username).finally(restore);
    expect(await underWay.code(codes(secret))).toMatchObject({ status: 410, body: { code: 'begin_again' } });
  });

  test('starts no session without an application', async () => {
    const user = await someone();
    const restore = endDuringTheHash(user);
    const response = await signInAtOnce(new Browser(server.issuer), user.username).finally(restore);
    expect(response.status).toBe(410);
    expect(await keptOf(user)).toEqual({ sessions: 0, lines: 0, last: 0, browsers: 0 });
  });

  test('records nothing if the started sign-in expires during the check', async () => {
    const user = await someone();
    const underWay = await begin(server, app);
    const { hashing } = server.identity;
    const verify = hashing.verify.bind(hashing);
    const during = vi.spyOn(hashing, 'verify').mockImplementation(async (...given) => {
      await store.database.pool.query(`delete from oidc_records where model = 'Interaction'`);
      return verify(...given);
    });
    const answer = await underWay.password(user.username).finally(() => during.mockRestore());
    expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(await keptOf(user)).toEqual({ sessions: 0, lines: 0, last: 0, browsers: 0 });
  });
});

test('a wrong password is not logged for a user who is erased during the check', async () => {
  const user = await someone();
  const underWay = await begin(server, app);
  const { hashing } = server.identity;
  const verify = hashing.verify.bind(hashing);
  let erased: Promise<unknown> = Promise.resolve();
  const { promise: deleted, resolve: areDeleted } = Promise.withResolvers<void>();
  const during = vi.spyOn(hashing, 'verify').mockImplementation(async (...given) => {
    const fits = await verify(...given);
    erased = arrange(store, async (handle) => {
      const known = await knownBy(handle.connection, user.id);
      if (!known) throw new Error('Nobody is known by that.');
      const referring = await referringTo(handle, user.id);
      await eraseFacts(handle, known, referring);
      await eraseTheRest(handle.connection, known, referring.theirs);
      areDeleted();
      await setTimeout(300); // keeps the erasure open, so that a log entry would be written after the deletion
    });
    await deleted;
    return fits;
  });
  const answer = await underWay.password(user.username, 'another than theirs').finally(() => during.mockRestore());
  expect(answer).toMatchObject({ status: 401, body: { code: 'sign_in_failed' } });
  await erased;
  const { rows } = await store.database.pool.query('select outcome from sign_ins where user_id = $1', [user.id]);
  expect(rows).toEqual([]);
});

describe('adding a second factor', () => {
  test('ends the user’s password-only sessions and sign-ins, except the session that adds it', async () => {
    const licet = await addLicetClient(store);
    const user = await someone();
    const elsewhere = await signIn(server, app, user.username);
    const underWay = await begin(server, app);
    const proved = await underWay.password(user.username);
    const own = await begin(server, licet);
    const call = caller(server, (await own.finish(await own.password(user.username))).access_token);
    const strongest = { acr_values: strongestAcr };
    await signIn(server, licet, 'nobody', { browser: own.browser, parameters: strongest }); // no other factor exists yet
    const offer = await call('POST', '/me/credentials/totp');
    const code = codesOf(store)(String(offer.body.secret));
    expect((await call('POST', '/me/credentials/totp/confirm', { code })).status).toBe(200);
    store.setClock(0);
    expect((await begin(server, app, elsewhere.browser)).page).toMatch(/^\/sign-in\//);
    const followed = await underWay.browser.go(proved.body.location ?? '');
    expect(followed.headers.get('location')).toMatch(/^\/sign-in\/[\w-]+\?over=$/);
    expect((await call('GET', '/me/sessions')).body).toMatchObject({ items: [{ current: true }] });
    expect((await begin(server, licet, own.browser, strongest)).page, 'now there is').toMatch(/^\/sign-in\//);
  });
});

test('signing in without an application ends the browser’s previous session', async () => {
  const [first, second] = [await someone(), await someone()];
  const browser = new Browser(server.issuer);
  expect((await signInAtOnce(browser, first.username)).status).toBe(204);
  const { tokens } = await signIn(server, app, 'nobody', { browser });
  const copy = browser.copy();
  expect((await signInAtOnce(browser, second.username)).status).toBe(204);
  expect((await begin(server, app, copy)).page, 'a copy of the old cookie').toMatch(/^\/sign-in\//);
  const { rows } = await store.database.pool.query(
    'select ended_at is not null as ended from sessions where uid = $1',
    [claimsOf(tokens.access_token).sid],
  );
  expect(rows).toEqual([{ ended: true }]);
  await signIn(server, app, 'nobody', { browser }); // the new session continues
});

test('a slow server clock does not change the time of a sign-in', async () => {
  store.setClock(60_000);
  const user = await someone();
  const { browser, tokens } = await signIn(server, app, user.username);
  const begun = async () =>
    (
      await store.database.pool.query<{ at: string }>('select created_at as at from sessions where uid = $1', [
        claimsOf(tokens.access_token).sid,
      ])
    ).rows[0]?.at;
  const before = await begun();
  store.setClock(80_000);
  await signIn(server, app, 'nobody', { browser }); // returns to the application
  expect(await begun()).toBe(before);
  expect((await begin(server, app, browser, { max_age: '10' })).page, 'older than was asked for').toMatch(
    /^\/sign-in\//,
  );
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

  test('must sign in again after being idle, however often the application starts a sign-in', async () => {
    const user = await admin();
    const { browser, tokens } = await signIn(server, app, user.username);
    await age('seen_at', limits.adminSessionIdle.value + 60, claimsOf(tokens.access_token).sid);
    for (let look = 0; look < 3; look += 1) expect((await begin(server, app, browser)).page).toMatch(/^\/sign-in\//);
    await signIn(server, app, user.username, { browser });
    await signIn(server, app, 'nobody', { browser }); // has just signed in, so is not asked
  });

  test('counts as active when opening the application', async () => {
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

  test('loses a longer session that began before the promotion', async () => {
    const user = await someone();
    const { browser, tokens } = await signIn(server, app, user.username);
    await signIn(server, app, 'nobody', { browser });
    await makeAdministrator(user);
    await age('created_at', limits.adminSessionLifetime.value + 60, claimsOf(tokens.access_token).sid);
    expect((await begin(server, app, browser)).page).toMatch(/^\/sign-in\//);
  });
});
