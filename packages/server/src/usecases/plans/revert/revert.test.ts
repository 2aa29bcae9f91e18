import { afterAll, beforeAll, expect, test } from 'vitest';
import { setInclusions } from '../../../store/roles/roles.ts';
import type { Caller } from '../../context.ts';
import { type TestInput, type TestLicet, testLicet } from '../../testing.ts';

let licet: TestLicet;
beforeAll(async () => {
  licet = await testLicet();
});
afterAll(() => licet.close());

interface Step extends TestInput {
  readonly call: string;
  readonly as?: string;
}
const asked = (body: unknown, caller: Caller = licet.admin) => licet.call('plans.revert', caller, { body });
async function applied(changes: readonly unknown[], caller: Caller = licet.freshAdmin, reverts?: readonly number[]) {
  const plan = await licet.call('plans.make', caller, { body: { changes } });
  expect(plan.steps.flatMap(({ refused }) => refused ?? [])).toEqual([]);
  const { last } = await licet.call('plans.apply', caller, { body: { changes, digest: plan.digest, reverts } });
  return { plan, last };
}
const id = (n: number) => `00000000-0000-7000-8000-00000000000${n}`;

/** An application with a role `clerk` that holds `sell`, granted to Ana without end, and its change number. */
async function shop() {
  const { key, owner } = await licet.owned();
  const at = (more: Readonly<Record<string, string>> = {}) => ({ application: key, ...more });
  const user = await licet.user();
  const grantTo = async (body: object) => licet.call('grants.create', owner, { params: at(), body });
  const sell = await licet.call('permissions.create', owner, { params: at(), body: { name: 'sell' } });
  const clerk = await licet.call('roles.create', owner, {
    params: at(),
    body: { name: 'clerk', title: 'Clerk', permissions: [sell.id] },
  });
  const person = { kind: 'user', id: user.userId };
  const grant = await grantTo({ principal: person, gives: { kind: 'role', id: clerk.id }, reason: 'Spring' });
  return { key, owner, at, user, sell, clerk, person, grantTo, grant };
}
const accessOf = async (user: string) => {
  const { items } = await licet.call('users.access', licet.admin, { params: { user } });
  return items.map(({ application, roles, permissions }) => ({
    application,
    roles: roles.map(({ name }) => name),
    permissions,
  }));
};
const lastEvent = async () =>
  (await licet.call('audit.list', licet.admin, { query: { limit: '1' } })).items[0]?.no ?? 0;

test('restores role inclusions whose direction was reversed, without a cycle in between', async () => {
  const { at, owner, clerk } = await shop();
  const role = (name: string, includes: readonly string[]) =>
    licet.call('roles.create', owner, { params: at(), body: { name, includes } });
  const chief = await role('chief', [clerk.id]);
  const deputy = await role('deputy', []);
  const mate = await role('mate', [deputy.id]);
  const no = await licet.build(async (change) => {
    await setInclusions(change, chief.id, []);
    await setInclusions(change, clerk.id, [chief.id]);
    await setInclusions(change, mate.id, []);
    await setInclusions(change, deputy.id, [mate.id]);
    return change.no;
  });
  const { changes, cannot } = await asked({ event: no });
  expect(cannot).toEqual([]);
  await applied(changes);
  const { items } = await licet.call('roles.list', owner, { params: at() });
  expect(items.flatMap(({ name, includes }) => includes.map((one) => `${name} ${one.name}`)).sort()).toEqual([
    'chief clerk',
    'mate deputy',
  ]);
});

