import { type CallId, calls, type Plan, type PlannedCall } from '@licet/contract';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { findApplication } from '../../store/applications/applications.ts';
import { insertGrant } from '../../store/grants/grants.ts';
import { insertGroup, insertMembership } from '../../store/groups/groups.ts';
import { draft } from '../../store/kernel/draft.ts';
import { insertPermission } from '../../store/permissions/permissions.ts';
import { insertRole, setRolePermissions } from '../../store/roles/roles.ts';
import { unnamed, writeStatementsDown } from '../../store/statements.testing.ts';
import { insertUser } from '../../store/users/users.ts';
import type { Caller } from '../context.ts';
import { type TestInput, type TestLicet, testLicet } from '../testing.ts';
import { buildWorld } from '../testing.world.ts';

let licet: TestLicet;
let shop: Shop;

/** Ana and Ben are in a group that has the role clerk, which gives `see` and `sell`; Ben also has `sell` directly. */
interface Shop {
  readonly key: string;
  readonly owner: Caller & { readonly kind: 'user' };
  readonly people: Readonly<Record<'Ana' | 'Ben', string>>;
  readonly group: string;
  readonly clerk: string;
  readonly permissions: Readonly<Record<'see' | 'sell' | 'void', string>>;
  readonly grants: Readonly<Record<'clerk' | 'sell', string>>;
}

beforeAll(async () => {
  licet = await testLicet();
  const { key, owner } = await licet.owned('shop');
  shop = await licet.build(async (change) => {
    const app = (await findApplication(change, key))?.factId ?? '';
    const user = async (name: string) =>
      (await insertUser(change, { username: name.toLowerCase(), email: null, name, status: 'active' })).id;
    const permission = async (name: string) => (await insertPermission(change, app, { name, title: '' })).id;
    const people = { Ana: await user('Ana'), Ben: await user('Ben') };
    const permissions = {
      see: await permission('see'),
      sell: await permission('sell'),
      void: await permission('void'),
    };
    const clerk = await insertRole(change, app, { name: 'clerk', title: '' });
    await setRolePermissions(change, clerk, [permissions.see, permissions.sell]);
    const { id: group } = await insertGroup(change, { name: 'Counter', description: '' });
    for (const [name, id] of Object.entries(people)) await insertMembership(change, group, { kind: 'user', id, name });
    const give = (
      principal: { kind: 'user' | 'group'; id: string },
      gives: { kind: 'role' | 'permission'; id: string },
    ) => insertGrant(change, app, { principal, gives, starts: change.at, ends: null, reason: '', grantedBy: 'test' });
    const grants = {
      clerk: await give({ kind: 'group', id: group }, { kind: 'role', id: clerk }),
      sell: await give({ kind: 'user', id: people.Ben }, { kind: 'permission', id: permissions.sell }),
    };
    return { key, owner, people, group, clerk, permissions, grants };
  });
});
afterAll(() => licet.close());

interface Step extends TestInput {
  readonly call: PlannedCall;
}
const plan = (caller: Caller, ...changes: Step[]): Promise<Plan> =>
  licet.call('plans.make', caller, { body: { changes } }) as Promise<Plan>;
const at = (more: Readonly<Record<string, string>> = {}) => ({ application: shop.key, ...more });
const names = ({ effects }: Plan) =>
  effects.map(({ gains, loses, keeps, holders }) => ({ gains, loses, keeps, who: holders.map(({ name }) => name) }));
const none = { roles: [], permissions: [] };

test('names users who lose permissions of a role, and users who keep them by another path', async () => {
  const made = await plan(licet.admin, {
    call: 'roles.update',
    params: at({ role: shop.clerk }),
    body: { permissions: [shop.permissions.see, shop.permissions.void] },
  });
  expect(made.steps).toMatchObject([{ refused: null, record: { action: 'role.changed', target: { name: 'clerk' } } }]);
  expect(names(made)).toEqual(
    expect.arrayContaining([
      {
        gains: { roles: [], permissions: ['void'] },
        loses: { roles: [], permissions: ['sell'] },
        keeps: [],
        who: ['Ana'],
      },
      { gains: { roles: [], permissions: ['void'] }, loses: none, keeps: ['sell'], who: ['Ben'] },
    ]),
  );
  expect(made.effects).toHaveLength(2);
  expect(made.effects.find(({ keeps }) => keeps.length > 0)?.keptBy).toEqual({ roles: [], permissions: ['sell'] });
});

