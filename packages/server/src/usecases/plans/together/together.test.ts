import type { PlannedChange } from '@licet/contract';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { verifyChain } from '../../../store/audit/verify.ts';
import { read } from '../../../store/kernel/snapshot.ts';
import { writeStatementsDown } from '../../../store/statements.testing.ts';
import { type TestLicet, testLicet } from '../../testing.ts';
import {
  ending,
  ends,
  linesOf,
  madeId,
  makeAll,
  making,
  mixed,
  oneByOne,
  opposite,
  organisation,
  planLong,
  sentChanges,
} from './together.testing.ts';

describe('changes made together', () => {
  const open: TestLicet[] = [];
  const another = async () => {
    const licet = await testLicet();
    open.push(licet);
    return licet;
  };
  afterEach(async () => {
    for (const licet of open.splice(0)) await licet.close();
  });

  /** Returns the events of the changes in order. Leaves out instants, numbers and ids, because they differ each time. */
  async function told(licet: TestLicet): Promise<string[]> {
    const { rows } = await licet.database.pool.query<Record<string, unknown>>(
      `select action, application, target_kind, target_name, before, after, opened::int, closed::int, actor_name,
       (select count(*) from event_origins o where o.no = c.no)::int as origins
     from change c where action not in ('licet.upgraded', 'plan.applied') and target_name not like 'Between %' order by no`,
    );
    return rows.map((row) => JSON.stringify(row).replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'then'));
  }

  /** Returns all existing objects by name. */
  async function there(licet: TestLicet): Promise<string[]> {
    const { rows } = await licet.database.pool.query<{ said: string }>(`
    select 'user ' || username || ' ' || coalesce(email_key, '') as said from users where no_to > 1e18
    union all select 'group ' || name_key from groups where no_to > 1e18 and name not like 'Between %'
    union all select 'in ' || g.name || ' ' || coalesce((select username from users u where u.id = m.member_id and u.no_to > 1e18), 'a group')
      from memberships m join groups g on g.id = m.group_id and g.no_to > 1e18 where m.no_to > 1e18
    union all select 'permission ' || name || title from permissions where no_to > 1e18
    union all select 'holds ' || r.name || ' ' || p.name from role_permissions x join roles r on r.id = x.role_id and r.no_to > 1e18
      join permissions p on p.id = x.permission_id and p.no_to > 1e18 where x.no_to > 1e18
    union all select 'includes ' || r.name || ' ' || i.name from inclusions x join roles r on r.id = x.role_id and r.no_to > 1e18
      join roles i on i.id = x.included_id and i.no_to > 1e18 where x.no_to > 1e18
    union all select 'grant ' || x.principal_kind || ' ' || x.reason || ' ' || x.ends || ' ' || x.granted_by from grants x where x.no_to > 1e18
    union all select 'counted ' || a.key || ' ' || c.total from grant_counts c join applications a on a.id = c.app_id and a.no_to > 1e18`);
    return rows.map(({ said }) => said).sort();
  }

  /** Returns where the chain is broken. */
  const brokenIn = async ({ database }: TestLicet) =>
    (await read(database, (snapshot) => verifyChain(snapshot))).broken;

  /** The share of changes that follow the one before them by a microsecond: they were made together with it. */
  async function shareMadeTogether({ database }: TestLicet): Promise<number> {
    const { rows } = await database.pool.query<{ share: number }>(
      `select avg((c.at - p.at = interval '1 microsecond')::int)::float8 as share from change c join change p on p.no = c.no - 1`,
    );
    return rows[0]?.share ?? 0;
  }

  test.each([
    ['one call after the other', (all: readonly PlannedChange[]) => all],
    ['calls in turns', (all: readonly PlannedChange[], turns: typeof making | typeof ending) => mixed(all, turns)],
  ])('have the same results and events as single changes: %s', async (_, inOrder) => {
    const [together, alone] = [await another(), await another()];
    const changes = inOrder(organisation(30), making);
    const made = await makeAll(together, together.admin, changes);
    await makeAll(alone, alone.admin, await oneByOne(alone, changes));
    expect(made).toEqual({ applied: { first: expect.any(Number), last: expect.any(Number) } });
    expect(await there(together)).toEqual(await there(alone));
    expect(await told(together)).toEqual(await told(alone));
    const [all, others] = [inOrder(await ends(together), ending), inOrder(await ends(alone), ending)];
    expect(all.length).toBeGreaterThan(100);
    await makeAll(together, together.admin, all);
    await makeAll(alone, alone.admin, await oneByOne(alone, others));
    expect(await there(together)).toEqual(await there(alone));
    expect(await told(together)).toEqual(await told(alone));
    expect(await shareMadeTogether(together)).toBeGreaterThan(0.9);
    expect(await shareMadeTogether(alone)).toBeLessThan(0.1);
    for (const licet of open) expect(await brokenIn(licet)).toBeNull();
  });

  test('users are suspended and reactivated together', async () => {
    const licet = await another();
    await makeAll(licet, licet.admin, organisation(120));
    const { rows: users } = await licet.database.pool.query<{ id: string }>(
      "select id from users where no_to > 1e18 and username like 'Person.%' order by username",
    );
    const before = await there(licet);
    const change = (call: 'users.suspend' | 'users.reactivate') =>
      makeAll(
        licet,
        licet.admin,
        users.map(({ id }) => ({ call, params: { user: id } })),
      );
    const statements = writeStatementsDown(licet.database);
    await change('users.suspend');
    expect(statements.taken().length).toBeLessThan(users.length);
    const states = async () =>
      (
        await licet.database.pool.query(
          "select distinct status from users where no_to > 1e18 and username like 'Person.%'",
        )
      ).rows;
    expect(await states()).toEqual([{ status: 'suspended' }]);
    await change('users.reactivate');
    expect(statements.taken().length).toBeLessThan(users.length);
    expect(await states()).toEqual([{ status: 'invited' }]);
    expect(await there(licet)).toEqual(before);
    expect(await brokenIn(licet)).toBeNull();
  });

  test('a large change set is reverted as a whole', async () => {
    const licet = await another();
    const before = await there(licet);
    const made = await makeAll(licet, licet.admin, organisation(120));
    const { changes, cannot, reverts } = await opposite(licet, licet.admin, 'applied' in made ? made.applied.last : 0);
    expect(cannot).toEqual([]);
    expect(changes.length).toBeGreaterThan(100);
    await makeAll(licet, licet.admin, changes, { reverts });
    expect(await there(licet)).toEqual(before);
    expect(await brokenIn(licet)).toBeNull();
  });

  test('a long plan has the same digest and effects as a short plan of the same changes', async () => {
    const licet = await another();
    const changes = organisation(40);
    const { plan, effects } = await planLong(licet, licet.admin, changes);
    const short = await licet.call('plans.make', licet.admin, { body: { changes } });
    expect(short.digest).toBe(plan?.digest);
    expect(effects.map(({ count, gains }) => [count, gains])).toEqual(
      short.effects.map(({ count, gains }) => [count, gains]),
    );
  });

  test('finds the refused changes among many, and applies none', async () => {
    const licet = await another();
    const changes = organisation(40);
    const twice: PlannedChange = {
      call: 'users.create',
      as: madeId(0xffff),
      body: { username: 'PERSON.7', name: 'Twice' },
    };
    const look: PlannedChange = {
      call: 'permissions.create',
      params: { application: 'shop' },
      body: { name: '\u0430\u043e\u0440\u0441' },
    };
    const latin: PlannedChange = {
      call: 'permissions.create',
      params: { application: 'shop' },
      body: { name: 'aopc' },
    };
    const place = changes.findIndex(({ call }) => call === 'groups.create');
    const { refused, plan } = await planLong(licet, licet.admin, changes.toSpliced(place - 3, 0, twice));
    expect(refused).toEqual([[place - 3, 'name_taken']]);
    const body = sentChanges(changes.toSpliced(place - 3, 0, twice), { digest: plan?.digest });
    const lines = await linesOf(await licet.call('plans.applyLong', licet.admin, { body }));
    expect(lines.at(-1)).toMatchObject({
      problem: { code: 'name_taken', errors: [{ pointer: `/changes/${place - 3}` }] },
    });
    const alike = changes.findIndex(({ call }) => call === 'roles.create');
    const found = await planLong(licet, licet.admin, changes.toSpliced(alike, 0, latin, look));
    expect(found.refused.map(([at]) => at)).toEqual([alike + 1]);
    const { rows } = await licet.database.pool.query("select from users where username like 'Person.%'");
    expect(rows).toEqual([]);
  });
});

