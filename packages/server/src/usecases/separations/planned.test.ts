import { usualRolePolicy } from '@licet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestLicet, testLicet } from '../testing.ts';

let licet: TestLicet;
beforeAll(async () => {
  licet = await testLicet();
});
afterAll(() => licet.close());

test('a separation rule in a plan applies from the next change, when planned and when applied', async () => {
  const { key, owner } = await licet.owned();
  const params = { application: key };
  const role = async (name: string) => (await licet.call('roles.create', owner, { params, body: { name } })).id;
  const [enter, pay] = [await role('enter'), await role('pay')];
  const giving = (id: string, what: string) => ({
    call: 'grants.create',
    params,
    body: { principal: { kind: 'user', id }, gives: { kind: 'role', id: what } },
  });
  const apart = (name: string) => ({
    call: 'separations.create',
    body: { name, parts: [enter, pay].map((what) => ({ elements: [{ kind: 'role', id: what }] })) },
  });
  const someone = async () => {
    const { userId } = await licet.user();
    const { principal, gives } = giving(userId, enter).body;
    await licet.call('grants.create', owner, { params, body: { principal, gives } });
    return userId;
  };
  const [first, second] = [await someone(), await someone()];

  const before = [apart('Entering, then paying'), giving(first, pay)];
  const refused = await licet.call('plans.make', licet.admin, { body: { changes: before } });
  expect(refused.steps.map((step) => step.refused?.code)).toEqual([undefined, 'separation_violated']);

  const after = [giving(second, pay), apart('Paying, then entering')];
  const { digest, steps } = await licet.call('plans.make', licet.admin, { body: { changes: after } });
  expect(steps.map((step) => step.refused?.code)).toEqual([undefined, undefined]);
  expect(await licet.outcome('plans.apply', licet.admin, { body: { changes: after, digest } })).toBe('ok');
  // A user who already holds both keeps them, and is reported.
  const { items } = await licet.call('separations.violations', licet.admin, {});
  expect(items.map(({ holder }) => holder.id)).toEqual([second]);
  const { items: rules } = await licet.call('separations.list', licet.admin, {});
  await licet.call('separations.remove', licet.admin, { params: { separation: rules[0]?.id ?? '' } });
});

test('a plan may revoke access that already violated a rule and grant it again, when planned and applied', async () => {
  const { key, owner } = await licet.owned();
  const params = { application: key };
  const role = async (name: string) => (await licet.call('roles.create', owner, { params, body: { name } })).id;
  const [enter, pay] = [await role('enter'), await role('pay')];
  const { userId: id } = await licet.user();
  const giving = (what: string) => ({ principal: { kind: 'user', id }, gives: { kind: 'role', id: what } });
  const give = (what: string) => licet.call('grants.create', owner, { params, body: giving(what) });
  await give(enter);
  const { id: grant } = await give(pay);
  const parts = [enter, pay].map((what) => ({ elements: [{ kind: 'role', id: what }] }));
  await licet.call('separations.create', licet.admin, { body: { name: 'Entering and paying', parts } });

  const changes = [
    { call: 'grants.revoke', params: { ...params, grant } },
    { call: 'grants.create', params, body: giving(pay) },
  ];
  const { digest, steps } = await licet.call('plans.make', owner, { body: { changes } });
  expect(steps.map(({ refused }) => refused)).toEqual([null, null]);
  expect(await licet.outcome('plans.apply', owner, { body: { changes, digest } })).toBe('ok');
  // As separate calls the second change is refused, because users saw the state in between.
  const { items } = await licet.call('users.grants', licet.admin, { params: { user: id } });
  const again = items.find(({ gives, state }) => gives.id === pay && state === 'active');
  await licet.call('grants.revoke', owner, { params: { ...params, grant: again?.id ?? '' } });
  expect(await licet.outcome('grants.create', owner, { params, body: giving(pay) })).toBe('separation_violated');
});

test('a plan can change and delete its own rule, when planned and when applied', async () => {
  const { key } = await licet.owned();
  const params = { application: key };
  const id = (n: number) => `00000000-0000-7000-8000-0000000000${n}`;
  const role = (n: number, name: string) => ({ call: 'roles.create', as: id(n), params, body: { name } });
  const parts = (...numbers: number[]) => numbers.map((n) => ({ elements: [{ kind: 'role', id: id(n) }] }));
  const separation = { separation: id(20) };
  const changes = [
    role(11, 'enter'),
    role(12, 'pay'),
    role(13, 'book'),
    { call: 'separations.create', as: id(20), body: { name: `Of ${key}`, parts: parts(11, 12) } },
    { call: 'separations.update', params: separation, body: { parts: parts(13, 11) } },
    {
      call: 'roles.setPolicy',
      params: { ...params, role: id(11) },
      body: { ...usualRolePolicy, longestSeconds: 3600 },
    },
    {
      call: 'roles.setPolicy',
      params: { ...params, role: id(11) },
      body: { ...usualRolePolicy, longestSeconds: 7200 },
    },
  ];
  const more = [...changes, { call: 'separations.remove', params: separation }];
  for (const each of [more, changes]) {
    const { digest, steps } = await licet.call('plans.make', licet.admin, { body: { changes: each } });
    expect(steps.flatMap(({ refused }) => refused ?? [])).toEqual([]);
    if (each === changes) await licet.call('plans.apply', licet.admin, { body: { changes, digest } });
  }
  const { items } = await licet.call('separations.list', licet.admin, {});
  const made = items.find(({ name }) => name === `Of ${key}`);
  expect(made?.parts.map(({ elements }) => elements.map(({ name }) => name))).toEqual([['book'], ['enter']]);
  const roles = (await licet.call('roles.list', licet.admin, { params })).items;
  const enter = roles.find(({ name }) => name === 'enter')?.id ?? '';
  const policy = await licet.call('roles.policy', licet.admin, { params: { ...params, role: enter } });
  expect(policy.longestSeconds).toBe(7200);
});
