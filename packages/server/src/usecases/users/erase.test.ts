import { commitmentOfChange } from '@licet/contract/audit-chain';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changesAfter } from '../../store/audit/chained-changes.ts';
import { rehash, asSuperuser as superuserOf } from '../../store/audit/tampering.testing.ts';
import { ownTables } from '../../store/erasure/rest.ts';
import type { Connection } from '../../store/kernel/database.ts';
import { sha256 } from '../../store/kernel/sha256.ts';
import { sawSession } from '../../store/sign-in/sessions.ts';
import { operator, type TestLicet, testLicet } from '../testing.ts';
import { findings, plantPerson, whereNamed } from './erase.testing.ts';

let licet: TestLicet;
let person: Awaited<ReturnType<typeof plantPerson>>;
/** The last change before the erasure. */
let before = 0;

const lastNo = async () => (await licet.database.pool.query('select max(no) as no from change')).rows[0].no as number;
const asSuperuser = (work: (connection: Connection) => Promise<unknown>, keep = false) =>
  superuserOf(
    licet.database,
    async (connection) => {
      await work(connection);
      return findings(connection);
    },
    keep,
  );
const whole = { broken: null, uncovered: 0 };

beforeAll(async () => {
  licet = await testLicet();
  person = await plantPerson(licet);
  // Rehashes the changes in different versions. The oldest versions hash facts in the clear; the newest changes have
  // version 4.
  const { rows } = await licet.database.pool.query(
    `select min(no) filter (where action = 'group.created') as old, min(no) filter (where target_id = $1 and no > (select no from change where action = 'group.created' limit 1)) as middle from change`,
    [person.id],
  );
  const { old, middle } = rows[0] as { old: number; middle: number };
  const { server } = await asSuperuser(async (connection) => {
    await rehash(connection, 1, 2, 1);
    await rehash(connection, 3, 3, 2, 1);
    await rehash(connection, 4, old - 1, 2);
    await rehash(connection, old, middle, 3);
    await rehash(connection, middle + 1, await lastNo());
  }, true);
  expect(server).toMatchObject(whole);
  before = await lastNo();
});
afterAll(() => licet.close());

const params = () => ({ params: { user: person.id } });

test('a caller who may not erase does not create an audit key', async () => {
  const other = await testLicet();
  const { userId } = await other.user();
  const outcome = await other.outcome('users.erase', await other.user('users.read', 'users.manage'), {
    params: { user: userId },
  });
  expect(outcome).toBe('forbidden');
  expect((await other.database.pool.query('select kid from audit_keys')).rows).toEqual([]);
  await other.close();
});

describe('erasing a person', () => {
  test('requires an administrator with a fresh sign-in, or the operator; its plan changes nothing', async () => {
    const named = await whereNamed(licet.database);
    expect(named.length).toBeGreaterThan(30);
    const manager = await licet.user('users.read', 'users.manage');
    before = await lastNo();
    expect(await licet.outcome('users.erasurePlan', manager, params())).toBe('forbidden');
    expect(await licet.outcome('users.erase', manager, params())).toBe('forbidden');
    expect(await licet.outcome('users.erase', licet.admin, params())).toBe('sign_in_again');
    const nobody = { params: { user: '00000000-0000-4000-8000-000000000000' } };
    expect(await licet.outcome('users.erase', operator, nobody)).toBe('not_found');
    // The plan is computed while another change is open, and neither waits for the other.
    const plan = await licet.build(async () => licet.call('users.erasurePlan', licet.admin, params()));
    before = await lastNo();
    expect(plan).toMatchObject({ deletes: true });
    expect(await whereNamed(licet.database)).toEqual(named);
    expect(await lastNo()).toBe(before);
    const { events, rows, ...told } = plan;
    expect(await licet.call('users.erase', licet.freshAdmin, params())).toEqual(told);
    expect(events).toHaveLength(plan.changes);
    expect(rows.reduce((sum, each) => sum + each.rows, 0)).toBe(plan.facts + plan.others);
    expect(plan.changes).toBeGreaterThan(15);
  });

  test('removes the user from the database, and records one event', async () => {
    expect(await whereNamed(licet.database)).toEqual([]);
    expect(await lastNo()).toBe(before + 1);
    const event = await licet.call('audit.get', licet.admin, { params: { no: String(before + 1) } });
    expect(event).toMatchObject({ action: 'user.erased', target: { id: person.id, name: 'a person who was erased' } });
    expect(await licet.outcome('users.get', licet.admin, params())).toBe('not_found');
    expect(await licet.outcome('users.erase', operator, params())).toBe('wrong_state');
    expect(await licet.outcome('users.erasurePlan', licet.admin, params())).toBe('wrong_state');
  });

  test('keeps the actions of the user by id, and other users by name', async () => {
    const { items } = await licet.call('audit.list', licet.admin, {
      query: { target: person.id, limit: '50', sort: 'no' },
    });
    expect(items.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['user.created', 'user.suspended', 'user.changed', 'user.erased']),
    );
    expect(items[0]?.after).toMatchObject({ username: 'a person who was erased', status: 'invited' });
    expect(items[0]?.actor.name).toBe('Ada Admin');
    const { items: made } = await licet.call('audit.list', licet.admin, { query: { actor: person.id, limit: '50' } });
    expect(made.map(({ action }) => action)).toEqual(expect.arrayContaining(['grant.created', 'grant.revoked']));
    expect(made.every(({ actor }) => actor.name === 'a person who was erased')).toBe(true);
    const groups = await licet.call('audit.list', licet.admin, { query: { target: person.group, limit: '50' } });
    expect(groups.items[0]).toMatchObject({ target: { name: 'Finance' }, after: { group: 'Finance' } });
  });

  test('keeps the chain whole, for the server and for an exported file', async () => {
    const { server, file } = await asSuperuser(async () => undefined);
    expect(server).toMatchObject({ ...whole, events: before + 1, agreed: 1 });
    expect(file).toEqual(server);
    await licet.call('groups.create', licet.admin, { body: { name: 'Later', description: '' } });
    expect((await asSuperuser(async () => undefined)).server).toMatchObject(whole);
  });

  test('is refused for the last administrator', async () => {
    const admin = { params: { user: licet.admin.userId } };
    expect(await licet.outcome('users.erasurePlan', licet.admin, admin)).toBe('last_admin');
    expect(await licet.outcome('users.erase', operator, admin)).toBe('last_admin');
  });
});

