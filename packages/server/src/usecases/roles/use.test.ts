import { afterAll, beforeAll, expect, test } from 'vitest';
import { programOf } from '../../live/live.testing.ts';
import { readNow } from '../../store/kernel/read-now.ts';
import { useOfRoles } from '../../store/roles/use.ts';
import { largeRoles } from '../large-roles.testing.ts';
import { type TestLicet, testLicet } from '../testing.ts';

let licet: TestLicet;
beforeAll(async () => {
  licet = await testLicet();
});
afterAll(() => licet.close());

const day = 86_400_000;

/** An application whose role chief includes clerk. Ann and Bob are clerks by a group, Cid is chief, Eve is suspended. */
async function application() {
  const { key, owner } = await licet.owned();
  const params = { application: key };
  const permission = async (name: string) =>
    (await licet.call('permissions.create', owner, { params, body: { name } })).id;
  const [read, write, close] = [await permission('read'), await permission('write'), await permission('close')];
  const role = async (name: string, permissions: string[], includes: string[] = []) =>
    (await licet.call('roles.create', owner, { params, body: { name, permissions, includes } })).id;
  const clerk = await role('clerk', [read, write]);
  const chief = await role('chief', [close], [clerk]);
  const [ann, bob, cid, eve] = [await licet.user(), await licet.user(), await licet.user(), await licet.user()];
  const group = (await licet.call('groups.create', licet.admin, { body: { name: key } })).id;
  for (const { userId: member } of [ann, bob])
    await licet.call('groups.addMember', licet.admin, { params: { group, member } });
  for (const [kind, id, held] of [
    ['group', group, clerk],
    ['user', cid.userId, chief],
    ['user', eve.userId, chief],
  ])
    await licet.call('grants.create', licet.admin, {
      params,
      body: { principal: { kind, id }, gives: { kind: 'role', id: held } },
    });
  await licet.call('users.suspend', licet.admin, { params: { user: eve.userId } });
  const report = (user: { userId: string }, name: string) =>
    licet.call('usage.report', programOf(key), {
      body: {
        exercised: [{ user: user.userId, permission: name, count: 1, last: Math.floor(Date.now() / 1000) + 1e9 }],
      },
    });
  const at = async <Result>(days: number, work: () => Promise<Result>) => {
    licet.setClock(days * day);
    return work().finally(() => licet.setClock(0));
  };
  const use = async (...ids: string[]) => {
    const found = await licet.call('roles.use', owner, { params, query: { roles: ids.join(',') } });
    return { ...found, items: Object.fromEntries(found.items.map((it) => [it.role, [it.used, it.holders]])) };
  };
  return { owner, params, read, write, close, clerk, chief, ann, bob, cid, eve, report, at, use };
}

test('counts the holders of each role who used one of its permissions, by any path, in the last quarter', async () => {
  const { owner, params, read, write, close, clerk, chief, ann, bob, cid, eve, report, at, use } = await application();
  await report(owner, 'read'); // a user who holds neither role
  await report(bob, 'write'); // too long ago
  await at(100, async () => {
    await report(ann, 'read');
    await report(cid, 'write');
    await report(eve, 'close');
    expect(await use(clerk, chief)).toMatchObject({ seen: true, items: { [clerk]: [2, 3], [chief]: [1, 1] } });
    const ofRole = (role: string) => licet.call('roles.permissionUse', owner, { params: { ...params, role } });
    const clerks = await ofRole(clerk);
    expect(clerks).toMatchObject({ seen: true, days: 90, holders: 3, used: 2 });
    expect(new Map(clerks.items.map((it) => [it.permission, it.used]))).toEqual(
      new Map([
        [read, 1],
        [write, 1],
      ]),
    );
    const chiefs = await ofRole(chief);
    expect(chiefs).toMatchObject({ holders: 1, used: 1, items: [{ permission: write, used: 1 }] });
    expect(chiefs.items.some(({ permission }) => permission === close)).toBe(false);
  });
});

