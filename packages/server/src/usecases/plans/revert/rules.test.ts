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

/** An application with two separated roles, one with a strict policy. */
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

/**
 * Reverts a change.
 * @returns what could not be reverted
 */
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

test('a restored role has its policy and its separations again', async () => {
  const { key, of, clerk, separation } = await shop();
  await licet.call('roles.remove', licet.admin, { params: of(clerk) });
  expect(await partsOf(separation)).toEqual([['clerk, gone'], ['payer']]);
  expect(await turnedBack(await lastEvent())).toEqual([]);
  expect(await partsOf(separation)).toEqual([['clerk'], ['payer']]);
  const role = await roleNamed(key, 'clerk');
  expect(await licet.call('roles.policy', licet.admin, { params: of(role) })).toMatchObject(strict);
});

test('tells a caller who may not edit separations that a restored role must be added again', async () => {
  const { of, clerk } = await shop();
  const manager = await licet.user('audit.read', 'applications.manage', 'applications.read', 'grants.manage');
  await licet.call('roles.remove', licet.admin, { params: of(clerk) });
  expect(await turnedBack(await lastEvent(), manager)).toEqual([
    'The role clerk comes back as another one, and no separation names that: it is named anew.',
  ]);
});

test('restores a policy, but keeps later changes by others', async () => {
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

test('reports missing groups of a restored policy, and falls back to the owners', async () => {
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
  const obstacles = await turnedBack(event);
  expect(obstacles).toEqual([
    expect.stringMatching(
      /^The policy of the role clerk cannot be as it was: the group Deciders .* is gone, deleted by /,
    ),
  ]);
  expect(await licet.call('roles.policy', licet.admin, { params: of(clerk) })).toMatchObject({
    longestSeconds: 3600,
    approval: { steps: [{ approvers: 'owners', needed: 2 }] },
    breakGlass: { users: [{ id: user }], groups: [], seconds: 3600 },
  });
});

const exceptionsOf = async (separation: string) =>
  (await licet.call('separations.exceptions', licet.admin, { params: { separation } })).items
    .filter(({ state }) => state === 'active')
    .map(({ holder, reason, ends }) => ({ holder: holder.name, reason, ends }));
const separationNamed = async (name: string) =>
  (await licet.call('separations.list', licet.admin, {})).items.find((it) => it.name === name)?.id ?? '';
const soon = (hours: number) => `${new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 23)}000Z`;

test('deletes a new separation, restores a deleted one with exceptions, and resets a changed one', async () => {
  const { clerk, payer, separation } = await shop();
  const created = await lastEvent();
  const params = { separation };
  const other = [payer, clerk].map((id) => ({ elements: [{ kind: 'role', id }] }));
  await licet.call('separations.update', licet.admin, { params, body: { why: 'Other', parts: other } });
  expect(await turnedBack(await lastEvent())).toEqual([]);
  expect(await licet.call('separations.get', licet.admin, { params })).toMatchObject({ why: 'Money' });
  expect(await partsOf(separation)).toEqual([['clerk'], ['payer']]);

  const { userId: holder } = await licet.user();
  const ends = soon(1);
  await licet.call('separations.except', licet.admin, { params, body: { holder, reason: 'Holidays', ends } });
  const [excepted] = await exceptionsOf(separation);
  const { name } = await licet.call('separations.get', licet.admin, { params });
  await licet.call('separations.remove', licet.admin, { params });
  expect(await turnedBack(await lastEvent())).toEqual([]);
  const back = await separationNamed(name);
  expect(back).not.toBe(separation);
  expect(await partsOf(back)).toEqual([['clerk'], ['payer']]);
  expect(await exceptionsOf(back)).toEqual([{ ...excepted, reason: 'Holidays', ends }]);
  const again = await lastEvent();
  expect(again).toBeGreaterThan(created);
  // The last three events: the separation was created, the exception was created, and the plan was applied.
  expect(await turnedBack(again - 1)).toEqual([]);
  expect(await exceptionsOf(back)).toEqual([]);
  expect(await turnedBack(again - 2)).toEqual([]);
  expect(await licet.outcome('separations.get', licet.admin, { params: { separation: back } })).toBe('not_found');
});

test('restores the changed parts of a separation', async () => {
  const { clerk, payer, separation, key, owner } = await shop();
  const body = { name: 'third' };
  const { id: third } = await licet.call('roles.create', owner, { params: { application: key }, body });
  const parts = [[clerk], [payer, third]].map((ids) => ({ elements: ids.map((id) => ({ kind: 'role', id })) }));
  await licet.call('separations.update', licet.admin, { params: { separation }, body: { parts } });
  expect(await partsOf(separation)).toEqual([['clerk'], ['payer', 'third']]);
  expect(await turnedBack(await lastEvent())).toEqual([]);
  expect(await partsOf(separation)).toEqual([['clerk'], ['payer']]);
});

test('does not restore a separation whose name is in use', async () => {
  const { clerk, payer, separation } = await shop();
  const params = { separation };
  const { name } = await licet.call('separations.get', licet.admin, { params });
  await licet.call('separations.remove', licet.admin, { params });
  const event = await lastEvent();
  const parts = [clerk, payer].map((id) => ({ elements: [{ kind: 'role', id }] }));
  await licet.call('separations.create', licet.admin, { body: { name, parts } });
  const { changes, cannot } = await asked(event);
  expect(changes).toEqual([]);
  expect(cannot).toMatchObject([{ why: 'exists_again' }]);
});

test('does not restore a separation whose earlier name is in use', async () => {
  const { clerk, payer, separation } = await shop();
  const params = { separation };
  const { name } = await licet.call('separations.get', licet.admin, { params });
  const changes = [
    { call: 'separations.update', params, body: { name: `${name}, renamed` } },
    { call: 'separations.remove', params },
  ];
  const { digest } = await licet.call('plans.make', licet.freshAdmin, { body: { changes } });
  const { last } = await licet.call('plans.apply', licet.freshAdmin, { body: { changes, digest } });
  const parts = [clerk, payer].map((id) => ({ elements: [{ kind: 'role', id }] }));
  await licet.call('separations.create', licet.admin, { body: { name, parts } });
  const { changes: back, cannot } = await asked(last);
  expect(back).toEqual([]);
  expect(cannot).toMatchObject([{ why: 'exists_again' }]);
});

test('restores an ended, shortened or new exception to its earlier state', async () => {
  const { separation } = await shop();
  const { userId: holder } = await licet.user();
  const params = { separation };
  const [first, second] = [soon(2), soon(5)];
  const body = { holder, reason: 'Month end', ends: second };
  const { id: exception } = await licet.call('separations.except', licet.admin, { params, body });
  const created = await lastEvent();
  const one = { ...params, exception };
  await licet.call('separations.changeException', licet.admin, { params: one, body: { ends: first } });
  expect(await turnedBack(await lastEvent())).toEqual([]);
  expect(await exceptionsOf(separation)).toMatchObject([{ ends: second }]);
  await licet.call('separations.endException', licet.admin, { params: one });
  const ended = await lastEvent();
  expect(await turnedBack(ended)).toEqual([]);
  expect(await exceptionsOf(separation)).toMatchObject([{ reason: 'Month end', ends: second }]);
  const { changes, cannot } = await asked(ended);
  expect(changes).toEqual([]);
  expect(cannot).toMatchObject([{ why: 'exists_again' }]);
  // The restored exception has another id, so there is nothing left to end under the first one.
  expect((await asked(created)).changes).toEqual([]);
});

test('refuses to restore the caller’s own exception, with the reason', async () => {
  const { separation } = await shop();
  const other = await licet.user('separations.manage', 'audit.read', 'users.read');
  const params = { separation };
  const body = { holder: other.userId, reason: 'Holidays', ends: soon(1) };
  const { id: exception } = await licet.call('separations.except', licet.admin, { params, body });
  await licet.call('separations.endException', licet.admin, { params: { ...params, exception } });
  const event = await lastEvent();
  const { changes, cannot } = await asked(event, other);
  expect(changes).toEqual([]);
  expect(cannot.map(({ says }) => says)).toEqual([
    expect.stringMatching(/ is for yourself: somebody else gives it back\.$/),
  ]);
  expect(await turnedBack(event)).toEqual([]);
  expect(await exceptionsOf(separation)).toHaveLength(1);
});

test('restores an exception together with grants that need it, even of a deleted holder', async () => {
  const { key, clerk, payer, separation, of } = await shop();
  await licet.call('roles.setPolicy', licet.admin, { params: of(clerk), body: usualRolePolicy });
  const { userId: holder } = await licet.user();
  const params = { separation };
  const body = { holder, reason: 'Alone in the shop', ends: soon(1) };
  const give = async (role: string) =>
    licet.call('grants.create', licet.admin, {
      params: { application: key },
      body: { principal: { kind: 'user', id: holder }, gives: { kind: 'role', id: role } },
    });
  const { id: exception } = await licet.call('separations.except', licet.admin, { params, body });
  await give(clerk);
  const { id: grant } = await give(payer);
  const from = await lastEvent();
  await licet.call('separations.endException', licet.admin, { params: { ...params, exception } });
  await licet.call('grants.revoke', licet.admin, { params: { application: key, grant } });
  const at = async (no: number) =>
    (await licet.call('audit.list', licet.admin, { query: { limit: '9' } })).items.find((it) => it.no === no)?.at ?? '';
  const since = { by: licet.admin.userId, from: await at(from + 1) };
  const { changes, cannot } = await licet.call('plans.revert', licet.freshAdmin, { body: since });
  expect(cannot).toEqual([]);
  const { digest, steps } = await licet.call('plans.make', licet.freshAdmin, { body: { changes } });
  expect(steps.flatMap(({ refused }) => refused ?? [])).toEqual([]);
  await licet.call('plans.apply', licet.freshAdmin, { body: { changes, digest } });
  await licet.call('users.remove', licet.freshAdmin, { params: { user: holder } });
  expect(await exceptionsOf(separation)).toEqual([]);
  await turnedBack(await lastEvent());
  expect(await exceptionsOf(separation)).toMatchObject([{ reason: 'Alone in the shop' }]);
  const { items } = await licet.call('grants.list', licet.admin, {
    params: { application: key },
    query: { state: 'active' },
  });
  expect(items.map(({ gives }) => gives.name).toSorted()).toEqual(['clerk', 'payer']);
});

test('restores grants that a change set revoked when it added or tightened separations', async () => {
  const { key, clerk, payer, separation, owner, of } = await shop();
  await licet.call('roles.setPolicy', licet.admin, { params: of(clerk), body: usualRolePolicy });
  const { userId: id } = await licet.user();
  const params = { application: key };
  const give = async (role: string) => {
    const body = { principal: { kind: 'user', id }, gives: { kind: 'role', id: role } };
    return (await licet.call('grants.create', licet.admin, { params, body })).id;
  };
  const { id: third } = await licet.call('roles.create', owner, { params, body: { name: 'third' } });
  await give(third);
  const grant = await give(clerk);
  const { id: fourth } = await licet.call('roles.create', owner, { params, body: { name: 'fourth' } });
  const other = await give(fourth);
  const partsFor = (...parts: string[][]) =>
    parts.map((ids) => ({ elements: ids.map((each) => ({ kind: 'role', id: each })) }));
  const changes = [
    { call: 'separations.update', params: { separation }, body: { parts: partsFor([clerk], [payer, third]) } },
    { call: 'grants.revoke', params: { ...params, grant } },
    { call: 'separations.create', body: { name: `Other of ${key}`, parts: partsFor([third], [fourth]) } },
    { call: 'grants.revoke', params: { ...params, grant: other } },
  ];
  const { digest } = await licet.call('plans.make', licet.freshAdmin, { body: { changes } });
  const { last } = await licet.call('plans.apply', licet.freshAdmin, { body: { changes, digest } });
  expect(await turnedBack(last)).toEqual([]);
  const { items } = await licet.call('grants.list', licet.admin, { params, query: { state: 'active' } });
  expect(items.map(({ gives }) => gives.name).toSorted()).toEqual(['clerk', 'fourth', 'third']);
  expect(await partsOf(separation)).toEqual([['clerk'], ['payer']]);
  expect(await separationNamed(`Other of ${key}`)).toBe('');
});

test('a policy names a restored group again if the caller may edit policies', async () => {
  const { id: group } = await licet.call('groups.create', licet.admin, { body: { name: `Heads ${Date.now()}` } });
  const approval = { steps: [{ approvers: { users: [], groups: [group] }, needed: 1 }] };
  const { clerk, of } = await shop({ ...usualRolePolicy, approval });
  await licet.call('groups.remove', licet.admin, { params: { group } });
  const event = await lastEvent();
  const clerkOfGroups = await licet.user('groups.read', 'groups.manage', 'audit.read');
  expect((await asked(event, clerkOfGroups)).cannot.map(({ says }) => says)).toEqual([
    expect.stringMatching(
      /^The group Heads .* comes back as another one, and no policy of a role names that: it is named anew\.$/,
    ),
  ]);
  expect(await turnedBack(event)).toEqual([]);
  const { approval: now } = await licet.call('roles.policy', licet.admin, { params: of(clerk) });
  expect(now.steps).toMatchObject([{ approvers: { groups: [{ name: expect.stringMatching(/^Heads /) }] } }]);
});

test('reports a policy’s group that cannot be restored; the policy then names only the restored group', async () => {
  const group = async (name: string) =>
    (await licet.call('groups.create', licet.admin, { body: { name: `${name} ${Date.now()}` } })).id;
  const [gone, back] = [await group('Gone'), await group('Back')];
  const approval = { steps: [{ approvers: { users: [], groups: [gone, back] }, needed: 1 }] };
  const { clerk, of } = await shop({ ...usualRolePolicy, approval });
  for (const id of [gone, back]) await licet.call('groups.remove', licet.admin, { params: { group: id } });
  expect(await turnedBack(await lastEvent())).toEqual([expect.stringMatching(/Gone \d+/)]);
  const { approval: now } = await licet.call('roles.policy', licet.admin, { params: of(clerk) });
  expect(now.steps).toMatchObject([{ approvers: { groups: [{ name: expect.stringMatching(/^Back /) }] } }]);
});
