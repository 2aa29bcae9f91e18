import { type Plan, type PlannedCall, usualRolePolicy } from '@licet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestInput, type TestLicet, testLicet } from '../testing.ts';

let licet: TestLicet;
beforeAll(async () => {
  licet = await testLicet();
});
afterAll(() => licet.close());

interface Step extends TestInput {
  readonly call: PlannedCall;
}
const plan = (...changes: Step[]): Promise<Plan> =>
  licet.call('plans.make', licet.admin, { body: { changes } }) as Promise<Plan>;

/**
 * Creates an application with a permission and a role that contains it. `give` grants one of them, and returns the
 * change that revokes the grant.
 */
async function shop() {
  const { key, owner } = await licet.owned();
  const params = { application: key };
  const sell = await licet.call('permissions.create', owner, { params, body: { name: 'sell' } });
  const clerk = await licet.call('roles.create', owner, { params, body: { name: 'clerk', permissions: [sell.id] } });
  const give = async (id: string, gives: { kind: string; id: string }, more: object = {}) => {
    const body = { principal: { kind: 'user', id }, gives, ...more };
    const grant = await licet.call('grants.create', licet.admin, { params, body });
    return { call: 'grants.revoke', params: { ...params, grant: grant.id } } as const;
  };
  const { items } = await licet.call('roles.list', owner, { params });
  return { key, give, sell, clerk, admin: items.find(({ builtIn }) => builtIn)?.id ?? '' };
}

test('reports a loss only once if the lost grant would have ended later anyway', async () => {
  const { give, sell } = await shop();
  const [ana, ben] = [await licet.user(), await licet.user()];
  const gives = { kind: 'permission', id: sell.id };
  const ends = new Date(Date.now() + 86_400_000).toISOString();
  const made = await plan(await give(ana.userId, gives, { ends }), await give(ben.userId, gives));
  expect(made.effects).toMatchObject([{ at: made.at, loses: { permissions: ['sell'] }, count: 2 }]);
});

test('a former admin keeps permissions that another path gives', async () => {
  const { give, clerk, admin } = await shop();
  const { userId } = await licet.user();
  await give(userId, { kind: 'role', id: clerk.id });
  const made = await plan(await give(userId, { kind: 'role', id: admin }));
  expect(made.effects).toMatchObject([
    { loses: { roles: ['admin'], permissions: [] }, keeps: ['sell'], keptBy: { roles: ['clerk'], permissions: [] } },
  ]);
});

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const roleOf = async (key: string, name: string): Promise<string> =>
  (await licet.call('roles.create', licet.admin, { params: { application: key }, body: { name } })).id;
const decidedBy = (group: string) => ({
  ...usualRolePolicy,
  approval: { steps: [{ approvers: { users: [], groups: [group] }, needed: 1 }] },
});
const params = (application: string, more: Readonly<Record<string, string>> = {}) => ({ application, ...more });

test('reports every later start, however many there are', async () => {
  const { key, sell } = await shop();
  const people = await Promise.all(Array.from({ length: 12 }, () => licet.user()));
  const made = await plan(
    ...people.map(({ userId: id }, day) => ({
      call: 'grants.create' as const,
      params: params(key),
      body: { principal: { kind: 'user', id }, gives: { kind: 'permission', id: sell.id }, starts: inDays(day + 1) },
    })),
  );
  expect(made.effects.map(({ count, gains }) => [count, gains.permissions])).toEqual(people.map(() => [1, ['sell']]));
});

test('a new member of a group gains access at the later start of the group’s grant', async () => {
  const { key, clerk } = await shop();
  const group = await licet.call('groups.create', licet.admin, { body: { name: `Counter ${key}` } });
  const starts = inDays(1);
  const body = { principal: { kind: 'group', id: group.id }, gives: { kind: 'role', id: clerk.id }, starts };
  await licet.call('grants.create', licet.admin, { params: params(key), body });
  const { userId } = await licet.user();
  const made = await plan({ call: 'groups.addMember', params: { group: group.id, member: userId } });
  expect(made.effects).toMatchObject([{ gains: { roles: ['clerk'] }, holders: [{ id: userId }] }]);
  expect(Date.parse(made.effects[0]?.at ?? '')).toBe(Date.parse(starts));
});

