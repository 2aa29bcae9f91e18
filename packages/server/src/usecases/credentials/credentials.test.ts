import { limits } from '@licet/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  arrange,
  password,
  signInStore,
  startServer,
  type TestClient,
  type TestServer,
} from '../../identity/steps/sign-in.testing.ts';
import {
  addAdministrators,
  addLicetClient,
  addPerson,
  addPersonWithTotp,
  begin,
  caller,
  codesOf,
  readBase32,
  type WithTotp,
} from '../../identity/steps/steps.testing.ts';
import { firstPolicy, replacePolicy } from '../../store/policy/policy.ts';
import type { TestStore } from '../../store/store.testing.ts';

let store: TestStore;
let server: TestServer;
let licet: TestClient;
let nextCode: (secret: string) => string;

beforeAll(async () => {
  store = await signInStore();
  server = await startServer(store, { api: true });
  licet = await addLicetClient(store);
});
beforeEach(() => {
  store.setClock(0);
  nextCode = codesOf(store);
});
afterAll(async () => {
  await server.close();
  await store.close();
});

const someone = (): Promise<WithTotp> => addPersonWithTotp(store, server, licet, nextCode);

const signedInLongAgo = (userId: string) =>
  store.database.pool.query(
    `update sessions set created_at = created_at - $2 * interval '1 second' where user_id = $1`,
    [userId, limits.freshSignIn.value],
  );

