import { limits } from '@licet/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { testUpstream } from '../../identity/connections/upstream.testing.ts';
import { createHashing } from '../../identity/factors/hashing.ts';
import { readWrittenCode } from '../../identity/factors/totp.ts';
import { secretsOf } from '../../identity/keys/secrets.ts';
import { arrange, quickHashes } from '../../identity/steps/sign-in.testing.ts';
import { tokenAccess } from '../../store/access/effective.ts';
import { credentialsOf } from '../../store/credentials/credentials.ts';
import { read } from '../../store/kernel/snapshot.ts';
import { addUser, setStatus, type TestStore, testStore } from '../../store/store.testing.ts';
import type { Context } from '../context.ts';
import { set } from '../passwords/index.ts';
import { bootstrapAdmin, complete, ensureSetupCode, state } from './index.ts';
import { recoverAdmin } from './recover-admin.ts';

let store: TestStore;
let context: Context;

beforeEach(async () => {
  store = await testStore();
  const origin = { address: '10.0.0.1', agent: null, requestId: '' };
  const secrets = secretsOf(Buffer.alloc(32, 7));
  context = {
    database: store.database,
    caller: { kind: 'anonymous' },
    origin,
    issuer: 'https://id.example.org',
    hashing: await createHashing({ secrets, importedCosts: async () => [], cost: quickHashes }),
    secrets,
    upstream: testUpstream('https://id.example.org'),
    rotateKeys: async () => undefined,
  };
});
afterEach(() => store.close());

const person = {
  username: 'grace',
  name: 'Grace Hopper',
  email: 'grace@example.org',
  password: 'nanoseconds of copper wire',
};
const input = <Body>(body: Body) => ({ params: undefined, query: undefined, body, ifMatch: undefined });
const codeOf = async (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { problem?: { code: string } }) => error.problem?.code ?? String(error),
  );

describe('the first start', () => {
  test('any printed code creates one administrator, and then no code works', async () => {
    const codes = [await ensureSetupCode(store.database), await ensureSetupCode(store.database)];
    expect(codes[0]).toMatch(/^(?:[0-9A-Z]{4}-){3}[0-9A-Z]{4}$/);
    expect(await state(context)).toMatchObject({
      needed: true,
      database: expect.stringMatching(/^PostgreSQL \d/),
    });
    const user = await complete(context, input({ ...person, code: codes[1]?.toLowerCase() ?? '' }));
    expect(user).toMatchObject({ username: 'grace', status: 'active' });
    const access = await read(store.database, (snapshot) => tokenAccess(snapshot, user.id, 'licet'));
    expect(access).toMatchObject({ roles: ['admin'], changesAt: null });
    expect(await ensureSetupCode(store.database)).toBeNull();
    expect(await codeOf(complete(context, input({ ...person, code: codes[0] ?? '' })))).toBe('setup_done');
    expect(await state(context)).toEqual({ needed: false, database: '', signingKey: '' });
  });

  test('one of five simultaneous requests succeeds', async () => {
    const code = (await ensureSetupCode(store.database)) ?? '';
    const origin = (index: number) => ({ ...context, origin: { ...context.origin, address: `10.0.1.${index}` } });
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, index) =>
        codeOf(complete(origin(index), input({ ...person, username: `grace-${index}`, email: null, code }))),
      ),
    );
    expect(answers.filter((answer) => answer === 'done')).toHaveLength(1);
    expect(answers.filter((answer) => answer === 'setup_done')).toHaveLength(4);
  });

  test('wrong codes do not block the correct one', async () => {
    const code = (await ensureSetupCode(store.database)) ?? '';
    for (let round = 0; round < 2 * limits.networkFailuresFree.value; round += 1)
      expect(await codeOf(complete(context, input({ ...person, code: '0000-0000-0000-0000' })))).toBe(
        'setup_code_wrong',
      );
    expect(await codeOf(complete(context, input({ ...person, code })))).toBe('done');
  });

  test('distinguishes an expired code from an unknown one, and also reports a bad password', async () => {
    const code = (await ensureSetupCode(store.database)) ?? '';
    const faults = (given: string, password = person.password) =>
      complete(context, input({ ...person, password, code: given })).then(
        () => [],
        (error: { problem: { errors: { pointer: string; detail: string }[] } }) => error.problem.errors,
      );
    store.setClock((limits.setupCodeLifetime.value + 1) * 1000);
    const printed = await ensureSetupCode(store.database);
    expect(await faults(code, 'short')).toMatchObject([
      { pointer: '/code', detail: expect.stringMatching(/^The code has expired: .+ Copy the newest one/) },
      { pointer: '/password', detail: expect.stringContaining('at least') },
    ]);
    expect(await faults('0000-0000-0000-0000')).toMatchObject([
      { pointer: '/code', detail: expect.stringMatching(/^This is not the code/) },
    ]);
    expect(await faults(printed ?? '')).toEqual([]);
  });

  test('refuses a guessable password, and changes nothing', async () => {
    const code = (await ensureSetupCode(store.database)) ?? '';
    expect(await codeOf(complete(context, input({ ...person, password: 'passwordpassword', code })))).toBe(
      'password_refused',
    );
    expect((await state(context)).needed).toBe(true);
  });

  test('creates an administrator from the configuration once, without a code', async () => {
    const made = await Promise.all(
      Array.from({ length: 3 }, () => bootstrapAdmin(context, { email: 'Op@example.org', password: person.password })),
    );
    expect(made.filter(Boolean)).toHaveLength(1);
    expect(made.find(Boolean)).toMatchObject({ username: 'op', email: 'Op@example.org' });
  });

  test('reads letters that look like digits as digits', () => {
    expect(readWrittenCode('oOiL-abcd 1234')).toBe('0011ABCD1234');
  });
});