describe('verification after an erasure', () => {
  const row = () => `id = '${person.id}' and no_from = (select max(no_from) from users where id = '${person.id}')`;
  const change = (version: number) =>
    `no = (select max(no) from change where target_id = '${person.id}' and committed is not null and version = ${version})`;
  /** Returns SQL that replaces the reason of a grant, and makes this look like an erasure with the given number. */
  const forged = (no: string) => `
    create temp table forged on commit drop as
      select id, no_from, sha256(salt || convert_to(facts_personal_grants_3(g), 'UTF8')) as original
      from grants g where committed is null order by no_from desc limit 1;
    update grants g set reason = 'Eve said so', committed = f.original from forged f where g.id = f.id and g.no_from = f.no_from;
    insert into erasures (of_kind, of_id, row_no, original, remains, no_from)
      select 'grants', g.id, g.no_from, f.original, sha256(g.salt || convert_to(facts_personal_grants_3(g), 'UTF8')), ${no}
      from grants g join forged f on f.id = g.id and f.no_from = g.no_from`;
  test.each<[string, () => string, string[]]>([
    [
      'a new name in place of an erased one',
      () => `update users set name = 'Eve' where ${row()}`,
      ['erased_otherwise'],
    ],
    ['an altered status', () => `update users set status = 'suspended' where ${row()}`, ['facts_edited']],
    ['an altered event', () => `update change set target_name = 'Eve' where ${change(3)}`, ['erased_otherwise']],
    [
      'an altered event of version 4',
      () =>
        `update change set target_name = 'Eve' where no = (select max(no) from change where committed is not null and version = 4)`,
      ['erased_otherwise'],
    ],
    [
      'altered content of an event of version 2',
      () => `update change set after = '{}' where ${change(2)}`,
      ['erased_otherwise'],
    ],
    [
      'an altered actor of an event of version 2',
      () => `update change set actor_id = null where ${change(2)}`,
      ['erased_otherwise'],
    ],
    [
      'an invented erasure of a name',
      () =>
        `update users set committed = sha256(salt || convert_to(facts_personal_users_3(users), 'UTF8')), name = 'Eve' where username = 'ada'`,
      ['erased_otherwise'],
    ],
    [
      'an added erasure record',
      () =>
        `insert into erasures select of_kind, of_id, row_no, original, sha256('x'), null, null, no_from from erasures where of_kind = 'users' limit 1`,
      ['facts_added', 'erased_otherwise'],
    ],
    [
      'a removed erasure record',
      () =>
        `delete from erasures where of_kind = 'change' and row_no = (select max(row_no) from erasures where of_kind = 'change')`,
      ['erased_otherwise', 'facts_missing'],
    ],
    [
      'an altered erasure record',
      () => `update erasures set remains = sha256('x') where of_kind = 'grants'`,
      ['erased_otherwise', 'facts_edited'],
    ],
    ['an erasure whose checkpoint is missing', () => 'delete from audit_checkpoints', ['erased_otherwise']],
    ['an erasure record before all changes', () => forged('0'), ['facts_beyond']],
    [
      'an erasure record at a change of version 2',
      () => forged('(select max(no) from change where version = 2)'),
      ['erased_otherwise'],
    ],
    [
      'an erasure record at a change that erases no user',
      () => forged(`(select min(no) from change where version = 3 and action <> 'user.erased')`),
      ['erased_otherwise', 'facts_added'],
    ],
  ])('finds %s', async (_, tamper, faults) => {
    const { server, file } = await asSuperuser((connection) => connection.query(tamper()));
    expect(faults).toContain(server.broken?.fault);
    // For facts hashed in the clear, an export has only its lines. So its check may find the fault only at the change
    // that covers these facts.
    expect([...faults, 'facts_edited', 'facts_added']).toContain(file.broken?.fault);
  });
});

