import { limits, type Plan, type PlanEffect, type Principal } from '@licet/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findApplication } from '../../store/applications/applications.ts';
import { insertGrant } from '../../store/grants/grants.ts';
import { insertGroup, insertMembership } from '../../store/groups/groups.ts';
import { insertRole } from '../../store/roles/roles.ts';
import { insertUser } from '../../store/users/users.ts';
import type { Caller } from '../context.ts';
import { type TestLicet, testLicet } from '../testing.ts';

describe('effects by holder', () => {
  let licet: TestLicet;
  let set: Awaited<ReturnType<typeof applied>>;
  beforeAll(async () => {
    licet = await testLicet();
    set = await applied();
  });
  afterAll(() => licet.close());

  const people = ['Ada', 'Ben', 'Cleo', 'Dan', 'Eve', 'Fay'];
  const id = (n: number) => `00000000-0000-7000-8000-00000000000${n}`;

  /**
   * Applies a change set. Several users are granted a role that includes another role, one of them through a group. One
   * user already holds a role, to which the change set adds a permission. Other users are renamed or created, and gain
   * no access.
   */
  async function applied() {
    const { key, owner } = await licet.owned();
    const beside = (await licet.owned()).key;
    const at = (more: object = {}) => ({ application: key, ...more });
    const who = new Map(
      await Promise.all(
        [...people, 'Gus'].map(async (name) => {
          const body = { name: `${name} Paged`, username: `${name.toLowerCase()}.${key}` };
          return [name, (await licet.call('users.create', licet.admin, { body })).id] as const;
        }),
      ),
    );
    const user = (name: string) => who.get(name) ?? '';
    const sell = await licet.call('permissions.create', owner, { params: at(), body: { name: 'sell' } });
    const clerk = await licet.call('roles.create', owner, { params: at(), body: { name: 'clerk' } });
    const grant = (principal: object, role: string) => ({
      call: 'grants.create',
      params: at(),
      body: { principal, gives: { kind: 'role', id: role } },
    });
    for (const name of ['Fay', 'Gus']) {
      const { params, body } = grant({ kind: 'user', id: user(name) }, clerk.id);
      await licet.call('grants.create', owner, { params, body });
    }
    const changes = [
      { call: 'roles.update', params: at({ role: clerk.id }), body: { permissions: [sell.id] } },
      { call: 'roles.create', as: id(1), params: at(), body: { name: 'overseer', includes: [clerk.id] } },
      { call: 'roles.create', as: id(2), params: at(), body: { name: 'guest' } },
      { call: 'groups.create', as: id(3), body: { name: `Overseers of ${key}` } },
      { call: 'groups.addMember', params: { group: id(3), member: user('Cleo') } },
      grant({ kind: 'group', id: id(3) }, id(1)),
      ...['Ada', 'Ben', 'Eve'].map((name) => grant({ kind: 'user', id: user(name) }, id(1))),
      ...['Ada', 'Dan'].map((name) => grant({ kind: 'user', id: user(name) }, id(2))),
      { call: 'roles.create', as: id(5), params: { application: beside }, body: { name: 'helper' } },
      { ...grant({ kind: 'user', id: user('Dan') }, id(5)), params: { application: beside } },
      { call: 'users.suspend', params: { user: user('Gus') } },
      { call: 'users.create', as: id(4), body: { name: 'Hal Paged', username: `hal.${key}` } },
    ];
    const { digest, steps } = await licet.call('plans.make', licet.freshAdmin, { body: { changes } });
    expect(steps.flatMap(({ refused }) => refused ?? [])).toEqual([]);
    const { last } = await licet.call('plans.apply', licet.freshAdmin, { body: { changes, digest } });
    return { no: String(last), key, beside, owner };
  }

  const effects = (query: object = {}, caller: Caller = licet.admin) =>
    licet.call('plans.appliedEffects', caller, { params: { no: set.no }, query: query as Record<string, string> });
  const told = (items: readonly PlanEffect[]) =>
    items
      .map(({ holders: [who], gains, loses }) => {
        const lost = loses.roles.map((name) => `no ${name}`);
        return [who?.name.split(' ')[0], ...gains.roles, ...lost, ...gains.permissions].join(' ');
      })
      .sort(); // the applications of one user are sorted by their random identifiers
  const all = [
    'Ada clerk guest overseer sell',
    'Ben clerk overseer sell',
    'Cleo clerk overseer sell',
    'Dan guest',
    'Dan helper',
    'Eve clerk overseer sell',
    'Fay sell',
    'Gus no clerk',
  ];

  test('all pages together equal the effects of the whole change set, sorted by name', async () => {
    const whole = await effects();
    expect(told(whole.items)).toEqual(all);
    const names = whole.items.map(({ holders }) => holders[0]?.name ?? '');
    expect(names).toEqual(names.toSorted());
    expect(whole).toMatchObject({ next: null, partial: false });
    const first = await effects({ limit: '4' });
    const second = await effects({ limit: '4', cursor: first.next });
    expect([...first.items, ...second.items]).toEqual(whole.items);
    expect(second.next).toBeNull();
    const { effects: together } = await licet.call('plans.getApplied', licet.admin, { params: { no: set.no } });
    const each = (together ?? []).flatMap((effect) =>
      effect.holders.map((who) => ({ ...effect, count: 1, holders: [who] })),
    );
    const name = ({ holders, application }: PlanEffect) => `${holders[0]?.name} ${application?.id}`;
    expect(each.toSorted((a, b) => (name(a) < name(b) ? -1 : 1))).toEqual(whole.items);
  });

  test('a search finds users, roles, permissions and applications', async () => {
    const found = async (q: string) => told((await effects({ q })).items);
    expect(await found('ben')).toEqual(['Ben clerk overseer sell']);
    expect(await found(`dan.${set.key}`)).toEqual(['Dan guest', 'Dan helper']);
    expect(await found('guest')).toEqual([all[0], all[3]]);
    expect(await found('sell')).toEqual(all.filter((line) => line.includes('sell')));
    expect(await found('clerk')).toEqual(all.filter((line) => line.includes('clerk')));
    expect(await found(set.beside)).toEqual(['Dan helper']);
    expect(await found('nobody')).toEqual([]);
  });

  test('refuses a cursor of another query or change set, and an invalid one', async () => {
    const { next: cursor } = await effects({ limit: '2' });
    const outcome = (query: object, no = set.no) =>
      licet.outcome('plans.appliedEffects', licet.admin, { params: { no }, query: query as Record<string, string> });
    expect(await outcome({ cursor })).toBe('ok');
    expect(await outcome({ cursor, q: 'ada' })).toBe('invalid_cursor');
    expect(await outcome({ cursor: 'none' })).toBe('invalid_cursor');
    const other = await applied();
    expect(await outcome({ cursor }, other.no)).toBe('invalid_cursor');
  });

  test('lists the events of the changes in order and by search, without the event of the whole set', async () => {
    const events = (query: object = {}) =>
      licet.call('plans.appliedEvents', licet.admin, {
        params: { no: set.no },
        query: query as Record<string, string>,
      });
    const whole = await events();
    expect(whole.items.at(-1)?.no).toBe(Number(set.no) - 1);
    expect(whole.total).toBe(whole.items.length);
    const first = await events({ limit: '5' });
    const second = await events({ limit: '100', cursor: first.next });
    expect([...first.items, ...second.items]).toEqual(whole.items);
    expect((await events({ q: 'hal paged' })).items.map(({ action }) => action)).toEqual(['user.created']);
  });

  test('refuses callers who may not see the change set; auditors see users of their own applications', async () => {
    const outcome = (id: 'plans.appliedEffects' | 'plans.appliedEvents') =>
      licet.outcome(id, set.owner, { params: { no: set.no } });
    expect(await outcome('plans.appliedEffects')).toBe('not_found');
    expect(await outcome('plans.appliedEvents')).toBe('not_found');

    const auditor = await licet.user('audit.read');
    expect(await effects({}, auditor)).toEqual({ items: [], next: null, partial: true });
    const { key } = await licet.owned();
    await licet.call('applications.addOwner', licet.admin, { params: { application: key, user: auditor.userId } });
    expect(await effects({ q: 'ada' }, auditor)).toEqual({ items: [], next: null, partial: true });
    expect(await effects({ limit: '1' }, auditor)).toEqual({ items: [], next: null, partial: true });
    await licet.call('applications.addOwner', licet.admin, { params: { application: set.key, user: auditor.userId } });
    expect(told((await effects({}, auditor)).items)).toEqual(all.filter((line) => line !== 'Dan helper'));
    expect((await effects({ q: 'helper' }, auditor)).items).toEqual([]);
  });
});

