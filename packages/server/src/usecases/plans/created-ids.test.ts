import type { LicetPermission, MadeBySet, Plan, PlannedCall } from '@licet/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findApplication } from '../../store/applications/applications.ts';
import { insertGrant } from '../../store/grants/grants.ts';
import { insertGroup, insertMembership } from '../../store/groups/groups.ts';
import { adminRoleOf } from '../../store/roles/roles.ts';
import { insertUser } from '../../store/users/users.ts';
import type { Caller } from '../context.ts';
import { type TestInput, type TestLicet, testLicet } from '../testing.ts';

describe('applied plans', () => {
  let licet: TestLicet;
  let person: string;
  let group: string;

  beforeAll(async () => {
    licet = await testLicet();
    await licet.build(async (change) => {
      person = (await insertUser(change, { username: 'ben', email: null, name: 'Ben', status: 'active' })).id;
      group = (await insertGroup(change, { name: 'Counter', description: '' })).id;
    });
  });
  afterAll(() => licet.close());

  interface Step extends TestInput {
    readonly call: PlannedCall;
    readonly as?: string;
  }
  const plan = (caller: Caller, ...changes: Step[]): Promise<Plan> =>
    licet.call('plans.make', caller, { body: { changes } }) as Promise<Plan>;
  const names = ({ effects }: Plan) =>
    effects.map(({ gains, loses, keeps, holders }) => ({ gains, loses, keeps, who: holders.map(({ name }) => name) }));
  const none = { roles: [], permissions: [] };
  async function madeBySet(caller: Caller, set: string): Promise<MadeBySet[]> {
    const objects: MadeBySet[] = [];
    const lines = (await licet.call('plans.madeBySet', caller, { params: { set } })) as AsyncIterable<string>;
    for await (const piece of lines) for (const line of piece.trim().split('\n')) objects.push(JSON.parse(line));
    return objects;
  }
  /** The id that a plan gives to something it creates. */
  const nth = (n: number) => `00000000-0000-8000-8000-${String(n).padStart(12, '0')}`;

  test('later changes refer to objects that earlier ones create, when planned and when applied', async () => {
    const to = { params: { application: 'made' } };
    const changes: Step[] = [
      { call: 'users.create', as: nth(1), body: { username: 'noor', name: 'Noor' } },
      { call: 'groups.create', as: nth(2), body: { name: 'Made' } },
      { call: 'groups.addMember', params: { group: nth(2), member: nth(1) } },
      { call: 'applications.create', body: { id: 'made', name: 'Made' } },
      { call: 'applications.addOwner', params: { application: 'made', user: nth(1) } },
      { call: 'permissions.create', as: nth(3), ...to, body: { name: 'see' } },
      { call: 'roles.create', as: nth(4), ...to, body: { name: 'reader', permissions: [nth(3)] } },
      { call: 'roles.create', as: nth(5), ...to, body: { name: 'writer', includes: [nth(4)] } },
      { call: 'roles.update', params: { application: 'made', role: nth(5) }, body: { title: 'Writes' } },
      { call: 'clients.create', as: nth(6), ...to, body: { name: 'Job', kind: 'service', secret: false } },
      {
        call: 'grants.create',
        as: nth(7),
        ...to,
        body: { principal: { kind: 'group', id: nth(2) }, gives: { kind: 'role', id: nth(5) } },
      },
      {
        call: 'grants.create',
        ...to,
        body: { principal: { kind: 'client', id: nth(6) }, gives: { kind: 'permission', id: nth(3) } },
      },
      { call: 'settings.update', body: { organisation: 'Made' } },
      { call: 'users.update', params: { user: person }, body: { email: 'ben@example.org' } },
    ];
    const first = await plan(licet.admin, ...changes);
    expect(first.steps.map(({ refused }) => refused)).toEqual(changes.map(() => null));
    expect(names(first)).toEqual(
      expect.arrayContaining([
        { gains: { roles: ['reader', 'writer'], permissions: ['see'] }, loses: none, keeps: [], who: ['Noor'] },
        { gains: { roles: [], permissions: ['see'] }, loses: none, keeps: [], who: ['Job'] },
      ]),
    );
    const { digest } = await plan(licet.admin, ...changes);
    expect(digest).toBe(first.digest);
    const set = 'the sample';
    await licet.call('plans.apply', licet.freshAdmin, { body: { changes, digest, set } });
    const decision = await licet.call('access.decide', licet.admin, {
      params: { application: 'made' },
      query: { user: 'noor', permission: 'see' },
    });
    expect(decision).toMatchObject({ permitted: true });
    expect((await licet.call('audit.verify', licet.admin)) as object).toMatchObject({ whole: true, fault: null });

    const objects = await madeBySet(licet.admin, set);
    expect(objects.map(({ kind, name }) => `${kind} ${name}`).sort()).toEqual([
      'client Job',
      'grant ',
      'grant ',
      'group Made',
      'member ',
      'owner ',
      'permission see',
      'role reader',
      'role writer',
    ]);
    expect(await madeBySet(licet.admin, 'another')).toEqual([]);
    expect(await madeBySet(await licet.user(), set)).toEqual([]);
    expect((await madeBySet(await licet.user('groups.read'), set)).map(({ kind }) => kind)).toEqual([
      'group',
      'member',
    ]);
  });

  test('shows separations and groups of a set only to callers who may read them', async () => {
    const apart = { elements: [{ kind: 'permission', id: nth(2) }] };
    const other = { elements: [{ kind: 'permission', id: nth(3) }] };
    const to = { params: { application: 'kept' } };
    const changes: Step[] = [
      { call: 'applications.create', body: { id: 'kept', name: 'Kept' } },
      { call: 'groups.create', body: { name: 'Kept' } },
      { call: 'permissions.create', as: nth(2), ...to, body: { name: 'order' } },
      { call: 'permissions.create', as: nth(3), ...to, body: { name: 'pay' } },
      { call: 'separations.create', body: { name: 'Ordering and paying', parts: [apart, other] } },
    ];
    const set = 'kept apart';
    const { digest } = await plan(licet.admin, ...changes);
    await licet.call('plans.apply', licet.freshAdmin, { body: { changes, digest, set } });
    const told = async (permission: LicetPermission) =>
      (await madeBySet(await licet.user(permission), set)).map(({ kind }) => kind);
    expect(await told('groups.read')).toEqual(['group']);
    expect(await told('access.read')).toEqual(['separation']);
    expect(await told('separations.manage')).toEqual(['separation']);
  });

  test('a membership that was ended and recreated by hand no longer belongs to the set', async () => {
    const member = { group: group, member: (await licet.user()).userId };
    const changes: Step[] = [{ call: 'groups.addMember', params: member }];
    const { digest } = await plan(licet.admin, ...changes);
    await licet.call('plans.apply', licet.freshAdmin, { body: { changes, digest, set: 'by file' } });
    expect(await madeBySet(licet.admin, 'by file')).toMatchObject([{ kind: 'member', id: member.member }]);
    await licet.call('groups.removeMember', licet.admin, { params: member });
    await licet.call('groups.addMember', licet.admin, { params: member });
    expect(await madeBySet(licet.admin, 'by file')).toEqual([]);
  });

  test('a plan that removes, changes and restores an administrator requires a fresh sign-in', async () => {
    const { admins, ada } = await licet.build(async (change) => {
      const licetItself = (await findApplication(change, 'licet'))?.factId ?? '';
      const ada = await insertUser(change, { username: 'adela', email: null, name: 'Adela', status: 'active' });
      const { id: admins } = await insertGroup(change, { name: 'Administrators', description: '' });
      await insertMembership(change, admins, { kind: 'user', id: ada.id, name: 'Adela' });
      const gives = { kind: 'role', id: (await adminRoleOf(change, 'licet')) ?? '' } as const;
      const given = { principal: { kind: 'group', id: admins }, gives, starts: change.at, ends: null } as const;
      await insertGrant(change, licetItself, { ...given, reason: '', grantedBy: 'test' });
      return { admins, ada: ada.id };
    });
    const params = { group: admins, member: ada };
    const changes: Step[] = [
      { call: 'groups.removeMember', params },
      { call: 'users.update', params: { user: ada }, body: { email: 'mallory@example.org' } },
      { call: 'groups.addMember', params },
    ];
    const { digest } = await plan(licet.admin, ...changes);
    expect(await licet.outcome('plans.apply', licet.admin, { body: { changes, digest } })).toBe('sign_in_again');
    expect(await licet.outcome('plans.apply', licet.freshAdmin, { body: { changes, digest } })).toBe('ok');
  });

  test('refuses two changes with the same new id, and points to the second', async () => {
    const again: Step = { call: 'groups.create', as: nth(1), body: { name: 'One' } };
    const refusal = await plan(licet.admin, again, { ...again, body: { name: 'Two' } }).catch(
      (error: unknown) => error,
    );
    expect(refusal).toMatchObject({ problem: { code: 'invalid_request', errors: [{ pointer: '/changes/1/as' }] } });
  });

  test('a change that depends on a refused one names that change as the reason', async () => {
    const changes: Step[] = [
      { call: 'groups.create', body: { name: 'Taken' } },
      { call: 'groups.create', as: nth(1), body: { name: 'Taken' } },
      { call: 'groups.addMember', params: { group: nth(1), member: person } },
    ];
    const { steps } = await plan(licet.admin, ...changes);
    expect(steps.map(({ refused }) => refused?.detail)).toEqual([
      undefined,
      expect.not.stringContaining('0000'),
      'Change 1 would create an object that this change needs, and change 1 is refused.',
    ]);
    expect(steps[1]?.refused?.code).toBe('name_taken');
  });

  test('the refusal of a dependent change does not repeat the reason or values of the first refusal', async () => {
    const manager = await licet.user('groups.manage', 'grants.manage');
    const { steps } = await plan(
      manager,
      { call: 'groups.create', as: nth(1), body: { name: 'Counter' } },
      {
        call: 'grants.create',
        params: { application: 'licet' },
        body: { principal: { kind: 'group', id: nth(1) }, gives: { kind: 'role', id: person }, reason: '' },
      },
    );
    const detail = 'Change 0 would create an object that this change needs, and change 0 is refused.';
    expect(steps[1]?.refused).toMatchObject({
      code: 'may_not_grant',
      detail,
      errors: [{ pointer: '', detail, reason: 'maker_refused', values: { change: 0 } }],
    });
    expect(steps[1]?.refused).not.toHaveProperty('reason');
    expect(steps[1]?.refused).not.toHaveProperty('values');
  });
});

describe('the events of a plan', () => {
  let licet: TestLicet;
  beforeAll(async () => {
    licet = await testLicet();
  });
  afterAll(() => licet.close());

  test('a plan of short changes is refused if its events are very long', async () => {
    const { key: application, owner } = await licet.owned();
    const params = { application };
    const permissions: string[] = [];
    // An event lists all names of the role: 32,000 characters, before and after.
    for (let n = 0; n < 128; n += 1) {
      const name = `${n}`.padStart(250, 'x');
      permissions.push((await licet.call('permissions.create', owner, { params, body: { name } })).id);
    }
    const { id: role } = await licet.call('roles.create', owner, { params, body: { name: 'clerk', permissions } });
    const renames = (count: number) => ({
      body: {
        changes: Array.from({ length: count }, (_, n) => ({
          call: 'roles.update',
          params: { application, role },
          body: { title: `Clerk ${n}` },
        })),
      },
    });
    expect(await licet.outcome('plans.make', owner, renames(5))).toBe('ok');
    expect(await licet.outcome('plans.make', owner, renames(300))).toBe('too_large');
  });
});
