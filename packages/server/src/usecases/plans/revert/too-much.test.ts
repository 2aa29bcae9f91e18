import { monitorEventLoopDelay } from 'node:perf_hooks';
import {
  type LongRevertLine,
  limits,
  type PlannedChange,
  type RolePolicyChange,
  usualRolePolicy,
} from '@licet/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { erasedRows } from '../../../store/audit/erasures.ts';
import { read } from '../../../store/kernel/snapshot.ts';
import type { Caller } from '../../context.ts';
import { memberOf } from '../../requests/testing.ts';
import { type TestLicet, testLicet } from '../../testing.ts';
import { linesOf, madeId, makeAll, opposite } from '../together/together.testing.ts';

describe('reverts that read too much', () => {
  // Callers can request a revert of any of their own changes, so its memory must be limited.
  let licet: TestLicet;
  beforeAll(async () => {
    licet = await testLicet();
  });
  afterAll(() => licet.close());

  async function applied(caller: Caller, changes: readonly PlannedChange[]): Promise<number> {
    const line = await makeAll(licet, caller, changes);
    return 'applied' in line ? line.applied.last : expect.fail(JSON.stringify(line));
  }

  const numbered = <Made>(count: number, make: (number: number) => Made) =>
    Array.from({ length: count }, (_, number) => make(number));

  test('refuses a revert that would list a large role’s permissions once per deleted permission', async () => {
    const { key: application, owner } = await licet.owned();
    const params = { application };
    await applied(owner, [
      ...numbered(
        2000,
        (n): PlannedChange => ({ call: 'permissions.create', as: madeId(n), params, body: { name: `area:${n}` } }),
      ),
      { call: 'roles.create', params, body: { name: 'clerk', permissions: numbered(2000, madeId) } },
    ]);
    const { items } = await licet.call('permissions.list', owner, { params, query: { limit: '20' } });
    const ends = items.map(
      ({ id }): PlannedChange => ({ call: 'permissions.remove', params: { application, permission: id } }),
    );
    const plan = await applied(owner, ends);
    expect(await licet.outcome('plans.revert', owner, { body: { plan } })).toBe('too_large');
    const { changes } = await opposite(licet, owner, plan);
    expect(changes).toHaveLength(40);
  });

  test('counts the permissions of many roles before it reads them', async () => {
    const { key: application, owner } = await licet.owned();
    const params = { application };
    await applied(owner, [
      { call: 'permissions.create', as: madeId(0), params, body: { name: 'common' } },
      ...numbered(
        50,
        (n): PlannedChange => ({ call: 'roles.create', params, body: { name: `role-${n}`, permissions: [madeId(0)] } }),
      ),
    ]);
    const { items } = await licet.call('permissions.list', owner, { params });
    const permission = items[0]?.id ?? '';
    await hold(permission, 10_000);
    await licet.call('permissions.remove', owner, { params: { application, permission } });
    const { items: events } = await licet.call('audit.list', licet.admin, { query: { limit: '1' } });
    const body = { event: events[0]?.no };
    // The ids are counted before the lists are read, so the answer reports the limit plus one. Lists that are read
    // first would report a multiple of 10,000.
    const values = { entries: limits.jsonValues.value + 1 };
    await expect(licet.call('plans.revert', owner, { body })).rejects.toMatchObject({
      problem: { reason: 'revert_lists_too_much', values },
    });
  });

  /** Adds `more` made-up permissions to every role that has this permission. A revert reads only their ids. */
  async function hold(permission: string, more: number): Promise<void> {
    const connection = await licet.database.pool.connect();
    try {
      await connection.query('begin; set local statement_timeout = 0; set local session_replication_role = replica');
      await connection.query(
        `insert into role_permissions
       select (jsonb_populate_record(x, jsonb_build_object('permission_id', m.id))).* from role_permissions x,
         (select gen_random_uuid() as id from generate_series(1, ${more})) m where x.permission_id = $1 and x.no_to > 1e18`,
        [permission],
      );
      await connection.query('commit');
    } finally {
      connection.release();
    }
  }

  test('refuses a revert of a group with a very long history', async () => {
    const { id: group } = await licet.call('groups.create', licet.admin, { body: { name: 'Renamed' } });
    const params = { group };
    await licet.call('groups.update', licet.admin, { params, body: { name: 'Renamed again' } });
    const { items } = await licet.call('audit.list', licet.admin, { query: { limit: '1' } });
    const body = { event: items[0]?.no };
    expect(await licet.outcome('plans.revert', licet.admin, { body })).toBe('ok');
    const connection = await licet.database.pool.connect();
    try {
      // Inserting rows is faster than making as many changes.
      await connection.query('begin; set local statement_timeout = 0; set local session_replication_role = replica');
      await connection.query(
        `insert into groups (id, name, name_key, description, created_no, no_from, no_to)
       select id, name, name_key, repeat('long ', 400), created_no, -n - 1, -n from groups, generate_series(1, 3000) n
       where id = $1 and no_to > 1e18`,
        [group],
      );
      await connection.query('commit');
    } finally {
      connection.release();
    }
    expect(await licet.outcome('plans.revert', licet.admin, { body })).toBe('too_large');
  });

  test('refuses to revert a large change set in a short call, even if most of it cannot be reverted', async () => {
    const plan = await applied(
      licet.admin,
      numbered(1100, (n): PlannedChange => ({ call: 'groups.create', body: { name: `Team ${n}` } })),
    );
    const { rows } = await licet.database.pool.query<{ id: string }>(
      `select id from groups where name like 'Team %' and no_to > 1e18 order by created_no limit 1050`,
    );
    await applied(
      licet.freshAdmin,
      rows.map(({ id }): PlannedChange => ({ call: 'groups.remove', params: { group: id } })),
    );
    expect(await licet.outcome('plans.revert', licet.admin, { body: { plan } })).toBe('too_large');
    const { changes, cannot } = await opposite(licet, licet.admin, plan);
    expect([changes.length, cannot.length]).toEqual([50, 1050]);
  });
});