describe('sign-in methods', () => {
  test('can be changed within ten minutes after signing in, but not later', async () => {
    const user = await addPerson(store, server);
    const signIn = await begin(server, licet);
    const before = Date.now();
    const call = caller(server, (await signIn.finish(await signIn.password(user.username))).access_token);
    const { body } = await call('GET', '/me/credentials');
    expect(Date.parse(String(body.freshUntil))).toBeGreaterThan(before + 500_000);
    await signedInLongAgo(user.id);
    expect((await call('GET', '/me/credentials')).body).toMatchObject({ freshUntil: null, totp: null });
    for (const [method, path, sent] of [
      ['POST', '/totp'],
      ['POST', '/totp/confirm', { code: '000000' }],
      ['DELETE', '/totp'],
      ['POST', '/recovery-codes'],
      ['POST', '/passkeys/options'],
      ['DELETE', `/passkeys/${user.id}`],
    ] as const) {
      const refused = await call(method, `/me/credentials${path}`, sent);
      expect([refused.status, refused.body.code], path).toEqual([401, 'sign_in_again']);
      expect(refused.headers.get('www-authenticate'), path).toContain(
        'error="insufficient_user_authentication", max_age=600',
      );
    }
  });

  test('can be changed for the time that the policy sets; a later refusal names this time', async () => {
    const user = await addPerson(store, server);
    const signIn = await begin(server, licet);
    const call = caller(server, (await signIn.finish(await signIn.password(user.username))).access_token);
    const { version: _, ...first } = firstPolicy;
    await arrange(store, (change) => replacePolicy(change, { ...first, freshSignIn: 120 }));
    await signedInLongAgo(user.id);
    const refused = await call('POST', '/me/credentials/totp');
    await arrange(store, (change) => replacePolicy(change, first));
    expect(refused.body).toMatchObject({
      code: 'sign_in_again',
      detail: expect.stringContaining('within the last 2 minutes, with a second factor'),
      maxAge: 120,
    });
    expect(refused.headers.get('www-authenticate')).toContain(
      'error="insufficient_user_authentication", max_age=120, DPoP error',
    );
  });

  test('require two factors for a change if the user has a second one', async () => {
    const user = await addPerson(store, server);
    const elsewhere = await begin(server, licet);
    const thief = caller(server, (await elsewhere.finish(await elsewhere.password(user.username))).access_token);
    const own = await begin(server, licet);
    const call = caller(server, (await own.finish(await own.password(user.username))).access_token);
    const { body } = await call('POST', '/me/credentials/totp');
    await call('POST', '/me/credentials/totp/confirm', { code: nextCode(String(body.secret)) });
    expect((await thief('GET', '/me')).status, 'the session is over').toBe(401);
    await store.database.pool.query('update sessions set ended_at = null where user_id = $1', [user.id]); // as if the session had not ended
    expect(await thief('DELETE', '/me/credentials/totp')).toMatchObject({
      status: 401,
      body: { code: 'sign_in_again' },
    });
    const passwords = { current: password, password: 'another long enough passphrase' };
    expect(await thief('POST', '/me/password', passwords)).toMatchObject({
      status: 401,
      body: { code: 'sign_in_again' },
    });
    expect(await call('POST', '/me/password', passwords)).toMatchObject({ status: 204 });
    expect(await call('POST', '/me/credentials/recovery-codes')).toMatchObject({ status: 201 });
    expect((await call('DELETE', '/me/credentials/totp')).status).toBe(204);
    expect((await call('GET', '/me/credentials')).body).toMatchObject({ totp: null, recoveryCodes: null });
    expect(await call('DELETE', '/me/credentials/totp')).toMatchObject({ status: 404 });
    expect(await call('POST', '/me/credentials/recovery-codes')).toMatchObject({ status: 409 });
  });

  test('a new authenticator app replaces the old one at its first correct code; recovery codes stay valid', async () => {
    const { user, secret, call, recoveryCodes } = await someone();
    const { body } = await call('POST', '/me/credentials/totp');
    const between = await begin(server, licet);
    await between.password(user.username);
    await between.finish(await between.code(nextCode(secret))); // the new app is not active yet
    const confirmed = await call('POST', '/me/credentials/totp/confirm', { code: nextCode(String(body.secret)) });
    expect(confirmed).toMatchObject({ status: 200, body: { recoveryCodes: null } });
    const again = await call('POST', '/me/credentials/totp/confirm', { code: nextCode(String(body.secret)) });
    expect(again).toMatchObject({ status: 410, body: { code: 'begin_again' } });
    const signIn = await begin(server, licet);
    await signIn.password(user.username);
    expect((await signIn.code(nextCode(secret))).status).toBe(403);
    await signIn.finish(await signIn.code(recoveryCodes[3] ?? ''));
  });

  test('a waiting sign-in no longer asks for a factor that was removed meanwhile', async () => {
    const { user, secret, call } = await someone();
    const signIn = await begin(server, licet);
    await signIn.password(user.username);
    expect((await call('DELETE', '/me/credentials/totp')).status).toBe(204);
    expect(await signIn.details()).toMatchObject({ next: null });
    expect(await signIn.code(nextCode(secret))).toMatchObject({ status: 410, body: { code: 'begin_again' } });
    await signIn.finish(await signIn.password(user.username));
  });

  test('new recovery codes end the old ones', async () => {
    const { user, recoveryCodes, call } = await someone();
    const { body } = await call('POST', '/me/credentials/recovery-codes');
    const made = body.recoveryCodes as string[];
    expect(new Set([...made, ...recoveryCodes]).size).toBe(2 * limits.recoveryCodes.value);
    for (const code of made) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(?:-[0-9A-HJKMNP-TV-Z]{4}){3}$/);
    const signIn = await begin(server, licet);
    await signIn.password(user.username);
    expect((await signIn.code(recoveryCodes[0] ?? '')).status).toBe(403);
    expect((await signIn.code(made[0] ?? '')).status).toBe(200);
    expect((await call('GET', '/me/credentials')).body).toMatchObject({ recoveryCodes: { left: 9, of: 10 } });
  });

  test('throttles simultaneous requests for new recovery codes', async () => {
    const { call } = await someone();
    const all = await Promise.all(Array.from({ length: 12 }, () => call('POST', '/me/credentials/recovery-codes')));
    const made = all.filter(({ status }) => status === 201);
    expect(made.length).toBeGreaterThan(0);
    // Only the free requests and one more succeed; any further request for recovery codes is throttled.
    expect(made.length).toBeLessThanOrEqual(limits.recoveryCodesFree.value + 1);
    expect(new Set(all.filter((it) => !made.includes(it)).map(({ body }) => body.code))).toEqual(
      new Set(['throttled']),
    );
  });

  test('appear without secrets in responses and in the database', async () => {
    const { user, secret, recoveryCodes, call } = await someone();
    const signIn = await begin(server, licet);
    await signIn.password(user.username);
    await signIn.finish(await signIn.code(recoveryCodes[0] ?? ''));
    const { admin } = await addAdministrators(store, server, licet);
    const told = [
      await call('GET', '/me/credentials'),
      await admin('GET', `/users/${user.id}/credentials`),
      ...(
        await Promise.all(
          ['change', 'sign_ins', 'totp', 'totp_offers', 'recovery_codes', 'sign_in_steps', 'sessions'].map((table) =>
            store.database.pool.query(`select to_jsonb(t) as row from ${table} t`),
          ),
        )
      ).map(({ rows }) => rows),
    ];
    const text = JSON.stringify(told)
      .toUpperCase()
      .replace(/[^0-9A-Z]/g, '');
    const raw = readBase32(secret);
    for (const form of [secret, raw.toString('hex').toUpperCase(), raw.toString('base64').toUpperCase()])
      expect(text).not.toContain(form.replace(/[^0-9A-Z]/g, ''));
    for (const code of recoveryCodes) expect(text).not.toContain(code.replaceAll('-', ''));
  });
});

