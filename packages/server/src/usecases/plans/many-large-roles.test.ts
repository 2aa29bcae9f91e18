import type { PlannedChange } from '@licet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { largeRoles } from '../large-roles.testing.ts';
import { type TestLicet, testLicet } from '../testing.ts';

let licet: TestLicet;
beforeAll(async () => {
  licet = await testLicet();
});
afterAll(() => licet.close());

test('a plan omits the names in very many large roles, and its digest still covers them', async () => {
  const [{ key: application, owner }, other] = [await licet.owned(), await licet.owned()];
  const user = { kind: 'user' as const, id: (await licet.user()).userId };
  // Together 1,200,000 names.
  const large = await licet.build((change) =>
    largeRoles(change, { application, permissions: 6000, roles: 200, to: [user] }),
  );
  const elsewhere = { application: other.key };
  const role = await licet.call('roles.create', other.owner, { params: elsewhere, body: { name: 'clerk' } });
  const body = { principal: user, gives: { kind: 'role' as const, id: role.id } };
  await licet.call('grants.create', other.owner, { params: elsewhere, body });
  const plan = (caller: typeof owner, change: PlannedChange) =>
    licet.call('plans.make', caller, { body: { changes: [change] } });
  const suspended = { call: 'users.suspend' as const, params: { user: user.id } };
  const told = { count: 1, holders: [{ id: user.id }] };

  const { effects, digest } = await plan(licet.admin, suspended);
  expect(effects).toMatchObject([
    {
      ...told,
      application: { id: application },
      notListed: true,
      notCompared: 'holder_too_large',
      loses: { roles: [], permissions: [] },
    },
    { ...told, application: { id: other.key }, loses: { roles: ['clerk'] } },
  ]);
  expect((await plan(licet.admin, suspended)).digest).toBe(digest);
  const renamed = await plan(owner, {
    call: 'roles.update',
    params: { application, role: large },
    body: { name: 'huge' },
  });
  expect(renamed.effects).toMatchObject([{ ...told, application: { id: application }, notListed: true }]);

  // The digest also covers effects that were not read.
  await licet.call('permissions.create', owner, { params: { application }, body: { name: 'another' } });
  expect((await plan(licet.admin, suspended)).digest).toBe(digest);
  const { items } = await licet.call('permissions.list', owner, { params: { application }, query: { q: 'another' } });
  await licet.build(({ connection, no }) =>
    connection.query('insert into role_permissions (role_id, permission_id, no_from) values ($1, $2, $3)', [
      large,
      items[0]?.id,
      no,
    ]),
  );
  expect((await plan(licet.admin, suspended)).digest).not.toBe(digest);
  await licet.call('plans.apply', licet.freshAdmin, {
    body: { changes: [suspended], digest: (await plan(licet.freshAdmin, suspended)).digest },
  });
});
