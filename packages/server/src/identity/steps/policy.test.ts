import { limits, type PasskeyOffer } from '@licet/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { setPasswordHash } from '../../store/credentials/passwords.ts';
import { makeLink } from '../../store/sign-in/links.ts';
import type { TestStore } from '../../store/store.testing.ts';
import { SoftwareAuthenticator } from '../factors/software-authenticator.testing.ts';
import { totpCode } from '../factors/totp.ts';
import {
  arrange,
  Browser,
  claimsOf,
  password,
  signInStore,
  startServer,
  type TestClient,
  type TestServer,
} from './sign-in.testing.ts';
import {
  type Answer,
  addLicetClient,
  addPerson,
  addPersonWithTotp,
  begin,
  caller,
  codesOf,
  inSeconds,
  type Person,
  type PolicyWorld,
  policyWorld,
  readBase32,
  stepAt,
  type UnderWay,
} from './steps.testing.ts';

let store: TestStore;
let server: TestServer & { address: string };
let second: TestServer & { address: string };
let licet: TestClient;
let nextCode: (secret: string) => string;
let policy: PolicyWorld['policy'];
let demanded: PolicyWorld['demanded'];
let watched: PolicyWorld['watched'];

beforeAll(async () => {
  store = await signInStore();
  server = await startServer(store, { api: true });
  second = await startServer(store, { issuer: server.issuer, api: true });
  licet = await addLicetClient(store);
  ({ policy, demanded, watched } = await policyWorld(store, server));
});
beforeEach(async () => {
  store.setClock(0);
  nextCode = codesOf(store);
  await policy({});
});
afterAll(async () => {
  await server.close();
  await second.close();
  await store.close();
});

/** Adds a user of the group who has signed in before, and that user's browser. */
async function watchedWithBrowser(): Promise<{ user: Person; browser: Browser }> {
  const user = await watched();
  const signIn = await begin(server, licet);
  await signIn.finish(await signIn.password(user.username));
  const browser = new Browser(server.issuer);
  browser.setCookie('licet_known', signIn.browser.cookie('licet_known') ?? '', '/sign-in');
  return { user, browser };
}

const sessionsOf = async ({ id }: { id: string }) =>
  (await store.database.pool.query('select amr from sessions where user_id = $1 and ended_at is null', [id])).rows;
const outcomesOf = async ({ id }: { id: string }) =>
  (
    await store.database.pool.query<{ outcome: string }>(
      'select outcome from sign_ins where user_id = $1 order by at, id',
      [id],
    )
  ).rows.map(({ outcome }) => outcome);

/** Sets up an authenticator app during a sign-in. */
async function setUpApp(signIn: UnderWay, from?: Browser): Promise<Answer & { readonly secret: string }> {
  const { body } = await signIn.post('/set-up/totp', {}, from);
  const secret = String(body.secret);
  const code = totpCode(readBase32(secret), stepAt(0));
  return { ...(await signIn.post('/set-up/totp/confirm', { code }, from)), secret };
}

