import type { Separation } from '@licet/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { settleGroups } from '../../identity/connections/mapped-groups.ts';
import { Refusal } from '../../refusal.ts';
import { findApplication } from '../../store/applications/applications.ts';
import { insertGrant } from '../../store/grants/grants.ts';
import { insertGroup } from '../../store/groups/groups.ts';
import type { Change } from '../../store/kernel/change.ts';
import { insertPermission } from '../../store/permissions/permissions.ts';
import { adminRoleOf, insertRole, setRolePermissions } from '../../store/roles/roles.ts';
import { insertUser } from '../../store/users/users.ts';
import type { Caller } from '../context.ts';
import { operator, type TestInput, type TestLicet, testLicet } from '../testing.ts';

let licet: TestLicet;
let firm: Firm;
let rule: Separation;

/** Two applications: invoices are entered in one and paid in the other. The group Accounts, with Eve, may enter. */
interface Firm {
  readonly entry: string;
  readonly bank: string;
  readonly owner: Caller & { readonly kind: 'user' };
  readonly enter: string;
  readonly clerk: string;
  readonly pay: string;
  readonly payer: string;
  readonly admin: string;
  readonly group: string;
}

beforeAll(async () => {
  licet = await testLicet();
  const { key: entry, owner } = await licet.owned('entry');
  const { key: bank } = await licet.owned('bank');
  firm = await licet.build(async (change) => {
    const [entryApp, bankApp] = [await appId(change, entry), await appId(change, bank)];
    const enter = (await insertPermission(change, entryApp, { name: 'invoice.enter', title: '' })).id;
    const pay = (await insertPermission(change, bankApp, { name: 'invoice.pay', title: '' })).id;
    const clerk = await insertRole(change, entryApp, { name: 'clerk', title: '' });
    await setRolePermissions(change, clerk, [enter]);
    const payer = await insertRole(change, bankApp, { name: 'payer', title: '' });
    await setRolePermissions(change, payer, [pay]);
    const { id: group } = await insertGroup(change, { name: 'Accounts', description: '' });
    const always = { starts: change.at, ends: null, reason: '', grantedBy: 'test' };
    await insertGrant(change, entryApp, {
      principal: { kind: 'group', id: group },
      gives: { kind: 'role', id: clerk },
      ...always,
    });
    const admin = (await adminRoleOf(change, bank)) ?? '';
    return { entry, bank, owner, enter, clerk, pay, payer, admin, group };
  });
  rule = await licet.call('separations.create', licet.admin, {
    body: {
      name: 'Entering and paying',
      why: 'Nobody pays what they entered',
      parts: [
        { elements: [{ kind: 'permission', id: firm.enter }] },
        { elements: [{ kind: 'permission', id: firm.pay }] },
      ],
    },
  });
});
afterAll(() => licet.close());

let eve: string;
beforeEach(async () => {
  eve = await person('Eve');
});

test('a grant of one side of a rule is refused to a holder of the other side, by any path', async () => {
  await join(eve);
  const refused = await refusalOf(give('bank', eve, 'role', firm.payer));
  expect(refused).toMatchObject({ code: 'separation_violated', status: 409 });
  expect(refused.detail).toBe(
    'Eve would hold together what “Entering and paying” keeps apart: invoice.enter in entry (by Accounts, clerk) and invoice.pay in bank (by payer).',
  );
  const held = {
    holder: 'Eve',
    separation: 'Entering and paying',
    things: ['invoice.enter', 'invoice.pay'],
    applications: ['entry', 'bank'],
    ways: ['Accounts, clerk', 'payer'],
  };
  expect(refused).toMatchObject({ reason: 'would_violate', values: { ...held, more: 0 } });
  expect(refused.errors).toEqual([
    {
      detail:
        'Eve would hold invoice.enter in entry (by Accounts, clerk) and invoice.pay in bank (by payer) (“Entering and paying”).',
      reason: 'would_hold',
      values: held,
    },
  ]);
  expect(await outcome(give('bank', eve, 'permission', firm.pay))).toBe('separation_violated');
  expect(await outcome(give('bank', eve, 'role', firm.admin))).toBe('separation_violated');
  expect(await violators()).toEqual([]);
});

