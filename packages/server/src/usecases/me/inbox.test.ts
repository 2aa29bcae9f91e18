import { type Inbox, licetRoles, limits, type SyncPlan } from '@licet/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertConnection } from '../../store/connections/connections.ts';
import { beginSync, endSync } from '../../store/connections/syncs.ts';
import { sql } from '../../store/kernel/sql.ts';
import { usualRolePolicy } from '../../store/role-policies/role-policies.ts';
import { usualDirectory, usualSettings } from '../connections/read.ts';
import type { Caller } from '../context.ts';
import { about, asking } from '../requests/testing.ts';
import { daysAhead, type ReviewDesk, reviewDeskIn } from '../reviews/testing.ts';
import { signedInAlways, type TestLicet, testLicet } from '../testing.ts';

type User = Caller & { readonly kind: 'user' };

let licet: TestLicet;
let [ledger, sales]: Desks = [] as unknown as Desks;
let reviewer: User;
/** A user with an exception, who may manage separations. */
let excepted: User;
/** The ids of the items, by the names that this test gives them. */
const ids = new Map<string, string>();

type Desks = readonly [ReviewDesk, ReviewDesk];

beforeAll(async () => {
  licet = await testLicet();
  [ledger, sales] = [await reviewDeskIn(licet), await reviewDeskIn(licet)];
  reviewer = await licet.user();
  excepted = await licet.user('separations.manage');
  for (const [name, desk] of Object.entries({ ledger, sales })) {
    await fill(name, desk);
    const { id } = await desk.open(name === 'ledger' ? {} : { reviewers: { kind: 'users', users: [reviewer.userId] } });
    ids.set(`${name} review`, id);
  }
  ids.set('owner’s request', (await ledger.ask({ role: 'clerk' }, ledger.owner)).id);
  const inLicet = { body: { ...asking('licet'), role: 'auditor' } };
  ids.set('licet request', (await licet.call('requests.ask', ledger.member, inLicet)).id);
  ids.set('licet ending', await give(licet.freshAdmin, 'licet', await roleIn('licet', 'auditor'), 4));
  const parts = [ledger.roles.reader, sales.roles.reader].map((id) => ({ elements: [{ kind: 'role', id }] }));
  const rule = await licet.call('separations.create', licet.admin, { body: { name: 'Apart', parts } });
  const exception = await licet.call('separations.except', licet.admin, {
    params: { separation: rule.id },
    body: { holder: excepted.userId, reason: 'Month end', ends: daysAhead(5) },
  });
  ids.set('exception', exception.id);
  ids.set('sync', await waitForConfirmation('Corp'));
});
afterAll(() => licet.close());

/** Adds a request, grants that end in 2, 6 and 8 days, and a use of emergency access, which ends in an hour. */
async function fill(name: string, desk: ReviewDesk): Promise<void> {
  ids.set(`${name} request`, (await desk.ask()).id);
  const reader = desk.roles.reader;
  ids.set(`${name} second ending`, await give(desk.owner, desk.key, reader, 6));
  ids.set(`${name} ending`, await give(desk.owner, desk.key, reader, 2));
  await give(desk.owner, desk.key, reader, 8);
  const taker = await signedInAlways(licet.database, await licet.user());
  const role = desk.roles.clerk;
  await setPolicy(desk, { breakGlass: { users: [taker.userId], groups: [], seconds: 3600 } });
  const body = { application: desk.key, role: 'clerk', reason: 'Nobody answers' };
  const use = await licet.call('breakGlass.use', taker, { body });
  ids.set(`${name} emergency`, use.id).set(`${name} emergency ending`, use.grant);
  expect(use.role.id).toBe(role);
}

const setPolicy = (desk: ReviewDesk, policy: object) => {
  const { version: _, ...usual } = usualRolePolicy;
  const params = { ...desk.params, role: desk.roles.clerk };
  return licet.call('roles.setPolicy', desk.owner, { params, body: { ...usual, ...policy } });
};

/** Grants a role to a new user, and returns the id of the grant. */
async function give(caller: Caller, application: string, role: string, days: number): Promise<string> {
  const principal = { kind: 'user', id: (await licet.user()).userId };
  const body = { principal, gives: { kind: 'role', id: role }, ends: daysAhead(days) };
  return (await licet.call('grants.create', caller, { params: { application }, body })).id;
}

const roleIn = async (application: string, name: string) => {
  const { items } = await licet.call('roles.list', licet.admin, { params: { application } });
  return items.find((role) => role.name === name)?.id ?? '';
};

