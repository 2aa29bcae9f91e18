import { limits, type PlannedChange } from '@licet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller } from '../../context.ts';
import { type TestLicet, testLicet } from '../../testing.ts';
import { madeId, makeAll, opposite } from '../together/together.testing.ts';

// A caller with a right of their own can request any revert of their changes, so its memory is limited.
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

test('refuses a revert that lists the permissions of a large role once for each of them', async () => {
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

test('counts what many roles hold before it reads it', async () => {
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
  // Half a million ids: the first list that is beyond the limit would be refused at a multiple of 10,000.
  const values = { entries: limits.jsonValues.value + 1 };
  await expect(licet.call('plans.revert', owner, { body })).rejects.toMatchObject({
    problem: { reason: 'revert_lists_too_much', values },
  });
});

/** Every role with the permission holds so many more, of which only the ids are read. */
async function hold(permission: string, more: number): Promise<void> {
  const connection = await licet.database.pool.connect();
  try {
    await connection.query('begin; set local session_replication_role = replica');
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

test('refuses a revert of a thing with a very long history', async () => {
  const { id: group } = await licet.call('groups.create', licet.admin, { body: { name: 'Renamed' } });
  const params = { group };
  await licet.call('groups.update', licet.admin, { params, body: { name: 'Renamed again' } });
  const { items } = await licet.call('audit.list', licet.admin, { query: { limit: '1' } });
  const body = { event: items[0]?.no };
  expect(await licet.outcome('plans.revert', licet.admin, { body })).toBe('ok');
  const connection = await licet.database.pool.connect();
  try {
    // Faster than as many changes.
    await connection.query('begin; set local session_replication_role = replica');
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

test('refuses to revert a part of a change set, also when most of it cannot be reverted', async () => {
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
