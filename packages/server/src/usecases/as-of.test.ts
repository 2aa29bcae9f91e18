import { type CallId, callList } from '@licet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { type TestLicet, testLicet } from './testing.ts';

let licet: TestLicet;
beforeAll(async () => {
  licet = await testLicet();
});
afterAll(() => licet.close());

const instant = () => licet.build(async (change) => change.at);
const ahead = '2090-01-01T00:00:00Z';

test('shows a role, group, user and application in a past state, with their present names', async () => {
  const early = await instant();
  const { key, owner } = await licet.owned();
  const application = { application: key };
  const role = await licet.call('roles.create', owner, { params: application, body: { name: 'clerk' } });
  const group = await licet.call('groups.create', licet.admin, { body: { name: 'Sales' } });
  const user = await licet.call('users.create', licet.admin, { body: { username: 'as.of', name: 'Then' } });
  await licet.call('groups.addMember', licet.admin, { params: { group: group.id, member: user.id } });
  const grant = await licet.call('grants.create', owner, {
    params: application,
    body: { principal: { kind: 'group', id: group.id }, gives: { kind: 'role', id: role.id } },
  });
  const at = await instant();
  await licet.call('roles.update', owner, { params: { ...application, role: role.id }, body: { name: 'officer' } });
  await licet.call('users.update', licet.admin, { params: { user: user.id }, body: { name: 'Now' } });
  await licet.call('applications.update', licet.admin, { params: application, body: { name: 'Another' } });
  await licet.call('groups.remove', licet.freshAdmin, { params: { group: group.id } });

  const ofRole = { params: { ...application, role: role.id }, query: { at } };
  const ofGroup = { params: { group: group.id }, query: { at } };
  const ofUser = { params: { user: user.id }, query: { at } };
  expect(await licet.call('roles.get', owner, ofRole)).toMatchObject({ name: 'clerk', nameNow: 'officer', holders: 1 });
  expect(await licet.call('groups.get', licet.admin, ofGroup)).toMatchObject({
    name: 'Sales',
    nameNow: null,
    members: 1,
  });
  const shown = await licet.call('users.get', licet.admin, ofUser);
  expect(shown).toMatchObject({ name: 'Then', nameNow: 'Now' });
  expect(shown).not.toHaveProperty('lastSignInAt');
  expect(await licet.call('applications.get', owner, { params: application, query: { at } })).toMatchObject({
    nameNow: 'Another',
    roles: 2,
    grants: 1,
  });
  const { items } = await licet.call('grants.list', owner, { params: application, query: { at } });
  expect(items).toMatchObject([
    {
      id: grant.id,
      state: 'active',
      principal: { name: 'Sales', nameNow: null },
      gives: { name: 'clerk', nameNow: 'officer' },
    },
  ]);
  expect((await licet.call('groups.members', licet.admin, ofGroup)).items).toMatchObject([
    { name: 'Then', nameNow: 'Now' },
  ]);
  expect((await licet.call('users.groups', licet.admin, ofUser)).items).toMatchObject([{ group: { name: 'Sales' } }]);
  expect((await licet.call('users.access', licet.admin, ofUser)).items).toMatchObject([{ roles: [{ name: 'clerk' }] }]);
  expect((await licet.call('groups.grants', licet.admin, ofGroup)).total).toBe(1);
  const holding = await licet.call('users.list', licet.admin, { query: { at, application: key } });
  expect(holding).toMatchObject({ total: 1, items: [{ name: 'Then', roles: [{ application: key, name: 'clerk' }] }] });
  expect((await licet.call('users.list', licet.admin, { query: { application: key } })).total).toBe(0);

  for (const [id, input] of [
    ['roles.get', ofRole],
    ['groups.get', ofGroup],
    ['users.get', ofUser],
    ['applications.get', { params: application }],
    ['grants.list', { params: application }],
  ] as const)
    expect(await licet.outcome(id, licet.admin, { ...input, query: { at: early } }), id).toBe('not_found');
});

test('marks a future instant as scheduled', async () => {
  const { key, owner } = await licet.owned();
  const params = { application: key };
  const role = await licet.call('roles.create', owner, { params, body: { name: 'later' } });
  const { userId } = await licet.user();
  const body = { principal: { kind: 'user', id: userId }, gives: { kind: 'role', id: role.id }, starts: ahead };
  await licet.call('grants.create', owner, { params, body });
  const now = await licet.call('grants.list', owner, { params });
  expect(now).not.toHaveProperty('asOf');
  expect(now.items).toMatchObject([{ state: 'scheduled' }]);
  const then = await licet.call('grants.list', owner, { params, query: { at: '2091-01-01T00:00:00+01:00' } });
  expect(then.items).toMatchObject([{ state: 'active' }]);
  expect(then.asOf).toMatchObject({ at: '2090-12-31T23:00:00.000000Z', scheduled: true });
  const at = await instant();
  expect((await licet.call('grants.list', owner, { params, query: { at } })).asOf).toMatchObject({
    at,
    scheduled: false,
  });
  const { items } = await licet.call('roles.list', owner, {
    params,
    query: { at: ahead, sort: '-holders', limit: '1' },
  });
  expect(items).toMatchObject([{ name: 'later', holders: 1 }]);
});

