import { commitment } from '@licet/contract/audit-chain';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Connection } from '../kernel/database.ts';
import { endFacts } from '../kernel/facts.ts';
import { sha256 } from '../kernel/sha256.ts';
import {
  addApplication,
  addGrant,
  addGroup,
  addMember,
  addPermission,
  addRole,
  addUser,
  build,
  setStatus,
  type TestStore,
  testStore,
} from '../store.testing.ts';
import { rehash, verifyAfter } from './tampering.testing.ts';

let store: TestStore;
const ids: Record<'ada' | 'reads' | 'grant' | 'ended' | 'group', string> = {
  ada: '',
  reads: '',
  grant: '',
  ended: '',
  group: '',
};
/** The numbers of the changes below. */
const no = { people: 0, granted: 0, revoked: 0, suspended: 0 };

beforeAll(async () => {
  store = await testStore();
  const made = await build(store.database, async (change) => {
    const ledger = await addApplication(change, 'ledger');
    const reads = await addPermission(change, ledger, 'reads');
    await addRole(change, ledger, 'reader', [reads]);
    const ada = await addUser(change, { username: 'ada' });
    const group = await addGroup(change, 'Finance');
    await addMember(change, group, ada);
    no.people = change.no;
    return { ledger, reads, ada, group };
  });
  await build(store.database, async (change) => {
    const given = { application: made.ledger, permission: made.reads };
    ids.grant = await addGrant(change, { ...given, principal: made.ada });
    ids.ended = await addGrant(change, { ...given, principal: made.group });
    no.granted = change.no;
  });
  await build(store.database, async (change) => {
    await endFacts(change, 'grants', { id: [ids.ended] });
    no.revoked = change.no;
  });
  await build(store.database, async (change) => {
    await setStatus(change, made.ada, 'suspended');
    no.suspended = change.no;
  });
  Object.assign(ids, { ada: made.ada.id, reads: made.reads.id, group: made.group.id });
});
afterAll(() => store.close());

const after = (tamper: (connection: Connection) => Promise<unknown>) => verifyAfter(store.database, tamper);
const sql = (text: string) => (connection: Connection) => connection.query(text);

test('an unaltered chain verifies, including its facts', async () => {
  const found = await after(sql('select 1'));
  expect(found).toMatchObject({ broken: null, events: no.suspended, factsSince: 1, uncovered: 0, epoch: 1 });
  const { rows } = await store.database.pool.query(
    `select sum(opened)::int as opened, sum(closed)::int as closed from change`,
  );
  expect(rows[0].closed).toBe(2);
  expect(found.facts).toBe(rows[0].opened + rows[0].closed);
});

const insertGrant = (begins: number, ends: string) =>
  `insert into grants select gen_random_uuid(), app_id, gen_random_uuid(), principal_kind, role_id, permission_id, starts, ends, reason, granted_by,
     created_no, ${begins}, ${ends} from grants where id = '${ids.grant}'`;
const forever = '9223372036854775807';