describe('the order of removals', () => {
  let licet: TestLicet;
  beforeAll(async () => {
    licet = await testLicet();
  });
  afterAll(() => licet.close());

  const groups = (count: number) =>
    Array.from({ length: count }, (_, n): PlannedChange => ({ call: 'groups.create', body: { name: `Beside ${n}` } }));
  const before = groups(101);
  const refusedAfter = async (...changes: PlannedChange[]) => {
    const { refused } = await planLong(licet, licet.freshAdmin, [...before, ...changes]);
    return refused.map(([place, code]) => [Number(place) - before.length, code]);
  };

  /** A user in a group and with a role, which holds a permission. */
  async function world() {
    const { key } = await licet.owned();
    const params = { application: key };
    const by = licet.freshAdmin;
    const permission = (await licet.call('permissions.create', by, { params, body: { name: 'read' } })).id;
    const role = (await licet.call('roles.create', by, { params, body: { name: 'clerk', permissions: [permission] } }))
      .id;
    const { userId: user } = await licet.user();
    const group = (await licet.call('groups.create', by, { body: { name: `Group of ${key}` } })).id;
    await licet.call('groups.addMember', by, { params: { group, member: user } });
    const body = { principal: { kind: 'user', id: user }, gives: { kind: 'role', id: role } };
    const grant = (await licet.call('grants.create', by, { params, body })).id;
    return {
      revoke: { call: 'grants.revoke', params: { ...params, grant } },
      leave: { call: 'groups.removeMember', params: { group, member: user } },
      role: { call: 'roles.remove', params: { ...params, role } },
      permission: { call: 'permissions.remove', params: { ...params, permission } },
      user: { call: 'users.remove', params: { user } },
      group: { call: 'groups.remove', params: { group } },
    } as const satisfies Readonly<Record<string, PlannedChange>>;
  }

  test('refuses to end an object that an earlier change already ended', async () => {
    const { revoke, leave, role, permission, user, group } = await world();
    expect(await refusedAfter(revoke, leave, role, permission, user, group)).toEqual([]);
    expect(await refusedAfter(user, revoke)).toEqual([[1, 'wrong_state']]);
    expect(await refusedAfter(role, revoke)).toEqual([[1, 'wrong_state']]);
    expect(await refusedAfter(user, leave)).toEqual([[1, 'not_found']]);
    expect(await refusedAfter(group, leave)).toEqual([[1, 'not_found']]);
  });

  test('refuses repeated removals before it reads the facts that each of them ends', async () => {
    const { role, permission } = await world();
    const written = writeStatementsDown({ pool: licet.database.longDrafts });
    const looks = () => written.taken().filter((it) => it.startsWith('unnamed: with ended as materialized')).length;
    expect(await refusedAfter(permission, role)).toEqual([]);
    expect(looks()).toBe(1);
    const twice = Array.from({ length: 1000 }, () => role);
    expect((await refusedAfter(permission, ...twice))[0]).toEqual([2, 'not_found']);
    expect(looks()).toBe(0);
  });

  test('if two changes end the same fact, the change that comes first in the file records the end', async () => {
    const { role, permission, user, group } = await world();
    const line = await makeAll(licet, licet.freshAdmin, [...before, group, permission, user, role]);
    const { rows } = await licet.database.pool.query(
      'select action, before, closed::int from change where no >= $1 and no < $1 + 4 order by no',
      ['applied' in line ? line.applied.first + before.length : 0],
    );
    expect(rows).toMatchObject([
      // the group and the membership
      { action: 'group.deleted', closed: 2 },
      // the permission and its entry in the role
      { action: 'permission.deleted', closed: 2 },
      // the user and the grant
      { action: 'user.deleted', closed: 2 },
      { action: 'role.deleted', before: { permissions: [] }, closed: 1 },
    ]);
  });
});

