import { limits } from '@licet/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestStore, testStore } from '../store/store.testing.ts';
import { claimsOf, startServer, type TestClient, type TestServer } from './sign-in.testing.ts';
import { addLicetClient, addPersonWithTotp, begin, codesOf, type WithTotp } from './steps.testing.ts';

let store: TestStore;
let server: TestServer & { address: string };
let second: TestServer & { address: string };
let licet: TestClient;
let nextCode: (secret: string) => string;

beforeAll(async () => {
  store = await testStore();
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
  test('is asked for after the password, and signs in with two factors', async () => {
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

  test('is a recovery code, each once, with what is left on the audit chain', async () => {
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

  test('attack 24: the first factor alone gives nothing', async () => {
    const { user } = await someone();
    const signIn = await begin(server, licet);
    await signIn.password(user.username);
    const resumed = await signIn.browser.go(signIn.page.replace('/sign-in/', '/oidc/auth/'));
    expect(resumed.headers.get('location')).toMatch(/^\/sign-in\//);
    expect(signIn.browser.cookieNames).not.toContain('licet_known');
    const { rows } = await store.database.pool.query('select from sessions where user_id = $1', [user.id]);
    expect(rows).toHaveLength(1); // the one in which the app was added
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
