// packages/server/src/usecases/plans/revert/policies-read.test.ts
import { type RolePolicyChange, usualRolePolicy } from '@licet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller } from '../../context.ts';
import { type TestLicet, testLicet } from '../../testing.ts';

// The owner of one application can name anybody in any number of its policies.
let licet: TestLicet;
beforeAll(async () => {
  licet = await testLicet();
});
afterAll(() => licet.close());

const lastEvent = async () =>
  (await licet.call('audit.list', licet.admin, { query: { limit: '1' } })).items[0]?.no ?? 0;
const turnedBack = async (caller: Caller) => licet.call('plans.revert', caller, { body: { event: await lastEvent() } });

/** A policy that names a group at each of its places, as often as it may. */
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

/** Writes the policy of a role for so many more roles, which nothing looks at. */
async function repeat(role: string, more: number): Promise<void> {
  await licet.build(({ connection, no }) =>
    connection.query(
      `insert into role_policies (app_id, role_id, policy, no_from)
       select app_id, gen_random_uuid(), policy, ${no} from role_policies, generate_series(1, ${more}) where role_id = $1`,
      [role],
    ),
  );
}

test('reads only the policies that name what comes back, and refuses to read very many of them', async () => {
  const [{ id: group }, { id: other }] = [
    await licet.call('groups.create', licet.admin, { body: { name: 'Named' } }),
    await licet.call('groups.create', licet.admin, { body: { name: 'Other' } }),
  ];
  const { params } = await policed(group);
  // Together beyond the ten MB that a revert may read.
  await repeat(params.role, 15_000);
  await licet.call('groups.update', licet.admin, { params: { group }, body: { description: 'New' } });
  expect((await turnedBack(licet.admin)).changes).toHaveLength(1);
  await licet.call('groups.remove', licet.admin, { params: { group: other } });
  expect((await turnedBack(licet.admin)).changes).toHaveLength(1);
  await licet.call('groups.remove', licet.admin, { params: { group } });
  await expect(turnedBack(licet.admin)).rejects.toMatchObject({ problem: { reason: 'revert_reads_too_much' } });
});

test('tells once who is gone from a policy that named them often', async () => {
  const { id: group } = await licet.call('groups.create', licet.admin, { body: { name: 'Often' } });
  const { owner, params } = await policed(group);
  await licet.call('roles.setPolicy', owner, { params, body: usualRolePolicy });
  const event = await lastEvent();
  await licet.call('groups.remove', licet.admin, { params: { group } });
  const { cannot } = await licet.call('plans.revert', owner, { body: { event } });
  expect(cannot.map(({ why }) => why)).toEqual(['gone']);
});

test('counts what separations ever named before it reads it', async () => {
  const { key: application, owner } = await licet.owned();
  const role = async (name: string) =>
    (await licet.call('roles.create', owner, { params: { application }, body: { name } })).id;
  const parts = [await role('clerk'), await role('payer')].map((id) => ({ elements: [{ kind: 'role', id }] }));
  const { id: separation } = await licet.call('separations.create', licet.admin, { body: { name: 'Kept', parts } });
  await licet.call('separations.update', licet.admin, { params: { separation }, body: { why: 'Money' } });
  expect((await turnedBack(licet.admin)).changes).toHaveLength(1);
  const connection = await licet.database.pool.connect();
  try {
    // Faster than as many changes.
    await connection.query('begin; set local session_replication_role = replica');
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
