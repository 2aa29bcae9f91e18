import { randomUUID } from 'node:crypto';
import { usualRolePolicy } from '@licet/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestLicet, testLicet } from '../../testing.ts';

describe('names that were taken', () => {
  // A name in use by another object does not prevent the rest of a change set from being reverted.
  let licet: TestLicet;
  beforeAll(async () => {
    licet = await testLicet();
  });
  afterAll(() => licet.close());

  async function together(changes: readonly unknown[]): Promise<number> {
    const { digest, steps } = await licet.call('plans.make', licet.freshAdmin, { body: { changes } });
    expect(steps.flatMap(({ refused }) => refused ?? [])).toEqual([]);
    return (await licet.call('plans.apply', licet.freshAdmin, { body: { changes, digest } })).last;
  }

  const named = (name: string) => `${name} ${randomUUID().slice(0, 8)}`;
  const nameOf = async (group: string) => (await licet.call('groups.get', licet.admin, { params: { group } })).name;
  const group = async (name: string) => (await licet.call('groups.create', licet.admin, { body: { name } })).id;

  test('a group keeps its new name when another group has the former one; the rest is reverted', async () => {
    const [crew, late, other] = [named('Crew'), named('Late'), named('Other')];
    const [one, two] = [await group(crew), await group(other)];
    const event = await together([
      { call: 'groups.update', params: { group: one }, body: { name: late, description: 'Second' } },
      { call: 'groups.remove', params: { group: two } },
    ]);
    await group(crew);
    const { changes, cannot } = await licet.call('plans.revert', licet.freshAdmin, { body: { event } });
    expect(cannot).toMatchObject([{ why: 'exists_again', target: { kind: 'group', name: crew } }]);
    expect(cannot[0]?.says).toMatch(/^The group Crew .+ is not given back: there is one already, made by /);
    await together(changes);
    expect(await licet.call('groups.get', licet.admin, { params: { group: one } })).toMatchObject({
      name: late,
      description: '',
    });
    const { items } = await licet.call('groups.list', licet.admin, { query: { q: other } });
    expect(items.map(({ name }) => name)).toEqual([other]);
  });

  test('a user keeps the new username and address when another user has the former ones', async () => {
    const [ann, mail] = [named('ann').replace(' ', '.'), `${randomUUID().slice(0, 8)}@firm.example`];
    const { id: user } = await licet.call('users.create', licet.admin, {
      body: { username: ann, name: 'Ann', email: mail },
    });
    const params = { user };
    const event = await together([
      { call: 'users.update', params, body: { username: `${ann}.new`, email: `new.${mail}` } },
      { call: 'groups.create', body: { name: named('Made') } },
    ]);
    await licet.call('users.create', licet.admin, { body: { username: ann, name: 'Bob', email: mail } });
    const { changes, cannot } = await licet.call('plans.revert', licet.freshAdmin, { body: { event } });
    expect(cannot.map(({ why, target }) => [why, target?.name])).toEqual([
      ['exists_again', ann],
      ['exists_again', mail],
    ]);
    expect(changes.map(({ call }) => call)).toEqual(['groups.remove']);
    await together(changes);
  });

  test('restores names that the change set swapped, and a name that changed only in case', async () => {
    const [a, b] = [named('Alpha'), named('Beta')];
    const [one, two, three] = [await group(a), await group(b), await group(named('crew'))];
    const before = await nameOf(three);
    const rename = (id: string, name: string) => ({ call: 'groups.update', params: { group: id }, body: { name } });
    const event = await together([
      rename(one, named('Between')),
      rename(two, a),
      rename(one, b),
      rename(three, before.toUpperCase()),
    ]);
    const { changes, cannot } = await licet.call('plans.revert', licet.freshAdmin, { body: { event } });
    expect(cannot).toEqual([]);
    await together(changes);
    expect([await nameOf(one), await nameOf(two), await nameOf(three)]).toEqual([a, b, before]);
  });

  test('restores a user’s display name when another user has the former username', async () => {
    const ann = named('ann').replace(' ', '.');
    const { id: user } = await licet.call('users.create', licet.admin, { body: { username: ann, name: 'Ann' } });
    const event = await together([
      { call: 'users.update', params: { user }, body: { username: `${ann}.new`, name: 'Anna' } },
      { call: 'groups.create', body: { name: named('Made') } },
    ]);
    await licet.call('users.create', licet.admin, { body: { username: ann, name: 'Bob' } });
    const { changes, cannot } = await licet.call('plans.revert', licet.freshAdmin, { body: { event } });
    expect(cannot).toMatchObject([{ why: 'exists_again', target: { name: ann } }]);
    await together(changes);
    expect(await licet.call('users.get', licet.admin, { params: { user } })).toMatchObject({
      username: `${ann}.new`,
      name: 'Ann',
    });
  });
});