describe('verification locates an edit by a database superuser:', () => {
  test.each([
    [
      'a grant given to another principal',
      () => `update grants set principal_id = '${ids.group}' where id = '${ids.grant}'`,
      'facts_edited',
      () => no.granted,
    ],
    [
      'a grant with another end',
      () => `update grants set ends = now() + interval '9 years' where id = '${ids.grant}'`,
      'facts_edited',
      () => no.granted,
    ],
    [
      'a suspended user made active',
      () => `update users set status = 'active' where id = '${ids.ada}' and no_to = ${forever}`,
      'facts_edited',
      () => no.suspended,
    ],
    [
      'an edited former name of a user',
      () => `update users set name = 'Eve' where id = '${ids.ada}' and no_to < ${forever}`,
      'facts_edited',
      () => no.people,
    ],
    ['a grant inserted at an old change', () => insertGrant(no.granted, forever), 'facts_added', () => no.granted],
    [
      'an ended grant inserted at an old change',
      () => insertGrant(no.people, `${no.granted}`),
      'facts_added',
      () => no.people,
    ],
    [
      'a grant inserted past the chain',
      () => insertGrant(no.suspended + 1, forever),
      'facts_beyond',
      () => no.suspended + 1,
    ],
    [
      'a grant ended past the chain',
      () => `update grants set no_to = ${no.suspended + 5} where id = '${ids.grant}'`,
      'facts_beyond',
      () => no.suspended + 5,
    ],
    [
      'a grant ended at an old change',
      () => `update grants set no_to = ${no.revoked} where id = '${ids.grant}'`,
      'facts_added',
      () => no.revoked,
    ],
    [
      'a revived grant',
      () => `update grants set no_to = ${forever} where id = '${ids.ended}'`,
      'facts_missing',
      () => no.revoked,
    ],
    ['a deleted grant', () => `delete from grants where id = '${ids.grant}'`, 'facts_missing', () => no.granted],
    [
      'a grant moved to another change',
      () => `update grants set no_from = ${no.people} where id = '${ids.grant}'`,
      'facts_added',
      () => no.people,
    ],
    ['an edited change', () => `update change set after = '{}' where no = ${no.granted}`, 'edited', () => no.granted],
    [
      'an edited digest of facts',
      () => `update change set facts = sha256('x') where no = ${no.granted}`,
      'edited',
      () => no.granted,
    ],
    ['a deleted change', () => `delete from change where no = ${no.granted}`, 'missing', () => no.revoked],
    [
      'a last change that was cut off',
      () => `delete from change where no = ${no.suspended}`,
      'facts_beyond',
      () => no.suspended,
    ],
  ])('%s', async (_, tamper, fault, where) => {
    const { broken } = await after(sql(tamper()));
    expect(broken).toMatchObject({ fault, no: where() });
    expect(broken?.said).toMatch(/^[A-Z].+\d.*\.$/);
  });

  test('an edited change with a recomputed hash', async () => {
    const { broken } = await after(async (connection) => {
      await connection.query(`update change set actor_name = 'nobody' where no = ${no.granted}`);
      await rehash(connection, no.granted, no.granted);
    });
    expect(broken).toMatchObject({ fault: 'unlinked', no: no.revoked });
  });

  test('an edited fact with a recomputed digest', async () => {
    const { broken } = await after(async (connection) => {
      await connection.query(`update grants set reason = 'mine' where id = '${ids.grant}'`);
      await rehash(connection, no.granted, no.granted);
    });
    expect(broken).toMatchObject({ fault: 'unlinked', no: no.revoked });
  });

  test('an inserted grant that an altered function hides', async () => {
    const { broken } = await after(async (connection) => {
      await connection.query(insertGrant(no.granted, forever));
      const { rows } = await connection.query(
        `select pg_get_functiondef('facts_of_table_v4'::regproc) as made, id from grants order by ctid desc limit 1`,
      );
      await connection.query(
        rows[0].made.replaceAll(
          '%I f where',
          `%I f where to_jsonb(f) ->> ''id'' is distinct from ''${rows[0].id}'' and`,
        ),
      );
    });
    expect(broken).toMatchObject({ fault: 'function_replaced', no: 1 });
  });

  test('an inserted change', async () => {
    const { broken } = await after(async (connection) => {
      await connection.query(`update change set no = no + 1000 where no > ${no.granted}`);
      await connection.query(`update change set no = no - 999 where no > 1000`);
      await connection.query(
        `insert into change select ${no.granted + 1}, at + interval '1 microsecond', actor_kind, actor_id, actor_name, action, application, target_kind, target_id,
           target_name, before, after, hash, sha256('x'), 2, ${no.granted + 1}, 0, 0, sha256('') from change where no = ${no.granted}`,
      );
      await rehash(connection, no.granted + 1, no.granted + 1);
    });
    expect(broken).toMatchObject({ fault: 'unlinked', no: no.granted + 2 });
  });
});

describe('changes that do not cover their facts', () => {
  test('are counted until the next change of a newer server covers them', async () => {
    const found = await after((connection) => rehash(connection, no.granted, no.suspended, 1));
    expect(found).toMatchObject({ broken: null, uncovered: 3 });
    const covered = async (connection: Connection) => {
      await rehash(connection, no.granted, no.revoked, 1);
      await rehash(connection, no.suspended, no.suspended, 2, no.granted);
    };
    expect(await after(covered)).toMatchObject({ broken: null, uncovered: 0, events: no.suspended });
    const edited = await after(async (connection) => {
      await covered(connection);
      await connection.query(`update grants set reason = 'mine' where id = '${ids.grant}'`);
    });
    expect(edited.broken).toMatchObject({ fault: 'facts_edited', no: no.suspended });
  });
});