describe('a second factor that the policy requires', () => {
  test('attack 24: cannot be set up with the password alone in an unknown browser', async () => {
    const user = await watched();
    await policy(demanded());
    const signIn = await begin(server, licet);
    const answer = await signIn.password(user.username);
    expect(answer).toMatchObject({ status: 403, body: { code: 'second_factor_missing' } });
    expect(await signIn.details()).toMatchObject({ next: null });
    // No call that sets up a factor, or continues without one, works before the page offered it.
    for (const [path, body] of [
      ['/set-up/totp', {}],
      ['/set-up/totp/confirm', { code: '123456' }],
      ['/set-up/passkey/options', {}],
      ['/set-up/later', {}],
      ['/code', { code: '123456' }],
    ] as const)
      expect(await signIn.post(path, body), path).toMatchObject({ status: 410, body: { code: 'begin_again' } });
    expect(await sessionsOf(user)).toEqual([]);
    expect(signIn.browser.cookieNames).not.toContain('licet_known');
    expect(await outcomesOf(user)).toEqual(['stopped_by_policy']);
    const setUp = await fetch(`${server.issuer}/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ login: user.username, password }),
    });
    expect(setUp.status).toBe(403);
  });

  test('can be set up in a known browser, and is required afterwards', async () => {
    const { user, browser } = await watchedWithBrowser();
    await policy(demanded());
    const signIn = await begin(server, licet, browser);
    expect(await signIn.password(user.username)).toEqual({
      status: 200,
      body: { next: { ways: [], setUp: { ways: ['passkey', 'totp'], until: null } } },
    });
    expect(await signIn.details()).toMatchObject({ next: { setUp: { ways: ['passkey', 'totp'], until: null } } });
    expect(await signIn.post('/set-up/later', {})).toMatchObject({ status: 410 });
    await signIn.post('/set-up/totp', {});
    const wrong = await signIn.post('/set-up/totp/confirm', { code: '000000' });
    expect(wrong.body.detail, 'by the name that the page gives it, and what to do').toMatch(
      /the key .* clock of your phone/,
    );
    // The requests alternate between the two servers.
    const done = await setUpApp(signIn, signIn.browser.at(second.address));
    expect(done.body.recoveryCodes).toHaveLength(limits.recoveryCodes.value);
    const tokens = await signIn.finish(done);
    expect(claimsOf(tokens.access_token)).toMatchObject({ sub: user.id });
    expect((await sessionsOf(user)).at(-1)).toEqual({ amr: ['pwd', 'otp', 'mfa'] });
    const { rows } = await store.database.pool.query(
      `select actor_id, after::jsonb from change where action = 'user.totp_added' and target_id = $1`,
      [user.id],
    );
    expect(rows).toEqual([{ actor_id: user.id, after: { replaced: false, recoveryCodes: 10, ended: 1 } }]);
    const again = await begin(server, licet);
    expect((await again.password(user.username)).body).toMatchObject({ next: { ways: ['totp', 'recovery_code'] } });
    await again.finish(await again.code(nextCode(done.secret)));
  });

  test('is set up once by two simultaneous requests on two servers', async () => {
    const { user, browser } = await watchedWithBrowser();
    await policy(demanded());
    const signIn = await begin(server, licet, browser);
    await signIn.password(user.username);
    const { body } = await signIn.post('/set-up/totp', {});
    const code = totpCode(readBase32(String(body.secret)), stepAt(0));
    const answers = await Promise.all(
      [signIn.browser, signIn.browser.at(second.address)].map((from) =>
        signIn.post('/set-up/totp/confirm', { code }, from),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410]);
  });

  test('can be set up in any browser within an hour after a link set the password', async () => {
    const user = await watched();
    await policy(demanded());
    const byLink = async () => {
      const { token } = await arrange(store, (handle) => makeLink(handle, user.id, null));
      const response = await fetch(`${server.issuer}/api/v1/password-links/redeem`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token, password }),
      });
      expect(response.status).toBe(204);
    };
    await byLink();
    const hash = await server.identity.hashing.hash(password);
    await arrange(store, (handle) => setPasswordHash(handle, user.id, hash));
    const typed = async () => (await (await begin(server, licet)).password(user.username)).body;
    expect(await typed()).toMatchObject({ code: 'second_factor_missing' });
    await byLink();
    expect(await typed()).toMatchObject({ next: { setUp: { until: null } } });
    store.setClock((limits.setUpAfterLink.value + 1) * 1000);
    expect(await typed()).toMatchObject({ code: 'second_factor_missing' });
    store.setClock(0);
    const signIn = await begin(server, licet);
    await signIn.password(user.username);
    await signIn.finish(await setUpApp(signIn));
    const { rows } = await store.database.pool.query('select from set_up_windows where user_id = $1', [user.id]);
    expect(rows).toEqual([]);
  });

  test('is offered during the grace period, and the user may skip it', async () => {
    const user = await watched();
    const until = inSeconds(3600);
    await policy(demanded(until));
    const signIn = await begin(server, licet);
    const { body } = await signIn.password(user.username);
    expect(body).toMatchObject({ next: { ways: [], setUp: { ways: ['passkey', 'totp'] } } });
    const offered = (body.next as { setUp?: { until: string } } | undefined)?.setUp;
    expect(Date.parse(offered?.until ?? '')).toBe(Date.parse(until));
    expect(claimsOf((await signIn.finish(await signIn.post('/set-up/later', {}))).access_token)).toMatchObject({
      sub: user.id,
    });
    // A user who is signed in and signs in again has already seen the offer, so it is not repeated.
    const more = await begin(server, licet, signIn.browser, { max_age: '0' });
    expect(await more.details()).toMatchObject({ again: true, loginHint: user.username });
    expect((await more.password(user.username)).body).toHaveProperty('location');
    expect((await (await begin(server, licet)).password(user.username)).body).toHaveProperty('next');
    // An answer after the end of the grace time is refused.
    const late = await begin(server, licet);
    await policy(demanded(inSeconds(2)));
    await late.password(user.username);
    store.setClock(3000);
    expect(await late.post('/set-up/later', {})).toMatchObject({ status: 410 });
    const after = await begin(server, licet);
    expect(await after.password(user.username)).toMatchObject({ body: { code: 'second_factor_missing' } });
  });

  test('can be a passkey, which counts as one factor without user verification', async () => {
    const { user, browser } = await watchedWithBrowser();
    const plain = new SoftwareAuthenticator(server.issuer, { verifies: false });
    await policy(demanded());
    const signIn = await begin(server, licet, browser);
    await signIn.password(user.username);
    const offer = (await signIn.post('/set-up/passkey/options', {})).body as unknown as PasskeyOffer;
    const done = await signIn.post('/set-up/passkey', { name: 'Key', response: plain.create(offer) });
    await signIn.finish(done);
    const started = await begin(server, licet);
    const options = (await started.post('/passkey/options', {})).body;
    const shown = await started.post('/passkey', { response: plain.get(options as never) });
    expect(shown.body).toMatchObject({ next: { ways: ['recovery_code'] } });
    const both = await begin(server, licet);
    expect((await both.password(user.username)).body).toMatchObject({ next: { ways: ['passkey', 'recovery_code'] } });
    const second_ = (await both.post('/passkey/options', {})).body;
    await both.finish(await both.post('/passkey', { response: plain.get(second_ as never) }));
  });

  test('cannot be removed while the policy requires it', async () => {
    const person = await addPersonWithTotp(store, server, licet, nextCode);
    await watched(person.user);
    await policy(demanded());
    expect(await person.call('DELETE', '/me/credentials/totp')).toMatchObject({
      status: 409,
      body: { code: 'last_way_in' },
    });
    await policy({});
    expect(await person.call('DELETE', '/me/credentials/totp')).toMatchObject({ status: 204 });
  });
});

describe('where the policy accepts only passkeys', () => {
  test('attack 20: correct passwords, wrong passwords and unknown names get the same response', async () => {
    const user = await addPerson(store, server);
    await policy({ ways: ['passkey'] });
    const signIn = await begin(server, licet);
    expect(await signIn.details()).toMatchObject({ passwords: false });
    const answers = [
      await signIn.password(user.username),
      await signIn.password(user.username, 'not the passphrase'),
      await signIn.password('nobody at all'),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(403);
      expect(answer.body).toMatchObject({ code: 'way_refused' });
    }
    expect(new Set(answers.map(({ body: { instance: _, requestId: __, ...body } }) => JSON.stringify(body))).size).toBe(
      1,
    );
    expect(await sessionsOf(user)).toEqual([]);
  });

  test('a user creates a passkey in a known browser, and then signs in with it', async () => {
    const { user, browser } = await watchedWithBrowser();
    await policy({ ways: ['passkey'] });
    const key = new SoftwareAuthenticator(server.issuer);
    const signIn = await begin(server, licet, browser);
    expect((await signIn.password(user.username)).body).toEqual({
      next: { ways: [], setUp: { ways: ['passkey'], until: null } },
    });
    expect(await signIn.post('/set-up/totp', {})).toMatchObject({ status: 410 });
    const offer = (await signIn.post('/set-up/passkey/options', {})).body as unknown as PasskeyOffer;
    expect(offer.authenticatorSelection.userVerification).toBe('required');
    await signIn.finish(await signIn.post('/set-up/passkey', { name: 'Phone', response: key.create(offer) }));
    const again = await begin(server, licet, new Browser(server.issuer));
    again.browser.setCookie('licet_known', signIn.browser.cookie('licet_known') ?? '', '/sign-in');
    expect(await again.password(user.username)).toMatchObject({ status: 403, body: { code: 'way_refused' } });
    const options = (await again.post('/passkey/options', {})).body;
    await again.finish(await again.post('/passkey', { response: key.get(options as never) }));
  });

  test('a user with an authenticator app enters its code before creating a passkey', async () => {
    const { user, secret } = await addPersonWithTotp(store, server, licet, nextCode);
    await policy({ ways: ['passkey'] });
    const signIn = await begin(server, licet);
    expect((await signIn.password(user.username)).body).toEqual({ next: { ways: ['totp', 'recovery_code'] } });
    expect((await signIn.code(nextCode(secret))).body).toEqual({
      next: { ways: [], setUp: { ways: ['passkey'], until: null } },
    });
  });
});

test('a passkey cannot sign in where the policy accepts no passkeys', async () => {
  await policy({ ways: ['password'] });
  const signIn = await begin(server, licet);
  expect(await signIn.details()).toMatchObject({ passkeys: false });
  expect(await signIn.post('/passkey/options', {})).toMatchObject({ status: 403, body: { code: 'way_refused' } });
});

test('a passkey is no second factor where the policy accepts no passkeys', async () => {
  const { user, browser } = await watchedWithBrowser();
  const first = await begin(server, licet, browser, { prompt: 'login' });
  const call = caller(server, (await first.finish(await first.password(user.username))).access_token);
  const offer = (await call('POST', '/me/credentials/passkeys/options')).body as unknown as PasskeyOffer;
  const response = new SoftwareAuthenticator(server.issuer).create(offer);
  expect((await call('POST', '/me/credentials/passkeys', { name: 'Phone', response })).status).toBe(201);
  const signInAgain = async () => {
    const page = await begin(server, licet, browser, { prompt: 'login' });
    const { body } = await page.password(user.username);
    return { ways: body.next?.ways, options: (await page.post('/passkey/options', {})).status };
  };
  await policy(demanded());
  expect(await signInAgain()).toEqual({ ways: ['passkey', 'recovery_code'], options: 200 });
  await policy({ ...demanded(), ways: ['password'] });
  expect(await signInAgain()).toEqual({ ways: ['recovery_code'], options: 403 });
});

describe('a remembered browser', () => {
  test('skips the second factor for as many days as the policy sets, until a reset', async () => {
    const { user, secret } = await addPersonWithTotp(store, server, licet, nextCode);
    await watched(user);
    await policy({ ...demanded(), rememberedDays: 7 });
    const browser = new Browser(server.issuer);
    const signIn = await begin(server, licet, browser);
    await signIn.password(user.username);
    await signIn.finish(await signIn.post('/code', { code: nextCode(secret), remember: true }));
    const cookie = browser.cookie('licet_known') ?? '';
    const anew = async (asked: Record<string, string> = {}) => {
      const from = new Browser(server.issuer);
      from.setCookie('licet_known', cookie, '/sign-in');
      const visit = await begin(server, licet, from, asked);
      return (await visit.password(user.username)).body;
    };
    expect(await anew()).toHaveProperty('location');
    expect(await anew({ acr_values: 'urn:licet:acr:multi-factor' })).toHaveProperty('next');
    // The grace does not apply to another user in this browser, nor to this user in another one.
    const elsewhere = await begin(server, licet);
    expect((await elsewhere.password(user.username)).body).toHaveProperty('next');
    await policy({ ...demanded(), rememberedDays: 0 });
    expect(await anew()).toHaveProperty('next');
    await policy({ ...demanded(), rememberedDays: 7 });
    store.setClock((7 * 86_400 + 60) * 1000);
    expect(await anew()).toHaveProperty('next');
    store.setClock(0);
    expect(await anew()).toHaveProperty('location');
    await store.database.pool.query('delete from known_browsers where user_id = $1', [user.id]);
    expect(await anew()).toHaveProperty('next');
  });
});

test('the policy’s session lifetime applies to existing sessions too', async () => {
  const user = await addPerson(store, server);
  await policy({ sessions: { members: 3600, administrators: 1800 } });
  const signIn = await begin(server, licet);
  const tokens = await signIn.finish(await signIn.password(user.username));
  const left = async () => {
    const { rows } = await store.database.pool.query<{ left: number }>(
      'select extract(epoch from expires_at - created_at)::int as left from sessions where user_id = $1',
      [user.id],
    );
    return rows[0]?.left ?? 0;
  };
  expect(Math.abs((await left()) - 3600)).toBeLessThan(5);
  const call = caller(server, tokens.access_token);
  expect((await call('GET', '/me')).status).toBe(200);
  const info = () =>
    fetch(`${server.issuer}/oidc/userinfo`, { headers: { authorization: `Bearer ${tokens.access_token}` } });
  const silent = async () =>
    (
      await signIn.browser.go(
        `/oidc/auth?client_id=${licet.id}&response_type=code&scope=openid&prompt=none&redirect_uri=${encodeURIComponent('http://127.0.0.1:9/callback')}&code_challenge=${'a'.repeat(43)}&code_challenge_method=S256`,
      )
    ).headers.get('location') ?? '';
  expect(await silent()).toContain('code=');
  await store.database.pool.query(
    `update sessions set created_at = created_at - interval '1000 seconds' where user_id = $1`,
    [user.id],
  );
  await policy({ sessions: { members: 900, administrators: 900 } });
  expect((await info()).status).not.toBe(200);
  expect(await silent()).toContain('error=interaction_required');
});