describe('many changes', () => {
  let licet: TestLicet;
  beforeAll(async () => {
    licet = await testLicet();
  });
  afterAll(() => licet.close());

  test('refuses a revert of thousands of grants without blocking the server', async () => {
    const { key } = await licet.owned();
    const params = { application: key };
    const body = Array.from({ length: 9000 }, (_, no) => `holder${no}\tcrowd\n`).join('');
    for await (const _ of await licet.call('access.import', licet.admin, { params, query: { kind: 'roles' }, body }));
    const { items } = await licet.call('roles.list', licet.admin, { params, query: { q: 'crowd' } });
    await licet.call('roles.remove', licet.admin, { params: { ...params, role: items[0]?.id ?? '' } });
    const { no: event = 0 } = (await licet.call('audit.list', licet.admin, { query: { limit: '1' } })).items[0] ?? {};
    const held = monitorEventLoopDelay({ resolution: 5 });
    held.enable();
    await expect(licet.call('plans.revert', licet.admin, { body: { event } })).rejects.toMatchObject({
      problem: {
        code: 'too_large',
        reason: 'revert_takes_too_much',
        values: { changes: 9001, most: limits.planChangesMax.value },
      },
    });
    held.disable();
    // Comparing all pairs took eleven seconds.
    expect(held.max / 1e6).toBeLessThan(3000);
  });
});

describe('very many changes', () => {
  // A function takes no more arguments than fit on the stack, about 125,000: `push(...rows)` of more throws.
  let licet: TestLicet;
  let event: number;
  const count = 130_000;
  beforeAll(async () => {
    licet = await testLicet();
    const { key: application, owner } = await licet.owned();
    const params = { application };
    const { id: role } = await licet.call('roles.create', owner, { params, body: { name: 'clerk' } });
    const member = await memberOf(licet, owner, application, role);
    const { items } = await licet.call('grants.list', owner, { params });
    const grant = items.find(({ principal }) => principal.id === member.userId)?.id ?? '';
    await licet.call('grants.revoke', owner, { params: { application, grant } });
    const { items: events } = await licet.call('audit.list', licet.admin, { query: { limit: '1' } });
    event = events[0]?.no ?? 0;
    const connection = await licet.database.pool.connect();
    try {
      await connection.query('begin; set local statement_timeout = 0; set local session_replication_role = replica');
      await connection.query(
        `insert into grants select (jsonb_populate_record(g, jsonb_build_object('id', gen_random_uuid(), 'committed', '\\x00'))).*
       from grants g, generate_series(1, ${count}) where g.id = $1`,
        [grant],
      );
      await connection.query('commit');
    } finally {
      connection.release();
    }
  });
  afterAll(() => licet.close());

  test('reverts one of very many ended grants, and reports that the others cannot be reverted', async () => {
    const lines = await linesOf<LongRevertLine>(await licet.call('plans.revertLong', licet.admin, { body: { event } }));
    expect(lines[0]).toMatchObject({ revert: { changes: 1, cannot: count } });
  });

  test('rows with erased content are all read, however many there are', async () => {
    expect(await read(licet.database, ({ connection }) => erasedRows(connection))).toHaveLength(count);
  });
});

