import type { RolePolicyChange } from '@licet/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { usualRolePolicy } from '../../store/role-policies/role-policies.ts';
import type { Caller } from '../context.ts';
import { callerOf, signedInAlways, type TestLicet, testLicet } from '../testing.ts';

type User = Caller & { readonly kind: 'user' };

let licet: TestLicet;
let owner: User;
let role: string;
/** A user without access in the application. The user is in a subgroup of the group that may take the role. */
let oncall: User;
const application = 'ledger';
const params = { application };
const asked = { application, role: 'refunder', reason: 'The payment run is stuck' };

beforeAll(async () => {
  licet = await testLicet();
  owner = (await licet.owned(application)).owner;
  role = (await licet.call('roles.create', owner, { params, body: { name: 'refunder', title: 'Refunds' } })).id;
  const group = async (name: string) => (await licet.call('groups.create', licet.admin, { body: { name } })).id;
  const [above, below] = [await group('On call'), await group('On call tonight')];
  await licet.call('groups.addMember', licet.admin, { params: { group: above, member: below } });
  await demand({ breakGlass: { users: [], groups: [above], seconds: 3600 } });
  members = below;
});
afterAll(() => licet.close());
let members = '';
beforeEach(async () => {
  oncall = await signedIn();
  await licet.call('groups.addMember', licet.admin, { params: { group: members, member: oncall.userId } });
});

const demand = (policy: Partial<RolePolicyChange>) => {
  const { version: _, ...usual } = usualRolePolicy;
  return licet.call('roles.setPolicy', owner, { params: { ...params, role }, body: { ...usual, ...policy } });
};
const signedIn = async () => signedInAlways(licet.database, await licet.user());
const take = (caller: User = oncall) => licet.call('breakGlass.use', caller, { body: asked });
const holds = async ({ userId }: User) => {
  const { items } = await licet.call('users.grants', licet.admin, { params: { user: userId } });
  return items.filter(({ state }) => state === 'active').length;
};

test('a member of an allowed group takes the emergency role for the configured time, and owners are notified', async () => {
  expect((await licet.call('breakGlass.offers', oncall, { query: { application } })).items).toEqual([
    {
      application: { id: application, name: application },
      role: { id: role, name: 'refunder', title: 'Refunds' },
      seconds: 3600,
    },
  ]);
  expect((await licet.call('breakGlass.offers', oncall)).items).toHaveLength(1);
  const elsewhere = callerOf(oncall.userId, (await licet.owned()).key);
  expect((await licet.call('breakGlass.offers', elsewhere)).items).toEqual([]);
  const use = await take();
  expect(use).toMatchObject({ state: 'unreviewed', reason: asked.reason, mayReview: 'own_use', review: null });
  expect(Date.parse(use.ends) - Date.parse(use.at)).toBe(3_600_000);
  expect(await holds(oncall)).toBe(1);
  expect((await licet.call('breakGlass.offers', oncall, { query: { application } })).items).toEqual([]);
  const { items } = await licet.call('audit.list', licet.admin, { query: { action: 'break_glass.used' } });
  expect(items[0]).toMatchObject({ actor: { id: oncall.userId }, after: { grant: { reason: asked.reason } } });
  const { rows } = await licet.database.pool.query(`select user_id from mails where template = 'break_glass_used'`);
  expect(rows.map((row) => row.user_id)).toContain(owner.userId);
  licet.setClock(3_601_000);
  expect(await holds(oncall)).toBe(0);
  licet.setClock(0);
  expect(await licet.call('audit.verify', licet.admin)).toMatchObject({ whole: true });
});

test('refuses emergency access by other users, to other roles or applications, and without a fresh sign-in', async () => {
  const outcome = (caller: Caller, body: object = {}) =>
    licet.outcome('breakGlass.use', caller, { body: { ...asked, ...body } });
  expect(await outcome(await signedIn())).toBe('not_found');
  expect(await outcome(await signedInAlways(licet.database, owner))).toBe('break_glass_refused');
  expect(await outcome(oncall, { role: 'admin' })).toBe('break_glass_refused');
  expect(await outcome(callerOf(oncall.userId))).toBe('sign_in_again');
  expect(await outcome(callerOf(oncall.userId, 'another'))).toBe('foreign_application');
  await licet.call('users.suspend', licet.admin, { params: { user: oncall.userId } });
  expect(await outcome(oncall)).toBe('unauthenticated');
});

