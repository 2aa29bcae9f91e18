import type { RolePolicyChange } from '@licet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller } from '../context.ts';
import { operator, type TestLicet, testLicet } from '../testing.ts';

let licet: TestLicet;
let owner: Caller & { readonly kind: 'user' };
let params: { application: string; role: string };
let group: { id: string };
const usual: RolePolicyChange = {
  longestSeconds: null,
  reasonNeeded: false,
  requestable: true,
  approval: { steps: [{ approvers: 'owners', needed: 1 }] },
  secondApprover: false,
  breakGlass: null,
};

beforeAll(async () => {
  licet = await testLicet();
  const made = await licet.owned('ledger');
  owner = made.owner;
  const role = await licet.call('roles.create', owner, {
    params: { application: 'ledger' },
    body: { name: 'refunder' },
  });
  params = { application: 'ledger', role: role.id };
  group = await licet.call('groups.create', licet.admin, { body: { name: 'Controllers' } });
});
afterAll(() => licet.close());

const read = (query = {}) => licet.call('roles.policy', owner, { params, query });
const set = (policy: Partial<RolePolicyChange>, ifMatch?: number) =>
  licet.call('roles.setPolicy', owner, {
    params,
    body: { ...usual, ...policy },
    ...(ifMatch !== undefined && { ifMatch }),
  });

test('a role has the default policy until another is set, and the event names users and groups', async () => {
  expect(await read()).toEqual({ ...usual, version: 0 });
  const steps: RolePolicyChange['approval']['steps'] = [
    { approvers: 'owners', needed: 1 },
    { approvers: { users: [licet.admin.userId], groups: [group.id] }, needed: 2 },
  ];
  const after = await set({
    longestSeconds: 86_400,
    approval: { steps },
    breakGlass: { users: [], groups: [group.id], seconds: 3600 },
  });
  expect(after.breakGlass).toEqual({ users: [], groups: [{ id: group.id, name: 'Controllers' }], seconds: 3600 });
  expect(await read()).toEqual(after);
  const { items } = await licet.call('audit.list', licet.admin, { query: { action: 'role.policy_changed' } });
  expect(items[0]).toMatchObject({
    no: after.version,
    target: { kind: 'role', id: params.role, name: 'refunder' },
    before: { longestSeconds: null, breakGlass: null },
    after: {
      longestSeconds: 86_400,
      approval: [{ approvers: 'owners' }, { approvers: [expect.any(String), 'Controllers (group)'], needed: 2 }],
      breakGlass: { by: ['Controllers (group)'], seconds: 3600 },
    },
  });
  expect(await read({ at: items[0]?.at ?? '' })).toEqual(after);
  expect(await licet.call('audit.verify', licet.admin)).toMatchObject({ whole: true });
});

test('refuses the second of two simultaneous changes to a role policy', async () => {
  const { version } = await read();
  const outcomes = await Promise.allSettled([
    set({ reasonNeeded: true }, version),
    set({ requestable: false }, version),
  ]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const [refused] = outcomes.flatMap((it) => (it.status === 'rejected' ? [it.reason] : []));
  expect(refused).toMatchObject({ problem: { code: 'version_conflict' } });
});

test('refuses unknown approvers, and a step that needs more approvals than it has approvers', async () => {
  const nobody = '0190aaaa-0000-7000-8000-000000000001';
  const body = {
    ...usual,
    approval: {
      steps: [
        { approvers: { users: [nobody], groups: [] }, needed: 1 },
        { approvers: { users: [licet.admin.userId], groups: [] }, needed: 2 },
      ],
    },
    breakGlass: { users: [], groups: [nobody], seconds: 60 },
  };
  await expect(licet.call('roles.setPolicy', owner, { params, body })).rejects.toMatchObject({
    problem: {
      code: 'invalid_request',
      errors: [
        { pointer: '/approval/steps/0/approvers/users/0' },
        { pointer: '/approval/steps/1/needed' },
        { pointer: '/breakGlass/groups/0' },
      ],
    },
  });
});

test('setting approvers requires the right to grant, and in Licet itself a fresh sign-in', async () => {
  const manager = await licet.user('applications.manage', 'applications.read');
  expect(await licet.outcome('roles.setPolicy', manager, { params, body: usual })).toBe('may_not_grant');
  const { items } = await licet.call('roles.list', licet.admin, { params: { application: 'licet' } });
  const inLicet = { params: { application: 'licet', role: items[0]?.id ?? '' }, body: usual };
  expect(await licet.outcome('roles.setPolicy', licet.admin, inLicet)).toBe('sign_in_again');
  expect(await licet.outcome('roles.setPolicy', operator, inLicet)).toBe('ok');
});

test('deleting a group removes it from policies, and deleting a role removes its policy', async () => {
  await set({ breakGlass: { users: [], groups: [group.id], seconds: 60 } });
  await licet.call('groups.remove', licet.admin, { params: { group: group.id } });
  expect((await read()).breakGlass).toEqual({ users: [], groups: [], seconds: 60 });
  const plan = { changes: [{ call: 'roles.remove', params }] };
  expect((await licet.call('plans.make', owner, { body: plan })).steps[0]?.refused).toBeNull();
  expect((await read()).version).toBeGreaterThan(0);
  await licet.call('roles.remove', owner, { params });
  expect(await licet.outcome('roles.policy', owner, { params })).toBe('not_found');
  const { rows } = await licet.database.pool.query(
    'select 1 from role_policies where role_id = $1 and no_to = 9223372036854775807',
    [params.role],
  );
  expect(rows).toEqual([]);
  expect(await licet.call('audit.verify', licet.admin)).toMatchObject({ whole: true });
});