describe('rules that name restored objects', () => {
  // A restored object gets another id, so the rules that named it must name the new one. Their change comes after all
  // objects that they name.
  let licet: TestLicet;
  beforeAll(async () => {
    licet = await testLicet();
  });
  afterAll(() => licet.close());

  async function together(changes: readonly unknown[]): Promise<number> {
    const { digest, steps } = await licet.call('plans.make', licet.freshAdmin, { body: { changes } });
    expect(steps.flatMap(({ refused }) => refused ?? [])).toEqual([]);
    return (await licet.call('plans.apply', licet.freshAdmin, { body: { changes, digest } })).last;
  }

  async function reverted(event: number): Promise<void> {
    const { changes, cannot } = await licet.call('plans.revert', licet.freshAdmin, { body: { event } });
    expect(cannot.filter(({ why }) => why !== 'sign_in')).toEqual([]);
    await together(changes);
  }

  test('a policy names both groups again after the revert of a plan that deleted them in reverse order', async () => {
    const { key: application, owner } = await licet.owned();
    const make = async (name: string) =>
      (await licet.call('groups.create', licet.admin, { body: { name: `${name} of ${application}` } })).id;
    const [first, second] = [await make('First'), await make('Second')];
    const { id: role } = await licet.call('roles.create', owner, { params: { application }, body: { name: 'clerk' } });
    const params = { application, role };
    const approvers = { users: [], groups: [first, second] };
    const body = { ...usualRolePolicy, approval: { steps: [{ approvers, needed: 1 }] } };
    await licet.call('roles.setPolicy', owner, { params, body });
    await reverted(await together([second, first].map((group) => ({ call: 'groups.remove', params: { group } }))));
    const { approval } = await licet.call('roles.policy', owner, { params });
    const names = approval.steps.flatMap((step) => (step.approvers === 'owners' ? [] : step.approvers.groups));
    expect(names.map(({ name }) => name).toSorted()).toEqual([`First of ${application}`, `Second of ${application}`]);
  });

  test('a separation names both roles again after the revert of a plan that deleted them in reverse order', async () => {
    const { key: application, owner } = await licet.owned();
    const make = async (name: string) =>
      (await licet.call('roles.create', owner, { params: { application }, body: { name } })).id;
    const [clerk, auditor, payer] = [await make('clerk'), await make('auditor'), await make('payer')];
    const part = (...ids: string[]) => ({ elements: ids.map((id) => ({ kind: 'role', id })) });
    const parts = [part(clerk, auditor), part(payer)];
    const { id: separation } = await licet.call('separations.create', licet.admin, {
      body: { name: `Of ${application}`, parts },
    });
    await reverted(
      await together([auditor, clerk].map((role) => ({ call: 'roles.remove', params: { application, role } }))),
    );
    const found = await licet.call('separations.get', licet.admin, { params: { separation } });
    expect(JSON.stringify(found)).toMatch(/clerk.*auditor|auditor.*clerk/);
  });
});