test('a denied decision offers the smallest emergency role with the permission, and its duration', async () => {
  const { id: refund } = await licet.call('permissions.create', owner, { params, body: { name: 'refunds.pay' } });
  const { id: other } = await licet.call('permissions.create', owner, { params, body: { name: 'other' } });
  await licet.call('roles.update', owner, { params: { ...params, role }, body: { permissions: [refund, other] } });
  const decision = async (permission: string, caller: Caller = callerOf(oncall.userId, application)) =>
    (await licet.call('me.decision', caller, { params, query: { permission } })).atOnce;
  const offered = { role: { id: role, name: 'refunder', title: 'Refunds' }, seconds: 3600 };
  expect(await decision('refunds.pay')).toEqual(offered);
  expect(await decision('nothing.such')).toBeNull();
  expect(await decision('refunds.pay', callerOf((await signedIn()).userId, application))).toBeNull();
  const lesser = (await licet.call('roles.create', owner, { params, body: { name: 'payer', permissions: [refund] } }))
    .id;
  expect(await decision('refunds.pay')).toEqual(offered);
  const { version: _, ...usual } = usualRolePolicy;
  await licet.call('roles.setPolicy', owner, {
    params: { ...params, role: lesser },
    body: { ...usual, breakGlass: { users: [oncall.userId], groups: [], seconds: 60 } },
  });
  expect(await decision('refunds.pay')).toMatchObject({ role: { name: 'payer' }, seconds: 60 });
  expect(await decision('other')).toEqual(offered);
  await take();
  expect(await decision('other')).toBeNull();
  await licet.call('roles.remove', owner, { params: { ...params, role: lesser } });
});

test('simultaneous uses of a user on two servers grant the emergency role once', async () => {
  const other = licet.anotherServer();
  try {
    const outcomes = await Promise.all([
      licet.outcome('breakGlass.use', oncall, { body: asked }),
      other.outcome('breakGlass.use', oncall, { body: asked }),
    ]);
    expect(outcomes.sort()).toEqual(['already_held', 'ok']);
    expect(await holds(oncall)).toBe(1);
  } finally {
    await other.close();
  }
});

test('limits how often a user takes emergency access per day', async () => {
  for (let times = 0; times < 5; times += 1) {
    const { grant } = await take();
    await licet.call('grants.revoke', owner, { params: { ...params, grant } });
  }
  await expect(take()).rejects.toMatchObject({ problem: { code: 'throttled', retryAfter: 86_400 } });
});

test('a use is reviewed once, by another user who may grant; if it is justified, the user keeps the role', async () => {
  const right = await take();
  const review = (use: { id: string }, caller: Caller, found: string) =>
    licet.outcome('breakGlass.review', caller, { params: { use: use.id }, body: { found, note: 'Looked at' } });
  expect(await review(right, oncall, 'justified')).toBe('own_use');
  expect(await review(right, await licet.user('users.read'), 'justified')).toBe('not_found');
  expect(await review(right, await licet.user('audit.read'), 'justified')).toBe('may_not_grant');
  expect(await review(right, owner, 'justified')).toBe('ok');
  expect(await review(right, owner, 'objected')).toBe('wrong_state');
  expect(await holds(oncall)).toBe(1);

  await licet.call('grants.revoke', owner, { params: { ...params, grant: right.grant } });
  const wrong = await take();
  const { items } = await licet.call('breakGlass.list', owner, { query: { state: 'unreviewed', limit: '1' } });
  expect(items[0]).toMatchObject({ id: wrong.id, mayReview: 'yes' });
  const outcomes = await Promise.all([review(wrong, owner, 'justified'), review(wrong, licet.admin, 'justified')]);
  expect(outcomes.sort()).toEqual(['ok', 'wrong_state']);
});

