import { type RolePolicyChange, usualRolePolicy } from '@licet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller } from '../../context.ts';
import { type TestLicet, testLicet } from '../../testing.ts';

let licet: TestLicet;
beforeAll(async () => {
  licet = await testLicet();
});
afterAll(() => licet.close());

const strict: RolePolicyChange = { ...usualRolePolicy, longestSeconds: 3600, secondApprover: true };

/** An application with two roles that are kept apart, of which one is given strictly. */
async function shop(policy: RolePolicyChange = strict) {
  const { key, owner } = await licet.owned();
  const role = async (name: string) =>
    (await licet.call('roles.create', owner, { params: { application: key }, body: { name } })).id;
  const [clerk, payer] = [await role('clerk'), await role('payer')];
  const of = (id: string) => ({ application: key, role: id });
  await licet.call('roles.setPolicy', owner, { params: of(clerk), body: policy });
  const parts = [clerk, payer].map((id) => ({ elements: [{ kind: 'role', id }] }));
  const body = { name: `Clerks and payers of ${key}`, why: 'Money', parts };
  const { id: separation } = await licet.call('separations.create', licet.admin, { body });
  return { key, owner, clerk, payer, of, separation };
}
const lastEvent = async () =>
  (await licet.call('audit.list', licet.admin, { query: { limit: '1' } })).items[0]?.no ?? 0;
const asked = (event: number, caller: Caller = licet.freshAdmin) =>
  licet.call('plans.revert', caller, { body: { event } });

/** Turns a change back. @returns what could not be */
async function turnedBack(event: number, caller: Caller = licet.freshAdmin): Promise<string[]> {
  const { changes, cannot } = await asked(event, caller);
  const { digest, steps } = await licet.call('plans.make', caller, { body: { changes } });
  expect(steps.flatMap(({ refused }) => refused ?? [])).toEqual([]);
  await licet.call('plans.apply', caller, { body: { changes, digest } });
  return cannot.map(({ says }) => says);
}
const partsOf = async (separation: string) => {
  const { parts } = await licet.call('separations.get', licet.admin, { params: { separation } });
  return parts.map(({ elements }) => elements.map(({ name, deleted }) => (deleted ? `${name}, gone` : name)));
};
const roleNamed = async (key: string, name: string) =>
  (await licet.call('roles.list', licet.admin, { params: { application: key } })).items.find(
    (role) => role.name === name,
  )?.id ?? '';

test('a role that comes back is given as it was, and kept apart from what it was kept apart from', async () => {
  const { key, of, clerk, separation } = await shop();
  await licet.call('roles.remove', licet.admin, { params: of(clerk) });
  expect(await partsOf(separation)).toEqual([['clerk, gone'], ['payer']]);
  expect(await turnedBack(await lastEvent())).toEqual([]);
  expect(await partsOf(separation)).toEqual([['clerk'], ['payer']]);
  const role = await roleNamed(key, 'clerk');
  expect(await licet.call('roles.policy', licet.admin, { params: of(role) })).toMatchObject(strict);
});

test('whoever may not say what is kept apart is told that somebody has to', async () => {
  const { owner, of, clerk } = await shop();
  await licet.call('roles.remove', owner, { params: of(clerk) });
  expect(await turnedBack(await lastEvent(), owner)).toEqual([
    'The role clerk comes back as another one, and no separation names that: it is named anew.',
  ]);
});

test('a policy becomes what it was; what somebody else set since stays', async () => {
  const { owner, of, clerk } = await shop();
  const policy = async () => licet.call('roles.policy', licet.admin, { params: of(clerk) });
  const set = (body: RolePolicyChange) => licet.call('roles.setPolicy', owner, { params: of(clerk), body });
  await set({ ...strict, reasonNeeded: true });
  const second = await lastEvent();
  expect(await turnedBack(second)).toEqual([]);
  expect(await policy()).toMatchObject(strict);
  await set({ ...strict, requestable: false });
  const { changes, cannot } = await asked(second);
  expect(changes).toEqual([]);
  expect(cannot.map(({ says }) => says)).toEqual([
    expect.stringMatching(/^The policy of the role clerk stays as it is: it was changed since by /),
  ]);
});

test('of those whom a policy named, whoever is gone is left out and told; where nobody is left, the owners decide', async () => {
  const { id: group } = await licet.call('groups.create', licet.admin, { body: { name: `Deciders ${Date.now()}` } });
  const { userId: user } = await licet.user();
  const named: RolePolicyChange = {
    ...strict,
    approval: { steps: [{ approvers: { users: [], groups: [group] }, needed: 2 }] },
    breakGlass: { users: [user], groups: [group], seconds: 3600 },
  };
  const { owner, of, clerk } = await shop(named);
  await licet.call('roles.setPolicy', owner, { params: of(clerk), body: usualRolePolicy });
  const event = await lastEvent();
  await licet.call('groups.remove', licet.admin, { params: { group } });
  const told = await turnedBack(event);
  expect(told).toHaveLength(2);
  expect(told[0]).toMatch(
    /^The policy of the role clerk cannot be as it was: the group Deciders .* is gone, deleted by /,
  );
  expect(await licet.call('roles.policy', licet.admin, { params: of(clerk) })).toMatchObject({
    longestSeconds: 3600,
    approval: { steps: [{ approvers: 'owners', needed: 2 }] },
    breakGlass: { users: [{ id: user }], groups: [], seconds: 3600 },
  });
});

test('a separation is made undone, comes back with its parts and without its exceptions, and becomes what it was', async () => {
  const { clerk, payer, separation } = await shop();
  const made = await lastEvent();
  const params = { separation };
  const other = [payer, clerk].map((id) => ({ elements: [{ kind: 'role', id }] }));
  await licet.call('separations.update', licet.admin, { params, body: { why: 'Other', parts: other } });
  expect(await turnedBack(await lastEvent())).toEqual([]);
  expect(await licet.call('separations.get', licet.admin, { params })).toMatchObject({ why: 'Money' });
  expect(await partsOf(separation)).toEqual([['clerk'], ['payer']]);

  const { userId: holder } = await licet.user();
  const ends = new Date(Date.now() + 3_600_000).toISOString();
  await licet.call('separations.except', licet.admin, { params, body: { holder, reason: 'Holidays', ends } });
  const { name } = await licet.call('separations.get', licet.admin, { params });
  await licet.call('separations.remove', licet.admin, { params });
  expect(await turnedBack(await lastEvent())).toEqual([
    `The separation ${name} comes back without its exceptions: they are made anew.`,
  ]);
  const { items } = await licet.call('separations.list', licet.admin, {});
  const back = items.find((it) => it.name === name)?.id ?? '';
  expect(back).not.toBe(separation);
  expect(await partsOf(back)).toEqual([['clerk'], ['payer']]);
  const again = await lastEvent();
  expect(again).toBeGreaterThan(made);
  // The plan's own line comes last; what made the separation is before it.
  expect(await turnedBack(again - 1)).toEqual([]);
  expect(await licet.outcome('separations.get', licet.admin, { params: { separation: back } })).toBe('not_found');
});
