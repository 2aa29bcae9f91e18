import { limits } from '@licet/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { about, type Desk, deskIn } from '../requests/testing.ts';
import { callerOf, operator, type TestLicet, testLicet } from '../testing.ts';

let licet: TestLicet;
let desk: Desk;
beforeAll(async () => {
  licet = await testLicet();
});
afterAll(() => licet.close());
beforeEach(async () => {
  desk = await deskIn(licet);
});

const decision = (permission = 'refunds.approve', caller = desk.tab) =>
  licet.call('me.decision', caller, { params: desk.params, query: { permission } });
const hour = 3_600_000;

describe('a decision about the caller', () => {
  test('shows the path and the end if it is positive', async () => {
    const yes = await decision('invoices.read');
    expect(yes).toMatchObject({
      application: { id: desk.key },
      permission: { name: 'invoices.read', title: 'To invoices.read', known: true },
      permitted: true,
      reason: 'listed',
      pathCount: 1,
      paths: [{ roles: [{ name: 'reader' }], request: null }],
      until: null,
      roles: [],
      heldUntil: null,
      request: null,
    });
    const { id } = await desk.ask();
    await licet.call('requests.approve', desk.owner, about({ id }, {}));
    const given = await decision();
    expect(given).toMatchObject({ permitted: true, paths: [{ request: id }], request: null });
    expect(given.until).not.toBeNull();
  });

  test('lists, if it is negative, the roles with the permission except admin, smallest first', async () => {
    const params = desk.params;
    const body = { permissions: Object.values(desk.permissions), includes: [desk.roles.clerk], title: 'All of it' };
    await licet.call('permissions.create', desk.owner, { params, body: { name: 'more' } });
    const { items } = await licet.call('permissions.list', desk.owner, { params });
    const all = { ...body, permissions: items.map(({ id }) => id) };
    await licet.call('roles.create', desk.owner, { params, body: { name: 'all', ...all } });
    const no = await decision();
    expect(no).toMatchObject({ permitted: false, reason: 'not_listed', paths: [], pathCount: 0 });
    expect(no.roles.map(({ name, title }) => [name, title])).toEqual([
      ['clerk', ''],
      ['all', 'All of it'],
    ]);
  });

  test('lists at most five roles', async () => {
    for (let index = 0; index < 8; index += 1)
      await licet.call('roles.create', desk.owner, {
        params: desk.params,
        body: { name: `r${index}`, permissions: [desk.permissions['refunds.approve']] },
      });
    expect((await decision()).roles).toHaveLength(5);
  });

  test('is negative for a name outside the catalogue, without remedies', async () => {
    for (const name of ['nothing.such', 'constructor', '__proto__'])
      expect(await decision(name)).toMatchObject({
        permission: { known: false, title: '' },
        permitted: false,
        roles: [],
        request: null,
        heldUntil: null,
      });
  });

  test('is positive for every name if the caller is admin', async () => {
    const principal = { kind: 'user', id: desk.member.userId };
    const body = { principal, gives: { kind: 'role', id: desk.roles.admin } };
    await licet.call('grants.create', desk.owner, { params: desk.params, body });
    expect(await decision('nothing.such')).toMatchObject({
      permitted: true,
      reason: 'admin',
      paths: [{ admin: true }],
    });
  });

  test('is limited to the token’s application and to the caller', async () => {
    const other = await deskIn(licet);
    const query = { permission: 'refunds.approve' };
    expect(await licet.outcome('me.decision', desk.tab, { params: other.params, query })).toBe('foreign_application');
    expect(await licet.outcome('me.decision', desk.member, { params: other.params, query })).toBe('not_found');
    expect(await licet.outcome('me.decision', operator, { params: desk.params, query })).toBe('unauthenticated');
    const stranger = callerOf((await licet.user()).userId, desk.key);
    expect(await decision('refunds.approve', stranger)).toMatchObject({ permitted: false, heldUntil: null });
    expect(await licet.call('me.accessIn', stranger, { params: desk.params })).toMatchObject({ roles: [] });
  });
});

describe('several decisions in one call', () => {
  const several = (permissions: readonly string[], caller = desk.tab, params = desk.params) =>
    licet.call('me.decisions', caller, { params, body: { permissions: [...permissions] } });
  const outcome = (permissions: readonly string[], params = desk.params) =>
    licet.outcome('me.decisions', desk.tab, { params, body: { permissions: [...permissions] } });

  test('equal those of single calls, in the given order, with repeated and unknown names', async () => {
    await desk.ask();
    const names = ['refunds.approve', 'nothing.such', 'invoices.read', 'refunds.approve'];
    const alone = await Promise.all(names.map((name) => decision(name)));
    const { items } = await several(names);
    const withoutInstant = (all: readonly object[]) => all.map((each) => ({ ...each, at: '' }));
    expect(withoutInstant(items)).toEqual(withoutInstant(alone));
    expect(new Set(items.map(({ at, version }) => `${at} ${version}`)).size).toBe(1);
  });

  test('are limited in number, and to the token’s application', async () => {
    const most = Array.from({ length: limits.ownDecisionsMax.value }, (_, index) => `invoices.x${index}`);
    expect((await several(most)).items).toHaveLength(most.length);
    for (const wrong of [[], [...most, 'invoices.read'], ['']])
      await expect(outcome(wrong), String(wrong.length)).rejects.toThrow();
    const other = await deskIn(licet);
    expect(await outcome(['invoices.read'], other.params)).toBe('foreign_application');
  });
});