describe('recovering an administrator', () => {
  test('reactivates a suspended administrator with a one-time link', async () => {
    const code = (await ensureSetupCode(store.database)) ?? '';
    const user = await complete(context, input({ ...person, code }));
    const { url } = (await recoverAdmin(context, undefined)).link; // a second administrator, so that the first can be suspended
    const { build } = await import('../../store/store.testing.ts');
    await build(store.database, (handle) => setStatus(handle, user, 'suspended'));
    const recovered = await recoverAdmin(context, 'grace');
    expect(recovered.user).toMatchObject({ username: 'grace', status: 'active' });
    const token = new URL(recovered.link.url).hash.replace('#token=', '');
    expect(recovered.link.url.startsWith('https://id.example.org/set-password#token=')).toBe(true);
    expect(await codeOf(set(context, input({ token, password: 'another phrase of mine' })))).toBe('done');
    expect(await codeOf(set(context, input({ token, password: 'another phrase of mine' })))).toBe('link_invalid');
    expect(url).not.toBe(recovered.link.url);
  });

  test('does not find an unknown name, and creates an administrator if no name is given', async () => {
    expect(await codeOf(recoverAdmin(context, 'nobody'))).toBe('not_found');
    expect((await recoverAdmin(context, undefined)).user).toMatchObject({ username: 'admin', status: 'active' });
  });

  test('is refused with a reason when Licet’s own application is missing', async () => {
    const code = (await ensureSetupCode(store.database)) ?? '';
    await store.database.pool.query(`update applications set key = 'elsewhere' where key = 'licet'`);
    const missing = { problem: { code: 'unavailable', reason: 'own_application_missing' } };
    await expect(recoverAdmin(context, undefined)).rejects.toMatchObject(missing);
    await expect(complete(context, input({ ...person, code }))).rejects.toMatchObject(missing);
  });

  test('keeps the second factor by default; a requested reset removes it, is mailed and recorded', async () => {
    const user = await arrange(store, async (handle) => {
      const grace = await addUser(handle, { username: 'grace' });
      const row = 'insert into totp (user_id, secret, added_at, last_step) values ($1, $2, now(), 0)';
      await handle.connection.query(row, [grace.id, Buffer.alloc(1)]);
      await handle.connection.query(
        `insert into passkeys (id, user_id, credential_id, public_key, counter, transports, backup_eligible, backed_up, name, created_at)
         values (gen_random_uuid(), $1, 'x', '', 0, '{}', false, false, 'Phone', now())`,
        [grace.id],
      );
      const code = `insert into recovery_codes (user_id, code_hash, salt, made_at) values ($1, '', '', now())`;
      await handle.connection.query(code, [grace.id]);
      return grace;
    });
    expect(await recoverAdmin(context, 'grace')).toMatchObject({ secondFactor: true });
    expect(await credentialsOf(store.database.pool, user.id)).toMatchObject({
      totp: expect.anything(),
      passkeys: [{ name: 'Phone' }],
      recoveryCodes: { left: 1 },
    });
    expect(await recoverAdmin(context, 'grace', true)).toMatchObject({ secondFactor: false });
    expect(await credentialsOf(store.database.pool, user.id)).toMatchObject({
      totp: null,
      passkeys: [],
      recoveryCodes: null,
    });
    const { rows } = await store.database.pool.query('select before from change order by no desc limit 1');
    expect(rows[0].before).toMatchObject({ username: 'grace', totp: true, recoveryCodes: 1, passkeys: 1 });
    const mails = await store.database.pool.query('select template from mails where user_id = $1', [user.id]);
    expect(mails.rows).toEqual([{ template: 'credentials_changed' }]);
  });

  test('attack 30: a user who took the name “admin” beforehand does not become an administrator', async () => {
    const squatter = await arrange(store, (handle) => addUser(handle, { username: 'admin' }));
    const { user } = await recoverAdmin(context, undefined);
    expect(user).toMatchObject({ username: 'admin2', status: 'active' });
    expect((await recoverAdmin(context, undefined)).user.id).toBe(user.id);
    // With a name, the operator may make any user an administrator.
    expect((await recoverAdmin(context, 'admin')).user.id).toBe(squatter.id);
    expect((await recoverAdmin(context, undefined)).user.id).toBe(squatter.id);
  });
});