test('does not revert an inclusion that the same change ended and restored', async () => {
  const { at, owner, clerk } = await shop();
  const chief = await licet.call('roles.create', owner, {
    params: at(),
    body: { name: 'chief', includes: [clerk.id] },
  });
  const mate = await licet.call('roles.create', owner, { params: at(), body: { name: 'mate' } });
  const no = await licet.build(async (change) => {
    await setInclusions(change, chief.id, []);
    await setInclusions(change, chief.id, [clerk.id]);
    await setInclusions(change, mate.id, [clerk.id]);
    return change.no;
  });
  const { changes, cannot } = await asked({ event: no });
  expect(cannot).toEqual([]);
  expect(changes.map(({ call, params }) => [call, params])).toEqual([['roles.update', at({ role: mate.id })]]);
});

test('restores a deleted role with its content, inclusions and grants', async () => {
  const { at, owner, clerk, user, key } = await shop();
  await licet.call('roles.create', owner, {
    params: at(),
    body: { name: 'chief', includes: [clerk.id] },
  });
  const before = await accessOf(user.userId);
  await licet.call('roles.remove', owner, { params: at({ role: clerk.id }) });
  expect(await accessOf(user.userId)).not.toEqual(before);
  const revert = await asked({ event: await lastEvent() });
  expect(revert.cannot).toEqual([]);
  expect(revert.changes.map(({ call }) => call)).toEqual(['roles.create', 'roles.update', 'grants.create']);
  expect(revert.about.map(({ target }) => target.name)).toEqual([
    'clerk',
    'chief',
    `clerk to ${await nameOf(user.userId)}`,
  ]);
  await applied(revert.changes);
  expect(await accessOf(user.userId)).toEqual(before);
  const { items } = await licet.call('roles.list', owner, { params: at() });
  expect(items.find(({ name }) => name === 'chief')?.includes.map(({ name }) => name)).toEqual(['clerk']);
  expect(items.find(({ name }) => name === 'clerk')).toMatchObject({ title: 'Clerk', permissions: 1 });
  expect((await licet.call('grants.list', owner, { params: { application: key } })).items).toMatchObject([
    { reason: 'Spring', ends: null, gives: { name: 'clerk' } },
  ]);
});
const nameOf = async (user: string) => (await licet.call('users.get', licet.admin, { params: { user } })).name;

test('reverts a change set by its number or digest, and then reverts that revert', async () => {
  const { at, owner, clerk, user, grant, person } = await shop();
  const before = await accessOf(user.userId);
  const changes: Step[] = [
    { call: 'permissions.create', as: id(1), params: at(), body: { name: 'void' } },
    { call: 'roles.create', as: id(2), params: at(), body: { name: 'boss', permissions: [id(1)] } },
    { call: 'grants.create', params: at(), body: { principal: person, gives: { kind: 'role', id: id(2) } } },
    { call: 'grants.revoke', params: at({ grant: grant.id }) },
    { call: 'roles.update', params: at({ role: clerk.id }), body: { name: 'seller', permissions: [] } },
    { call: 'groups.create', as: id(3), body: { name: `Tills of ${at().application}` } },
    { call: 'groups.addMember', params: { group: id(3), member: user.userId } },
  ];
  const { last, plan } = await applied(changes);
  const after = await accessOf(user.userId);
  const revert = await asked({ plan: last });
  expect(await asked({ plan: plan.digest })).toMatchObject({ events: revert.events });
  expect(revert.cannot).toEqual([]);
  const turned = await applied(revert.changes, licet.freshAdmin, revert.reverts);
  expect(await accessOf(user.userId)).toEqual(before);
  const { items } = await licet.call('roles.list', owner, { params: at() });
  expect(items.map(({ name, permissions }) => [name, permissions])).toEqual([
    ['admin', 0],
    ['clerk', 1],
  ]);
  const set = await licet.call('plans.getApplied', licet.admin, { params: { no: String(last) } });
  expect(set).toMatchObject({ no: last, changes: 7, reverts: [], revertedBy: { no: turned.last } });
  expect(set.events.map(({ action }) => action)).toHaveLength(7);
  expect(set.effects).toMatchObject([
    { gains: { roles: ['boss'], permissions: ['void'] }, loses: { roles: ['clerk'], permissions: ['sell'] }, count: 1 },
  ]);
  expect(await licet.outcome('plans.getApplied', owner, { params: { no: String(last) } })).toBe('not_found');
  const back = await licet.call('plans.getApplied', licet.admin, { params: { no: String(turned.last) } });
  expect(back.reverted).toMatchObject([{ no: last, action: 'plan.applied' }]);
  const again = await asked({ plan: turned.last });
  expect(again.cannot).toEqual([]);
  await applied(again.changes);
  expect(await accessOf(user.userId)).toEqual(after);
});

