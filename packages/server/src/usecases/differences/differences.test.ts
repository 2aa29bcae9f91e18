import type { LicetPermission } from '@licet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestLicet, testLicet } from '../testing.ts';

let licet: TestLicet;
beforeAll(async () => {
  licet = await testLicet();
});
afterAll(() => licet.close());

const instant = () => licet.build(async (change) => change.at);
const list = (query: Record<string, string>, caller = licet.admin) => licet.call('differences.list', caller, { query });

test('lists differences with change, author and reason, and each user once across pages', async () => {
  const { key, owner } = await licet.owned();
  const params = { application: key };
  const role = await licet.call('roles.create', owner, { params, body: { name: 'clerk' } });
  const people = [await licet.user(), await licet.user(), await licet.user()];
  const from = await instant();
  const grants: string[] = [];
  for (const { userId } of people) {
    const body = { principal: { kind: 'user', id: userId }, gives: { kind: 'role', id: role.id }, reason: 'Spring' };
    grants.push((await licet.call('grants.create', owner, { params, body })).id);
  }
  const middle = await instant();
  const revoked = { ...params, grant: grants[0] ?? '' };
  await licet.call('grants.revoke', owner, { params: revoked });

  const whole = await list({ from, application: key });
  expect(whole).toMatchObject({ total: 2, next: null, from: { at: from, scheduled: false } });
  for (const line of whole.items) {
    expect(line.application.id).toBe(key);
    expect(line.moments).toMatchObject([
      {
        gains: { roles: ['clerk'], permissions: [] },
        loses: { roles: [], permissions: [] },
        event: { action: 'grant.created', actor: { id: owner.userId }, after: { reason: 'Spring' } },
      },
    ]);
    expect(line.moments[0]?.event?.no).toBe(line.moments[0]?.change);
  }
  const later = await list({ from: middle, role: role.id });
  expect(later.items).toMatchObject([
    {
      holder: { id: people[0]?.userId },
      moments: [{ loses: { roles: ['clerk'] }, event: { action: 'grant.revoked' } }],
    },
  ]);
  expect((await list({ from, to: middle, user: people[0]?.userId ?? '' })).items).toHaveLength(1);
  expect((await list({ from, user: people[0]?.userId ?? '' })).items).toEqual([]);

  const first = await list({ from, to: middle, application: key, limit: '2' });
  const second = await list({ from, to: middle, application: key, limit: '2', cursor: first.next ?? '' });
  const shown = [...first.items, ...second.items].map(({ holder }) => holder.id);
  expect(shown.toSorted()).toEqual(people.map(({ userId }) => userId).sort());
  const elsewhere = { from, to: middle, role: role.id, cursor: first.next ?? '' };
  expect(await licet.outcome('differences.list', licet.admin, { query: elsewhere })).toBe('invalid_cursor');
});

test('names the current grant for gained access and the past grant for lost access, with the group', async () => {
  const { key, owner } = await licet.owned();
  const params = { application: key };
  const sell = await licet.call('permissions.create', owner, { params, body: { name: 'sell' } });
  const role = await licet.call('roles.create', owner, { params, body: { name: 'clerk', permissions: [sell.id] } });
  const group = await licet.call('groups.create', licet.admin, { body: { name: `Counter ${key}` } });
  const gives = { kind: 'role', id: role.id };
  const ends = new Date(Date.now() + 86_400_000).toISOString();
  const body = { principal: { kind: 'group', id: group.id }, gives, ends };
  const grant = await licet.call('grants.create', licet.admin, { params, body });
  const { userId } = await licet.user();
  const from = await instant();
  const member = { params: { group: group.id, member: userId } };
  await licet.call('groups.addMember', licet.admin, member);
  const told = {
    id: grant.id,
    gives: { kind: 'role', name: 'clerk' },
    group: { name: `Counter ${key}` },
    brings: ['sell'],
  };
  const gained = await list({ from, application: key });
  expect(gained.items[0]?.moments).toMatchObject([{ gainedBy: [told], lostFrom: [] }]);
  expect(Date.parse(gained.items[0]?.moments[0]?.gainedBy[0]?.ends ?? '')).toBe(Date.parse(ends));
  const middle = await instant();
  await licet.call('groups.removeMember', licet.admin, member);
  const lost = await list({ from: middle, application: key });
  expect(lost.items[0]?.moments).toMatchObject([{ gainedBy: [], lostFrom: [told] }]);
});

