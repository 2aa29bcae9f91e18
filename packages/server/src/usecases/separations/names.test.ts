import { limits } from '@licet/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestLicet, testLicet } from '../testing.ts';

describe('names in separations', () => {
  let licet: TestLicet;
  beforeAll(async () => {
    licet = await testLicet();
  });
  afterAll(() => licet.close());

  /** An application in which invoices are entered and paid, and no user may do both. */
  async function apart() {
    const { key, owner } = await licet.owned();
    const params = { application: key };
    const made = async (call: 'permissions.create' | 'roles.create', name: string) =>
      (await licet.call(call, owner, { params, body: { name } })).id;
    const [enter, pay, payer] = [
      await made('permissions.create', 'invoice.enter'),
      await made('permissions.create', 'invoice.pay'),
      await made('roles.create', 'payer'),
    ];
    const elements = [
      { kind: 'permission', id: pay },
      { kind: 'role', id: payer },
    ];
    const separation = await licet.call('separations.create', licet.admin, {
      body: {
        name: `Entering and paying in ${key}`,
        parts: [{ elements: [{ kind: 'permission', id: enter }] }, { elements }],
      },
    });
    return { key, owner, params, enter, pay, payer, separation };
  }

  test('an owner can neither delete nor rename an element of a separation rule', async () => {
    const { owner, params, pay, payer } = await apart();
    const ofPay = { params: { ...params, permission: pay } };
    const ofPayer = { params: { ...params, role: payer } };
    const manager = await licet.user('applications.manage', 'applications.read', 'grants.manage');
    const outcomes = {
      'permissions.remove': await licet.outcome('permissions.remove', owner, ofPay),
      'permissions.update': await licet.outcome('permissions.update', owner, { ...ofPay, body: { name: 'pay.old' } }),
      'roles.remove': await licet.outcome('roles.remove', owner, ofPayer),
      'roles.update': await licet.outcome('roles.update', owner, { ...ofPayer, body: { name: 'payer-old' } }),
      'applications.remove': await licet.outcome('applications.remove', manager, { params }),
    };
    expect(Object.values(outcomes), JSON.stringify(outcomes)).toEqual(Array(5).fill('forbidden'));
    const removing = licet.call('applications.remove', manager, { params });
    await expect(removing).rejects.toMatchObject({ problem: { permission: 'separations.manage' } });
    const changes = [{ call: 'permissions.remove', ...ofPay }];
    const { steps } = await licet.call('plans.make', owner, { body: { changes } });
    expect(steps[0]?.refused).toMatchObject({ code: 'forbidden', permission: 'separations.manage' });
  });

  test('an owner can change other properties of an element, and delete it when it has no rule', async () => {
    const { owner, params, pay, payer, separation } = await apart();
    const ofPay = { params: { ...params, permission: pay } };
    const titled = { ...ofPay, body: { name: 'invoice.pay', title: 'Pay an invoice' } };
    expect(await licet.outcome('permissions.update', owner, titled)).toBe('ok');
    const filled = { params: { ...params, role: payer }, body: { permissions: [pay], title: 'Payer' } };
    expect(await licet.outcome('roles.update', owner, filled)).toBe('ok');
    await licet.call('separations.remove', licet.admin, { params: { separation: separation.id } });
    expect(await licet.outcome('permissions.remove', owner, ofPay)).toBe('ok');
    const manager = await licet.user('applications.manage', 'grants.manage');
    expect(await licet.outcome('applications.remove', manager, { params })).toBe('ok');
  });

  test('a user who may edit separation rules can delete and rename their elements', async () => {
    const { key, params, pay, payer } = await apart();
    const manager = await licet.user('separations.manage', 'applications.manage', 'applications.read', 'grants.manage');
    const renamed = { params: { ...params, permission: pay }, body: { name: 'invoice.settle' } };
    expect(await licet.outcome('permissions.update', manager, renamed)).toBe('ok');
    expect(await licet.outcome('roles.remove', manager, { params: { ...params, role: payer } })).toBe('ok');
    expect(await licet.outcome('applications.remove', manager, { params: { application: key } })).toBe('ok');
  });
});

describe('events of large separations', () => {
  let licet: TestLicet;
  beforeAll(async () => {
    licet = await testLicet();
  });
  afterAll(() => licet.close());

  test('an event omits long parts that a change leaves as they are', async () => {
    const { key: application, owner } = await licet.owned();
    const params = { application };
    const ids: string[] = [];
    for (let n = 0; n < 150; n += 1) {
      const body = { name: `${'x'.repeat(240)}-${n}` };
      ids.push((await licet.call('roles.create', owner, { params, body })).id);
    }
    const parts = [ids.slice(0, 75), ids.slice(75)].map((part) => ({
      elements: part.map((id) => ({ kind: 'role', id })),
    }));
    const { id: separation } = await licet.call('separations.create', licet.admin, { body: { name: 'Long', parts } });
    const update = (body: object) => licet.call('separations.update', licet.admin, { params: { separation }, body });
    const lastEvent = async () => (await licet.call('audit.list', licet.admin, { query: { limit: '1' } })).items[0];
    await update({ why: 'Money' });
    expect((await lastEvent())?.before).toEqual({ name: 'Long', why: '', atMost: 1 });
    expect((await lastEvent())?.after).toEqual({ name: 'Long', why: 'Money', atMost: 1 });
    await update({ parts: parts.map(({ elements }) => ({ elements: elements.slice(1) })) });
    expect(JSON.stringify((await lastEvent())?.after).length).toBeGreaterThan(limits.eventNamesMax.value);
  });
});

describe('readers of separations', () => {
  let licet: TestLicet;
  beforeAll(async () => {
    licet = await testLicet();
  });
  afterAll(() => licet.close());

  test('a manager of separation rules reads rules and exceptions, but not users’ access', async () => {
    const { key, owner } = await licet.owned();
    const params = { application: key };
    const role = async (name: string) => (await licet.call('roles.create', owner, { params, body: { name } })).id;
    const parts = [await role('enter'), await role('pay')].map((id) => ({ elements: [{ kind: 'role', id }] }));
    const manager = await licet.user('separations.manage');
    const { id } = await licet.call('separations.create', manager, { body: { name: 'Entering and paying', parts } });
    expect((await licet.call('separations.list', manager)).items.map((it) => it.id)).toEqual([id]);
    const of = { params: { separation: id } };
    expect(await licet.call('separations.get', manager, of)).toMatchObject({ name: 'Entering and paying' });
    expect(await licet.outcome('separations.exceptions', manager, of)).toBe('ok');
    expect(
      await Promise.all([
        licet.outcome('separations.violations', manager),
        licet.outcome('separations.export', manager),
        licet.outcome('separations.preview', manager, { body: { parts } }),
        licet.outcome('separations.list', owner),
        licet.outcome('separations.get', await licet.user('users.read'), of),
      ]),
    ).toEqual(Array(5).fill('forbidden'));
  });
});