test('keeps and reports later changes by others, and reverts the rest', async () => {
  const { at, owner, clerk, sell, grant } = await shop();
  const { last } = await applied([
    { call: 'roles.update', params: at({ role: clerk.id }), body: { name: 'till', title: 'At the till' } },
    { call: 'roles.create', as: id(1), params: at(), body: { name: 'deputy' } },
    { call: 'grants.update', params: at({ grant: grant.id }), body: { ends: '2090-01-01T00:00:00Z' } },
  ]);
  const { items } = await licet.call('roles.list', owner, { params: at() });
  const deputy = items.find(({ name }) => name === 'deputy')?.id ?? '';
  await licet.call('roles.update', owner, { params: at({ role: deputy }), body: { permissions: [sell.id] } });
  await licet.call('roles.update', owner, { params: at({ role: clerk.id }), body: { title: 'Mine' } });
  await licet.call('grants.revoke', owner, { params: at({ grant: grant.id }) });
  const by = await lastEvent();
  const name = await nameOf(owner.userId);
  const revert = await asked({ plan: last });
  expect(revert.changes).toMatchObject([{ call: 'roles.update', params: { role: clerk.id }, body: { name: 'clerk' } }]);
  expect(
    revert.cannot.map(({ why, target, by: other, says }) => [why, target?.name, other?.actor.name, other?.event, says]),
  ).toEqual([
    [
      'changed_since',
      expect.stringMatching(/^till to /),
      name,
      by,
      expect.stringContaining(`changed since by ${name} (change ${by})`),
    ],
    ['changed_since', 'deputy', name, by - 2, expect.any(String)],
    [
      'changed_since',
      'till',
      name,
      by - 1,
      `The role till stays as it is: its title was changed since by ${name} (change ${by - 1}).`,
    ],
  ]);
});

test('restores a grant with its end, unless the end has passed or the same access was granted again', async () => {
  const { at, owner, grantTo, person, sell, clerk, grant } = await shop();
  const soon = new Date(Date.now() + 60_000).toISOString();
  const short = await grantTo({ principal: person, gives: { kind: 'permission', id: sell.id }, ends: soon });
  await licet.call('grants.revoke', owner, { params: at({ grant: short.id }) });
  const event = await lastEvent();
  expect((await asked({ event })).changes).toMatchObject([{ call: 'grants.create', body: { ends: short.ends } }]);
  licet.setClock(120_000);
  expect(await asked({ event })).toMatchObject({ changes: [], cannot: [{ why: 'over_by_now' }] });
  licet.setClock(0);
  await licet.call('grants.revoke', owner, { params: at({ grant: grant.id }) });
  const revoked = await lastEvent();
  await grantTo({ principal: person, gives: { kind: 'role', id: clerk.id } });
  const by = await lastEvent();
  expect(await asked({ event: revoked })).toMatchObject({
    changes: [],
    cannot: [{ why: 'exists_again', by: { event: by, actor: { name: await nameOf(owner.userId) } } }],
  });
});