test('cursors of users, holders and a user’s access are refused for another instant', async () => {
  const [at, key] = [await instant(), (await licet.owned()).key];
  const { next } = await licet.call('users.list', licet.admin, { query: { at, limit: '1' } });
  const cursor = next ?? '';
  expect(await licet.outcome('users.list', licet.admin, { query: { at, cursor } })).toBe('ok');
  for (const query of [{ cursor }, { at: ahead, cursor }])
    expect(await licet.outcome('users.list', licet.admin, { query })).toBe('invalid_cursor');

  const { owner, params, user } = await holdersOf(key);
  const now = { permission: 'a', limit: '1' };
  const holders = await licet.call('access.holders', owner, { params, query: now });
  for (const query of [
    { ...now, permission: 'b' },
    { ...now, at: ahead },
  ])
    expect(
      await licet.outcome('access.holders', owner, { params, query: { ...query, cursor: holders.next ?? '' } }),
    ).toBe('invalid_cursor');
  const asked = { ...params, user };
  const { permissions } = await licet.call('access.get', owner, { params: asked, query: { limit: '1' } });
  const elsewhen = { at: ahead, cursor: permissions.next ?? '' };
  expect(await licet.outcome('access.get', owner, { params: asked, query: elsewhen })).toBe('invalid_cursor');
});

async function holdersOf(application: string) {
  const params = { application };
  const owner = licet.admin;
  const people = [await licet.user(), await licet.user()];
  for (const name of ['a', 'b']) {
    const { id } = await licet.call('permissions.create', owner, { params, body: { name } });
    for (const { userId } of people)
      await licet.call('grants.create', owner, {
        params,
        body: { principal: { kind: 'user', id: userId }, gives: { kind: 'permission', id } },
      });
  }
  return { owner, params, user: people[0]?.userId ?? '' };
}

test('refuses filters that only work for the present, and invalid instants', async () => {
  for (const query of [
    { deletion: 'asked' },
    { missing: 'recovery' },
    { invitation: 'open' },
    { sort: '-lastSignInAt' },
  ] as Record<string, string>[]) {
    expect(await licet.outcome('users.list', licet.admin, { query })).toBe('ok');
    expect(await licet.outcome('users.list', licet.admin, { query: { ...query, at: ahead } })).toBe('not_as_of');
  }
  for (const at of [
    '2026-01-01',
    '2026-01-01T10:00:00',
    '10000-01-01T00:00:00Z',
    '2026-02-30T00:00:00Z',
    '2026-01-01T00:00:00+15:00',
    'now',
  ])
    await expect(licet.outcome('users.list', licet.admin, { query: { at } }), at).rejects.toThrow(
      /not a valid time|outside the years/,
    );
  for (const at of ['9999-12-31T23:59:59Z', '2026-01-01T00:00:00.123Z', '0001-01-01T00:00:00Z'])
    expect(await licet.outcome('users.list', licet.admin, { query: { at } }), at).toBe('ok');
  expect((await licet.call('users.list', licet.admin, { query: { at: '0001-01-01T00:00:00Z' } })).total).toBe(0);
});

test('an owner cannot read an earlier application that had the same identifier', async () => {
  const { key, owner } = await licet.owned();
  const params = { application: key };
  const at = await instant();
  await licet.call('applications.remove', licet.freshAdmin, { params });
  await licet.call('applications.create', licet.admin, { body: { id: key, name: 'Anew' } });
  await licet.call('applications.addOwner', licet.admin, { params: { ...params, user: owner.userId } });
  expect(await licet.outcome('grants.list', owner, { params })).toBe('ok');
  await licet.call('permissions.create', owner, { params, body: { name: 'read' } });
  const asked: Partial<Record<CallId, Record<string, string>>> = {
    'access.decide': { user: owner.userId, permission: 'read' },
    'access.holders': { permission: 'read' },
    'access.periods': { user: owner.userId, permission: 'read' },
  };
  const ownersAsk = callList.flatMap(([id, { access, path, ...call }]) =>
    access.kind === 'permissionOrOwner' && path.split(':').length === 2 && takesInstant(call) ? [id] : [],
  );
  expect(ownersAsk).toEqual(expect.arrayContaining(['access.export', 'applications.userMatrix', 'grants.list']));
  for (const id of ownersAsk) {
    const query = { ...asked[id], at };
    expect(await licet.outcome(id, owner, { params, query }), id).toBe('not_found');
    if (!(id in asked)) expect(await licet.outcome(id, licet.admin, { params, query }), id).toBe('ok');
  }
  const reader = await licet.user('users.read');
  await licet.call('applications.addOwner', licet.admin, { params: { ...params, user: reader.userId } });
  expect(await licet.outcome('users.list', reader, { query: params })).toBe('ok');
  expect(await licet.outcome('users.list', reader, { query: { ...params, at } })).toBe('forbidden');
  expect(await licet.outcome('users.list', licet.admin, { query: { ...params, at } })).toBe('ok');
  expect((await licet.call('applications.list', owner, { query: { at } })).items.map(({ id }) => id)).not.toContain(
    key,
  );
});

/** Whether a call accepts a past instant. */
const takesInstant = (call: object) => 'query' in call && call.query instanceof z.ZodObject && 'at' in call.query.shape;
