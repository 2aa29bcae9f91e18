import type { LicetPermission } from '@licet/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { programOf } from '../../live/live.testing.ts';
import { placed } from '../../store/access/matrix.testing.ts';
import { type TestLicet, testLicet } from '../testing.ts';

let licet: TestLicet;
beforeAll(async () => {
  licet = await testLicet();
});
afterAll(() => licet.close());

/**
 * Creates an application with three permissions and two users. The role of the clerk gives two of the permissions, one
 * by inclusion. The boss has the role admin.
 */
async function office() {
  const { key: application, owner } = await licet.owned();
  const params = { application };
  const permission = async (name: string) =>
    (await licet.call('permissions.create', owner, { params, body: { name } })).id;
  const [read, write] = [await permission('read'), await permission('write')];
  await permission('erase');
  const reader = await licet.call('roles.create', owner, { params, body: { name: 'reader', permissions: [read] } });
  const body = { name: 'clerk', permissions: [write], includes: [reader.id] };
  const clerk = await licet.call('roles.create', owner, { params, body });
  const roles = await licet.call('roles.list', owner, { params });
  const admin = roles.items.find(({ name }) => name === 'admin')?.id ?? '';
  const maya = await licet.user();
  const give = (user: string, role: string, ends?: string, starts?: string) =>
    licet.call('grants.create', owner, {
      params: { application },
      body: {
        principal: { kind: 'user', id: user },
        gives: { kind: 'role', id: role },
        reason: 'work',
        ...(ends && { ends }),
        ...(starts && { starts }),
      },
    });
  const rows = async (query = {}) => {
    const { items, permissions, ...rest } = await licet.call('applications.userMatrix', owner, { params, query });
    const names = permissions.map(({ name }) => name);
    return {
      ...rest,
      rows: items.map((row) => ({
        id: row.id,
        roles: row.roles,
        permitted: placed(row.permitted, names),
        ending: placed(row.ending, names),
        used: placed(row.used, names),
      })),
    };
  };
  return { application, params, owner, reader, clerk, admin, maya, give, rows };
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

describe('the matrix of roles', () => {
  test('shows each role’s own and effective permissions, and all permissions for admin', async () => {
    const { params, owner } = await office();
    const { permissions, roles } = await licet.call('applications.roleMatrix', owner, { params });
    const names = permissions.map(({ name }) => name);
    expect(names).toEqual(['erase', 'read', 'write']);
    const told = roles.map(({ name, own, brings }) => [name, placed(own, names), placed(brings, names)]);
    expect(told).toEqual([
      ['admin', [], ['erase', 'read', 'write']],
      ['clerk', ['write'], ['read', 'write']],
      ['reader', ['read'], ['read']],
    ]);
  });

  test('shows the state at a past instant', async () => {
    const { params, owner, clerk } = await office();
    const at =
      (await licet.call('roles.get', owner, { params: { ...params, role: clerk.id }, query: {} })) && new Date();
    await licet.call('roles.update', owner, { params: { ...params, role: clerk.id }, body: { includes: [] } });
    const brings = async (query: Readonly<Record<string, string>>) => {
      const { permissions, roles } = await licet.call('applications.roleMatrix', owner, { params, query });
      const names = permissions.map(({ name }) => name);
      return placed(roles.find(({ name }) => name === 'clerk')?.brings ?? '', names);
    };
    expect(await brings({})).toEqual(['write']);
    expect(await brings({ at: at.toISOString() })).toEqual(['read', 'write']);
  });
});

describe('the matrix of users', () => {
  test('shows each user’s permissions, those that end within a week, and those that were exercised', async () => {
    const { application, clerk, reader, admin, maya, give, rows } = await office();
    const boss = await licet.user();
    await give(maya.userId, clerk.id, inDays(3));
    await give(maya.userId, reader.id, inDays(9));
    await give(boss.userId, admin);
    const exercised = [{ user: maya.userId, permission: 'read', count: 2, last: Math.floor(Date.now() / 1000) }];
    await licet.call('usage.report', programOf(application), {
      body: { exercised },
    });
    const found = await rows();
    expect(found.rows).toHaveLength(2);
    expect(found.rows.find(({ id }) => id === maya.userId)).toMatchObject({
      roles: ['clerk', 'reader'],
      permitted: ['read', 'write'],
      ending: ['write'],
      used: ['read'],
    });
    expect(found.rows.find(({ id }) => id === boss.userId)).toMatchObject({
      roles: ['admin'],
      permitted: ['erase', 'read', 'write'],
      ending: [],
    });
    expect(found.reportedSince).toMatch(/T00:00:00/);
    expect((await rows({ role: reader.id })).rows.map(({ id }) => id)).toEqual([maya.userId]);
    const first = await rows({ limit: '1' });
    const second = await rows({ cursor: first.next ?? '' });
    expect([...first.rows, ...second.rows]).toEqual(found.rows);
  });

  test('does not mark a permission as ending when another grant continues it', async () => {
    const { clerk, maya, give, rows } = await office();
    const turn = inDays(3);
    await give(maya.userId, clerk.id, turn);
    await give(maya.userId, clerk.id, undefined, turn);
    expect((await rows()).rows).toMatchObject([{ permitted: ['read', 'write'], ending: [] }]);
  });

  test('requires rights to the application and the filtered group, and rejects roles of other applications', async () => {
    const { params, owner } = await office();
    const outcome = async (query: Readonly<Record<string, string>>, ...held: LicetPermission[]) =>
      licet.outcome('applications.userMatrix', await licet.user(...held), { params, query });
    expect(await outcome({}, 'access.read')).toBe('ok');
    expect(await outcome({}, 'applications.read')).toBe('forbidden');
    const group = '01900000-0000-7000-8000-000000000000';
    expect(await outcome({ group }, 'access.read')).toBe('forbidden');
    expect(await outcome({ group }, 'access.read', 'groups.read')).toBe('ok');
    const other = await office();
    const role = other.clerk.id;
    expect(await licet.outcome('applications.userMatrix', owner, { params, query: { role } })).toBe('not_found');
  });
});