test('reverts all changes of a user in a period, including a deleted application with its content', async () => {
  const { key, at, user, owner, grant } = await shop();
  const before = await accessOf(user.userId);
  const chief = await licet.user(
    'applications.manage',
    'grants.manage',
    'users.manage',
    'users.read',
    'groups.manage',
    'applications.read',
  );
  await licet.call('clients.create', owner, { params: at(), body: { name: 'Till', kind: 'service' } });
  const from = await licet.build(async (change) => change.at);
  await licet.call('grants.update', chief, { params: at({ grant: grant.id }), body: { reason: 'Longer' } });
  await licet.call('users.suspend', chief, { params: { user: user.userId } });
  await licet.call('applications.remove', chief, { params: at() });
  await licet.call('users.reactivate', chief, { params: { user: user.userId } });
  const revert = await asked({ by: chief.userId, from });
  expect(revert.cannot).toMatchObject([{ why: 'secret', target: { kind: 'client', name: 'Till' } }]);
  expect(revert.changes[0]).toMatchObject({ call: 'users.suspend' });
  await applied(revert.changes);
  expect(await accessOf(user.userId)).toEqual(before);
  const whole = await licet.call('applications.get', licet.admin, { params: at() });
  expect(whole.owners.map(({ id }) => id)).toEqual([owner.userId]);
  expect((await licet.call('grants.list', licet.admin, { params: at() })).items).toMatchObject([{ reason: 'Spring' }]);
  expect(await licet.outcome('plans.revert', licet.admin, { body: { by: chief.userId, from, to: from } })).toBe(
    'ends_before_start',
  );
  expect(key).toBe(whole.id);
});

test('restores a deleted user but not an erased one, and deletes no user who signed in', async () => {
  const mara = await licet.call('users.create', licet.admin, {
    body: { username: 'mara', name: 'Mara', email: 'mara@example.org' },
  });
  const params = { user: mara.id };
  const created = await lastEvent();
  expect((await asked({ event: created })).changes).toEqual([{ call: 'users.remove', params }]);
  await licet.call('users.remove', licet.admin, { params });
  const removed = await lastEvent();
  const back = await asked({ event: removed });
  expect(back.changes).toMatchObject([{ call: 'users.create', body: { username: 'mara', email: 'mara@example.org' } }]);
  await licet.call('users.erase', licet.freshAdmin, { params });
  expect(await asked({ event: removed })).toMatchObject({ changes: [], cannot: [{ why: 'erased' }] });
  const link = await licet.user();
  await licet.call('users.passwordLink', licet.freshAdmin, { params: { user: link.userId } });
  expect(await asked({ event: await lastEvent() })).toMatchObject({ changes: [], cannot: [{ why: 'sign_in' }] });
  expect(await licet.outcome('plans.revert', licet.admin, { body: { event: 1_000_000 } })).toBe('not_found');
  expect(await licet.outcome('plans.revert', licet.admin, { body: { plan: removed } })).toBe('not_found');
});

test('auditors may request any revert, others only their own; hidden targets are not shown', async () => {
  const { at, owner, grantTo, person, sell } = await shop();
  await grantTo({ principal: person, gives: { kind: 'permission', id: sell.id } });
  const event = await lastEvent();
  const stranger = await licet.user('users.read');
  expect(await licet.outcome('plans.revert', stranger, { body: { event } })).toBe('forbidden');
  expect((await asked({ event }, owner)).changes).toMatchObject([{ call: 'grants.revoke', params: at() }]);
  const auditor = await licet.user('audit.read');
  expect(await asked({ event }, auditor)).toMatchObject({
    changes: [],
    cannot: [{ why: 'hidden', target: null, by: null }],
  });
});

test('only auditors can tell whether other users changed anything, and which changes exist', async () => {
  const [busy, quiet, stranger] = [await licet.user('groups.manage'), await licet.user(), await licet.user()];
  await licet.call('groups.create', busy, { body: { name: `Quietly ${busy.userId}` } });
  const event = await lastEvent();
  const from = '2020-01-01T00:00:00Z';
  const outcomes = await Promise.all(
    [{ by: busy.userId, from }, { by: quiet.userId, from }, { event }, { event: event + 1000 }, { plan: event }].map(
      (body) => licet.outcome('plans.revert', stranger, { body }),
    ),
  );
  expect(outcomes).toEqual(Array(5).fill('forbidden'));
  expect(await licet.outcome('plans.revert', stranger, { body: { by: stranger.userId, from } })).toBe('ok');
});

