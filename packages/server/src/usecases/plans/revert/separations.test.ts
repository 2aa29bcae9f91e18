import { type PlannedChange, usualRolePolicy } from '@licet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestLicet, testLicet } from '../../testing.ts';

let licet: TestLicet;
beforeAll(async () => {
  licet = await testLicet();
});
afterAll(() => licet.close());

/** Creates an application with two roles that a separation rule keeps apart. */
async function shop() {
  const { key, owner } = await licet.owned();
  const role = async (name: string) =>
    (await licet.call('roles.create', owner, { params: { application: key }, body: { name } })).id;
  const [clerk, payer] = [await role('clerk'), await role('payer')];
  const parts = [clerk, payer].map((id) => ({ elements: [{ kind: 'role', id }] }));
  const body = { name: `Clerks and payers of ${key}`, why: 'Money', parts };
  const { id: separation } = await licet.call('separations.create', licet.admin, { body });
  const removeRole = { call: 'roles.remove', params: { application: key, role: clerk } } as const;
  const reword = (why: string) => ({ call: 'separations.update', params: { separation }, body: { why } }) as const;
  return { key, role, payer, separation, name: body.name, removeRole, reword };
}

const lastEvent = async () =>
  (await licet.call('audit.list', licet.admin, { query: { limit: '1' } })).items[0]?.no ?? 0;

/**
 * Applies changes.
 * @returns the number of the last one
 */
async function applied(changes: PlannedChange[]): Promise<number> {
  const { digest, steps } = await licet.call('plans.make', licet.freshAdmin, { body: { changes } });
  expect(steps.flatMap(({ refused }) => refused ?? [])).toEqual([]);
  return (await licet.call('plans.apply', licet.freshAdmin, { body: { changes, digest } })).last;
}
/**
 * Reverts everything that the administrator did after an event, or one event.
 * @returns why something is not reverted
 */
async function turnedBack(body: { event: number } | { by: string; from: string }): Promise<string[]> {
  const { changes, cannot } = await licet.call('plans.revert', licet.freshAdmin, { body });
  await applied(changes);
  return cannot.map(({ why }) => why);
}
const after = async (no: number) => {
  const { items } = await licet.call('audit.list', licet.admin, { query: { limit: '20' } });
  return { by: licet.admin.userId, from: items.find((it) => it.no === no + 1)?.at ?? '' };
};
const partsOf = async (separation: string) => {
  const { parts } = await licet.call('separations.get', licet.admin, { params: { separation } });
  return parts.map(({ elements }) => elements.map(({ name, deleted }) => (deleted ? `${name}, gone` : name)));
};

test('a rule separates a restored role again, even if the change set edited and reset the rule', async () => {
  const { separation, removeRole, reword } = await shop();
  const event = await applied([removeRole, reword('Other'), reword('Money')]);
  expect(await turnedBack({ event })).toEqual([]);
  expect(await partsOf(separation)).toEqual([['clerk'], ['payer']]);
});

test('a rule separates a restored role again, and keeps another user’s later change', async () => {
  const { separation, removeRole, reword } = await shop();
  const before = await lastEvent();
  await licet.call('separations.update', licet.admin, reword('Other'));
  await licet.call('separations.update', await licet.user('separations.manage'), reword('Theirs'));
  await licet.call('roles.remove', licet.admin, removeRole);
  expect(await turnedBack(await after(before))).toEqual(['changed_since']);
  expect(await partsOf(separation)).toEqual([['clerk'], ['payer']]);
});

test('a rule separates a restored role again, even if it was changed after the role was deleted', async () => {
  const { separation, removeRole, reword } = await shop();
  const before = await lastEvent();
  await licet.call('roles.remove', licet.admin, removeRole);
  await licet.call('separations.update', licet.admin, reword('Other'));
  expect(await turnedBack(await after(before))).toEqual([]);
  expect(await partsOf(separation)).toEqual([['clerk'], ['payer']]);
});

test('a rule that was changed and deleted after the deletion of its role is restored with that role and its exceptions', async () => {
  const { separation, removeRole, reword, name } = await shop();
  const { userId: holder } = await licet.user();
  const ends = `${new Date(Date.now() + 3_600_000).toISOString().slice(0, 23)}000Z`;
  const excepted = { holder, reason: 'Holidays', ends };
  await licet.call('separations.except', licet.admin, { params: { separation }, body: excepted });
  const before = await lastEvent();
  await licet.call('roles.remove', licet.admin, removeRole);
  await licet.call('separations.update', licet.admin, reword('Other'));
  await licet.call('separations.remove', licet.admin, { params: { separation } });
  expect(await turnedBack(await after(before))).toEqual([]);
  const { items } = await licet.call('separations.list', licet.admin, {});
  const back = items.find((it) => it.name === name)?.id ?? '';
  expect(await partsOf(back)).toEqual([['clerk'], ['payer']]);
  const { items: exceptions } = await licet.call('separations.exceptions', licet.admin, {
    params: { separation: back },
  });
  expect(exceptions).toMatchObject([{ holder: { id: holder }, ends, state: 'active' }]);
});

test('a rule that cannot return to its former content still separates the restored role, and is reported once', async () => {
  const { key, role, payer, separation, removeRole } = await shop();
  const third = await role('third');
  const clerk = removeRole.params.role;
  const params = { separation };
  const partsFor = (...ids: string[]) => ids.map((id) => ({ elements: [{ kind: 'role', id }] }));
  await licet.call('separations.update', licet.admin, { params, body: { parts: partsFor(clerk, third) } });
  const before = await lastEvent();
  await licet.call('separations.update', licet.admin, { params, body: { parts: partsFor(clerk, payer) } });
  const other = await licet.user('applications.manage', 'applications.read', 'grants.manage');
  await licet.call('roles.remove', other, { params: { application: key, role: third } });
  await licet.call('roles.remove', licet.admin, removeRole);
  expect(await turnedBack(await after(before))).toEqual(['gone']);
  expect(await partsOf(separation)).toEqual([['clerk'], ['payer']]);
});

test('a policy that was changed after its group was deleted names the restored group', async () => {
  const { key, removeRole } = await shop();
  const { id: group } = await licet.call('groups.create', licet.admin, { body: { name: `Heads of ${key}` } });
  const approval = { steps: [{ approvers: { users: [], groups: [group] }, needed: 1 }] };
  const { params } = removeRole;
  await licet.call('roles.setPolicy', licet.admin, { params, body: { ...usualRolePolicy, approval } });
  const before = await lastEvent();
  await licet.call('groups.remove', licet.admin, { params: { group } });
  await licet.call('roles.setPolicy', licet.admin, { params, body: usualRolePolicy });
  expect(await turnedBack(await after(before))).toEqual([]);
  expect((await licet.call('roles.policy', licet.admin, { params })).approval.steps).toMatchObject([
    { approvers: { groups: [{ name: `Heads of ${key}` }] } },
  ]);
});
