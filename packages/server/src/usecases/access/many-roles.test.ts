import { afterAll, beforeAll, expect, test } from 'vitest';
import { largeRoles } from '../large-roles.testing.ts';
import { type TestLicet, testLicet } from '../testing.ts';

let licet: TestLicet;
beforeAll(async () => {
  licet = await testLicet();
});
afterAll(() => licet.close());

const person = async () => ({ kind: 'user' as const, id: (await licet.user()).userId });

test('explains each of a thousand granted roles and the role that they all include', async () => {
  const { key: application, owner } = await licet.owned();
  const user = await person();
  await licet.build((change) => largeRoles(change, { application, permissions: 3, roles: 1000, to: [user] }));
  const { roles, permissions } = await licet.call('access.get', owner, {
    params: { application, user: user.id },
    query: {},
  });
  expect(roles).toHaveLength(1001);
  expect(roles.find(({ name }) => name === 'large')).toMatchObject({ pathCount: 1000 });
  expect(roles.find(({ name }) => name === 'role 7')).toMatchObject({ pathCount: 1, paths: [{ groups: [] }] });
  expect(permissions.items.map(({ pathCount }) => pathCount)).toEqual([1000, 1000, 1000]);
});

test('refuses to explain access through hundreds of roles that each include hundreds more', async () => {
  const { key: application, owner } = await licet.owned();
  const user = await person();
  await licet.build(async (change) => {
    const large = await largeRoles(change, { application, permissions: 1, roles: 400, to: [user] });
    await change.connection.query(
      `with made as (
         insert into roles (id, app_id, name, title, built_in, created_no, no_from)
         select gen_random_uuid(), r.app_id, 'small ' || n, '', false, $2, $2 from roles r, generate_series(1, 400) n where r.id = $1 returning id
       ) insert into inclusions (role_id, included_id, no_from) select $1, id, $2 from made`,
      [large, change.no],
    );
  });
  const params = { application, user: user.id };
  expect(await licet.outcome('access.get', owner, { params, query: {} })).toBe('too_large');
});
