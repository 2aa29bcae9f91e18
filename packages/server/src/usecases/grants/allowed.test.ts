import type { RolePolicyChange } from '@licet/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { usualRolePolicy } from '../../store/role-policies/role-policies.ts';
import type { Caller } from '../context.ts';
import { type TestLicet, testLicet } from '../testing.ts';

let licet: TestLicet;
let owner: Caller & { readonly kind: 'user' };
let role: string;
const application = 'ledger';
const day = 86_400;

beforeAll(async () => {
  licet = await testLicet();
  owner = (await licet.owned(application)).owner;
  role = (await licet.call('roles.create', owner, { params: { application }, body: { name: 'refunder' } })).id;
});
afterAll(() => licet.close());

const demand = (policy: Partial<RolePolicyChange>) => {
  const { version: _, ...usual } = usualRolePolicy;
  return licet.call('roles.setPolicy', owner, { params: { application, role }, body: { ...usual, ...policy } });
};
const inDays = (days: number) => new Date(Date.now() + days * day * 1000).toISOString();
const body = async (rest: object = {}) => ({
  principal: { kind: 'user', id: (await licet.user()).userId },
  gives: { kind: 'role', id: role },
  ...rest,
});
const give = async (rest?: object) =>
  licet.call('grants.create', owner, { params: { application }, body: await body(rest) });
const outcome = async (rest?: object) =>
  licet.outcome('grants.create', owner, { params: { application }, body: await body(rest) });
const change = (grant: string, rest: object) =>
  licet.outcome('grants.update', owner, { params: { application, grant }, body: rest });

describe('the longest duration of a role', () => {
  test('limits a grant from its start, and the refusal names the limit', async () => {
    await demand({ longestSeconds: 2 * day });
    expect(await outcome({ ends: inDays(1.99) })).toBe('ok');
    expect(await outcome({ starts: inDays(5), ends: inDays(6.99) })).toBe('ok');
    expect(await outcome({ starts: inDays(5), ends: inDays(7.01) })).toBe('longer_than_allowed');
    expect(await outcome({ ends: null })).toBe('longer_than_allowed');
    await expect(give({ ends: inDays(3) })).rejects.toMatchObject({
      problem: {
        code: 'longer_than_allowed',
        detail: expect.stringMatching(
          /^A grant of the role refunder may last 2 days at most, counted from its start: until \d{4}-/,
        ),
        errors: [{ pointer: '/ends' }],
      },
    });
  });

  test('counts from the start of a grant; longer existing grants stay, and can be shortened', async () => {
    await demand({});
    const endless = await give();
    const long = await give({ ends: inDays(9) });
    const short = await give({ ends: inDays(1) });
    await demand({ longestSeconds: 2 * day });
    expect(await change(endless.id, { reason: 'As it was' })).toBe('ok');
    expect(await change(endless.id, { ends: inDays(20) })).toBe('ok');
    expect(await change(endless.id, { ends: null })).toBe('longer_than_allowed');
    expect(await change(long.id, { ends: inDays(8) })).toBe('ok');
    expect(await change(long.id, { ends: inDays(8.5) })).toBe('longer_than_allowed');
    expect(await change(short.id, { ends: inDays(1.9) })).toBe('ok');
    expect(await change(short.id, { ends: inDays(2.1) })).toBe('longer_than_allowed');
  });

  test('limits requests when they are made and when they are approved', async () => {
    await demand({});
    const asker = await licet.user('applications.read');
    const asked = { application, role: 'refunder', reason: 'Month end' };
    const { id } = await licet.call('requests.ask', asker, { body: { ...asked, seconds: 5 * day } });
    await demand({ longestSeconds: 2 * day });
    const params = { request: id };
    expect(await licet.outcome('requests.approve', owner, { params, body: {} })).toBe('longer_than_allowed');
    expect(await licet.outcome('requests.plan', owner, { params, body: {} })).toBe('longer_than_allowed');
    expect(await licet.outcome('requests.approve', owner, { params, body: { seconds: day } })).toBe('ok');
    const other = await licet.user('applications.read');
    const ask = (seconds: number) => licet.outcome('requests.ask', other, { body: { ...asked, seconds } });
    expect([await ask(2 * day + 1), await ask(2 * day)]).toEqual(['longer_than_allowed', 'ok']);
  });

  test('refuses a whole import with a new grant that is too long, but accepts existing grants', async () => {
    await demand({});
    const held = (await licet.user()).userId;
    await licet.call('grants.create', owner, {
      params: { application },
      body: { ...(await body()), principal: { kind: 'user', id: held } },
    });
    const { username } = await licet.call('users.get', licet.admin, { params: { user: held } });
    await demand({ longestSeconds: 2 * day });
    const lines = async (text: string) => {
      const stream = await licet.call('access.import', licet.admin, {
        params: { application },
        query: { kind: 'roles' },
        body: text,
      });
      let all = '';
      for await (const piece of stream) all += piece;
      return all;
    };
    expect(await lines(`${username}\trefunder\n`)).toContain('"report"');
    expect(await lines(`${username}\trefunder\nsomebody.new\trefunder\n`)).toContain('longer_than_allowed');
    expect(await licet.outcome('users.list', licet.admin, { query: { q: 'somebody.new' } })).toBe('ok');
    const { items } = await licet.call('users.list', licet.admin, { query: { q: 'somebody.new' } });
    expect(items).toEqual([]);
  });
});

test('a required reason cannot be blank', async () => {
  await demand({ reasonNeeded: true });
  expect(await outcome()).toBe('reason_needed');
  expect(await outcome({ reason: '  \n' })).toBe('reason_needed');
  const { id } = await give({ reason: 'Month end' });
  expect(await change(id, { reason: '' })).toBe('reason_needed');
  expect(await change(id, { ends: inDays(3) })).toBe('ok');
});

test('a role that requires a second approver cannot be granted directly or in a plan', async () => {
  await demand({});
  const { id } = await give({ ends: inDays(3) });
  await demand({ secondApprover: true });
  expect(await outcome({ ends: inDays(1) })).toBe('second_approver_needed');
  expect(await change(id, { ends: inDays(4) })).toBe('second_approver_needed');
  expect(await change(id, { ends: inDays(2) })).toBe('ok');
  const changes = [{ call: 'grants.create', params: { application }, body: await body() }];
  const { steps } = await licet.call('plans.make', owner, { body: { changes } });
  expect(steps[0]?.refused?.code).toBe('second_approver_needed');
  const byPermission = await licet.call('permissions.create', owner, {
    params: { application },
    body: { name: 'refund' },
  });
  expect(await outcome({ gives: { kind: 'permission', id: byPermission.id } })).toBe('ok');
});