test('joining a group, nesting groups and extending a role are checked against separation rules', async () => {
  await give('bank', eve, 'role', firm.payer);
  expect(await outcome(join(eve))).toBe('separation_violated');
  const inner = (await licet.call('groups.create', licet.admin, { body: { name: `Inner ${eve}` } })).id;
  await join(eve, inner);
  expect(await outcome(join(inner))).toBe('separation_violated');
  const role = await licet.call('roles.create', licet.admin, {
    params: { application: firm.entry },
    body: { name: `r-${eve}` },
  });
  await give('entry', eve, 'role', role.id);
  const change = (body: object) =>
    licet.call('roles.update', licet.admin, { params: { application: firm.entry, role: role.id }, body });
  expect(await outcome(change({ permissions: [firm.enter] }))).toBe('separation_violated');
  expect(await outcome(change({ includes: [firm.clerk] }))).toBe('separation_violated');
  await change({ permissions: [], includes: [] });
});

test('grants of both sides in separate periods are allowed, and in overlapping ones refused, even in the future', async () => {
  const [day, third, week] = [at(1), at(3), at(7)];
  await give('entry', eve, 'role', firm.clerk, { ends: day });
  await give('bank', eve, 'role', firm.payer, { starts: day, ends: week });
  const refused = await refusalOf(give('entry', eve, 'permission', firm.enter, { starts: third }));
  expect(refused).toMatchObject({
    code: 'separation_violated',
    reason: 'would_violate_later',
    values: { from: third },
    detail: expect.stringContaining(`From ${third} on, Eve`),
  });
  await give('entry', eve, 'permission', firm.enter, { starts: week });
});

test('users who are suspended are not violators, and are checked when they are reactivated', async () => {
  await give('bank', eve, 'role', firm.payer);
  await licet.call('users.suspend', licet.admin, { params: { user: eve } });
  await join(eve);
  expect(await violators()).toEqual([]);
  const letIn = () => licet.call('users.reactivate', licet.admin, { params: { user: eve } });
  expect(await outcome(letIn())).toBe('separation_violated');
  await licet.call('groups.removeMember', licet.admin, { params: { group: firm.group, member: eve } });
  await letIn();
});

test('shows a caller who may not read access only the number of violators, not their names', async () => {
  await give('bank', eve, 'role', firm.payer);
  const refused = await refusalOf(
    licet.call('grants.create', firm.owner, {
      params: { application: firm.entry },
      body: { principal: { kind: 'user', id: eve }, gives: { kind: 'role', id: firm.clerk } },
    }),
  );
  expect(refused.detail).toBe('One person or program would hold together what “Entering and paying” keeps apart.');
  expect(refused.errors).toBeUndefined();
});

test('an import with a violation is refused as a whole, and a plan names the change', async () => {
  await give('bank', eve, 'role', firm.payer);
  const { username } = await licet.call('users.get', licet.admin, { params: { user: eve } });
  const lines: string[] = [];
  for await (const line of (await licet.call('access.import', licet.admin, {
    params: { application: firm.entry },
    query: { kind: 'permissions' },
    body: `${username}\tinvoice.enter\n`,
  })) as AsyncIterable<string>)
    lines.push(line);
  expect(lines.at(-1)).toContain('"separation_violated"');
  const fay = await person('Fay');
  const grantOf = (application: string, id: string, role: string) => ({
    call: 'grants.create',
    params: { application },
    body: { principal: { kind: 'user', id }, gives: { kind: 'role', id: role } },
  });
  const changes = [
    grantOf(firm.entry, eve, firm.clerk),
    grantOf(firm.entry, fay, firm.clerk),
    grantOf(firm.bank, fay, firm.payer),
    { call: 'groups.addMember', params: { group: firm.group, member: await person('Gus') } },
  ];
  const plan = await licet.call('plans.make', licet.admin, { body: { changes } });
  expect(plan.steps.map(({ refused }) => refused?.code)).toEqual([
    'separation_violated',
    undefined,
    'separation_violated',
    undefined,
  ]);
  const fit = { changes: [changes[1], changes[3]] };
  const { digest } = await licet.call('plans.make', licet.admin, { body: fit });
  await licet.call('plans.apply', licet.freshAdmin, { body: { ...fit, digest } });
  const unfit = { changes: [changes[2]] };
  const second = await licet.call('plans.make', licet.admin, { body: unfit });
  expect(await licet.outcome('plans.apply', licet.freshAdmin, { body: { ...unfit, digest: second.digest } })).toBe(
    'separation_violated',
  );
});