test('a plan computes each change on top of the earlier accepted ones', async () => {
  const ana = shop.people.Ana;
  const made = await plan(
    licet.admin,
    { call: 'groups.removeMember', params: { group: shop.group, member: ana } },
    { call: 'groups.removeMember', params: { group: shop.group, member: ana } },
    { call: 'roles.create', params: at(), body: { name: 'clerk' } },
    {
      call: 'grants.create',
      params: at(),
      body: { principal: { kind: 'user', id: ana }, gives: { kind: 'role', id: shop.clerk } },
    },
  );
  expect(made.steps.map(({ refused }) => refused?.code ?? 'ok')).toEqual(['ok', 'not_found', 'name_taken', 'ok']);
  expect(names(made)).toEqual([{ gains: none, loses: none, keeps: ['see', 'sell'], who: ['Ana'] }]);
  expect(made.effects[0]?.keptBy).toEqual({ roles: ['clerk'], permissions: [] });
});

test('reports gains at the start of a later grant, and losses at a new end', async () => {
  const starts = new Date(Date.now() + 86_400_000).toISOString();
  const made = await plan(
    licet.admin,
    {
      call: 'grants.create',
      params: at(),
      body: {
        principal: { kind: 'user', id: shop.people.Ana },
        gives: { kind: 'permission', id: shop.permissions.void },
        starts,
      },
    },
    { call: 'grants.update', params: at({ grant: shop.grants.clerk }), body: { ends: starts } },
  );
  expect(made.steps.map(({ refused }) => refused)).toEqual([null, null]);
  expect(made.effects.map((effect) => Date.parse(effect.at))).toEqual([Date.parse(starts), Date.parse(starts)]);
  expect(names(made)).toEqual(
    expect.arrayContaining([
      {
        gains: { roles: [], permissions: ['void'] },
        loses: { roles: ['clerk'], permissions: ['see', 'sell'] },
        keeps: [],
        who: ['Ana'],
      },
      { gains: none, loses: { roles: ['clerk'], permissions: ['see'] }, keeps: ['sell'], who: ['Ben'] },
    ]),
  );
});

test('a plan refuses a change without the right, and one that leaves no administrator', async () => {
  const revoke: Step = { call: 'grants.revoke', params: at({ grant: shop.grants.clerk }) };
  const stranger = await plan(await licet.user(), revoke);
  expect(stranger.steps[0]?.refused?.code).toBe('not_found');
  expect(stranger.effects).toEqual([]);
  expect((await plan(shop.owner, revoke)).steps[0]?.refused).toBe(null);
  const last = await plan(licet.admin, { call: 'users.suspend', params: { user: licet.admin.userId } });
  expect(last.steps[0]?.refused?.code).toBe('last_admin');
});

test('shows only the number of users to a caller who may not read access there', async () => {
  const made = await plan(await licet.user('groups.manage', 'grants.manage', 'users.read'), {
    call: 'groups.removeMember',
    params: { group: shop.group, member: shop.people.Ana },
  });
  expect(made.steps[0]?.refused).toBe(null);
  expect(made.effects).toMatchObject([{ application: { id: 'shop' }, count: 1, holders: [] }]);
});

test('hides from a user manager without access.read what a user loses, and where', async () => {
  const helpdesk = await licet.user('users.manage');
  const made = await plan(helpdesk, { call: 'users.suspend', params: { user: shop.people.Ana } });
  expect(made.steps[0]?.refused).toBe(null);
  expect(made.effects).toEqual([
    { application: null, at: made.at, gains: none, loses: none, keeps: [], keptBy: none, count: 1, holders: [] },
  ]);
  const reader = await licet.user('users.manage', 'access.read');
  const read = await plan(reader, { call: 'users.suspend', params: { user: shop.people.Ana } });
  expect(names(read)).toEqual([
    { gains: none, loses: { roles: ['clerk'], permissions: ['see', 'sell'] }, keeps: [], who: ['Ana'] },
  ]);
});

test('the digest covers the changes: equal names in another application give another digest', async () => {
  const { key } = await licet.owned();
  const asked = await licet.build(async (change) => {
    const app = (await findApplication(change, key))?.factId ?? '';
    const { id } = await insertGroup(change, { name: 'Nobody yet', description: '' });
    return { id, clerk: await insertRole(change, app, { name: 'clerk', title: '' }) };
  });
  const granting = (application: string, role: string): Step => ({
    call: 'grants.create',
    params: { application },
    body: { principal: { kind: 'group', id: asked.id }, gives: { kind: 'role', id: role } },
  });
  const { digest } = await plan(licet.admin, granting(key, asked.clerk));
  const changes = [granting(shop.key, shop.clerk)];
  expect(await licet.outcome('plans.apply', licet.freshAdmin, { body: { changes, digest } })).toBe('plan_moved');
});