/** Stores a run that waits for a confirmation, and returns its id. */
async function waitForConfirmation(name: string): Promise<string> {
  const bound = { bindDn: 'cn=reader', url: 'ldaps://directory.example', baseDn: 'dc=example' };
  const directory = { ...usualSettings, ...bound };
  const connection = await licet.build((change) =>
    insertConnection(change, { ...usualDirectory, name, kind: 'ldap', directory }),
  );
  const own = await beginSync(licet.database, connection, { scheduled: true, by: null });
  if (!own) throw new Error('Another run is active.');
  await endSync(licet.database, own, { state: 'waiting', plan: planned, problem: null });
  return own.runId;
}

const empty = { count: 0, items: [] };
const planned: SyncPlan = {
  found: 80,
  linked: 120,
  new: empty,
  changed: empty,
  leaving: { count: 41, items: [] },
  returning: empty,
  kept: empty,
  leftOut: [],
  confirmation: 'as planned',
};

const inbox = (caller: Caller, limit?: number) =>
  licet.call('me.inbox', caller, limit === undefined ? {} : { query: { limit: String(limit) } });

/** The names of the items, in order. */
function namesIn({ requests, endings, reviews, emergencies, syncs }: Inbox): string[] {
  const names = new Map([...ids].map(([name, id]) => [id, name]));
  return [
    ...requests.items.map(({ id }) => id),
    ...endings.items.map((it) => (it.kind === 'exception' ? it.exception.id : it.grant.id)),
    ...reviews.items.map(({ id }) => id),
    ...emergencies.items.map(({ id }) => id),
    ...syncs.items.map(({ run }) => run),
  ].map((id) => names.get(id) ?? id);
}

const totalsIn = ({ requests, endings, reviews, emergencies, syncs }: Inbox) => [
  requests.total,
  endings.total,
  reviews.total,
  emergencies.total,
  syncs.total,
];

const itemsOf = (name: string) => [
  `${name} request`,
  `${name} emergency ending`,
  `${name} ending`,
  `${name} second ending`,
];