test('a fact is one line of JSON, whatever text it contains', async () => {
  const made = await build(store.database, async (change) => {
    const user = await addUser(change, { username: 'zoe', name: 'Zoë “quoted” \\ / \u2028 " \n\t' });
    return { user, no: change.no };
  });
  const { rows } = await store.database.pool.query<{ fact: string; opened: boolean }>(
    'select fact, opened from facts_of_changes_v4($1, $1)',
    [made.no],
  );
  const { rows: values } = await store.database.pool.query<{ text: string; salt: string }>(
    `select facts_personal_users_3(u) as text, encode(salt, 'hex') as salt from users u where id = $1`,
    [made.user.id],
  );
  const [{ text, salt } = expect.fail()] = values;
  expect(JSON.parse(text)).toEqual(['users', 'zoe', 'zoe', null, null, made.user.name]);
  expect(rows.map(({ fact }) => JSON.parse(fact))).toEqual([
    ['users', made.no, made.user.id, commitment(sha256, salt, text), { created_no: made.no, status: 'active' }],
  ]);
  const { rows: all } = await store.database.pool.query<{ fact: string | null }>(
    'select fact from facts_of_changes_v4(1, $1)',
    [made.no],
  );
  expect(all.length).toBeGreaterThan(20);
  for (const { fact } of all) expect(Object.keys(JSON.parse(fact ?? '').at(-1)).length).toBeGreaterThan(1);
});

describe('a fact table that was added later', () => {
  const id = '0190aaaa-0000-7000-8000-000000000001';
  beforeAll(async () => {
    await store.database.pool.query(`
      create table limits_to_come (id uuid not null, days int, until timestamptz, asks jsonb not null,
        no_from bigint not null, no_to bigint not null default 9223372036854775807);
      select cover_facts_of('limits_to_come')`);
    await build(store.database, async ({ connection, no }) => {
      await connection.query(
        `insert into limits_to_come (id, until, asks, no_from) values ($1, '2031-01-02T03:04:05+02', '{"b": null, "a": "Zoë"}', $2)`,
        [id, no],
      );
    });
  });
  afterAll(() => store.database.pool.query('drop table limits_to_come'));

  test('is covered by the changes that open and close a row', async () => {
    const ending = await build(store.database, async ({ connection, no }) => {
      await connection.query('update limits_to_come set no_to = $1', [no]);
      return no;
    });
    const { rows } = await store.database.pool.query<{ fact: string; opened: boolean }>(
      'select opened, fact from facts_of_changes_v4($1, $2)',
      [ending - 1, ending],
    );
    const line = [
      'limits_to_come',
      ending - 1,
      { id, until: '2031-01-02T01:04:05+00:00', asks: { a: 'Zoë', b: null } },
    ];
    expect(rows.map(({ opened, fact }) => [opened, JSON.parse(fact)])).toEqual([
      [true, line],
      [false, line],
    ]);
    expect((await after(sql('select 1'))).broken).toBeNull();
    const faults = await Promise.all([
      after(sql(`update limits_to_come set days = 3`)),
      after(sql(`update limits_to_come set asks = '{}'`)),
      after(sql(`delete from limits_to_come`)),
      after(sql(`insert into limits_to_come (id, asks, no_from) values ('${id}', '{}', ${ending - 1})`)),
    ]);
    expect(faults.map(({ broken }) => broken && [broken.fault, broken.no])).toEqual([
      ['facts_edited', ending - 1],
      ['facts_edited', ending - 1],
      ['facts_missing', ending - 1],
      ['facts_added', ending - 1],
    ]);
  });

  test('stays valid with a new column, and covers that column', async () => {
    const pool = store.database.pool;
    await pool.query('alter table limits_to_come add column most int');
    expect((await after(sql('select 1'))).broken).toBeNull();
    const { broken } = await after(sql('update limits_to_come set most = 1'));
    expect(broken?.fault).toBe('facts_edited');
  });
});