test('plans of one caller are made one at a time or throttled, while other callers can plan', async () => {
  const changes: Step[] = Array.from({ length: 20 }, () => ({ call: 'groups.create', body: { name: 'Any' } }));
  const busy = await licet.user();
  const outcome = (caller: Caller) => licet.outcome('plans.make', caller, { body: { changes } });
  // Two drafts block both sessions until all requests have arrived.
  const { promise: all, resolve: haveCome } = Promise.withResolvers<void>();
  const actor = { kind: 'system', id: null, name: 'test' } as const;
  const held = [1, 2].map(() => draft(licet.database, actor, () => all));
  const outcomes: string[] = [];
  const asked = Array.from({ length: 7 }, async () => outcomes.push(await outcome(busy)));
  await vi.waitFor(() => expect(outcomes).toEqual(['throttled', 'throttled', 'throttled']));
  const other = outcome(await licet.user());
  haveCome();
  expect(await other).toBe('ok');
  await Promise.all([...asked, ...held]);
  expect(outcomes.slice(3)).toEqual(['ok', 'ok', 'ok', 'ok']);
  const { drafts } = licet.database;
  let most = 0;
  const inUse = () => {
    most = Math.max(most, drafts.totalCount - drafts.idleCount);
  };
  drafts.on('acquire', inUse);
  expect(await Promise.all([1, 2, 3].map(() => outcome(busy)))).toEqual(['ok', 'ok', 'ok']);
  drafts.off('acquire', inUse);
  expect(most, 'sessions of one account').toBe(1);
});

test('a plan does not block writers, and reads one snapshot', async () => {
  const actor = { kind: 'system', id: null, name: 'test' } as const;
  await draft(licet.database, actor, async ({ connection, no }) => {
    await licet.call('groups.create', licet.admin, { body: { name: 'Made meanwhile' } });
    const { rows } = await connection.query('select from groups where name = $1', ['Made meanwhile']);
    expect(rows).toEqual([]);
    expect((await licet.build(async (change) => change.no)) > no).toBe(true);
  });
});

test('a plan is applied as a whole, with an event for each change, while its effects are unchanged', async () => {
  const params = at({ role: shop.clerk });
  const changes: Step[] = [
    { call: 'roles.update', params, body: { permissions: [shop.permissions.see] } },
    {
      call: 'grants.create',
      params: at(),
      body: {
        principal: { kind: 'user', id: shop.people.Ana },
        gives: { kind: 'permission', id: shop.permissions.void },
      },
    },
  ];
  const { digest, version } = await plan(licet.admin, ...changes);
  await licet.call('groups.create', licet.admin, { body: { name: 'Of no concern' } });
  const applied = await licet.call('plans.apply', licet.freshAdmin, { body: { changes, digest, reason: 'Tidied' } });
  expect(applied).toEqual({ first: version + 1, last: version + 3 });
  const { rows } = await licet.database.pool.query('select action, after from change where no >= $1 order by no', [
    applied.first,
  ]);
  expect(rows.map(({ action }) => action)).toEqual(['role.changed', 'grant.created', 'plan.applied']);
  expect(rows[2]?.after).toEqual({ changes: 2, first: applied.first, reason: 'Tidied' });
  expect((await licet.call('audit.verify', licet.admin)) as object).toMatchObject({ whole: true, fault: null });

  const back: Step[] = [
    { call: 'roles.update', params, body: { permissions: [shop.permissions.see, shop.permissions.sell] } },
  ];
  const stale = await plan(licet.admin, ...back);
  await licet.call('groups.removeMember', licet.admin, { params: { group: shop.group, member: shop.people.Ana } });
  const outcome = () =>
    licet.outcome('plans.apply', licet.freshAdmin, { body: { changes: back, digest: stale.digest } });
  expect(await outcome()).toBe('plan_moved');
  await licet.call('groups.addMember', licet.admin, { params: { group: shop.group, member: shop.people.Ana } });
  expect(await outcome()).toBe('ok');
});

test('a plan with a refused change is rolled back, and the refusal names that change', async () => {
  const member = { group: shop.group, member: shop.people.Ben };
  const changes: Step[] = [
    { call: 'groups.removeMember', params: member },
    { call: 'groups.removeMember', params: member },
  ];
  const { digest } = await plan(licet.admin, ...changes);
  const refusal = await licet
    .call('plans.apply', licet.freshAdmin, { body: { changes, digest } })
    .catch((error: unknown) => error);
  const why = { reason: expect.any(String), values: expect.any(Object), detail: expect.any(String) };
  expect(refusal).toMatchObject({
    problem: { code: 'not_found', ...why, errors: [{ pointer: '/changes/1', ...why }] },
  });
  const members = await licet.call('groups.members', licet.admin, { params: { group: shop.group } });
  expect(members.items.map(({ name }) => name)).toContain('Ben');
});

