import { limits, type PasskeyOffer } from '@licet/contract';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type TestNamed, type TestStore, testStore } from '../../store/store.testing.ts';
import { deleteUser } from '../../store/users/users.ts';
import {
  arrange,
  type Browser,
  claimsOf,
  startServer,
  type TestClient,
  type TestServer,
} from '../steps/sign-in.testing.ts';
import {
  type Answer,
  addLicetClient,
  addPerson,
  addPersonWithTotp,
  begin,
  type Caller,
  caller,
  codesOf,
  type UnderWay,
} from '../steps/steps.testing.ts';
import { passkeysPossible } from './passkeys.ts';
import { type Faults, SoftwareAuthenticator } from './software-authenticator.testing.ts';

let store: TestStore;
let server: TestServer & { address: string };
let second: TestServer & { address: string };
let licet: TestClient;

beforeAll(async () => {
  store = await testStore();
  server = await startServer(store, { api: true });
  second = await startServer(store, { issuer: server.issuer });
  licet = await addLicetClient(store);
});
afterEach(() => store.setClock(0));
afterAll(async () => {
  await server.close();
  await second.close();
  await store.close();
});

interface Owner {
  readonly user: TestNamed & { username: string };
  readonly call: Caller;
  readonly key: SoftwareAuthenticator;
  readonly added: Answer;
}

/** Adds a user with a password and a passkey. */
async function owner(options: ConstructorParameters<typeof SoftwareAuthenticator>[1] = {}): Promise<Owner> {
  store.setClock(0); // resets the clock that dates tokens
  const user = await addPerson(store, server);
  const signIn = await begin(server, licet);
  const call = caller(server, (await signIn.finish(await signIn.password(user.username))).access_token);
  const key = new SoftwareAuthenticator(server.issuer, options);
  const added = await add(call, key);
  expect(added).toMatchObject({ status: 201, body: { passkey: { name: 'Phone', lastUsedAt: null } } });
  return { user, call, key, added };
}

async function add(call: Caller, key: SoftwareAuthenticator, faults: Faults = {}, name = 'Phone') {
  const offer = (await call('POST', '/me/credentials/passkeys/options')).body as unknown as PasskeyOffer;
  return call('POST', '/me/credentials/passkeys', { name, response: key.create(offer, faults) });
}

type Asked = Parameters<SoftwareAuthenticator['get']>[0];
const asked = async (signIn: UnderWay, from?: Browser) =>
  (await signIn.post('/passkey/options', {}, from)).body as unknown as Asked;

async function show(signIn: UnderWay, key: SoftwareAuthenticator, faults: Faults = {}): Promise<Answer> {
  return signIn.post('/passkey', { response: key.get(await asked(signIn), faults) });
}

const refused = { status: 403, body: { code: 'passkey_refused' } };