describe('holders in the effects', () => {
  const people = 2 * limits.planHoldersShown.value + 7;
  const nameOf = (n: number) => `Person ${String(n).padStart(3, '0')}`;

  let licet: TestLicet;
  let group: string;
  beforeAll(async () => {
    licet = await testLicet();
    const { key } = await licet.owned('shop');
    await licet.build(async (change) => {
      const app = (await findApplication(change, key))?.factId ?? '';
      const role = await insertRole(change, app, { name: 'clerk', title: '' });
      group = (await insertGroup(change, { name: 'Everybody', description: '' })).id;
      const grant = { starts: change.at, ends: null, reason: '', grantedBy: 'test' };
      await insertGrant(change, app, {
        ...grant,
        principal: { kind: 'group', id: group },
        gives: { kind: 'role', id: role },
      });
      for (let n = people; n > 0; n -= 1) {
        const user = { username: `p${n}`, email: null, name: nameOf(n), status: 'active' } as const;
        await insertMembership(change, group, { kind: 'user', id: (await insertUser(change, user)).id, name: '' });
      }
    });
  });
  afterAll(() => licet.close());

  const asked = () => ({ changes: [{ call: 'groups.remove' as const, params: { group } }] });
  const plan = (caller: Caller) => licet.call('plans.make', caller, { body: asked() }) as Promise<Plan>;
  interface Holders {
    readonly items: readonly Principal[];
    readonly next: number | null;
  }
  const holders = (caller: Caller, digest: string, after: number): Promise<Holders> =>
    licet.call('plans.holders', caller, { body: { ...asked(), digest, effect: 0, after } });

  test('the pages list each principal of an effect once, sorted by name', async () => {
    const { digest, effects } = await plan(licet.admin);
    expect(effects).toMatchObject([{ count: people }]);
    const names = effects[0]?.holders.map(({ name }) => name) ?? [];
    for (let after: number | null = names.length; after !== null; ) {
      const page: Holders = await holders(licet.admin, digest, after);
      names.push(...page.items.map(({ name }) => name));
      after = page.next;
    }
    expect(names).toEqual(Array.from({ length: people }, (_, n) => nameOf(n + 1)));
  });

  test('hides holders from callers who may not see them, and refuses a plan whose effects changed', async () => {
    const manager = await licet.user('groups.manage', 'grants.manage', 'users.read');
    const hidden = await plan(manager);
    expect(await holders(manager, hidden.digest, 0)).toEqual({ items: [], next: null });
    const { digest } = await plan(licet.admin);
    await licet.build(async (change) => {
      const user = { username: 'late', email: null, name: 'Late', status: 'active' } as const;
      await insertMembership(change, group, { kind: 'user', id: (await insertUser(change, user)).id, name: '' });
    });
    await expect(holders(licet.admin, digest, 0)).rejects.toMatchObject({ problem: { code: 'plan_moved' } });
  });
});