test('a user whose remaining grant ends later loses access at that end', async () => {
  const { give, sell, clerk } = await shop();
  const { userId } = await licet.user();
  const ends = inDays(3);
  await give(userId, { kind: 'role', id: clerk.id }, { ends });
  const made = await plan(await give(userId, { kind: 'permission', id: sell.id }));
  expect(made.effects.map(({ at, keeps, loses }) => [at === made.at, keeps, loses.permissions])).toEqual([
    [true, ['sell'], []],
    [false, [], ['sell']],
  ]);
  expect(Date.parse(made.effects[1]?.at ?? '')).toBe(Date.parse(ends));
});

test('a suspended user loses access that would have begun later', async () => {
  const { give, sell } = await shop();
  const { userId } = await licet.user();
  await give(userId, { kind: 'permission', id: sell.id }, { starts: inDays(2) });
  const made = await plan({ call: 'users.suspend', params: { user: userId } });
  expect(made.effects).toMatchObject([{ loses: { permissions: ['sell'] }, count: 1 }]);
});

test('a caller who may not read access does not learn when a user’s access begins', async () => {
  const { give, sell, clerk } = await shop();
  const { userId } = await licet.user();
  await give(userId, { kind: 'permission', id: sell.id }, { starts: inDays(2) });
  await give(userId, { kind: 'role', id: clerk.id }, { starts: inDays(4) });
  const body = { changes: [{ call: 'users.suspend', params: { user: userId } }] };
  const made = await licet.call('plans.make', await licet.user('users.manage'), { body });
  expect(made.effects).toMatchObject([{ application: null, at: made.at, count: 1, holders: [] }]);
});

test('the digest covers access that begins at the last of many instants', async () => {
  const { key, clerk, sell } = await shop();
  const people = await Promise.all(Array.from({ length: 10 }, () => licet.user()));
  const [role, last] = [await roleOf(key, 'late'), people.at(-1)?.userId ?? ''];
  const granting = (id: string, gives: object, days: number): Step => ({
    call: 'grants.create',
    params: params(key),
    body: { principal: { kind: 'user', id }, gives, starts: inDays(days) },
  });
  const changes = people.map(({ userId }, day) =>
    granting(userId, { kind: 'role', id: userId === last ? role : clerk.id }, day + 1),
  );
  const { digest } = await plan(...changes);
  await licet.call('roles.update', licet.admin, { params: params(key, { role }), body: { permissions: [sell.id] } });
  expect(await licet.outcome('plans.apply', licet.freshAdmin, { body: { changes, digest } })).toBe('plan_moved');
});

test('an applied change set reports access that it gives later', async () => {
  const { key, sell } = await shop();
  const { userId: id } = await licet.user();
  const changes: Step[] = [
    {
      call: 'grants.create',
      params: params(key),
      body: { principal: { kind: 'user', id }, gives: { kind: 'permission', id: sell.id }, starts: inDays(9) },
    },
  ];
  const { digest } = await plan(...changes);
  const { last } = await licet.call('plans.apply', licet.freshAdmin, { body: { changes, digest } });
  const applied = await licet.call('plans.getApplied', licet.admin, { params: { no: String(last) } });
  expect(applied.effects).toMatchObject([{ gains: { permissions: ['sell'] }, count: 1 }]);
  expect(applied.effects?.[0]?.at).not.toBe(applied.at);
});

test('lists owners and role rules as not evaluated when changes affect them', async () => {
  const { key, clerk } = await shop();
  const { userId } = await licet.user();
  const group = await licet.call('groups.create', licet.admin, { body: { name: `Deciders ${key}` } });
  const policy = {
    call: 'roles.setPolicy',
    params: params(key, { role: clerk.id }),
    body: decidedBy(group.id),
  } as const;
  const owner = { call: 'applications.addOwner', params: params(key, { user: userId }) } as const;
  expect((await plan(policy, owner)).notEvaluated).toEqual(['owners', 'role_rules']);
  await licet.call('roles.setPolicy', licet.admin, { ...policy });
  const join = { call: 'groups.addMember', params: { group: group.id, member: userId } } as const;
  expect(await plan(join)).toMatchObject({ effects: [], notEvaluated: ['role_rules'] });
  expect((await plan({ call: 'users.suspend', params: { user: userId } })).notEvaluated).toEqual([]);
});