describe('statements', () => {
  let licet: TestLicet;
  let written: ReturnType<typeof writeStatementsDown>;
  beforeAll(async () => {
    licet = await testLicet();
    written = writeStatementsDown(licet.database);
  });
  afterAll(() => licet.close());

  /** The statements that remove credentials when a plan deletes this many users. */
  async function deleting(count: number): Promise<string[]> {
    const people = Array.from(
      { length: count },
      (_, n): PlannedChange => ({ call: 'users.create', body: { username: `new.${n}`, name: `New ${n}` } }),
    );
    await makeAll(licet, licet.admin, people);
    const { rows } = await licet.database.pool.query<{ id: string }>(
      `select id from users where username like 'new.%' and no_to > 1e18`,
    );
    written.taken();
    await makeAll(
      licet,
      licet.freshAdmin,
      rows.map(({ id }): PlannedChange => ({ call: 'users.remove', params: { user: id } })),
    );
    return written
      .taken()
      .filter((it) => /^unnamed: (delete from|with ended|insert into (cut_offs|sign_in_epochs))/.test(it));
  }

  test('deleting many users and their credentials takes as many statements as deleting a few', async () => {
    const few = await deleting(120);
    expect(few).toContainEqual(expect.stringContaining('delete from passkeys'));
    expect(await deleting(400)).toEqual(few);
  });

  test('checking many groups and e-mail domains takes as many statements as checking a few', async () => {
    const manager = await licet.user('groups.manage', 'groups.read', 'users.manage', 'users.read');
    const making = async (count: number) => {
      const changes = Array.from({ length: count }, (_, n): PlannedChange[] => {
        const [user, group] = [madeId(2 * n), madeId(2 * n + 1)];
        const body = { username: `u${count}.${n}`, name: `User ${n}`, email: `u@d${n}.of${count}.example` };
        return [
          { call: 'users.create', as: user, body },
          { call: 'groups.create', as: group, body: { name: `Group ${n} of ${count}` } },
          { call: 'groups.addMember', params: { group, member: user } },
        ];
      }).flat();
      written.taken();
      await makeAll(licet, manager, changes);
      return written.taken().length;
    };
    const few = await making(350);
    expect(await making(600)).toBe(few);
  });
});

describe('two changes that end the same object', () => {
  let licet: TestLicet;
  beforeAll(async () => {
    licet = await testLicet();
    await makeAll(licet, licet.freshAdmin, organisation(60));
  });
  afterAll(() => licet.close());

  const calls = [
    'grants.revoke',
    'groups.removeMember',
    'roles.remove',
    'permissions.remove',
    'users.remove',
    'groups.remove',
  ] as const;

  test.each(calls)('a large plan refuses a second identical %s', async (call) => {
    const all = (await ends(licet)).filter((change) => change.call === call);
    const [first] = all;
    if (!first) throw new Error(`The organisation has nothing for ${call}.`);
    const before: PlannedChange[] = Array.from({ length: 101 }, (_, n) => ({
      call: 'groups.create',
      body: { name: `Beside ${n}` },
    }));
    const { refused } = await planLong(licet, licet.freshAdmin, [...before, ...all, first]);
    expect(refused).toEqual([[before.length + all.length, expect.stringMatching(/^(not_found|wrong_state)$/)]]);
  });
});
