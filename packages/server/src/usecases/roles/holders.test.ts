import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeStatementsDown } from '../../store/statements.testing.ts';
import { largeRoles } from '../large-roles.testing.ts';
import { type TestInput, type TestLicet, testLicet } from '../testing.ts';

// Sorted by holders, a list uses stored counts and updates them. Sorted by name, it counts only its own page.

let licet: TestLicet;
beforeAll(async () => {
  licet = await testLicet();
});
afterAll(() => licet.close());

test('roles sorted by holders show correct numbers after changes, and after grants start and end', async () => {
  const { key } = await licet.owned();
  const params = { application: key };
  const id = async (call: Parameters<TestLicet['call']>[0], input: TestInput) =>
    ((await licet.call(call, licet.freshAdmin, input)) as { id: string }).id;
  const times = <Made>(count: number, make: (at: number) => Promise<Made>) =>
    Array.from({ length: count }).reduce<Promise<Made[]>>(
      async (made, _, at) => [...(await made), await make(at)],
      Promise.resolve([]),
    );
  const users = await times(6, (at) =>
    id('users.create', { body: { username: `person-${at}`, name: `Person ${at}` } }),
  );
  const groups = await times(4, (at) => id('groups.create', { body: { name: `Group ${at}`, description: '' } }));
  const roles = await times(6, (at) => id('roles.create', { params, body: { name: `role-${at}` } }));
  const { client } = await licet.call('clients.create', licet.freshAdmin, {
    params,
    body: { name: 'Nightly', kind: 'service' },
  });
  let seed = 5;
  const drawn = <Item>(items: readonly Item[]): Item => {
    seed = (seed * 48271) % 2147483647;
    return items[seed % items.length] as Item;
  };
  let clock = 0;
  const grants: string[] = [];
  const at = (hours: number) => new Date(Date.now() + clock + hours * 3_600_000).toISOString();
  const grant = async (kind: string, principal: string, over = {}) => {
    const body = { principal: { kind, id: principal }, gives: { kind: 'role', id: drawn(roles) }, ...over };
    grants.push(await id('grants.create', { params, body }));
  };
  const steps: (() => Promise<unknown>)[] = [
    () => grant('user', drawn(users)),
    () => grant('group', drawn(groups)),
    () => grant('client', client.id),
    () => grant('user', drawn(users), { starts: at(1), ends: at(3) }),
    () => grant('group', drawn(groups), { ends: at(2) }),
    () => licet.call('grants.revoke', licet.admin, { params: { ...params, grant: drawn(grants) } }),
    () =>
      licet.call('groups.addMember', licet.admin, {
        params: { group: drawn(groups), member: drawn([...users, ...groups]) },
      }),
    () =>
      licet.call('groups.removeMember', licet.admin, {
        params: { group: drawn(groups), member: drawn([...users, ...groups]) },
      }),
    () =>
      licet.call('roles.update', licet.admin, {
        params: { ...params, role: drawn(roles) },
        body: { includes: [drawn(roles)] },
      }),
    () =>
      licet.call('roles.update', licet.admin, { params: { ...params, role: drawn(roles) }, body: { includes: [] } }),
    () => licet.call('users.suspend', licet.admin, { params: { user: drawn(users) } }),
    () => licet.call('users.reactivate', licet.admin, { params: { user: drawn(users) } }),
    async () => {
      clock += 3_600_000;
      licet.setClock(clock);
    },
  ];
  for (const member of users.slice(0, 3))
    await licet.call('groups.addMember', licet.admin, { params: { group: groups[0] ?? '', member } });
  await grant('group', groups[0] ?? '');
  await grant('client', client.id);
  const counts = async (sort: string) => {
    const { items } = await licet.call('roles.list', licet.admin, { params, query: { sort } });
    return items.map(({ name, holders, programs }) => ({ name, holders, programs }));
  };
  const most = { holders: 0, programs: 0 };
  for (let step = 0; step < 50; step += 1) {
    await drawn(steps)().catch(() => undefined); // fails if an object of a step already exists, or does not exist
    const sorted = await counts('-holders');
    expect(sorted.map(({ holders }) => holders)).toEqual(sorted.map(({ holders }) => holders).sort((a, b) => b - a));
    expect(
      sorted.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
      `after step ${step}`,
    ).toEqual(await counts('name'));
    for (const what of ['holders', 'programs'] as const)
      most[what] = Math.max(most[what], ...sorted.map((role) => role[what]));
  }
  expect(most.holders).toBeGreaterThan(1);
  expect(most.programs).toBe(1);

  const { taken } = writeStatementsDown(licet.database);
  await counts('-holders');
  expect(taken().filter((it) => /with recursive above/.test(it))).toEqual([]);
});

test('refuses a matrix that does not fit into memory, but lists the roles', async () => {
  const { key: application, owner } = await licet.owned();
  const params = { application };
  // 12,000 × 12,000 bits are 18 MB. They are needed twice: for the permissions of each role itself, and for those of its included roles.
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