test('an objection ends the grant, and the user is notified of the reason', async () => {
  const use = await take();
  const body = { found: 'objected', note: 'It could have waited' };
  const after = await licet.call('breakGlass.review', owner, { params: { use: use.id }, body });
  expect(after).toMatchObject({ state: 'objected', review: { by: { id: owner.userId } }, mayReview: 'closed' });
  expect(await holds(oncall)).toBe(0);
  const { rows } = await licet.database.pool.query(
    `select data from mails where template = 'break_glass_reviewed' and user_id = $1`,
    [oncall.userId],
  );
  expect(rows[0]?.data).toMatchObject({ justified: false, ended: true, note: 'It could have waited' });
});

test('an objection blocks emergency access to the role for that user for a day', async () => {
  const use = await take();
  const body = { found: 'objected', note: 'It could have waited' };
  await licet.call('breakGlass.review', owner, { params: { use: use.id }, body });
  expect(await licet.outcome('breakGlass.use', oncall, { body: asked })).toBe('break_glass_refused');
  expect((await licet.call('breakGlass.offers', oncall)).items).toEqual([]);
  licet.setClock(86_401_000);
  const { items } = await licet.call('breakGlass.offers', oncall);
  licet.setClock(0);
  expect(items.map(({ role: { name } }) => name)).toEqual(['refunder']);
});

test('a program cannot review a use of emergency access, whatever its rights', async () => {
  const use = await take();
  const { client } = await licet.call('clients.create', owner, {
    params,
    body: { name: `CI ${use.id}`, kind: 'service', secret: false },
  });
  const { items } = await licet.call('permissions.list', licet.admin, {
    params: { application: 'licet' },
    query: { q: 'grants.manage' },
  });
  await licet.call('grants.create', licet.freshAdmin, {
    params: { application: 'licet' },
    body: { principal: { kind: 'client', id: client.id }, gives: { kind: 'permission', id: items[0]?.id ?? '' } },
  });
  const token = { version: 0, expiresAt: Math.floor(Date.now() / 1000) + 300 };
  const program = { kind: 'service', clientId: client.id, audience: 'licet', token } as const;
  const body = { found: 'justified', note: 'Fine' };
  expect(await licet.outcome('breakGlass.review', program, { params: { use: use.id }, body })).toBe('people_only');
  const seen = await licet.call('breakGlass.list', program, { query: { state: 'unreviewed' } });
  expect(seen.items.find(({ id }) => id === use.id)).toMatchObject({ mayReview: 'not_an_owner' });
});

test('users see their own uses of emergency access and those that they review; auditors see all', async () => {
  const use = await take();
  const seen = async (caller: Caller) =>
    (await licet.call('breakGlass.list', caller)).items.some(({ id }) => id === use.id);
  expect(await seen(oncall)).toBe(true);
  expect(await seen(owner)).toBe(true);
  expect(await seen(await licet.user('audit.read'))).toBe(true);
  expect(await seen(await licet.user('users.read'))).toBe(false);
  expect(await seen((await licet.owned('other')).owner)).toBe(false);
  const { items } = await licet.call('breakGlass.list', licet.admin, { query: { application: 'other' } });
  expect(items).toEqual([]);
});

test('a caller with grants.manage does not see emergency access to Licet itself', async () => {
  const inLicet = { application: 'licet' };
  const { items } = await licet.call('roles.list', licet.admin, { params: inLicet, query: { q: 'auditor' } });
  const { version: _, ...usual } = usualRolePolicy;
  await licet.call('roles.setPolicy', licet.freshAdmin, {
    params: { ...inLicet, role: items[0]?.id ?? '' },
    body: { ...usual, breakGlass: { users: [oncall.userId], groups: [], seconds: 3600 } },
  });
  const taken = await licet.call('breakGlass.use', oncall, {
    body: { ...inLicet, role: 'auditor', reason: 'Inquiry' },
  });
  const sees = async (caller: User) => {
    const list = await licet.call('breakGlass.list', caller, { query: inLicet });
    const all = await licet.call('breakGlass.list', caller);
    expect(all.items.some(({ id }) => id === taken.id)).toBe(list.items.length > 0);
    return list.items.map(({ id }) => id);
  };
  expect(await sees(await licet.user('grants.manage'))).toEqual([]);
  for (const caller of [licet.admin, await licet.user('audit.read'), oncall])
    expect(await sees(caller)).toEqual([taken.id]);
});