describe('the Inbox', () => {
  test('of the owner of an application has the items that wait there, and not the owner’s own request', async () => {
    const own = await inbox(ledger.owner);
    expect(namesIn(own)).toEqual([...itemsOf('ledger'), 'ledger review', 'ledger emergency']);
    expect(totalsIn(own)).toEqual([1, 3, 1, 1, 0]);
    expect(own.requests.items[0]).toMatchObject({ mayDecide: 'yes', decidesFor: null });
    expect(own.emergencies.items[0]).toMatchObject({ mayReview: 'yes' });
    expect(own.endings.items[0]).toMatchObject({ kind: 'break_glass', use: ids.get('ledger emergency') });
    expect(namesIn(await inbox(sales.owner))).toEqual([...itemsOf('sales'), 'sales emergency']);
  });

  test('of a caller who grants access everywhere has items of all applications except Licet itself', async () => {
    const giver = await inbox(await licet.user('grants.manage'));
    expect(namesIn(giver)).toEqual([
      'ledger request',
      'sales request',
      'owner’s request',
      'ledger emergency ending',
      'sales emergency ending',
      'ledger ending',
      'sales ending',
      'ledger second ending',
      'sales second ending',
      'ledger emergency',
      'sales emergency',
    ]);
    expect(totalsIn(giver)).toEqual([3, 6, 0, 2, 0]);
  });

  test('of an administrator also has items of Licet itself, exceptions and synchronisations', async () => {
    const all = await inbox(licet.admin);
    expect(namesIn(all)).toEqual([
      'ledger request',
      'sales request',
      'owner’s request',
      'licet request',
      'ledger emergency ending',
      'sales emergency ending',
      'ledger ending',
      'sales ending',
      'licet ending',
      'exception',
      'ledger second ending',
      'sales second ending',
      'ledger emergency',
      'sales emergency',
      'sync',
    ]);
    expect(totalsIn(all)).toEqual([4, 8, 0, 2, 1]);
    expect(all.requests.items.map(({ mayDecide }) => mayDecide)).toEqual(['yes', 'yes', 'yes', 'yes']);
    expect(all.syncs.items).toMatchObject([{ connection: { name: 'Corp' }, leaving: 41, linked: 120 }]);
  });

  test('of a deputy has the absent user’s requests, and that of a reviewer has the review', async () => {
    const deputy = await licet.user();
    const { username } = await licet.call('users.get', licet.admin, { params: { user: deputy.userId } });
    await licet.call('me.delegate', ledger.owner, { body: { to: username, ends: daysAhead(1) } });
    const delegated = await inbox(deputy);
    expect(namesIn(delegated)).toEqual(['ledger request']);
    expect(delegated.requests.items).toMatchObject([{ mayDecide: 'yes', decidesFor: { id: ledger.owner.userId } }]);
    await licet.call('me.endDelegation', ledger.owner);
    expect(namesIn(await inbox(deputy))).toEqual([]);
    expect(namesIn(await inbox(reviewer))).toEqual(['sales review']);
  });

  test('of a manager of separations has the exceptions of other users, not the manager’s own', async () => {
    expect(namesIn(await inbox(await licet.user('separations.manage')))).toEqual(['exception']);
    expect(totalsIn(await inbox(excepted))).toEqual([0, 0, 0, 0, 0]);
    expect(namesIn(await inbox(excepted))).toEqual([]);
  });

  test('does not contain the caller’s own emergency access', async () => {
    const desk = await reviewDeskIn(licet);
    const taker = await signedInAlways(licet.database, await licet.user('grants.manage'));
    await setPolicy(desk, { breakGlass: { users: [taker.userId], groups: [], seconds: 3600 } });
    const before = (await inbox(taker, 0)).emergencies.total;
    const body = { application: desk.key, role: 'clerk', reason: 'Nobody answers' };
    const use = await licet.call('breakGlass.use', taker, { body });
    expect((await inbox(taker, 0)).emergencies.total).toBe(before);
    expect((await inbox(desk.owner)).emergencies.items.map(({ id }) => id)).toEqual([use.id]);
    await licet.call('breakGlass.review', desk.owner, {
      params: { use: use.id },
      body: { found: 'objected', note: 'No need' },
    });
  });

  test('is empty for members, and for callers who only read or work at a help desk', async () => {
    const nothing = { items: [], total: 0 };
    const zeros = {
      requests: nothing,
      endings: nothing,
      reviews: nothing,
      emergencies: nothing,
      syncs: nothing,
    };
    const { auditor, 'help-desk': helpDesk, 'user-manager': userManager } = licetRoles;
    for (const role of [auditor, helpDesk, userManager])
      expect(await inbox(await licet.user(...(role?.permissions ?? [])))).toEqual(zeros);
    for (const caller of [ledger.member, await licet.user()]) expect(await inbox(caller)).toEqual(zeros);
  });

  test('is refused to programs and to tokens of other applications', async () => {
    const params = { application: ledger.key };
    const { client } = await licet.call('clients.create', ledger.owner, {
      params,
      body: { name: 'Job', kind: 'service' },
    });
    const expiresAt = Math.floor(Date.now() / 1000) + 60;
    const program: Caller = {
      kind: 'service',
      clientId: client.id,
      audience: 'licet',
      token: { version: 0, expiresAt },
    };
    expect(await licet.outcome('me.inbox', program)).toBe('people_only');
    expect(await licet.outcome('me.inbox', ledger.tab)).toBe('foreign_application');
  });

  test('with a limit has the first items of each kind, and with 0 only the totals, which stay the same', async () => {
    const whole = totalsIn(await inbox(licet.admin));
    const one = await inbox(licet.admin, 1);
    expect(namesIn(one)).toEqual(['ledger request', 'ledger emergency ending', 'ledger emergency', 'sync']);
    const none = await inbox(licet.admin, 0);
    expect(namesIn(none)).toEqual([]);
    expect([totalsIn(one), totalsIn(none)]).toEqual([whole, whole]);
    for (const caller of [ledger.owner, reviewer, excepted, await licet.user('grants.manage')])
      expect(totalsIn(await inbox(caller, 0))).toEqual(totalsIn(await inbox(caller)));
    await expect(inbox(licet.admin, limits.pageDefault.value + 1)).rejects.toThrow('limit');
  });
});

