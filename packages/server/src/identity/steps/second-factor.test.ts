import { limits } from '@licet/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { codeFailures } from '../../store/credentials/throttle.ts';
import { endSessionsOf } from '../../store/sign-in/sessions.ts';
import { sweep } from '../../store/sign-in/sweep.ts';
import type { TestStore } from '../../store/store.testing.ts';
import { totpCode } from '../factors/totp.ts';
import {
  arrange,
  Browser,
  claimsOf,
  signInStore,
  startServer,
  type TestClient,
  type TestServer,
} from './sign-in.testing.ts';
import {
  addAdministrators,
  addLicetClient,
  addPerson,
  addPersonWithTotp,
  begin,
  codesOf,
  readBase32,
  stepAt,
  type WithTotp,
} from './steps.testing.ts';

let store: TestStore;
let server: TestServer & { address: string };
let second: TestServer & { address: string };
let licet: TestClient;
let nextCode: (secret: string) => string;

beforeAll(async () => {
  store = await signInStore();
  server = await startServer(store, { api: true });
  second = await startServer(store, { issuer: server.issuer });
  licet = await addLicetClient(store);
});
beforeEach(() => {
  store.setClock(0);
  nextCode = codesOf(store);
});
afterAll(async () => {
  await server.close();
  await second.close();
  await store.close();
});

const someone = (): Promise<WithTotp> => addPersonWithTotp(store, server, licet, nextCode);
const outcomesOf = async ({ user }: WithTotp) =>
  (
    await store.database.pool.query<{ outcome: string }>(
      'select outcome from sign_ins where user_id = $1 order by at, id',
      [user.id],
    )
  ).rows.map(({ outcome }) => outcome);

