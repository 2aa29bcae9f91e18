// packages/server/src/usecases/users/hand-over-many.test.ts
import { limits, usualRolePolicy } from '@licet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestLicet, testLicet } from '../testing.ts';

let licet: TestLicet;
beforeAll(async () => {
  licet = await testLicet();
});
afterAll(() => licet.close());

test('refuses to hand over more than other changes may wait for, and hands over parts of it', async () => {
  const [from, to] = [await licet.user(), await licet.user()];
  const { key: application, owner } = await licet.owned();
  const { id: role } = await licet.call('roles.create', owner, { params: { application }, body: { name: 'clerk' } });
  const approvers = { users: [from.userId], groups: [] };
  const body = { ...usualRolePolicy, approval: { steps: [{ approvers, needed: 1 }] } };
  await licet.call('roles.setPolicy', owner, { params: { application, role }, body });
  await licet.build(({ connection, no }) =>
    connection.query(
      `with made as (
         insert into roles (id, app_id, name, title, created_no, no_from)
         select gen_random_uuid(), r.app_id, 'clerk-' || n, '', ${no}, ${no}
         from roles r, generate_series(1, ${limits.planStepsMax.value}) n where r.id = $1 and r.no_to > 1e18 returning id, app_id)
       insert into role_policies (app_id, role_id, policy, no_from)
       select made.app_id, made.id, p.policy, ${no} from made, role_policies p where p.role_id = $1`,
      [role],
    ),
  );
  const params = { user: from.userId };
  const handOver = (parts?: object) =>
    licet.outcome('users.handOver', licet.admin, { params, body: { to: to.userId, parts } });
  expect(await handOver()).toBe('too_large');
  expect(await handOver({ roles: [role] })).toBe('ok');
});