describe('an item leaves the Inbox', () => {
  test('once it was decided', async () => {
    const requests = async (caller: Caller) => (await inbox(caller, 0)).requests.total;
    const policy = { approval: { steps: [{ approvers: 'owners', needed: 2 }] } };
    await setPolicy(sales, policy);
    const request = await sales.ask({ role: 'clerk' });
    const before = [await requests(sales.owner), await requests(licet.admin)];
    await licet.call('requests.approve', sales.owner, about(request, {}));
    expect(await requests(sales.owner)).toBe((before[0] ?? 0) - 1);
    expect(await requests(licet.admin)).toBe(before[1]);
    await licet.call('requests.deny', licet.admin, about(request, { reason: 'No' }));
    expect(await requests(licet.admin)).toBe((before[1] ?? 0) - 1);

    const use = ids.get('sales emergency') ?? '';
    await licet.call('breakGlass.review', sales.owner, {
      params: { use },
      body: { found: 'objected', note: 'No need' },
    });
    const reviewed = await inbox(sales.owner);
    expect(reviewed.emergencies.total).toBe(0);
    expect(namesIn(reviewed)).toEqual(['sales request', 'sales ending', 'sales second ending']);

    const params = { ...sales.params, grant: ids.get('sales ending') ?? '' };
    await licet.call('grants.update', sales.owner, { params, body: { ends: null } });
    expect((await inbox(sales.owner)).endings).toMatchObject({ total: 1 });
  });

  test('if it is a review without waiting lines, or one that is being closed', async () => {
    const params = { review: ids.get('sales review') ?? '' };
    const { items } = await licet.call('reviews.items', reviewer, { params });
    const decide = (lines: typeof items) =>
      licet.call('reviews.decide', reviewer, {
        params,
        body: { decisions: lines.map(({ line, version }) => ({ line, version, decision: 'keep' })) },
      });
    const [first, ...others] = items;
    if (!first) throw new Error('The review has no line.');
    await decide(others);
    const [left] = (await inbox(reviewer)).reviews.items;
    expect(left?.mine).toEqual({ lines: items.length, waiting: 1 });
    expect((await inbox(reviewer, 0)).reviews.total).toBe(1);
    const closing = (at: string) =>
      licet.database.pool.query(`update reviews set closing_at = ${at} where id = $1`, [params.review]);
    await closing('now()');
    expect((await inbox(reviewer, 0)).reviews.total).toBe(0);
    await closing('null');
    await decide([first]);
    for (const limit of [0, 50]) expect((await inbox(reviewer, limit)).reviews).toEqual({ items: [], total: 0 });
  });

  test('if it is a review line that is handed on, and enters the Inbox of the new reviewer', async () => {
    const params = { review: ids.get('ledger review') ?? '' };
    const { items } = await licet.call('reviews.items', ledger.owner, { params });
    const colleague = await licet.user();
    const [first] = items;
    const decisions = [{ line: first?.line, version: first?.version, decision: 'hand on', to: colleague.userId }];
    await licet.call('reviews.decide', ledger.owner, { params, body: { decisions } });
    const [handed] = (await inbox(colleague)).reviews.items;
    expect(handed).toMatchObject({ id: params.review, mine: { lines: 1, waiting: 1 } });
    expect((await inbox(ledger.owner)).reviews.items[0]?.mine.waiting).toBe(items.length - 1);
  });

  test('if it is a synchronisation whose connection is disabled, or after which another run begins', async () => {
    const [waiting] = (await inbox(licet.admin)).syncs.items;
    const connection = waiting?.connection.id ?? '';
    await licet.build(({ connection: database }) =>
      database.query(sql`update connections set enabled = false where id = ${connection}`),
    );
    expect((await inbox(licet.admin, 0)).syncs.total).toBe(0);
    await licet.build(({ connection: database }) =>
      database.query(sql`update connections set enabled = true where id = ${connection}`),
    );
    expect((await inbox(licet.admin, 0)).syncs.total).toBe(1);
    await beginSync(licet.database, connection, { scheduled: false, by: null });
    expect((await inbox(licet.admin)).syncs).toEqual({ items: [], total: 0 });
  });
});

test('the totals are exact, even where other lists stop counting', async () => {
  const before = (await inbox(ledger.owner, 0)).emergencies.total;
  const count = limits.countMax.value + 1;
  await licet.build(({ connection, no }) =>
    connection.query(sql`
      insert into break_glass (id, app_id, role_id, user_id, grant_id, used_at, state, created_no, no_from)
      select gen_random_uuid(), x.app_id, x.role_id, x.user_id, x.grant_id, x.used_at, 'unreviewed', ${no}, ${no}
      from break_glass x cross join generate_series(1, ${count}) where x.id = ${ids.get('ledger emergency')}`),
  );
  expect((await inbox(ledger.owner, 0)).emergencies.total).toBe(before + count);
});