describe('a passkey', () => {
  test('signs in without a username, with two factors', async () => {
    const { user, key, call } = await owner({ synced: true });
    const signIn = await begin(server, licet);
    const options = await asked(signIn);
    expect(options).toMatchObject({ rpId: '127.0.0.1', allowCredentials: [], userVerification: 'preferred' });
    const answer = await signIn.post('/passkey', { response: key.get(options) });
    const tokens = await signIn.finish(answer);
    expect(claimsOf(tokens.access_token)).toMatchObject({ sub: user.id });
    expect(claimsOf(tokens.id_token ?? '')).toMatchObject({
      amr: ['pop', 'user', 'mfa'],
      acr: 'urn:licet:acr:multi-factor',
    });
    const { body } = await call('GET', '/me/credentials');
    expect(body.passkeys).toMatchObject([{ name: 'Phone', backedUp: true, lastUsedAt: expect.any(String) }]);
    expect(body.signal).toEqual({
      rpId: '127.0.0.1',
      userId: key.held[0]?.userHandle,
      allAcceptedCredentialIds: [key.held[0]?.id.toString('base64url')],
    });
  });

  test('has creation options that contain the user’s id and exclude devices that already have a passkey', async () => {
    const { user, call, added } = await owner();
    const { body } = await call('POST', '/me/credentials/passkeys/options');
    expect(body).toMatchObject({
      rp: { id: '127.0.0.1' },
      user: { name: user.username, displayName: user.name },
      authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
      attestation: 'none',
    });
    const offer = body as unknown as PasskeyOffer;
    expect(Buffer.from(offer.user.id, 'base64url').toString('hex')).toBe(user.id.replaceAll('-', ''));
    expect(offer.excludeCredentials).toMatchObject([{ transports: ['internal'] }]);
    expect((added.body.recoveryCodes as string[]).length).toBe(limits.recoveryCodes.value);
  });

  test('is renamed and removed only by its owner', async () => {
    const { call, added } = await owner();
    const other = await owner();
    const { id } = added.body.passkey as { id: string };
    const path = `/me/credentials/passkeys/${id}`;
    expect(await other.call('PATCH', path, { name: 'Mine now' })).toMatchObject({ status: 404 });
    expect(await other.call('DELETE', path)).toMatchObject({ status: 404 });
    expect(await call('PATCH', path, { name: 'Old phone' })).toMatchObject({
      status: 200,
      body: { name: 'Old phone' },
    });
    expect(await call('DELETE', path)).toMatchObject({ status: 204 });
    expect((await call('GET', '/me/credentials')).body).toMatchObject({
      passkeys: [],
      recoveryCodes: null,
      signal: { rpId: '127.0.0.1', allAcceptedCredentialIds: [] },
    });
    const { rows } = await store.database.pool.query(
      `select action, before::jsonb, after::jsonb from change where action like 'user.passkey%' order by no desc limit 2`,
    );
    expect(rows).toEqual([
      { action: 'user.passkey_removed', before: { passkey: 'Old phone' }, after: null },
      { action: 'user.passkey_renamed', before: { passkey: 'Phone' }, after: { passkey: 'Old phone' } },
    ]);
  });

  test('cannot be removed if it is the last way to sign in', async () => {
    const { user, call, added, key } = await owner();
    await store.database.pool.query('delete from credentials where user_id = $1', [user.id]);
    const { id } = added.body.passkey as { id: string };
    const path = `/me/credentials/passkeys/${id}`;
    expect(await call('DELETE', path)).toMatchObject({ status: 409, body: { code: 'last_way_in' } });
    await add(call, key, {}, 'Another');
    expect((await call('DELETE', path)).status).toBe(204);
  });

  test('signs in while the password is locked', async () => {
    const { user, key } = await owner();
    await store.database.pool.query(
      `insert into failures (key, kind, failures, last_at, blocked_until)
       select sha256(convert_to('name', 'UTF8') || '\\x00' || convert_to($1, 'UTF8')), 'account', $2, now(), now()`,
      [user.username, limits.failuresEver.value],
    );
    const signIn = await begin(server, licet);
    expect((await signIn.password(user.username)).body.code).toBe('locked');
    await signIn.finish(await show(signIn, key));
  });

  test('without user verification counts as one factor, and completes a password sign-in', async () => {
    const { user, key, added } = await owner();
    const strongest = { prompt: 'login', acr_values: 'urn:licet:acr:multi-factor' };
    const signIn = await begin(server, licet, undefined, strongest);
    expect(await show(signIn, key, { userVerified: false })).toMatchObject(refused);
    expect((await asked(signIn)) as object).toMatchObject({ userVerification: 'required' });
    expect((await signIn.password(user.username)).body).toEqual({ next: { ways: ['passkey', 'recovery_code'] } });
    const options = await asked(signIn);
    expect(options.allowCredentials).toHaveLength(1);
    expect(added.status).toBe(201);
    const answer = await signIn.post('/passkey', { response: key.get(options, { userVerified: false }) });
    expect(claimsOf((await signIn.finish(answer)).id_token ?? '')).toMatchObject({
      amr: ['pwd', 'pop', 'user', 'mfa'],
    });
  });

  test('without user verification needs the code of an authenticator app, not another passkey', async () => {
    const nextCode = codesOf(store);
    const { user, secret, call } = await addPersonWithTotp(store, server, licet, nextCode);
    const key = new SoftwareAuthenticator(server.issuer);
    await add(call, key);
    const signIn = await begin(server, licet);
    expect((await show(signIn, key, { userVerified: false })).body).toEqual({
      next: { ways: ['totp', 'recovery_code'] },
    });
    expect(await show(signIn, key, { userVerified: false })).toMatchObject(refused);
    const tokens = await signIn.finish(await signIn.code(nextCode(secret)));
    expect(claimsOf(tokens.access_token)).toMatchObject({ sub: user.id });
  });
});

