import { ExportCheck, type ExportedLine } from '@licet/contract/audit-chain';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Connection } from '../kernel/database.ts';
import { untilFurtherNotice } from '../kernel/facts.ts';
import { sha256 } from '../kernel/sha256.ts';
import {
  addApplication,
  addGrant,
  addGroup,
  addPermission,
  addUser,
  build,
  type TestStore,
  testStore,
} from '../store.testing.ts';
import { exportChain } from './export-chain.ts';
import { asSuperuser, rehash } from './tampering.testing.ts';
import { verifyChain } from './verify.ts';

// A superuser of the database writes a fact that no change of the chain covers, or hides a fact that a change covers.

let store: TestStore;
let grant = '';
const no = { granted: 0, last: 0 };

beforeAll(async () => {
  store = await testStore();
  const given = await build(store.database, async (change) => {
    const application = await addApplication(change, 'ledger');
    const permission = await addPermission(change, application, 'reads');
    return { application, permission, principal: await addUser(change, { username: 'ada' }) };
  });
  await build(store.database, async (change) => {
    grant = await addGrant(change, given);
    no.granted = change.no;
  });
  await build(store.database, async (change) => {
    await addGroup(change, 'Last');
    no.last = change.no;
  });
});
afterAll(() => store.close());

/** The first fault that the server finds, and the first that verifying an export finds. */
const faultsAfter = (tamper: (connection: Connection) => Promise<unknown>) =>
  asSuperuser(store.database, async (connection) => {
    await tamper(connection);
    const file = new ExportCheck({ keys: [], verify: () => true, sha256 });
    for await (const text of exportChain(connection))
      for (const line of text.split('\n').filter(Boolean)) file.add(JSON.parse(line) as ExportedLine);
    return [(await verifyChain({ connection })).broken?.fault, file.end().broken?.fault];
  });
const all =
  (...statements: readonly string[]) =>
  async (connection: Connection) => {
    for (const text of statements) await connection.query(text);
  };

test('verification finds no fault in an unaltered chain', async () => {
  expect(await faultsAfter(all())).toEqual([undefined, undefined]);
});

describe('verification detects a row outside the chain:', () => {
  const planted = (from: string) =>
    `insert into grants (id, app_id, principal_id, principal_kind, permission_id, starts, ends, reason, granted_by, created_no, no_from)
     select gen_random_uuid(), app_id, gen_random_uuid(), principal_kind, permission_id, starts, ends, reason, granted_by, created_no, ${from}
     from grants where id = '${grant}'`;
  const unchecked = 'alter table grants drop constraint grants_check';
  test.each([
    ['a row that begins before the first change', () => [planted('0')]],
    ['a row that begins at a negative number', () => [planted('-5')]],
    ['a row without a beginning', () => ['alter table grants alter no_from drop not null', planted('null')]],
    ['a row that begins at the largest number', () => [unchecked, planted(untilFurtherNotice)]],
    [
      'a row that ended before the first change',
      () => [unchecked, `update grants set no_to = 0 where id = '${grant}'`],
    ],
    [
      'a row whose end is null',
      () => ['alter table grants alter no_to drop not null', `update grants set no_to = null where id = '${grant}'`],
    ],
    [
      'an event before the first one',
      () => [
        'alter table change drop constraint change_no_check',
        `insert into change select (jsonb_populate_record(c, '{"no": 0, "at": "2020-01-02", "hash": "\\\\x01"}')).* from change c where no = 1`,
      ],
    ],
    [
      'a row in a table that Licet does not know',
      () => [
        'create table "of mine" (what text, no_from bigint, no_to bigint)',
        `insert into "of mine" values ('x', 0, ${untilFurtherNotice})`,
      ],
    ],
  ])('%s', async (_, statements) => {
    expect(await faultsAfter(all(...statements()))).toEqual(['facts_beyond', 'facts_beyond']);
  });
});