test('an exception is given by another user for a limited time, and access stays after its end', async () => {
  await join(eve);
  const except = (holder: string, ends: string, reason = 'Until the new colleague comes') =>
    licet.call('separations.except', licet.admin, { params: { separation: rule.id }, body: { holder, ends, reason } });
  expect(await outcome(except(licet.admin.userId, at(1)))).toBe('own_exception');
  expect(await outcome(except(eve, at(-1)))).toBe('in_the_past');
  expect(await outcome(except(eve, at(400)))).toBe('invalid_request');
  expect(await outcome(except(firm.group, at(1)))).toBe('invalid_request');
  const exception = await except(eve, at(1));
  expect(exception).toMatchObject({ state: 'active', by: 'Ada Admin', reason: 'Until the new colleague comes' });
  expect(await outcome(except(eve, at(1)))).toBe('already_exists');
  await give('bank', eve, 'role', firm.payer);
  expect(await violators()).toEqual([['Eve', exception.id]]);
  licet.setClock(2 * 86_400_000);
  try {
    expect(await violators()).toEqual([['Eve', undefined]]);
    const { items } = await licet.call('separations.exceptions', licet.admin, { params: { separation: rule.id } });
    expect(items.map(({ state }) => state)).toContain('ended');
    // The access that Eve already has is not a new violation.
    await licet.call('users.update', licet.admin, { params: { user: eve }, body: { name: 'Eve Ends' } });
    expect(await outcome(give('bank', eve, 'permission', firm.pay))).toBe('ok');
  } finally {
    licet.setClock(0);
  }
});

test('lists violators with their paths, now and in the past, by page and as a file', async () => {
  const before = at(0);
  const parts = [{ elements: [{ kind: 'role', id: firm.clerk }] }, { elements: [{ kind: 'role', id: firm.payer }] }];
  const body = { name: 'Clerks do not pay', parts };
  await give('entry', eve, 'role', firm.clerk);
  await licet.call('separations.remove', licet.admin, { params: { separation: rule.id } });
  await give('bank', eve, 'role', firm.payer);
  const found = await licet.call('separations.preview', licet.admin, { body: { parts } });
  expect(found.items.map(({ holder }) => holder.name)).toContain('Eve');
  const made = await licet.call('separations.create', licet.admin, { body });
  const query = { separation: made.id, limit: '1' };
  const first = await licet.call('separations.violations', licet.admin, { query });
  expect(first.total).toBe(found.total);
  const names: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: typeof first = await licet.call('separations.violations', licet.admin, {
      query: { ...query, ...(cursor && { cursor }) },
    });
    names.push(...page.items.map(({ holder }) => holder.id));
    cursor = page.next;
  }
  expect(names).toHaveLength(first.total);
  expect(names).toContain(eve);
  const own = await licet.call('separations.violations', licet.admin, { query: { holder: eve } });
  expect(own.items).toMatchObject([
    {
      held: [
        { part: 1, elements: [{ name: 'clerk', pathCount: 1 }] },
        { part: 2, elements: [{ name: 'payer', application: { id: 'bank' } }] },
      ],
    },
  ]);
  const then = await licet.call('separations.violations', licet.admin, { query: { at: before } });
  expect(then.items.map(({ holder }) => holder.id)).not.toContain(eve);
  const file = async (format: string) => {
    let text = '';
    for await (const piece of (await licet.call('separations.export', licet.admin, {
      query: { format, holder: eve },
    })) as AsyncIterable<string>)
      text += piece;
    return text;
  };
  expect((await file('csv')).split('\r\n').slice(1, -1)).toHaveLength(2);
  expect(JSON.parse(await file('jsonl'))).toMatchObject({ holder: { id: eve } });
  await licet.call('separations.remove', licet.admin, { params: { separation: made.id } });
  rule = await licet.call('separations.create', licet.admin, {
    body: {
      name: 'Entering and paying',
      parts: [
        { elements: [{ kind: 'permission', id: firm.enter }] },
        { elements: [{ kind: 'permission', id: firm.pay }] },
      ],
    },
  });
});