describe('a second factor', () => {
  test('is required after the password, and signs in with two factors', async () => {
    const person = await someone();
    const signIn = await begin(server, licet);
    expect(await signIn.details()).toMatchObject({ next: null });
    const first = await signIn.password(person.user.username);
    expect(first).toEqual({ status: 200, body: { next: { ways: ['totp', 'recovery_code'] } } });
    expect(await signIn.details()).toMatchObject({ next: { ways: ['totp', 'recovery_code'] } });
    const tokens = await signIn.finish(await signIn.code(nextCode(person.secret)));
    expect(claimsOf(tokens.access_token)).toMatchObject({ sub: person.user.id });
    const { rows } = await store.database.pool.query('select amr from sessions where uid = $1', [
      claimsOf(tokens.access_token).sid,
    ]);
    expect(rows).toEqual([{ amr: ['pwd', 'otp', 'mfa'] }]);
    expect((await outcomesOf(person)).slice(-2)).toEqual(['second_factor_asked', 'signed_in']);
  });

  test('can be a recovery code, which works once and is recorded', async () => {
    const { user, recoveryCodes, call } = await someone();
    expect(recoveryCodes).toHaveLength(limits.recoveryCodes.value);
    const typed = (recoveryCodes[0] ?? '').toLowerCase().replaceAll('-', ' ');
    const signIn = await begin(server, licet);
    await signIn.password(user.username);
    await signIn.finish(await signIn.code(typed));
    const again = await begin(server, licet);
    await again.password(user.username);
    expect(await again.code(typed)).toMatchObject({ status: 403, body: { code: 'code_wrong' } });
    expect((await call('GET', '/me/credentials')).body).toMatchObject({ recoveryCodes: { left: 9, of: 10 } });
    const { rows } = await store.database.pool.query(
      'select actor_id, after::jsonb from change where action = $1 and target_id = $2',
      ['user.recovery_code_used', user.id],
    );
    expect(rows).toEqual([{ actor_id: user.id, after: { left: 9 } }]);
  });

  test('attack 24: the first factor alone gives no access', async () => {
    const { user } = await someone();
    const signIn = await begin(server, licet);
    await signIn.password(user.username);
    const resumed = await signIn.browser.go(signIn.page.replace('/sign-in/', '/oidc/auth/'));
    expect(resumed.headers.get('location')).toMatch(/^\/sign-in\//);
    expect(signIn.browser.cookieNames).not.toContain('licet_known');
    const { rows } = await store.database.pool.query('select from sessions where user_id = $1', [user.id]);
    expect(rows).toHaveLength(1); // the session in which the app was added
    const setUp = await fetch(`${server.issuer}/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ login: user.username, password: 'a long enough passphrase' }),
    });
    expect(setUp.status).toBe(403);
    expect(setUp.headers.getSetCookie()).toEqual([]);
    expect(await setUp.json()).toMatchObject({ code: 'second_factor_needed' });
  });
});

describe('codes', () => {
  test('attack 23: work only once, even at the same moment on two servers', async () => {
    const { user, secret } = await someone();
    const visits = await Promise.all([begin(server, licet), begin(server, licet), begin(server, licet)]);
    for (const visit of visits) await visit.password(user.username);
    const code = nextCode(secret);
    const answers = await Promise.all(
      visits.map((visit, index) => visit.code(code, index === 1 ? visit.browser.at(second.address) : undefined)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403]);
    const later = await begin(server, licet);
    await later.password(user.username);
    expect(await later.code(code)).toMatchObject({ status: 403, body: { code: 'code_wrong' } });
  });

  test('attack 23: recovery codes work only once, even at the same moment on two servers', async () => {
    const { user, recoveryCodes } = await someone();
    const visits = await Promise.all([begin(server, licet), begin(server, licet), begin(server, licet)]);
    for (const visit of visits) await visit.password(user.username);
    const code = recoveryCodes[0] ?? '';
    const answers = await Promise.all(
      visits.map((visit, index) => visit.code(code, index === 1 ? visit.browser.at(second.address) : undefined)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403]);
  });

  test('attack 23: refuses codes that are old or were used to add the app', async () => {
    const { user, secret, firstCode } = await someone();
    const signIn = await begin(server, licet);
    await signIn.password(user.username);
    expect((await signIn.code(firstCode)).body.code).toBe('code_wrong');
    const old = nextCode(secret);
    for (let steps = 0; steps <= limits.totpDrift.value; steps += 1) nextCode(secret);
    expect((await signIn.code(old)).body.code).toBe('code_wrong');
    await signIn.finish(await signIn.code(nextCode(secret)));
  });

  test('attacks 21 and 23: share one counter for simultaneous guesses at all endpoints of two servers', async () => {
    const { user, secret, call } = await someone();
    await call('POST', '/me/credentials/totp');
    const visits = await Promise.all(Array.from({ length: 4 }, () => begin(server, licet)));
    for (const visit of visits) await visit.password(user.username);
    const guesses = Array.from({ length: 200 }, (_, index) => {
      const visit = visits[index % 4];
      const guess = index % 2 === 0 ? '000000' : '0000-0000-0000-0000';
      if (!visit || index % 5 === 0) return call('POST', '/me/credentials/totp/confirm', { code: guess });
      return visit.code(guess, index % 3 === 0 ? visit.browser.at(second.address) : undefined);
    });
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    const looked = statuses.filter((status) => status === 403).length;
    expect(await failuresOf(user.id)).toBe(looked);
    expect(statuses.filter((status) => status === 429)).toHaveLength(200 - looked);
    expect(looked).toBeGreaterThan(limits.failuresFree.value);
    expect(looked).toBeLessThanOrEqual(limits.failuresFree.value + 6); // each wait is twice the previous one, so six take a minute
    const [visit] = visits;
    nextCode(secret); // moves the clock past the longest wait
    expect(await visit?.code(nextCode(secret))).toMatchObject({ status: 200 });
    expect(await failuresOf(user.id)).toBeUndefined();
  });

  /** A user whose codes are locked after too many wrong ones. */
  async function locked() {
    const person = await someone();
    const signIn = await begin(server, licet);
    await signIn.password(person.user.username);
    await signIn.code('000000');
    await setFailures(codeFailures(person.user.id).key, limits.codeFailures.value);
    return { ...person, signIn };
  }

  test('are accepted again after a set-password link was used', async () => {
    const { user, secret, signIn } = await locked();
    expect(await signIn.code(nextCode(secret))).toMatchObject({ body: { code: 'codes_locked' } });
    store.setClock(0);
    const { admin } = await addAdministrators(store, server, licet);
    const made = await admin('POST', `/users/${user.id}/password-link`);
    const body = { token: String(made.body.url).split('token=')[1], password: 'nine blue doors in a row' };
    const used = await fetch(`${server.issuer}/api/v1/password-links/redeem`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(used.status).toBe(204);
    const again = await begin(server, licet);
    await again.password(user.username, body.password);
    await again.finish(await again.code(nextCode(secret)));
  });

  test('stay locked after too many wrong ones until the help desk resets them', async () => {
    const { user, secret, recoveryCodes, signIn } = await locked();
    for (const code of [nextCode(secret), recoveryCodes[0] ?? ''])
      expect(await signIn.code(code)).toMatchObject({ status: 429, body: { code: 'codes_locked' } });
    const year = 365 * 86_400_000;
    store.setClock(year);
    await sweep(store.database);
    const later = await begin(server, licet);
    await later.password(user.username);
    const code = totpCode(readBase32(secret), stepAt(year));
    expect(await later.code(code)).toMatchObject({ status: 429, body: { code: 'codes_locked' } });
    store.setClock(0);
    const { admin } = await addAdministrators(store, server, licet);
    expect((await admin('POST', `/users/${user.id}/credentials/reset`, { passkeys: false })).status).toBe(204);
    const again = await begin(server, licet);
    await again.finish(await again.password(user.username));
  });
});

describe('wrong codes from elsewhere, with the correct password', () => {
  /**
   * A user who signed in with two factors in this browser, and whose codes were then locked by wrong codes from another
   * browser.
   */
  async function lockedElsewhere() {
    const person = await someone();
    const own = await begin(server, licet);
    await own.password(person.user.username);
    await own.finish(await own.code(nextCode(person.secret)));
    const elsewhere = await begin(server, licet);
    await elsewhere.password(person.user.username);
    await elsewhere.code('000000');
    await setFailures(codeFailures(person.user.id).key, limits.codeFailures.value);
    expect((await elsewhere.code('000000')).body.code).toBe('codes_locked');
    const again = await begin(server, licet, own.browser, { prompt: 'login' });
    await again.password(person.user.username);
    return { ...person, elsewhere, again };
  }

  test('do not lock a user out of a known browser, by app or by recovery code', async () => {
    const { user, secret, recoveryCodes, elsewhere, again } = await lockedElsewhere();
    await again.finish(await again.code(nextCode(secret)));
    await elsewhere.code('000000'); // is checked again, because the owner has signed in
    await setFailures(codeFailures(user.id).key, limits.codeFailures.value);
    const third = await begin(server, licet, again.browser, { prompt: 'login' });
    await third.password(user.username);
    await third.finish(await third.code(recoveryCodes[0] ?? ''));
  });

  test('leave a known browser its own limit, which a correct password does not reset', async () => {
    const { user, secret, again } = await lockedElsewhere();
    for (let round = 0; round <= limits.failuresFree.value; round += 1) {
      expect((await again.code('000000')).body.code).toBe('code_wrong');
      await again.password(user.username);
    }
    const { rowCount } = await store.database.pool.query(
      `update failures set failures = $1, blocked_until = '-infinity' where kind = 'browser' and failures = $2`,
      [limits.knownBrowserFailures.value, limits.failuresFree.value + 1],
    );
    expect(rowCount).toBe(1);
    expect((await again.code(nextCode(secret))).body.code).toBe('codes_locked');
  });
});

describe('a sign-in that waits for its second factor', () => {
  test('belongs to its browser and accepts codes only from its own page', async () => {
    const { user, secret } = await someone();
    const signIn = await begin(server, licet);
    await signIn.password(user.username);
    const code = nextCode(secret);
    expect((await signIn.code(code, new Browser(server.issuer))).status).toBe(404);
    const other = await begin(server, licet);
    expect((await signIn.code(code, other.browser)).status).toBe(404);
    expect(await other.code(code)).toMatchObject({ status: 410, body: { code: 'begin_again' } });
    for (const path of ['/code', '/passkey', '/passkey/options']) {
      const response = await signIn.browser.go(signIn.page + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
        body: JSON.stringify({ code }),
      });
      expect(response.status, path).toBe(403);
      expect(response.headers.getSetCookie(), path).toEqual([]);
    }
    expect((await signIn.post('/code', { code, login: 'ada' })).status).toBe(400);
    await signIn.finish(await signIn.code(code));
  });

  test('completes only once, even with two valid codes', async () => {
    const { user, secret, recoveryCodes } = await someone();
    const signIn = await begin(server, licet);
    await signIn.password(user.username);
    const answers = await Promise.all([
      signIn.code(nextCode(secret)),
      signIn.code(recoveryCodes[0] ?? '', signIn.browser.at(second.address)),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410]);
    expect(await signIn.code(nextCode(secret))).toMatchObject({ status: 410 });
    expect(await signIn.code(recoveryCodes[1] ?? '')).toMatchObject({ status: 410 });
    const { rows } = await store.database.pool.query<{ left: number }>(
      'select count(*)::int as left from recovery_codes where user_id = $1 and used_at is null',
      [user.id],
    );
    const byCode = answers[0]?.status === 200;
    expect(rows).toEqual([{ left: byCode ? recoveryCodes.length : recoveryCodes.length - 1 }]); // a refused sign-in uses up no recovery code
    for (const right of [nextCode(secret), recoveryCodes[2] ?? '']) {
      const another = await begin(server, licet);
      await another.password(user.username);
      expect((await another.code(right)).status).toBe(200);
      expect((await another.code(nextCode(secret))).status).toBe(410);
    }
  });

  test('ends after ten minutes, and when the user is suspended or signed out everywhere', async () => {
    const { user, secret } = await someone();
    const waits = async () => {
      const signIn = await begin(server, licet);
      await signIn.password(user.username);
      return signIn;
    };
    const out = await waits();
    await arrange(store, (handle) => endSessionsOf(handle, user.id));
    expect(await out.code(nextCode(secret))).toMatchObject({ status: 410, body: { code: 'begin_again' } });
    const suspended = await waits();
    await store.database.pool.query(`update users set status = 'suspended' where id = $1`, [user.id]);
    expect(await suspended.code(nextCode(secret))).toMatchObject({ status: 410 });
    await store.database.pool.query(`update users set status = 'active' where id = $1`, [user.id]);
    const old = await waits();
    store.setClock((limits.signInStepLifetime.value + 300) * 1000);
    expect(await old.code('000000')).toMatchObject({ status: 410 });
    expect(await old.details()).toMatchObject({ next: null });
  });

  test('belongs to the user whose password was entered last', async () => {
    const [one, other] = [await someone(), await someone()];
    const signIn = await begin(server, licet);
    await signIn.password(one.user.username);
    await signIn.password(other.user.username);
    expect((await signIn.code(nextCode(one.secret))).body.code).toBe('code_wrong');
    const tokens = await signIn.finish(await signIn.code(nextCode(other.secret)));
    expect(claimsOf(tokens.access_token)).toMatchObject({ sub: other.user.id });
  });

  test('attack 26: gives the browser a new session and makes the previous one void', async () => {
    const { user, secret } = await someone();
    const signIn = await begin(server, licet);
    await signIn.password(user.username);
    await signIn.finish(await signIn.code(nextCode(secret)));
    const { browser } = signIn;
    const before = browser.cookie('licet_session') ?? '';
    const again = await begin(server, licet, browser, { prompt: 'login' });
    await again.password(user.username);
    expect(browser.cookie('licet_session')).toBe(before);
    await again.finish(await again.code(nextCode(secret)));
    expect(browser.cookie('licet_session')).not.toBe(before);
    const thief = browser.at(server.issuer);
    thief.setCookie('licet_session', before);
    expect((await begin(server, licet, thief)).page).toMatch(/^\/sign-in\//);
  });
});

test('attack 20: wrong passwords and second-step calls do not reveal who has a second factor', async () => {
  const { user } = await someone();
  const plain = await addPerson(store, server);
  const suspended = await someone();
  await store.database.pool.query(`update users set status = 'suspended' where id = $1`, [suspended.user.id]);
  const answers: unknown[] = [];
  for (const name of [user.username, plain.username, suspended.user.username, 'nobody-here']) {
    const signIn = await begin(server, licet);
    const wrong = await signIn.password(name, 'a wrong passphrase');
    const { challenge: _, ...options } = (await signIn.post('/passkey/options', {})).body;
    const rest = [await signIn.code('000000'), await signIn.code('0000-0000-0000-0000'), await signIn.details()];
    const strip = (answer: unknown) =>
      JSON.stringify(answer)
        .replaceAll(signIn.page, '')
        .replace(/"requestId":"[^"]*"/g, '');
    answers.push([wrong, options, ...rest].map(strip));
  }
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
});

const failuresOf = async (userId: string): Promise<number | undefined> =>
  (
    await store.database.pool.query<{ failures: number }>('select failures from failures where key = $1', [
      codeFailures(userId).key,
    ])
  ).rows[0]?.failures;

const setFailures = (key: Buffer, failures: number) =>
  store.database.pool.query(`update failures set failures = $2, blocked_until = '-infinity' where key = $1`, [
    key,
    failures,
  ]);