describe('verification does not trust a database', () => {
  test.each([
    [
      'whose search path contains another table of the same name first',
      () => [
        'create schema mine',
        'create table mine.roles (like public.roles including all)',
        'set local search_path = mine, public',
      ],
    ],
    [
      'whose search path contains other functions before those of PostgreSQL',
      () => [
        'create schema mine',
        `create function mine.current_schemas(boolean) returns name[] return '{pg_catalog,public}'::name[]`,
        'set local search_path = mine, public, pg_catalog',
      ],
    ],
    [
      'in which a view replaces a table',
      () => [
        'create schema mine',
        'alter table roles set schema mine',
        'create view roles as select * from mine.roles',
      ],
    ],
    [
      'in which a function has its own search path',
      () => ['create schema mine', 'alter function facts_of_roles_2 set search_path = mine, public'],
    ],
    [
      'in which a policy may hide rows',
      () => ['alter table grants enable row level security', 'create policy mine on grants using (false)'],
    ],
    [
      'in which a computed column can be written',
      () => ['alter table users alter sought drop expression', `update users set sought = ''`],
    ],
  ])('%s', async (_, statements) => {
    expect((await faultsAfter(all(...statements())))[0]).toBe('function_replaced');
  });
});

describe('a forged erasure', () => {
  const told: Readonly<Record<number, string>> = { 3: 'facts_of_grants_3', 4: 'facts_of_table_v4' };

  /**
   * Gives the grant to another user forever, and adds a forged erasure that claims that the grant was never different.
   */
  const forge = (version: number) => async (connection: Connection) => {
    await rehash(connection, 1, no.last, version);
    const line = async () => {
      const from = version === 4 ? `'grants', ${no.granted}` : no.granted;
      const { rows } = await connection.query<{ line: string }>(
        `select encode(sha256(convert_to(fact, 'UTF8')), 'hex') as line from ${told[version]}(${from}, ${no.granted})`,
      );
      return rows[0]?.line;
    };
    const before = await line();
    await connection.query(
      `update grants set ends = 'infinity', principal_id = gen_random_uuid() where id = '${grant}'`,
    );
    await connection.query(
      `insert into erasures (of_kind, of_id, row_no, original, remains, line, line_now, no_from)
       values ('grants', $1, $2, '\\x01', '\\x02', decode($3, 'hex'), decode($4, 'hex'), $5)`,
      [grant, no.granted, before, await line(), no.last + 1],
    );
    await append(connection, 'user.erased');
  };

  /** Adds a change to the end of the chain, as Licet would. */
  async function append(connection: Connection, action: string): Promise<void> {
    await connection.query(
      `insert into change (no, at, actor_kind, actor_name, action, target_kind, target_id, target_name, before, after, previous_hash, hash,
         version, salt, facts_from, opened, closed, facts)
       select $1, at + interval '1 microsecond', 'operator', 'operator', $3, 'user', 'x', 'a person who was erased', 'null', 'null',
         hash, sha256('x'), 4, sha256('s'), $1, 0, 0, sha256('') from change where no = $2`,
      [no.last + 1, no.last, action],
    );
    await rehash(connection, no.last + 1, no.last + 1);
  }

  test.each([3, 4])('does not hide the edit of a fact that version %i covers', async (version) => {
    expect(await faultsAfter(forge(version))).toEqual(['facts_edited', 'facts_edited']);
  });

  test('in a change of another kind does not hide an edited reason of a grant', async () => {
    const another = async (connection: Connection) => {
      const commitment = `sha256(salt || convert_to(facts_personal_grants_3(g), 'UTF8'))`;
      const { rows } = await connection.query(`select ${commitment} as original from grants g where id = $1`, [grant]);
      await connection.query(`update grants set reason = 'Mine', committed = $2 where id = $1`, [
        grant,
        rows[0]?.original,
      ]);
      await connection.query(
        `insert into erasures (of_kind, of_id, row_no, original, remains, no_from)
         select 'grants', id, no_from, committed, ${commitment}, $2 from grants g where id = $1`,
        [grant, no.last + 1],
      );
      await append(connection, 'licet.upgraded');
    };
    expect(await faultsAfter(another)).toEqual(['erased_otherwise', 'erased_otherwise']);
  });
});