test('a user may hold as many parts as the rule allows, and a rule without effect is refused', async () => {
  const names = ['one', 'two', 'three'];
  const roles = await Promise.all(
    names.map((name) =>
      licet.call('roles.create', licet.admin, { params: { application: firm.bank }, body: { name: `${name}-of` } }),
    ),
  );
  const parts = roles.map(({ id }) => ({ elements: [{ kind: 'role', id }] }));
  const create = (body: object) =>
    licet.call('separations.create', licet.admin, { body: { name: 'Two of three', parts, ...body } });
  expect(await outcome(create({ atMost: 3 }))).toBe('invalid_request');
  expect(await outcome(create({ parts: [parts[0], parts[0]] }))).toBe('invalid_request');
  const made = await create({ atMost: 2 });
  expect(await outcome(create({ atMost: 2 }))).toBe('name_taken');
  for (const { id } of roles.slice(0, 2)) await give('bank', eve, 'role', id);
  expect(await outcome(give('bank', eve, 'role', roles[2]?.id ?? ''))).toBe('separation_violated');
  const changed = await licet.call('separations.update', licet.admin, {
    params: { separation: made.id },
    body: { atMost: 1 },
    ifMatch: made.version,
  });
  expect(changed.atMost).toBe(1);
  expect((await licet.call('separations.violations', licet.admin, { query: { separation: made.id } })).total).toBe(1);
  expect(await outcome(give('bank', eve, 'role', roles[2]?.id ?? ''))).toBe('separation_violated');
});

test('a mapped group that would break a rule is skipped at sign-in, and this is recorded once', async () => {
  await give('bank', eve, 'role', firm.payer);
  const events = async () =>
    (await licet.call('audit.list', licet.admin, { query: { target: eve } })).items.filter(
      ({ action }) => action === 'user.groups_mapped',
    );
  const mapping = {
    id: eve,
    name: 'Entra',
    groupMappings: [{ value: 'acc', group: { id: firm.group, name: 'Accounts' } }],
  };
  for (const _ of [1, 2]) await settleGroups(licet.database, mapping, ['acc'], { id: eve, name: 'Eve' });
  expect((await events()).map(({ after }) => after)).toEqual([
    { connection: 'Entra', groups: [], keptApart: [{ group: 'Accounts', by: ['Entering and paying'] }] },
  ]);
  expect(await outcome(join(eve))).toBe('separation_violated');
});

test('the operator may change rules; a program may not, but rules apply to it', async () => {
  const change = { params: { separation: rule.id }, body: { why: 'Said by the operator' } };
  expect(await licet.outcome('separations.update', operator, change)).toBe('ok');
  const { client } = await licet.call('clients.create', licet.admin, {
    params: { application: firm.entry },
    body: { name: 'Nightly job', kind: 'service' },
  });
  const { items } = await licet.call('permissions.list', licet.admin, {
    params: { application: 'licet' },
    query: { q: 'separations.manage' },
  });
  const toProgram = (application: string, kind: string, id: string) =>
    licet.call('grants.create', licet.freshAdmin, {
      params: { application },
      body: { principal: { kind: 'client', id: client.id }, gives: { kind, id } },
    });
  await toProgram('licet', 'permission', items[0]?.id ?? '');
  const program = {
    kind: 'service',
    clientId: client.id,
    audience: 'licet',
    token: { version: 0, expiresAt: 2_000_000_000 },
  } as const;
  expect(await licet.outcome('separations.update', program, change)).toBe('people_only');
  await toProgram(firm.entry, 'role', firm.clerk);
  expect(await outcome(toProgram(firm.bank, 'role', firm.payer))).toBe('separation_violated');
});

const at = (days: number) => new Date(Math.floor(Date.now() / 1000) * 1000 + days * 86_400_000).toISOString();
const appId = async (change: Change, key: string) => (await findApplication(change, key))?.factId ?? '';

let people = 0;
async function person(name: string): Promise<string> {
  people += 1;
  return licet.build(
    async (change) =>
      (await insertUser(change, { username: `${name.toLowerCase()}-${people}`, email: null, name, status: 'active' }))
        .id,
  );
}

const give = (
  application: 'entry' | 'bank',
  id: string,
  kind: 'role' | 'permission',
  what: string,
  times: { starts?: string; ends?: string } = {},
) =>
  licet.call('grants.create', licet.admin, {
    params: { application },
    body: { principal: { kind: 'user', id }, gives: { kind, id: what }, ...times },
  } as TestInput);

const join = (member: string, group = firm.group) =>
  licet.call('groups.addMember', licet.admin, { params: { group, member } });

async function violators() {
  const { items } = await licet.call('separations.violations', licet.admin, { query: { holder: eve } });
  return items.map(({ holder, exception }) => [holder.name, exception?.id]);
}

async function outcome(asking: Promise<unknown>): Promise<string> {
  return asking.then(
    () => 'ok',
    (error: unknown) => (error instanceof Refusal ? error.problem.code : Promise.reject(error)),
  );
}

async function refusalOf(asking: Promise<unknown>) {
  return asking.then(
    () => {
      throw new Error('It was not refused.');
    },
    (error: unknown) => {
      if (error instanceof Refusal) return error.problem;
      throw error;
    },
  );
}
