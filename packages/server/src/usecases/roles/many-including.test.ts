import { afterAll, beforeAll, expect, test } from 'vitest';
import { largeRoles } from '../large-roles.testing.ts';
import { type TestLicet, testLicet } from '../testing.ts';

let licet: TestLicet;
beforeAll(async () => {
  licet = await testLicet();
});
afterAll(() => licet.close());

test('refuses a matrix that does not fit into memory, but lists the roles', async () => {
  const { key: application, owner } = await licet.owned();
  const params = { application };
  // 12,000 times 12,000 bits are 18 MB, once for what each role holds and once for what it brings.
  await licet.build((change) => largeRoles(change, { application, permissions: 12_000, roles: 12_000, to: [] }));
  expect(await licet.outcome('applications.roleMatrix', owner, { params })).toBe('too_large');
  expect(await licet.outcome('roles.list', owner, { params, query: { sort: 'permissions' } })).toBe('too_large');
  const { items } = await licet.call('roles.list', owner, { params, query: { q: 'large' } });
  expect(items.map(({ name, permissions }) => [name, permissions])).toContainEqual(['large', 12_000]);
});

test('refuses to count holders when thousands of roles each include thousands', async () => {
  const { key: application, owner } = await licet.owned();
  const params = { application };
  await licet.build(async (change) => {
    const large = await largeRoles(change, { application, permissions: 1, roles: 2300, to: [] });
    await change.connection.query(
      `with made as (
         insert into roles (id, app_id, name, title, built_in, created_no, no_from)
         select gen_random_uuid(), r.app_id, 'small ' || n, '', false, $2, $2 from roles r, generate_series(1, 2300) n where r.id = $1 returning id
       ) insert into inclusions (role_id, included_id, no_from) select $1, id, $2 from made`,
      [large, change.no],
    );
  });
  expect(await licet.outcome('roles.list', owner, { params, query: { sort: 'holders' } })).toBe('too_large');
  expect(await licet.outcome('roles.list', owner, { params })).toBe('ok');
});