describe('replaced objects', () => {
  // A reverted change ended one object and created its replacement. Only one of them can exist at a time.
  let licet: TestLicet;
  beforeAll(async () => {
    licet = await testLicet();
  });
  afterAll(() => licet.close());

  const hence = (hours: number) => `${new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 23)}000Z`;

  /** An application with two separated roles, and a user. */
  async function shop() {
    const { key, owner } = await licet.owned();
    const params = { application: key };
    const role = async (name: string) => (await licet.call('roles.create', owner, { params, body: { name } })).id;
    const [clerk, payer] = [await role('clerk'), await role('payer')];
    const parts = [clerk, payer].map((id) => ({ elements: [{ kind: 'role', id }] }));
    const name = `Clerks and payers of ${key}`;
    const { id: separation } = await licet.call('separations.create', licet.admin, { body: { name, parts } });
    return { params, clerk, parts, name, separation, holder: (await licet.user()).userId };
  }

  /** Makes changes as one plan. @returns the number of the last */
  async function together(changes: readonly unknown[]): Promise<number> {
    const { digest, steps } = await licet.call('plans.make', licet.freshAdmin, { body: { changes } });
    expect(steps.flatMap(({ refused }) => refused ?? [])).toEqual([]);
    return (await licet.call('plans.apply', licet.freshAdmin, { body: { changes, digest } })).last;
  }
  const opposite = (event: number) => licet.call('plans.revert', licet.freshAdmin, { body: { event } });

  test('restores a replaced exception after ending its replacement', async () => {
    const { separation, holder, params, clerk } = await shop();
    const of = { separation };
    const [before, after] = [hence(5), hence(2)];
    const body = { holder, reason: 'Month end', ends: before };
    const { id: exception } = await licet.call('separations.except', licet.admin, { params: of, body });
    const last = await together([
      { call: 'separations.endException', params: { ...of, exception } },
      { call: 'separations.except', params: of, body: { holder, reason: 'Shorter', ends: after } },
      // This change comes after the replacement in the same plan, so it must be reverted before the former exception is
      // restored.
      {
        call: 'grants.create',
        params,
        body: { principal: { kind: 'user', id: holder }, gives: { kind: 'role', id: clerk } },
      },
    ]);
    const { changes, cannot } = await opposite(last);
    expect(cannot).toEqual([]);
    await together(changes);
    const { items } = await licet.call('separations.exceptions', licet.admin, { params: of });
    const active = items.filter(({ state }) => state === 'active');
    expect(active).toMatchObject([{ reason: 'Month end', ends: before }]);
  });

  test('does not restore an exception whose replacement was changed later', async () => {
    const { separation, holder } = await shop();
    const of = { separation };
    const body = { holder, reason: 'Month end', ends: hence(5) };
    const { id: exception } = await licet.call('separations.except', licet.admin, { params: of, body });
    const last = await together([
      { call: 'separations.endException', params: { ...of, exception } },
      { call: 'separations.except', params: of, body: { holder, reason: 'Shorter', ends: hence(2) } },
    ]);
    const { items } = await licet.call('separations.exceptions', licet.admin, { params: of });
    const other = items.find(({ state }) => state === 'active')?.id ?? '';
    const changed = { params: { ...of, exception: other }, body: { ends: hence(3) } };
    await licet.call('separations.changeException', licet.admin, changed);
    const { changes, cannot } = await opposite(last);
    expect(changes).toEqual([]);
    expect(cannot.map(({ why }) => why).toSorted()).toEqual(['changed_since', 'exists_again']);
  });

  test('does not restore a grant whose replacement was changed later', async () => {
    const { params, clerk, holder } = await shop();
    const body = { principal: { kind: 'user', id: holder }, gives: { kind: 'role', id: clerk } };
    const { id: grant } = await licet.call('grants.create', licet.admin, { params, body });
    const last = await together([
      { call: 'grants.revoke', params: { ...params, grant } },
      { call: 'grants.create', params, body: { ...body, ends: hence(2) } },
    ]);
    const { items } = await licet.call('grants.list', licet.admin, { params, query: { state: 'active' } });
    const other = items.find(({ principal }) => principal.id === holder)?.id ?? '';
    const changed = { params: { ...params, grant: other }, body: { ends: hence(3) } };
    await licet.call('grants.update', licet.admin, changed);
    const { changes, cannot } = await opposite(last);
    expect(changes).toEqual([]);
    expect(cannot.map(({ why }) => why).toSorted()).toEqual(['changed_since', 'exists_again']);
  });

  test('does not restore a separation whose replacement was changed later', async () => {
    const { separation, name, parts } = await shop();
    const last = await together([
      { call: 'separations.remove', params: { separation } },
      { call: 'separations.create', body: { name, parts } },
    ]);
    const { items } = await licet.call('separations.list', licet.admin, {});
    const other = items.find((it) => it.name === name)?.id ?? '';
    const changed = { params: { separation: other }, body: { why: 'Money' } };
    await licet.call('separations.update', licet.admin, changed);
    const { changes, cannot } = await opposite(last);
    expect(changes).toEqual([]);
    expect(cannot.map(({ why }) => why).toSorted()).toEqual(['changed_since', 'exists_again']);
  });

  test.each([
    ['groups', 'group'],
    ['users', 'user'],
  ] as const)(
    '%s are not restored while another has their name, even if the revert changes the other one',
    async (noun, kind) => {
      const name = (text: string) => (noun === 'users' ? { username: text } : { name: text });
      const make = async (text: string) => {
        const made = noun === 'users' ? { username: text, name: 'Ada' } : { name: text };
        return (await licet.call(`${noun}.create`, licet.admin, { body: made as never })).id;
      };
      const [key, another] = ['crew', 'night'].map((name) => `${name}-${Date.parse(hence(1))}`) as [string, string];
      const [gone, kept] = [await make(key), await make(another)];
      const changed = noun === 'users' ? { name: 'Bea' } : { description: 'By night' };
      const last = await together([
        { call: `${noun}.remove`, params: { [kind]: gone } },
        { call: `${noun}.update`, params: { [kind]: kept }, body: changed },
      ]);
      const renamed = { params: { [kind]: kept }, body: name(key) };
      await licet.call(`${noun}.update`, licet.admin, renamed as never);
      const { changes, cannot } = await opposite(last);
      expect(cannot).toMatchObject([{ why: 'exists_again', target: { kind } }]);
      expect(changes).toMatchObject([{ call: `${noun}.update` }]);
      await together(changes);
    },
  );

  test('restores a group when the revert renames the group that took its name', async () => {
    const make = async (name: string) => (await licet.call('groups.create', licet.admin, { body: { name } })).id;
    const [key, another] = ['day', 'late'].map((name) => `${name}-${Date.parse(hence(1))}`) as [string, string];
    const [gone, kept] = [await make(key), await make(another)];
    const last = await together([
      { call: 'groups.remove', params: { group: gone } },
      { call: 'groups.update', params: { group: kept }, body: { name: key } },
    ]);
    const described = { params: { group: kept }, body: { description: 'By night' } };
    await licet.call('groups.update', licet.admin, described);
    const { changes, cannot } = await opposite(last);
    expect(cannot).toEqual([]);
    await together(changes);
    expect(await licet.call('groups.get', licet.admin, { params: { group: kept } })).toMatchObject({ name: another });
    const { items } = await licet.call('groups.list', licet.admin, { query: { q: key } });
    expect(items).toMatchObject([{ name: key }]);
  });
});