describe('the check of a passkey', () => {
  let shared: Owner;
  beforeAll(async () => {
    shared = await owner();
  });

  test.each<[string, Faults]>([
    ['made for another origin', { origin: 'https://evil.example' }],
    ['made for a host that begins with ours', { origin: 'http://127.0.0.1.evil.example' }],
    ['for another relying party', { rpId: 'evil.example' }],
    ['in a frame', { crossOrigin: true }],
    ['that signed a registration', { type: 'webauthn.create' }],
    ['that signed another challenge', { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
    ['without user presence', { userPresent: false }],
    ['whose counter decreases', { behind: 2 }],
    ['whose counter stays the same', { behind: 1 }],
    ['that suddenly claims to be synced', { synced: true }],
    ['with another user handle', { userHandle: 'AAAAAAAAAAAAAAAAAAAAAA' }],
    ['without a user handle', { userHandle: '' }],
  ])('refuses a passkey at sign-in: %s', async (_what, faults) => {
    const { user, key } = shared;
    const first = await begin(server, licet);
    await first.finish(await show(first, key)); // uses the last known signature counter
    const signIn = await begin(server, licet);
    const answer = await show(signIn, key, faults);
    expect([answer.status, answer.body.code]).toEqual(
      faults.userHandle === '' ? [400, 'invalid_request'] : [403, 'passkey_refused'],
    );
    if (faults.userHandle === '') return;
    const { rows } = await store.database.pool.query(
      'select outcome from sign_ins where user_id = $1 order by at desc, id desc limit 1',
      [user.id],
    );
    expect(rows).toEqual([{ outcome: 'passkey_refused' }]);
    await signIn.finish(await show(signIn, key));
  });

  test.each<[string, Faults]>([
    ['another origin', { origin: 'https://evil.example' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['a frame', { crossOrigin: true }],
    ['a sign-in', { type: 'webauthn.get' }],
    ['another challenge', { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
    ['no user presence', { userPresent: false }],
  ])('refuses a passkey at registration: %s', async (_what, faults) => {
    const { call } = shared;
    expect(await add(call, new SoftwareAuthenticator(server.issuer), faults)).toMatchObject(refused);
    expect((await call('GET', '/me/credentials')).body.passkeys).toHaveLength(1);
  });

  test('refuses an unrequested attestation certificate, but accepts self attestation', async () => {
    const { call, key } = await owner();
    const attStmt = new Map<string, number | Buffer | Buffer[]>([
      ['alg', -7],
      ['sig', Buffer.alloc(70)],
      ['x5c', [Buffer.alloc(300)]],
    ]);
    for (const fmt of ['packed', 'tpm', 'android-key', 'android-safetynet', 'apple', 'fido-u2f', 'mine'])
      expect(await add(call, key, { attestation: { fmt, attStmt } }), fmt).toMatchObject(refused);
    expect((await add(call, key, { attestation: 'self' })).status).toBe(201);
  });

  test('refuses a signature that is used a second time, on either server', async () => {
    const { key } = await owner({ counts: false });
    const signIn = await begin(server, licet);
    const response = key.get(await asked(signIn));
    const at = signIn.browser.at(second.address);
    const answers = await Promise.all(
      [undefined, at, undefined, at].map((from) => signIn.post('/passkey', { response }, from)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410, 410]);
    expect(await signIn.post('/passkey', { response })).toMatchObject({ status: 410, body: { code: 'begin_again' } });
    const other = await begin(server, licet);
    await asked(other);
    expect(await other.post('/passkey', { response })).toMatchObject(refused);
  });

  test('refuses an expired or replaced challenge', async () => {
    const { key } = await owner();
    const signIn = await begin(server, licet);
    const early = key.get(await asked(signIn));
    await asked(signIn);
    expect(await signIn.post('/passkey', { response: early })).toMatchObject(refused);
    const options = await asked(signIn);
    store.setClock((limits.passkeyChallengeLifetime.value + 1) * 1000);
    expect(await signIn.post('/passkey', { response: key.get(options) })).toMatchObject({ status: 410 });
  });

  test('refuses a copied passkey that signs in at the same moment on another server', async () => {
    const { key } = await owner();
    const [one, other] = [await begin(server, licet), await begin(server, licet)];
    const responses = [key.get(await asked(one)), key.get(await asked(other), { behind: 1 })] as const;
    const answers = await Promise.all([
      one.post('/passkey', { response: responses[0] }),
      other.post('/passkey', { response: responses[1] }, other.browser.at(second.address)),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
  });

  test('refuses another user’s passkey as a second factor', async () => {
    const nextCode = codesOf(store);
    const person = await addPersonWithTotp(store, server, licet, nextCode);
    const { key } = await owner();
    const signIn = await begin(server, licet);
    await signIn.password(person.user.username);
    expect(await show(signIn, key)).toMatchObject(refused);
    const session = await store.database.pool.query('select from sessions where user_id = $1', [person.user.id]);
    expect(session.rows).toHaveLength(1);
  });

  test('refuses an unknown passkey, and one whose user is suspended', async () => {
    const { user, key } = await owner();
    const stranger = new SoftwareAuthenticator(server.issuer);
    const offer = { rp: { id: '127.0.0.1' }, user: { id: 'AAAA' }, challenge: 'AAAA' } as PasskeyOffer;
    stranger.create(offer);
    const signIn = await begin(server, licet);
    expect(await show(signIn, stranger)).toMatchObject({ status: 403, body: { code: 'passkey_unknown' } });
    await store.database.pool.query(`update users set status = 'suspended' where id = $1`, [user.id]);
    expect(await show(signIn, key)).toMatchObject(refused);
  });

  test('refuses a passkey of a deleted user', async () => {
    const { user, key } = await owner();
    await arrange(store, (handle) => deleteUser(handle, user.id));
    expect(await show(await begin(server, licet), key)).toMatchObject(refused);
  });

  test('refuses a passkey that is already registered, and any passkey beyond the limit', async () => {
    const { user, call, key } = await owner();
    const twice = (await call('POST', '/me/credentials/passkeys/options')).body as unknown as PasskeyOffer;
    const response = key.create(twice);
    expect((await call('POST', '/me/credentials/passkeys', { name: 'Once', response })).status).toBe(201);
    expect(await call('POST', '/me/credentials/passkeys', { name: 'Twice', response })).toMatchObject({
      status: 410,
      body: { code: 'begin_again' },
    });
    await store.database.pool.query(
      `insert into passkeys (id, user_id, credential_id, public_key, counter, transports, backup_eligible, backed_up, name, created_at)
       select gen_random_uuid(), $1, sha256(n::text::bytea), '', 0, '{}', false, false, n::text, now() from generate_series(1, $2) n`,
      [user.id, limits.passkeysMax.value],
    );
    expect(await add(call, key)).toMatchObject({ status: 409, body: { code: 'credential_limit' } });
  });
});

test('unknown passkeys throttle their network, but known ones still sign in there', async () => {
  const { user, key } = await owner();
  const stranger = new SoftwareAuthenticator(server.issuer);
  stranger.create({ rp: { id: '127.0.0.1' }, user: { id: 'AAAA' }, challenge: 'AAAA' } as PasskeyOffer);
  const signIn = await begin(server, licet);
  await show(signIn, stranger);
  await store.database.pool.query(`update failures set failures = failures + $1 where kind = 'passkey'`, [
    limits.networkFailuresFree.value,
  ]);
  await show(signIn, stranger);
  expect(await show(signIn, stranger)).toMatchObject({ status: 429, body: { code: 'throttled' } });
  await signIn.finish(await show(signIn, key));
  const wrong = await begin(server, licet);
  await show(wrong, key, { origin: 'https://evil.example' });
  await store.database.pool.query(`update failures set failures = failures + $1 where kind = 'passkey'`, [
    limits.networkFailuresFree.value,
  ]);
  await show(wrong, key, { origin: 'https://evil.example' });
  expect(await show(wrong, key)).toMatchObject({ status: 429, body: { retryAfter: expect.any(Number) } });
  const known = await begin(server, licet, signIn.browser, { prompt: 'login' }); // the known browser has a separate counter
  await known.finish(await show(known, key));
  await store.database.pool.query(`delete from failures where kind = 'passkey'`);
  expect((await wrong.password(user.username)).status).toBe(200);
});

test('a passkey response without a challenge does not count as a failed attempt', async () => {
  const { key } = await owner();
  await store.database.pool.query(`delete from failures where kind = 'passkey'`);
  const signIn = await begin(server, licet);
  const response = key.get(await asked(signIn));
  const unknown = { ...response, id: 'AAAA', rawId: 'AAAA' };
  const junk = await begin(server, licet);
  for (const sent of [response, unknown, response])
    expect(await junk.post('/passkey', { response: sent })).toMatchObject({
      status: 410,
      body: { code: 'begin_again' },
    });
  const { rows } = await store.database.pool.query(`select from failures where kind = 'passkey'`);
  expect(rows).toHaveLength(0);
  await signIn.finish(await signIn.post('/passkey', { response }));
});

test('refuses oversized or malformed passkey data', async () => {
  const { key } = await owner();
  const signIn = await begin(server, licet);
  const response = key.get(await asked(signIn));
  const big = { ...response, response: { ...response.response, signature: 'A'.repeat(20_000) } };
  expect((await signIn.post('/passkey', { response: big })).status).toBe(413);
  expect((await signIn.post('/passkey', { response, more: 1 })).status).toBe(400);
  expect((await signIn.post('/passkey', { response: { ...response, id: '=' } })).status).toBe(400);
  expect((await signIn.post('/passkey/options', { login: 'ada' })).status).toBe(400);
  await signIn.finish(await signIn.post('/passkey', { response })); // none of the requests above counted as an attempt
});

test('passkeys need a host name with TLS, or localhost', () => {
  const possible = ['https://id.example.org', 'http://localhost:4080', 'https://a.b:8443'];
  for (const issuer of possible) expect(passkeysPossible(issuer), issuer).toBe(true);
  for (const issuer of ['http://id.example.org', 'http://127.0.0.1:4080', 'https://192.0.2.1', 'https://[::1]'])
    expect(passkeysPossible(issuer), issuer).toBe(false);
});