test('names grant, old end and change when access is extended or shortened, even by another grant', async () => {
  const { key, owner } = await licet.owned();
  const params = { application: key };
  const sell = await licet.call('permissions.create', owner, { params, body: { name: 'sell' } });
  const role = await licet.call('roles.create', owner, { params, body: { name: 'clerk', permissions: [sell.id] } });
  const gives = { kind: 'role', id: role.id };
  const [june, july] = ['2090-06-01T00:00:00.000000Z', '2090-07-01T00:00:00.000000Z'];
  const [longer, shorter, again] = [await licet.user(), await licet.user(), await licet.user()];
  const group = await licet.call('groups.create', licet.admin, { body: { name: `Stock ${key}` } });
  await licet.call('groups.addMember', licet.admin, { params: { group: group.id, member: again.userId } });
  const give = (userId: string, ends: string | null) =>
    licet.call('grants.create', owner, { params, body: { principal: { kind: 'user', id: userId }, gives, ends } });
  const [first, second] = [await give(longer.userId, june), await give(shorter.userId, null)];
  await give(again.userId, june);
  const from = await instant();
  const change = (grant: { id: string; version: number }, ends: string | null) =>
    licet.call('grants.update', owner, {
      params: { ...params, grant: grant.id },
      body: { ends, reason: 'Stocktaking' },
      ifMatch: grant.version,
    });
  await change(first, july);
  await change(second, june);
  const toGroup = { principal: { kind: 'group', id: group.id }, gives, ends: july };
  const third = await licet.call('grants.create', licet.admin, { params, body: toGroup });
  const { items } = await list({ from, application: key });
  const momentsOf = (userId: string) => items.find(({ holder }) => holder.id === userId)?.moments;
  const none = { roles: [], permissions: [] };
  const moves = { roles: ['clerk'], permissions: ['sell'] };
  for (const [userId, id, was, ends, action] of [
    [longer.userId, first.id, june, july, 'grant.changed'],
    [shorter.userId, second.id, null, june, 'grant.changed'],
    [again.userId, third.id, june, july, 'grant.created'],
  ] as const)
    expect(momentsOf(userId)).toMatchObject([
      {
        gains: none,
        loses: none,
        moves,
        movedBy: [{ id, was, ends, brings: ['sell'], itself: true }],
        event: { action },
      },
    ]);
  expect((await list({ from, role: role.id })).total).toBe(3);
  const middle = await instant();
  await licet.call('users.suspend', licet.admin, { params: { user: longer.userId } });
  expect((await list({ from: middle, application: key })).items).toMatchObject([
    { moments: [{ loses: moves, moves: none, movedBy: [] }] },
  ]);
});

test('lists the future start of a grant, with neither a change nor an event', async () => {
  const { key, owner } = await licet.owned();
  const params = { application: key };
  const role = await licet.call('roles.create', owner, { params, body: { name: 'later' } });
  const starts = '2090-01-01T00:00:00.000000Z';
  const { userId } = await licet.user();
  const body = { principal: { kind: 'user', id: userId }, gives: { kind: 'role', id: role.id }, starts };
  await licet.call('grants.create', owner, { params, body });
  const from = await instant();
  const found = await list({ from, to: '2091-01-01T00:00:00Z', role: role.id });
  expect(found.to.scheduled).toBe(true);
  expect(found.items).toMatchObject([{ moments: [{ at: starts, change: null, event: null }] }]);
});

