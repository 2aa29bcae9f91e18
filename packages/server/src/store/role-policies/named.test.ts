import { usualRolePolicy } from '@licet/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestLicet, testLicet } from '../../usecases/testing.ts';
import { offersTo } from '../break-glass/uses.ts';
import { dutiesOf } from '../duties/duties.ts';
import { read, type Snapshot } from '../kernel/snapshot.ts';
import { explained, type PlannedFor } from '../plans.testing.ts';
import { anyDecidesIn } from '../requests/deciders.ts';
import { policiesNaming } from '../reverts/rules.ts';

// The owner of one application can write very many policies. A search for a user in policies must not make other
// requests wait until all are read.
let licet: TestLicet;
let named: string;
const others = 3000;
beforeAll(async () => {
  licet = await testLicet();
  const { key: application, owner } = await licet.owned();
  const { id: role } = await licet.call('roles.create', owner, { params: { application }, body: { name: 'clerk' } });
  named = (await licet.user()).userId;
  const approvers = { users: [named], groups: [] };
  const body = { ...usualRolePolicy, approval: { steps: [{ approvers, needed: 1 }] } };
  await licet.call('roles.setPolicy', owner, { params: { application, role }, body });
  await licet.build(async ({ connection, no }) => {
    await connection.query(
      `insert into role_policies (app_id, role_id, policy, no_from)
       select p.app_id, gen_random_uuid(), replace(p.policy::text, $1, gen_random_uuid()::text)::jsonb, ${no}
       from role_policies p, generate_series(1, ${others}) where p.role_id = $2`,
      [named, role],
    );
  });
  await licet.database.pool.query('vacuum (analyze) role_policies');
});
afterAll(() => licet.close());

const asked: readonly [string, (snapshot: Snapshot) => Promise<unknown>][] = [
  ['the applications in which a user decides', (snapshot) => anyDecidesIn(snapshot, [named])],
  ['the duties of a user', (snapshot) => dutiesOf(snapshot, [named])],
  ['the roles that a user may take in an emergency', (snapshot) => offersTo(snapshot, named)],
  ['the policies that a revert rewrites', (snapshot) => policiesNaming(snapshot, [named])],
];
const plannedFor: readonly PlannedFor[] = ['its values', 'any values'];

describe.each(plannedFor)('in a query plan for %s', (planned) => {
  test.each(asked)('%s: reads only the policies that name the user', async (_, work) => {
    const statements = await explained(licet.database, () => read(licet.database, work), planned);
    expect(Math.max(...statements.map(({ rowsOf }) => rowsOf('role_policies')))).toBeLessThan(others / 10);
  });
});