describe('the approvers', () => {
  test('are the active owners, by name', async () => {
    const gone = await licet.user();
    for (const { userId } of [gone, licet.admin])
      await licet.call('applications.addOwner', licet.admin, { params: { ...desk.params, user: userId } });
    await licet.call('users.suspend', licet.admin, { params: { user: gone.userId } });
    const { deciders, deciderCount } = await decision();
    expect(deciders.map(({ id }) => id)).toEqual([licet.admin.userId, desk.owner.userId]);
    expect(deciderCount).toBe(2);
  });

  test('are the administrators if no owner can decide, and always for Licet itself', async () => {
    const admins = { deciders: [{ id: licet.admin.userId, name: 'Ada Admin' }], deciderCount: 1 };
    expect(await decision('refunds.approve', desk.owner)).toMatchObject(admins);
    await licet.call('users.suspend', licet.admin, { params: { user: desk.owner.userId } });
    expect(await decision()).toMatchObject(admins);
    const query = { permission: 'keys.manage' };
    const inLicet = await licet.call('me.decision', desk.member, { params: { application: 'licet' }, query });
    expect(inLicet).toMatchObject(admins);
  });

  test('are the same in an explanation for another viewer', async () => {
    const { deciders, deciderCount } = await decision();
    const query = { user: desk.member.userId, permission: 'refunds.approve' };
    const explained = await licet.call('access.decide', licet.admin, { params: desk.params, query });
    expect(explained).toMatchObject({ permitted: false, deciders, deciderCount });
    expect(deciderCount).toBe(1);
  });

  test('are all counted, although only five are named', async () => {
    for (let index = 0; index < 7; index += 1) {
      const { userId } = await licet.user();
      await licet.call('applications.addOwner', licet.admin, { params: { ...desk.params, user: userId } });
    }
    const { deciders, deciderCount } = await decision();
    expect([deciders.length, deciderCount]).toEqual([5, 8]);
  });
});

describe('an existing request', () => {
  test('is shown while it waits, whether for the permission or for a role that contains it', async () => {
    expect((await decision()).request).toBeNull();
    const role = await desk.ask({ role: 'clerk' });
    expect((await decision()).request).toEqual(role);
    await licet.call('requests.deny', desk.owner, about(role, { reason: 'Too much' }));
    const single = await desk.ask();
    expect((await decision()).request).toEqual(single);
    expect((await decision('nothing.such')).request).toBeNull();
  });

  test('is shown for thirty days after its decision', async () => {
    const first = await desk.ask();
    await licet.call('requests.deny', desk.owner, about(first, { reason: 'Ask Marta' }));
    expect((await decision()).request).toMatchObject({ id: first.id, decision: { note: 'Ask Marta' } });
    try {
      licet.setClock(31 * 24 * hour);
      expect((await decision()).request).toBeNull();
    } finally {
      licet.setClock(0);
    }
  });
});

describe('the time when the caller last had the permission', () => {
  const given = async (hours: number) => {
    const { id } = await desk.ask({ permission: 'refunds.approve', seconds: hours * 3600 });
    return (await licet.call('requests.approve', desk.owner, about({ id }, {}))).decision;
  };

  test('is the end of the grant, or its revocation', async () => {
    expect((await decision()).heldUntil).toBeNull();
    const first = await given(1);
    try {
      licet.setClock(2 * hour);
      expect((await decision()).heldUntil).toBe(first?.ends);
      const second = await given(2);
      const grant = second?.grant ?? '';
      await licet.call('grants.update', desk.owner, { params: { ...desk.params, grant }, body: { reason: 'edited' } });
      licet.setClock(3 * hour);
      await licet.call('grants.revoke', desk.owner, { params: { ...desk.params, grant } });
      const { items } = await licet.call('audit.list', licet.admin, { query: { limit: '1' } });
      expect((await decision()).heldUntil).toBe(items[0]?.at);
      // The caller lost only the first permission.
      expect((await decision('invoices.read')).heldUntil).toBeNull();
    } finally {
      licet.setClock(0);
    }
  });

  test('is the moment when the caller left the group, or the role lost the permission', async () => {
    const group = await licet.call('groups.create', licet.admin, { body: { name: `clerks of ${desk.key}` } });
    const member = { params: { group: group.id, member: desk.member.userId } };
    const principal = { kind: 'group', id: group.id };
    const body = { principal, gives: { kind: 'role', id: desk.roles.clerk } };
    await licet.call('grants.create', desk.owner, { params: desk.params, body });
    const last = async () => (await licet.call('audit.list', licet.admin, { query: { limit: '1' } })).items[0]?.at;
    await licet.call('groups.addMember', licet.admin, member);
    await licet.call('groups.removeMember', licet.admin, member);
    expect((await decision()).heldUntil).toBe(await last());
    await licet.call('groups.addMember', licet.admin, member);
    const role = { params: { ...desk.params, role: desk.roles.clerk }, body: { permissions: [] } };
    await licet.call('roles.update', desk.owner, role);
    expect((await decision()).heldUntil).toBe(await last());
  });
});

describe('the catalogue', () => {
  test('lists all permissions and roles with their titles, and the change number', async () => {
    const catalogue = await licet.call('me.catalogue', desk.tab, { params: desk.params });
    const { items } = await licet.call('audit.list', licet.admin, { query: { limit: '1' } });
    expect(catalogue).toEqual({
      application: desk.key,
      version: items[0]?.no,
      permissions: [
        { name: 'invoices.read', title: 'To invoices.read' },
        { name: 'refunds.approve', title: 'To refunds.approve' },
      ],
      roles: ['admin', 'clerk', 'reader'].map((name) => ({ name, title: name === 'admin' ? 'May do everything' : '' })),
    });
    const other = await deskIn(licet);
    expect(await licet.outcome('me.catalogue', desk.tab, { params: other.params })).toBe('foreign_application');
    expect(await licet.outcome('me.catalogue', desk.member, { params: other.params })).toBe('not_found');
  });
});