test('a caller cannot mark a plan as the revert of another user’s change set', async () => {
  const { owner, at } = await shop();
  const changes = [{ call: 'applications.update', params: at(), body: { description: 'Nothing' } }];
  const set = await applied(changes);
  const other = [{ ...changes[0], body: { description: 'Nothing more' } }];
  const { digest } = await licet.call('plans.make', owner, { body: { changes: other } });
  const claim = (reverts: number[]) =>
    licet.outcome('plans.apply', owner, { body: { changes: other, digest, reverts } });
  expect([await claim([set.last]), await claim([set.last - 1])]).toEqual(['forbidden', 'forbidden']);
  const { items } = await licet.call('plans.applied', licet.admin);
  expect(items.find(({ no }) => no === set.last)).toMatchObject({ revertedBy: null });
  const own = await applied(other, owner);
  const back = [{ ...changes[0], body: { description: '' } }];
  expect((await applied(back, owner, [own.last])).last).toBeGreaterThan(own.last);
});

test('keeps an application that others use, with its owner, and reverts the rest', async () => {
  const ada = await licet.user('applications.manage');
  const key = `kept-${ada.userId.slice(-8)}`;
  const params = { application: key };
  await licet.call('applications.create', ada, { body: { id: key, name: 'Kept' } });
  const { id: read } = await licet.call('permissions.create', ada, { params, body: { name: 'read' } });
  await licet.call('permissions.create', ada, { params, body: { name: 'write' } });
  const { userId: omar } = await licet.user();
  const body = { principal: { kind: 'user', id: omar }, gives: { kind: 'permission', id: read } };
  await licet.call('grants.create', licet.admin, { params, body });
  const { changes, cannot } = await asked({ by: ada.userId, from: '2020-01-01T00:00:00Z' });
  expect(changes.map(({ call }) => call)).toEqual(['permissions.remove']);
  expect(cannot.map(({ says }) => says)).toEqual([
    expect.stringMatching(/^The permission read is not deleted: it is used since/),
    expect.stringMatching(/^The application Kept is not deleted: it is used since/),
  ]);
  await applied(changes);
  expect((await licet.call('applications.owners', licet.admin, { params })).items.map(({ id }) => id)).toEqual([
    ada.userId,
  ]);
});

test('lists change sets newest first, all of them for auditors, otherwise the caller’s own', async () => {
  const { owner, at } = await shop();
  const changes = [{ call: 'permissions.create', params: at(), body: { name: 'void' } }];
  const { digest } = await licet.call('plans.make', owner, { body: { changes } });
  const { first, last } = await licet.call('plans.apply', owner, { body: { changes, digest, reason: 'Spring' } });
  const list = (caller: Caller) => licet.call('plans.applied', caller);
  expect((await list(owner)).items).toMatchObject([
    { no: last, first, changes: 1, reason: 'Spring', revertedBy: null },
  ]);
  expect((await list(licet.admin)).items[0]?.no).toBe(last);
  expect((await list(await licet.user())).items).toEqual([]);
  const event = (no: number) => licet.call('audit.get', licet.admin, { params: { no: String(no) } });
  expect(await event(first)).toMatchObject({ changeSet: { no: last, reason: 'Spring' } });
  expect((await event(first - 1)).changeSet).toBeNull();
  expect((await event(last)).changeSet).toBeNull();
  const body = { changes: [{ ...changes[0], body: { name: 'later' } }] };
  const later = await licet.call('plans.make', owner, { body });
  expect(
    await licet.outcome('plans.apply', owner, { body: { ...body, digest: later.digest, reverts: [last + 10] } }),
  ).toBe('invalid_request');
});