describe('erasing special users', () => {
  const words = [/brahim/i, /yılmaz|yilmaz/i];
  test.each([
    ['removes a name with special lower-case letters and quotes', 'ibo', 'İbrahim "Ibo" Yılmaz'],
    ['removes a user whose username is the placeholder “erased”', 'erased', 'İbrahim Yılmaz'],
  ])('%s', async (_, username, name) => {
    const { id } = await licet.call('users.create', licet.admin, {
      body: { username, name, email: 'ibrahim@yilmaz.example' },
    });
    const params = { group: person.group, member: id };
    await licet.call('groups.addMember', licet.admin, { params });
    expect((await whereNamed(licet.database, words)).length).toBeGreaterThan(2);
    await licet.call('users.erase', operator, { params: { user: id } });
    expect(await whereNamed(licet.database, words)).toEqual([]);
  });

  test('cancels a running sign-in of the user', async () => {
    const { userId } = await licet.user();
    await licet.call('users.erase', operator, { params: { user: userId } });
    const seen = { uid: 'late', userId, signedInAt: undefined, expiresIn: 3600, epoch: 0 };
    expect(await sawSession(licet.database, { ...seen, address: '192.0.2.7', agent: 'theirs', amr: ['pwd'] })).toBe(
      false,
    );
  });

  test('removes a caller who erases themselves', async () => {
    const other = await licet.user();
    const { rows } = await licet.database.pool.query<{ id: string }>(
      `select r.id from roles r join applications a on a.id = r.app_id and a.built_in where r.name = 'admin'`,
    );
    await licet.call('grants.create', licet.freshAdmin, {
      params: { application: 'licet' },
      body: { principal: { kind: 'user', id: other.userId }, gives: { kind: 'role', id: rows[0]?.id }, reason: '' },
    });
    expect(await whereNamed(licet.database, [/ada admin/i])).not.toEqual([]);
    await licet.call('users.erase', licet.freshAdmin, { params: { user: licet.admin.userId } });
    expect(await whereNamed(licet.database, [/ada admin/i])).toEqual([]);
    expect((await asSuperuser(async () => undefined)).server).toMatchObject(whole);
  });
});

test('an erasure is refused if it would hide an earlier alteration', async () => {
  const { userId } = await licet.user();
  const params = { user: userId };
  await licet.call('users.suspend', operator, { params });
  const no = await lastNo();
  await asSuperuser(async (connection) => {
    const [change = expect.fail()] = await changesAfter(connection, no - 1, 1);
    await connection.query(
      `update change set before = '{"status":"invited"}', committed = decode($2, 'hex') where no = $1`,
      [no, commitmentOfChange(sha256, change)],
    );
  }, true);
  expect(await licet.outcome('users.erase', operator, { params })).toBe('wrong_state');
});

test('the list of tables that an erasure empties is complete', async () => {
  const { rows } = await licet.database.pool.query<{ name: string }>(
    `select c.table_name::text as name from information_schema.columns c where c.table_schema = 'public' and c.column_name = 'user_id'
       and not exists (select from information_schema.columns f where f.table_schema = 'public' and f.table_name = c.table_name and f.column_name = 'no_from')`,
  );
  // `directory_departed` keeps the hash of an unlinked entry, without the user.
  const kept = ['sign_in_epochs', 'directory_departed'];
  expect(rows.map(({ name }) => name).sort()).toEqual([...ownTables, ...kept].sort());
});