test('counts a holder once who has a role through two groups and through a direct grant', async () => {
  const { params, clerk, ann, bob, cid, report, at, use } = await application();
  const group = (await licet.call('groups.create', licet.admin, { body: { name: `Second ${params.application}` } })).id;
  // Ann is below both groups, and has a grant of her own. Only the chief is in the second group alone.
  for (const { userId: member } of [ann, cid])
    await licet.call('groups.addMember', licet.admin, { params: { group, member } });
  const gives = { kind: 'role' as const, id: clerk };
  for (const principal of [
    { kind: 'group' as const, id: group },
    { kind: 'user' as const, id: ann.userId },
  ])
    await licet.call('grants.create', licet.admin, { params, body: { principal, gives } });
  await report(bob, 'read'); // too long ago
  await at(100, async () => {
    for (const user of [ann, cid]) await report(user, 'read');
    expect(await use(clerk)).toMatchObject({ items: { [clerk]: [2, 3] } });
  });
});

test('counts any use by holders of admin, which has every permission', async () => {
  const { owner, params, cid, report, at, use } = await application();
  const { items } = await licet.call('roles.list', owner, { params, query: { q: 'admin' } });
  const admin = items.find(({ builtIn }) => builtIn)?.id ?? '';
  await licet.call('grants.create', licet.freshAdmin, {
    params,
    body: { principal: { kind: 'user', id: cid.userId }, gives: { kind: 'role', id: admin } },
  });
  await report(owner, 'read');
  await at(100, async () => {
    expect((await use(admin)).items).toEqual({ [admin]: [0, 1] });
    await report(cid, 'close');
    expect((await use(admin)).items).toEqual({ [admin]: [1, 1] });
  });
});

test('counts nothing until use has been reported for the whole period', async () => {
  const { owner, params, clerk, ann, report, at, use } = await application();
  expect(await use(clerk)).toMatchObject({ seen: false, reportedSince: null, items: {} });
  await report(ann, 'read');
  await at(30, async () => {
    expect(await use(clerk)).toMatchObject({ seen: false, items: {} });
    expect(await licet.call('roles.permissionUse', owner, { params: { ...params, role: clerk } })).toMatchObject({
      seen: false,
      items: [],
    });
  });
});

test('leaves out roles of another application, and requires access.read from callers who own neither', async () => {
  const { owner, params, clerk, report, at, use } = await application();
  const other = await application();
  await report(owner, 'read');
  await at(100, async () => expect((await use(other.clerk)).items).toEqual({}));
  const query = { roles: clerk };
  const outcome = async (held: 'access.read' | 'applications.read') => {
    const caller = await licet.user(held);
    return [
      await licet.outcome('roles.use', caller, { params, query }),
      await licet.outcome('roles.permissionUse', caller, { params: { ...params, role: clerk } }),
    ];
  };
  expect(await outcome('access.read')).toEqual(['ok', 'ok']);
  expect(await outcome('applications.read')).toEqual(['forbidden', 'forbidden']);
  expect(await licet.outcome('roles.permissionUse', owner, { params: { ...params, role: other.clerk } })).toBe(
    'not_found',
  );
  expect(await licet.outcome('roles.use', other.owner, { params, query })).toBe('not_found');
});

test('reads the permissions of a role once, although many roles include it', async () => {
  const { key } = await licet.owned();
  const ann = await licet.user();
  const to = [{ kind: 'user', id: ann.userId }] as const;
  await licet.build((change) => largeRoles(change, { application: key, permissions: 300, roles: 20, to }));
  const exercised = [{ user: ann.userId, permission: '1'.padStart(20, 'x'), count: 1, last: 1 }];
  await licet.call('usage.report', programOf(key), { body: { exercised } });
  const { rows } = await licet.database.pool.query<{ app: string; roles: string[] }>(
    `select a.id as app, array(select r.id from roles r where r.app_id = a.id and r.name like 'role %') as roles from applications a where a.key = $1`,
    [key],
  );
  const { app = '', roles = [] } = rows[0] ?? {};
  let size = 0;
  const used = await readNow(licet.database, (snapshot) => {
    const query = async (statement: Parameters<typeof snapshot.connection.query>[0]) => {
      const answer = await snapshot.connection.query(statement);
      size += JSON.stringify(answer.rows).length;
      return answer;
    };
    const connection = Object.create(snapshot.connection, { query: { value: query } });
    return useOfRoles({ ...snapshot, connection }, app, roles, '1960-01-01T00:00:00Z');
  });
  expect(used.map((it) => [it.holders, it.used])).toEqual(roles.map(() => [1, 1]));
  expect(size).toBeLessThan(20_000);
});
