import type { Missing } from '@licet/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endFacts } from '../kernel/facts.ts';
import { read, type Snapshot } from '../kernel/snapshot.ts';
import { sql } from '../kernel/sql.ts';
import {
  addApplication,
  addGrant,
  addGroup,
  addMember,
  addPermission,
  addProgram,
  addUser,
  build,
  setStatus,
  type TestNamed,
  type TestStore,
  testStore,
} from '../store.testing.ts';
import { holdingIn } from './holding.ts';
import { listUsers, signInHealth } from './list.ts';

describe('users who hold something', () => {
  let store: TestStore;
  beforeAll(async () => {
    store = await testStore();
  });
  afterAll(() => store.close());

  test('are the same whether the query collects all holders first or checks each user', async () => {
    const made = await build(store.database, async (change) => {
      const [shop, other] = [await addApplication(change, 'shop'), await addApplication(change, 'other')];
      const permission = await addPermission(change, shop, 'p');
      const users = new Map<string, TestNamed>();
      for (const username of [
        'direct',
        'twice',
        'member',
        'below',
        'asleep',
        'asleep-below',
        'later',
        'elsewhere',
        'nobody',
      ])
        users.set(username, await addUser(change, { username, name: username }));
      const user = (username: string) => users.get(username) ?? expect.fail(username);
      const [top, below] = [await addGroup(change), await addGroup(change)];
      await addMember(change, top, below, 'group');
      for (const name of ['member', 'twice']) await addMember(change, top, user(name));
      for (const name of ['below', 'asleep-below']) await addMember(change, below, user(name));
      await addGrant(change, { application: shop, principal: top, kind: 'group', permission });
      for (const name of ['direct', 'twice', 'asleep'])
        await addGrant(change, { application: shop, principal: user(name), permission });
      await addGrant(change, {
        application: shop,
        principal: user('later'),
        permission,
        starts: '2999-01-01T00:00:00Z',
      });
      await addGrant(change, {
        application: other,
        principal: user('elsewhere'),
        permission: await addPermission(change, other, 'p'),
      });
      const program = await addProgram(change, shop);
      await addGrant(change, { application: shop, principal: program, kind: 'client', permission });
      for (const name of ['asleep', 'asleep-below']) await setStatus(change, user(name), 'suspended');
      return { user, top, at: change.at };
    });
    const names = ['below', 'direct', 'member', 'twice'];
    await build(store.database, async (change) => {
      await endFacts(change, 'memberships', { group_id: [made.top.id], member_id: [made.user('member').id] });
      await endFacts(change, 'grants', { principal_id: [made.user('direct').id] });
      await setStatus(change, made.user('asleep'), 'active');
    });
    for (const [at, expected] of [
      [made.at, names],
      [undefined, ['asleep', 'below', 'twice']],
    ] as const) {
      const page = await read(store.database, (snapshot) => listUsers(snapshot, { application: 'shop', limit: 2 }), at);
      expect(page).toMatchObject({ total: expected.length, atLeast: false });
      expect(page.items.map(({ name }) => name)).toEqual(expected.slice(0, 2));
      const found = await read(store.database, (snapshot) => holding(snapshot), at);
      expect(found).toEqual({ names: expected, total: expected.length });
      // With the limit `few` of 1, two users are too many to be looked up by id.
      const hashed = await read(store.database, (snapshot) => holding(snapshot, undefined, 1), at);
      expect(hashed).toEqual(found);
      // With the limit `most` of 1, two users are too many to find first. So each user is checked, and the count says
      // that there are more.
      const asked = await read(store.database, (snapshot) => holding(snapshot, 1), at);
      expect(asked).toEqual({ names: expected, total: 2 });
    }
    expect(await read(store.database, (snapshot) => holdingIn(snapshot, 'unknown'))).toMatchObject({ total: 0 });
  });

  async function holding(snapshot: Snapshot, most?: number, few?: number) {
    const { where, total } = await holdingIn(snapshot, 'shop', most, few);
    const { rows } = await snapshot.connection.query<{ name: string }>(
      sql`select u.name from users u where u.no_from <= ${snapshot.no} and ${snapshot.no} < u.no_to and ${where} order by u.name`,
    );
    return { names: rows.map(({ name }) => name), total };
  }
});

describe('users who lack something', () => {
  let store: TestStore;
  beforeAll(async () => {
    store = await testStore();
  });
  afterAll(() => store.close());

  const insert = (text: string, ...values: unknown[]) => store.database.pool.query(text, values);

  /** Creates a user with these factors. `came` is set if the user has signed in. */
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

  test('are listed and counted by second factor, recovery and sign-in, without programs', async () => {
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

  test('include a user with an external account, except while its enabled connection reports two factors', async () => {
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
});