test('rotating keys, and links for users with access to Licet, require a fresh sign-in', async () => {
  const { admin, adminId, managerId } = await addAdministrators(store, server, licet);
  const rotate = () => admin('POST', '/keys/rotate');
  const link = (id: string) => admin('POST', `/users/${id}/password-link`);
  const currentKey = async () => JSON.stringify((await admin('GET', '/keys')).body);
  expect([(await rotate()).status, (await link(adminId)).status]).toEqual([200, 201]);
  const before = await currentKey();
  await signedInLongAgo(adminId);
  for (const refused of [await rotate(), await link(adminId), await link(managerId)])
    expect(refused).toMatchObject({ status: 401, body: { code: 'sign_in_again' } });
  expect(await currentKey()).toBe(before);
  expect((await link((await addPerson(store, server)).id)).status).toBe(201);
});

describe('a lost phone', () => {
  test('an administrator resets the second factor, which ends all sessions and is recorded', async () => {
    const { user, call } = await someone();
    const { admin, adminId } = await addAdministrators(store, server, licet);
    const path = `/users/${user.id}/credentials/reset`;
    expect((await admin('GET', `/users/${user.id}/credentials`)).body).toMatchObject({
      totp: { lastUsedAt: null },
      recoveryCodes: { left: 10 },
      passkeys: [],
    });
    expect(await call('POST', path, { passkeys: true })).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect((await admin('POST', path, {})).status).toBe(400);
    expect((await admin('POST', path, { passkeys: true })).status).toBe(204);
    expect((await call('GET', '/me')).status).toBe(401);
    expect(await admin('POST', path, { passkeys: true })).toMatchObject({ status: 409, body: { code: 'wrong_state' } });
    const { rows } = await store.database.pool.query(
      `select actor_id, target_id, before::jsonb, after::jsonb from change where action = 'user.credentials_reset' order by no desc limit 1`,
    );
    expect(rows).toEqual([
      {
        actor_id: adminId,
        target_id: user.id,
        before: { totp: true, recoveryCodes: 10, passkeys: [] },
        after: { ended: 1 },
      },
    ]);
    const signIn = await begin(server, licet);
    await signIn.finish(await signIn.password(user.username));
  });

  test('a user manager cannot reset users with access to Licet; an administrator needs a fresh sign-in', async () => {
    const { admin, adminId, manager, managerId } = await addAdministrators(store, server, licet);
    const reset = (id: string) => manager('POST', `/users/${id}/credentials/reset`, { passkeys: true });
    expect(await reset(adminId)).toMatchObject({ status: 403, body: { code: 'may_not_grant' } });
    expect(await reset(managerId)).toMatchObject({ status: 403, body: { code: 'may_not_grant' } });
    await signedInLongAgo(adminId);
    expect(await admin('POST', `/users/${adminId}/credentials/reset`, { passkeys: true })).toMatchObject({
      status: 401,
      body: { code: 'sign_in_again' },
    });
  });
});