test('one of two simultaneous attempts to apply a plan succeeds, and the other is refused', async () => {
  const changes: Step[] = [{ call: 'groups.create', body: { name: 'Made once' } }];
  const { digest } = await plan(licet.admin, ...changes);
  const other = licet.anotherServer();
  const input = { body: { changes, digest } };
  const outcomes = await Promise.all([
    licet.outcome('plans.apply', licet.freshAdmin, input),
    other.outcome('plans.apply', licet.freshAdmin, input),
  ]);
  expect(outcomes.toSorted()).toEqual(['name_taken', 'ok']);
  await other.close();
});

test('a plan is applied while other callers keep making changes', async () => {
  const changes: Step[] = Array.from({ length: 30 }, (_, at) => ({
    call: 'groups.create',
    body: { name: `Row ${at}` },
  }));
  const { digest } = await plan(licet.admin, ...changes);
  let over = false;
  const others = async () => {
    while (!over) await licet.build(async () => undefined);
  };
  const [writing, alsoWriting] = [others(), others()];
  const outcome = await licet.outcome('plans.apply', licet.freshAdmin, { body: { changes, digest } });
  over = true;
  await Promise.all([writing, alsoWriting]);
  expect(outcome).toBe('ok');
});

test('applying takes at most eight statements for each further change, without planning again', async () => {
  const { taken } = writeStatementsDown(licet.database);
  const granting = async (most: number) => {
    const users = await licet.build(async (change) => {
      const made: { readonly id: string }[] = [];
      for (const username of Array.from({ length: most }, (_, at) => `of-${most}-${at}`))
        made.push(await insertUser(change, { username, email: null, name: username, status: 'active' }));
      return made;
    });
    const changes: Step[] = users.map(({ id }) => ({
      call: 'grants.create',
      params: at(),
      body: { principal: { kind: 'user', id }, gives: { kind: 'role', id: shop.clerk } },
    }));
    const { digest } = await plan(licet.admin, ...changes);
    taken();
    await licet.call('plans.apply', licet.freshAdmin, { body: { changes, digest } });
    return taken();
  };
  const [few, many] = [await granting(4), await granting(12)];
  expect(many.length - few.length, many.join('\n')).toBeLessThanOrEqual(8 * 8);
  expect(unnamed(many).filter((it) => !it.includes('pg_advisory_xact_lock'))).toEqual([]);
});

test('every plannable call of the contract can be planned, and a plan writes nothing', async () => {
  const owner = await licet.user();
  const world = await licet.build((change) => buildWorld(change, owner.userId));
  const before = await facts();
  for (const call of plannable()) {
    const { params, body } = world.inputs(call);
    const step = {
      call,
      ...(params && 'params' in definition(call) && { params: own(call, params) }),
      ...(body !== undefined && { body: call === 'clients.create' ? { ...body, secret: false } : body }),
    };
    const made = await plan(licet.admin, step as Step);
    expect(
      made.steps.map(({ refused }) => refused?.code ?? 'ok'),
      `${call}: ${made.steps[0]?.refused?.detail}`,
    ).toEqual(['ok']);
  }
  expect(await facts()).toEqual(before);
});

function definition(id: CallId): object {
  const [noun = '', verb = ''] = id.split('.');
  return (calls as unknown as Record<string, Record<string, object>>)[noun]?.[verb] ?? {};
}

/** Returns only the parameters that the path of the call contains. */
function own(id: CallId, params: Readonly<Record<string, string>>): Record<string, string> {
  const { path } = definition(id) as { path: string };
  return Object.fromEntries(Object.entries(params).filter(([name]) => path.split('/').includes(`:${name}`)));
}

const plannable = () =>
  (calls.plans.make.body.shape.changes.element.options as readonly { shape: { call: { value: PlannedCall } } }[]).map(
    ({ shape }) => shape.call.value,
  );

async function facts(): Promise<unknown> {
  const tables = [
    'users',
    'groups',
    'memberships',
    'roles',
    'role_permissions',
    'inclusions',
    'permissions',
    'grants',
    'owners',
    'applications',
    'sessions',
    'jobs',
  ];
  return Promise.all(
    tables.map(
      async (table) => (await licet.database.pool.query(`select count(*), max(xmin::text) from ${table}`)).rows[0],
    ),
  );
}