describe('a revert that reads policies or separations', () => {
  // The owner of one application can name any user in any number of role policies.
  let licet: TestLicet;
  beforeAll(async () => {
    licet = await testLicet();
  });
  afterAll(() => licet.close());

  const lastEvent = async () =>
    (await licet.call('audit.list', licet.admin, { query: { limit: '1' } })).items[0]?.no ?? 0;
  const turnedBack = async (caller: Caller) =>
    licet.call('plans.revert', caller, { body: { event: await lastEvent() } });

  /** A policy that names a group in every list, as often as allowed. */
  function longPolicy(group: string): RolePolicyChange {
    const approvers = { users: [], groups: Array.from({ length: 50 }, () => group) };
    return {
      ...usualRolePolicy,
      approval: { steps: Array.from({ length: 5 }, () => ({ approvers, needed: 1 })) },
      breakGlass: { ...approvers, seconds: 3600 },
    };
  }

  async function policed(group: string) {
    const { key: application, owner } = await licet.owned();
    const { id: role } = await licet.call('roles.create', owner, { params: { application }, body: { name: 'clerk' } });
    const params = { application, role };
    const body = longPolicy(group);
    await licet.call('roles.setPolicy', owner, { params, body });
    return { owner, params };
  }

  /** Copies a role's policy to `more` made-up roles that nothing else reads. */
  async function repeat(role: string, more: number): Promise<void> {
    await licet.build(({ connection, no }) =>
      connection.query(
        `insert into role_policies (app_id, role_id, policy, no_from)
       select app_id, gen_random_uuid(), policy, ${no} from role_policies, generate_series(1, ${more}) where role_id = $1`,
        [role],
      ),
    );
  }

  test('reads only policies that name restored objects, and refuses to read very many', async () => {
    const [{ id: group }, { id: other }] = [
      await licet.call('groups.create', licet.admin, { body: { name: 'Named' } }),
      await licet.call('groups.create', licet.admin, { body: { name: 'Other' } }),
    ];
    const { params } = await policed(group);
    // In total more than the ten MB that a revert may read.
    await repeat(params.role, 15_000);
    await licet.call('groups.update', licet.admin, { params: { group }, body: { description: 'New' } });
    expect((await turnedBack(licet.admin)).changes).toHaveLength(1);
    await licet.call('groups.remove', licet.admin, { params: { group: other } });
    expect((await turnedBack(licet.admin)).changes).toHaveLength(1);
    await licet.call('groups.remove', licet.admin, { params: { group } });
    await expect(turnedBack(licet.admin)).rejects.toMatchObject({ problem: { reason: 'revert_reads_too_much' } });
  });

  test('reports a group missing from a policy once, although the policy named it twice', async () => {
    const { id: group } = await licet.call('groups.create', licet.admin, { body: { name: 'Often' } });
    const { owner, params } = await policed(group);
    await licet.call('roles.setPolicy', owner, { params, body: usualRolePolicy });
    const event = await lastEvent();
    await licet.call('groups.remove', licet.admin, { params: { group } });
    const { cannot } = await licet.call('plans.revert', owner, { body: { event } });
    expect(cannot.map(({ why }) => why)).toEqual(['gone']);
  });

  test('counts the former elements of a separation before it reads them', async () => {
    const { key: application, owner } = await licet.owned();
    const role = async (name: string) =>
      (await licet.call('roles.create', owner, { params: { application }, body: { name } })).id;
    const parts = [await role('clerk'), await role('payer')].map((id) => ({ elements: [{ kind: 'role', id }] }));
    const { id: separation } = await licet.call('separations.create', licet.admin, { body: { name: 'Kept', parts } });
    await licet.call('separations.update', licet.admin, { params: { separation }, body: { why: 'Money' } });
    expect((await turnedBack(licet.admin)).changes).toHaveLength(1);
    const connection = await licet.database.pool.connect();
    try {
      // Inserting rows is faster than making as many changes.
      await connection.query('begin; set local statement_timeout = 0; set local session_replication_role = replica');
      await connection.query(
        `insert into separation_elements (separation_id, part, app_id, role_id, permission_id, no_from, no_to)
       select separation_id, part, app_id, role_id, permission_id, -n - 1, -n
       from separation_elements, generate_series(1, 50000) n where separation_id = $1`,
        [separation],
      );
      await connection.query('commit');
    } finally {
      connection.release();
    }
    await expect(turnedBack(licet.admin)).rejects.toMatchObject({ problem: { reason: 'revert_reads_too_much' } });
  });
});
