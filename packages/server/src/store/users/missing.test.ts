import type { Missing } from '@licet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { read } from '../kernel/snapshot.ts';
import { addApplication, addProgram, addUser, build, type TestStore, testStore } from '../store.testing.ts';
import { listUsers, signInHealth } from './list.ts';

let store: TestStore;
beforeAll(async () => {
  store = await testStore();
});
afterAll(() => store.close());

const insert = (text: string, ...values: unknown[]) => store.database.pool.query(text, values);

/** A user with an authenticator app, passkeys and recovery codes, who has signed in or never has. */
async function person(
  name: string,
  has: { totp?: true; passkeys?: number; codes?: 'left' | 'used'; came?: true } = {},
): Promise<string> {
  const { id } = await build(store.database, (change) =>
    addUser(change, {
      name,
      status: name.startsWith('suspended') ? 'suspended' : name.startsWith('invited') ? 'invited' : 'active',
    }),
  );
  if (has.totp) await insert(`insert into totp (user_id, secret, added_at, last_step) values ($1, '', now(), 0)`, id);
  for (let no = 0; no < (has.passkeys ?? 0); no += 1)
    await insert(
      `insert into passkeys (id, user_id, credential_id, public_key, counter, transports, backed_up, backup_eligible, name, created_at, verifies)
       values (gen_random_uuid(), $1, sha256(gen_random_uuid()::text::bytea), '', 0, '{}', false, false, 'Key', now(), true)`,
      id,
    );
  if (has.codes)
    await insert(
      `insert into recovery_codes (user_id, code_hash, salt, made_at, used_at) values ($1, '', '', now(), $2)`,
      id,
      has.codes === 'used' ? '2026-01-01' : null,
    );
  if (has.came) await insert('insert into last_sign_ins (user_id, at) values ($1, now())', id);
  return id;
}

async function namesOf(missing: Missing): Promise<string[]> {
  const { items, total } = await read(store.database, (snapshot) => listUsers(snapshot, { missing, sort: 'name' }));
  expect(total).toBe(items.length);
  return items.map(({ name }) => name);
}

test('counts what users lack as the list of users shows it, without programs', async () => {
  await person('a password alone', { came: true });
  await person('an app alone', { totp: true, came: true });
  await person('an app and codes', { totp: true, codes: 'left', came: true });
  await person('an app and used codes', { totp: true, codes: 'used', came: true });
  await person('one passkey', { passkeys: 1 });
  await person('two passkeys', { passkeys: 2, came: true });
  await person('an app and a passkey', { totp: true, passkeys: 1, came: true });
  await person('invited');
  await person('suspended');
  await build(store.database, async (change) => addProgram(change, await addApplication(change)));
  expect(await namesOf('second_factor')).toEqual(['a password alone']);
  expect(await namesOf('recovery')).toEqual(['an app alone', 'an app and used codes', 'one passkey']);
  expect(await namesOf('sign_in')).toEqual(['invited', 'one passkey']);
  expect(await read(store.database, signInHealth)).toEqual({ secondFactor: 1, recovery: 3, signIn: 2 });
});

test('counts an external account as second factor while its connection is enabled and its provider vouches for two', async () => {
  const id = await person('an account elsewhere', { came: true });
  await insert(
    `with made as (
       insert into connections (id, name, name_key, kind, issuer, client_id, proof, scopes, enabled, domains, creates_users, allowed_domains,
         trusts_addresses, default_groups, group_mappings, two_factor_values, created_no, no_from)
       values (gen_random_uuid(), 'Acme', 'acme', 'openid', 'https://acme.test', 'licet', 'secret', '{}', true, '{}', false, '{}',
         false, '{}', '{}', '{mfa}', 1, 1) returning id)
     insert into identities (id, user_id, connection_id, issuer, subject, name, linked_at, said)
     select gen_random_uuid(), $1, id, 'https://acme.test', '1', '', now(), '{pwd}' from made`,
    id,
  );
  expect(await namesOf('second_factor')).toContain('an account elsewhere');
  await insert(`update identities set said = '{pwd,mfa}'`);
  expect(await namesOf('second_factor')).not.toContain('an account elsewhere');
  expect(await namesOf('recovery')).toContain('an account elsewhere');
  await insert('update connections set enabled = false');
  expect(await namesOf('second_factor')).toContain('an account elsewhere');
});
