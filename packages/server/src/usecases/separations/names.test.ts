import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestLicet, testLicet } from '../testing.ts';

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

test('an owner can neither delete nor rename an element of a rule, to make another of its name and hold both', async () => {
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

test('the owner changes everything else of it, and deletes elements without a rule', async () => {
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

test('a user who may edit the rules may delete and rename it', async () => {
  const { key, params, pay, payer } = await apart();
  const manager = await licet.user('separations.manage', 'applications.manage', 'applications.read', 'grants.manage');
  const renamed = { params: { ...params, permission: pay }, body: { name: 'invoice.settle' } };
  expect(await licet.outcome('permissions.update', manager, renamed)).toBe('ok');
  expect(await licet.outcome('roles.remove', manager, { params: { ...params, role: payer } })).toBe('ok');
  expect(await licet.outcome('applications.remove', manager, { params: { application: key } })).toBe('ok');
});