test('requires exactly one scope and an earlier start, and refuses unknown or forbidden scopes', async () => {
  const { key, owner } = await licet.owned();
  const [from, to] = ['2026-01-02T00:00:00Z', '2026-01-01T00:00:00Z'];
  const outcome = (query: Record<string, string>, caller = licet.admin) =>
    licet.outcome('differences.list', caller, { query });
  expect(await outcome({ from })).toBe('invalid_request');
  expect(await outcome({ from, application: key, user: licet.admin.userId })).toBe('invalid_request');
  expect(await outcome({ from, to, application: key })).toBe('ends_before_start');
  expect(await outcome({ from, to: from, application: key })).toBe('ends_before_start');
  expect(await outcome({ from, application: 'nowhere' })).toBe('not_found');
  expect(await outcome({ from, role: licet.admin.userId })).toBe('not_found');
  expect(await outcome({ from, user: owner.userId }, owner)).toBe('forbidden');
});

test('shows who made a change only to readers of the audit log', async () => {
  const { key, owner } = await licet.owned();
  const params = { application: key };
  const role = await licet.call('roles.create', owner, { params, body: { name: 'clerk' } });
  const { userId } = await licet.user();
  const from = await instant();
  const body = { principal: { kind: 'user', id: userId }, gives: { kind: 'role', id: role.id } };
  await licet.call('grants.create', owner, { params, body });
  const event = async (...more: LicetPermission[]) =>
    (await list({ from, application: key }, await licet.user('access.read', 'users.read', ...more))).items[0]
      ?.moments[0]?.event;
  expect(await event()).toBeNull();
  expect(await event('audit.read')).toMatchObject({ action: 'grant.created', actor: { id: owner.userId } });
});

test('requires groups.read for the differences of a group', async () => {
  const group = (await licet.call('groups.create', licet.admin, { body: { name: 'Unseen' } })).id;
  const outcome = async (...permissions: LicetPermission[]) =>
    licet.outcome('differences.list', await licet.user(...permissions), {
      query: { from: '2026-01-01T00:00:00Z', group },
    });
  expect(await outcome('access.read')).toBe('forbidden');
  expect(await outcome('access.read', 'groups.read')).toBe('ok');
});

test('owners see their application and its roles, but not an earlier one with the same identifier', async () => {
  const { key, owner } = await licet.owned();
  const other = await licet.owned();
  const role = await licet.call('roles.create', owner, { params: { application: key }, body: { name: 'clerk' } });
  const foreign = await licet.call('roles.create', other.owner, {
    params: { application: other.key },
    body: { name: 'x' },
  });
  const from = await instant();
  const body = { principal: { kind: 'user', id: owner.userId }, gives: { kind: 'role', id: role.id } };
  await licet.call('grants.create', owner, { params: { application: key }, body });
  const outcome = (query: Record<string, string>) =>
    licet.outcome('differences.list', owner, { query: { from, ...query } });
  for (const query of [{ application: key }, { role: role.id }])
    expect((await list({ from, ...query }, owner)).items).toMatchObject([
      { moments: [{ gains: { roles: ['clerk'] }, event: null }] },
    ]);
  expect(await outcome({ application: other.key })).toBe('forbidden');
  expect(await outcome({ role: foreign.id })).toBe('forbidden');
  expect(await outcome({ application: key, user: owner.userId })).toBe('invalid_request');
  await licet.call('applications.remove', licet.freshAdmin, { params: { application: key } });
  const then = await instant();
  await licet.call('applications.create', licet.admin, { body: { id: key, name: 'Another' } });
  await licet.call('applications.addOwner', licet.admin, { params: { application: key, user: owner.userId } });
  expect((await list({ from, to: then, application: key }, owner)).items).toEqual([]);
  expect(await outcome({ role: role.id, to: then })).toBe('forbidden');
});
