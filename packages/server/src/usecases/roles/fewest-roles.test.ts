import { ApiError, type PlannedChange } from '@licet/contract/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keyOf, placesIn } from '../../../../console/src/blocks/permission-set.ts';
import {
  type Access,
  isReviewedSince,
  NoUseReported,
  type Reader,
  readAccess,
} from '../../../../console/src/features/fewest-roles/access.ts';
import { askedOf } from '../../../../console/src/features/fewest-roles/asked.ts';
import { compute, type Told } from '../../../../console/src/features/fewest-roles/compute.ts';
import { preferExisting } from '../../../../console/src/features/fewest-roles/prefer.ts';
import { brokenBy } from '../../../../console/src/features/fewest-roles/same-access.ts';
import { setsOf, suggest } from '../../../../console/src/features/fewest-roles/suggestion.ts';
import { programOf } from '../../live/live.testing.ts';
import { Refusal } from '../../refusal.ts';
import { usualRolePolicy } from '../../store/role-policies/role-policies.ts';
import type { Caller } from '../context.ts';
import { type TestInput, type TestLicet, testLicet } from '../testing.ts';

let licet: TestLicet;
beforeAll(async () => {
  licet = await testLicet();
});
afterAll(() => licet.close());

/** Creates an application with the given roles and their permissions, and returns functions that grant access in it. */
async function shop(
  roles: Readonly<Record<string, { readonly has: readonly string[]; readonly includes?: readonly string[] }>>,
) {
  const { key: application, owner } = await licet.owned();
  const params = { application };
  const permissions = new Map<string, string>();
  const ids = new Map<string, string>();
  for (const name of new Set(Object.values(roles).flatMap(({ has }) => has)))
    permissions.set(name, (await licet.call('permissions.create', owner, { params, body: { name } })).id);
  for (const [name, { has, includes = [] }] of Object.entries(roles)) {
    const body = {
      name,
      permissions: has.map((it) => permissions.get(it)),
      includes: includes.map((it) => ids.get(it)),
    };
    ids.set(name, (await licet.call('roles.create', owner, { params, body })).id);
  }
  const give = (kind: 'user' | 'group' | 'client', id: string, what: string, more: object = {}) => {
    const role = ids.get(what);
    const gives = role ? { kind: 'role', id: role } : { kind: 'permission', id: permissions.get(what) };
    return licet.call('grants.create', licet.admin, {
      params,
      body: { principal: { kind, id }, gives, reason: 'work', ...more },
    });
  };
  const user = async (...whats: string[]) => {
    const { userId } = await licet.user();
    for (const what of whats) await give('user', userId, what);
    return userId;
  };
  return { application, params, owner, ids, permissions, give, user };
}

/** The calls of the console's client, made directly. */
const readerFor = (caller: Caller): Reader => {
  const ask =
    (id: Parameters<TestLicet['call']>[0]) =>
    async ({ params, query }: { params?: object; query?: object }) => {
      const text = Object.entries(query ?? {}).map(([name, value]) => [name, String(value)]);
      try {
        return await licet.call(id, caller, { params, query: Object.fromEntries(text) } as TestInput);
      } catch (error) {
        throw error instanceof Refusal ? new ApiError(error.problem) : error;
      }
    };
  return {
    roles: { list: ask('roles.list'), policy: ask('roles.policy') },
    grants: { list: ask('grants.list') },
    applications: { roleMatrix: ask('applications.roleMatrix'), userMatrix: ask('applications.userMatrix') },
    separations: { list: ask('separations.list') },
  } as unknown as Reader;
};

const newNames = { chosen: {}, unused: Array.from({ length: 20 }, (_, n) => `new-${n}`) };

/** The points of the curve, each as the suggestion that the screen shows. */
function suggestionsFor(access: Access) {
  const told: Told[] = [];
  compute(
    askedOf(access),
    (it) => told.push(it),
    () => performance.now(),
  );
  const { points } = told.find((it) => it.kind === 'found') ?? { points: [] };
  const { bound } = told.find((it) => it.kind === 'bound') ?? {};
  const suggestions = points.map(({ roles }) =>
    suggest(access, preferExisting(access, setsOf(roles, access.permissions.length)), newNames),
  );
  return { suggestions, bound };
}

async function planned(changes: readonly PlannedChange[], application: string, losses: readonly string[] = []) {
  const plan = await licet.call('plans.make', licet.freshAdmin, { body: { changes } });
  const refused = plan.steps.filter((step) => step.refused);
  const promise = { application, losses: new Set(losses) };
  return { plan, broken: brokenBy({ ...plan, refused: refused.length }, promise) };
}

const apply = (changes: readonly PlannedChange[], digest: string) =>
  licet.call('plans.apply', licet.freshAdmin, { body: { changes, digest } });

/** Every pair of user and permission, now or at another instant. */
async function pairs(application: string, at?: string): Promise<string> {
  let text = '';
  const input = { params: { application }, query: at ? { at } : {} };
  for await (const piece of await licet.call('access.export', licet.admin, input)) text += piece;
  return text;
}

/** The permissions by the id of each user, group and program. */
const heldBy = ({ holders }: Access) =>
  new Map(holders.map(({ principal, ends, holds }) => [`${principal.id} ${ends}`, keyOf(holds)] as const).sort());

const seconds = () => Math.floor(Date.now() / 1000);
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const namesOf = (roles: readonly { readonly name: string }[]) => roles.map(({ name }) => name).sort();

test('a plan with fewer roles leaves the access of every user, group and program as it was, now and later', async () => {
  const { application, owner, ids, give, user, params } = await shop({
    reader: { has: ['read'] },
    clerk: { has: ['write'], includes: ['reader'] },
    booker: { has: ['write', 'read'] },
    approver: { has: ['approve'], includes: ['clerk'] },
    closer: { has: ['close'], includes: ['reader'] },
    month: { has: ['close', 'read', 'write'] },
    temporary: { has: ['read', 'erase'] },
    ruled: { has: ['refund'] },
    later: { has: ['void'] },
  });
  const { version: _, ...usual } = usualRolePolicy;
  await licet.call('roles.setPolicy', licet.freshAdmin, {
    params: { ...params, role: ids.get('ruled') ?? '' },
    body: { ...usual, reasonNeeded: true },
  });
  const mia = await user('reader', 'booker');
  await user('clerk', 'ruled');
  await user('approver', 'erase');
  await user('clerk', 'closer');
  await user('month', 'reader');
  await give('user', mia, 'temporary', { ends: inDays(3) });
  const noah = await user('temporary', 'reader');
  await give('user', noah, 'month', { ends: inDays(3) });
  await give('user', noah, 'approver', { ends: inDays(2) });
  await give('user', await user('reader'), 'booker', { ends: inDays(3) });
  await give('user', await user('clerk'), 'later', { starts: inDays(1) });
  const sales = await licet.call('groups.create', licet.admin, { body: { name: `sales ${application}` } });
  await licet.call('groups.addMember', licet.admin, {
    params: { group: sales.id, member: mia },
  });
  await give('group', sales.id, 'booker');
  await give('group', sales.id, 'closer');
  const program = { name: 'Nightly job', kind: 'service' };
  const { client } = await licet.call('clients.create', owner, { params, body: program });
  await give('client', client.id, 'month');

  const access = await readAccess(readerFor(licet.admin), application);
  const { suggestions, bound } = suggestionsFor(access);
  const [fewest] = suggestions;
  expect(fewest?.roles.length).toBe(bound?.lowerBound);
  expect(fewest?.losses).toEqual([]);
  expect(namesOf(fewest?.kept.map(({ role }) => role) ?? [])).toEqual(['later', 'ruled']);
  expect(fewest?.removed.length).toBeGreaterThan(1);
  const changes = fewest?.changes ?? [];

  const { plan, broken } = await planned(changes, application);
  expect(broken).toBe(undefined);
  const onDays = async () => {
    const now = await pairs(application);
    return [now, ...(await Promise.all([0.5, 1.5, 2.5, 3.5].map((days) => pairs(application, inDays(days)))))];
  };
  const before = await onDays();
  expect(new Set(before).size).toBe(4);
  const { last } = await apply(changes, plan.digest);
  expect(await onDays()).toEqual(before);
  const after = await readAccess(readerFor(licet.admin), application);
  expect(after.roles.length).toBe((fewest?.roles.length ?? 0) + 2);
  expect(heldBy(after)).toEqual(heldBy(access));
  expect(suggestionsFor(after).suggestions[0]?.changes).toEqual([]);

  const undone = await licet.call('plans.revert', licet.freshAdmin, { body: { plan: last } });
  expect(undone.cannot).toEqual([]);
  const back = await licet.call('plans.make', licet.freshAdmin, { body: { changes: undone.changes } });
  await licet.call('plans.apply', licet.freshAdmin, {
    body: { changes: undone.changes, digest: back.digest, reverts: undone.reverts },
  });
  expect(await onDays()).toEqual(before);
  expect(namesOf((await readAccess(readerFor(licet.admin), application)).roles)).toEqual(namesOf(access.roles));
});

test('a plan with fewer roles removes only the access that the suggestion lists, and nobody gains any', async () => {
  const { application, user } = await shop({
    reader: { has: ['read'] },
    writer: { has: ['read', 'write'] },
    closer: { has: ['read', 'close'] },
  });
  for (let n = 0; n < 4; n += 1) await user('writer');
  for (let n = 0; n < 2; n += 1) await user('reader');
  await user('closer');
  const { suggestions } = suggestionsFor(await readAccess(readerFor(licet.admin), application));
  const fewer = suggestions.find(({ losses }) => losses.length > 0);
  const losses = fewer?.losses.map(({ permission }) => permission.name) ?? [];
  expect(losses).toEqual(['close']);
  expect((await planned(fewer?.changes ?? [], application)).broken).toBe('loss');
  const { plan, broken } = await planned(fewer?.changes ?? [], application, losses);
  expect(broken).toBe(undefined);
  const before = await pairs(application);
  await apply(fewer?.changes ?? [], plan.digest);
  const lines = (text: string) => text.split('\n');
  const after = lines(await pairs(application));
  expect(lines(before).filter((line) => !after.includes(line))).toEqual([expect.stringMatching(/\tclose$/)]);
  expect(after.filter((line) => !lines(before).includes(line))).toEqual([]);
});

test('users keep only the access that they used; programs and suspended users keep everything', async () => {
  const { application, owner, give, user, permissions, params } = await shop({
    clerk: { has: ['read', 'write', 'send'] },
  });
  await expect(readAccess(readerFor(licet.admin), application, { used: true })).rejects.toThrow(NoUseReported);
  const [ada, ben, cem] = [await user('clerk'), await user('clerk'), await user()];
  const desk = await licet.call('groups.create', licet.admin, { body: { name: `desk ${application}` } });
  await licet.call('groups.addMember', licet.admin, { params: { group: desk.id, member: cem } });
  await give('group', desk.id, 'clerk');
  const program = { name: 'Nightly job', kind: 'service' };
  const { client } = await licet.call('clients.create', owner, { params, body: program });
  await give('client', client.id, 'clerk');
  const used = (id: string, permission: string) => ({ user: id, permission, count: 1, last: seconds() });
  const exercised = [used(ada, 'read'), used(ada, 'write'), used(cem, 'send')];
  await licet.call('usage.report', programOf(application), { body: { exercised } });
  await licet.call('users.suspend', licet.freshAdmin, { params: { user: ben } });

  const access = await readAccess(readerFor(licet.admin), application, { used: true });
  const names = access.permissions.map(({ name }) => name);
  const wants = Object.fromEntries(
    access.holders.map(({ principal, wants: set }) => [principal.id, placesIn(set).map((place) => names[place])]),
  );
  expect(wants).toEqual({
    [ada]: ['read', 'write'],
    [ben]: ['read', 'send', 'write'],
    [desk.id]: ['send'],
    [client.id]: ['read', 'send', 'write'],
  });
  const [fewest] = suggestionsFor(access).suggestions;
  const { plan, broken } = await planned(fewest?.changes ?? [], application, [...permissions.keys()]);
  expect(broken).toBe(undefined);
  await apply(fewest?.changes ?? [], plan.digest);
  expect((await pairs(application)).split('\n').map((line) => line.split('\t')[1])).toEqual(
    expect.arrayContaining(['read', 'send', 'write']),
  );
  const after = await readAccess(readerFor(licet.admin), application);
  const holds = Object.fromEntries(
    after.holders.map(({ principal, holds: set }) => [principal.id, placesIn(set).map((place) => names[place])]),
  );
  expect(holds).toEqual(wants);
});

test('an owner who may not read separation rules cannot remove a role that such a rule names', async () => {
  const { application, owner, ids, user } = await shop({
    maker: { has: ['make'] },
    checker: { has: ['check'] },
    both: { has: ['make', 'check'] },
  });
  await user('both');
  await user('both', 'maker');
  const element = (name: string) => ({ elements: [{ kind: 'role', id: ids.get(name) }] });
  await licet.call('separations.create', licet.admin, {
    body: { name: `pair ${application}`, parts: [element('maker'), element('checker')] },
  });
  const [all] = suggestionsFor(await readAccess(readerFor(licet.admin), application)).suggestions;
  expect(all?.kept.map(({ role, why }) => [role.name, why]).sort()).toEqual([
    ['checker', 'separation'],
    ['maker', 'separation'],
  ]);
  expect(all?.changes).toEqual([]);
  const [own] = suggestionsFor(await readAccess(readerFor(owner), application)).suggestions;
  expect(own?.removed.map(({ role }) => role.name)).toEqual(['maker']);
  const plan = await licet.call('plans.make', owner, { body: { changes: own?.changes } });
  expect(plan.steps.some(({ refused }) => refused)).toBe(true);
});

/** Creates an application with the user Carl, who has two roles that one role can replace. `open` opens a review of the application. */
async function reviewed() {
  const made = await shop({
    reader: { has: ['read'] },
    both: { has: ['read', 'write'] },
    writer: { has: ['write'] },
  });
  const { application, owner, user } = made;
  const carl = await user('reader', 'writer');
  for (let n = 0; n < 3; n += 1) await user('both');
  const open = async () => {
    const { id } = await licet.call('reviews.open', licet.admin, {
      body: {
        name: 'Quarter',
        scope: { kind: 'application', application },
        reviewers: { kind: 'owners' },
        endsAt: inDays(14),
        undecided: 'keep',
      },
    });
    const about = { params: { review: id } };
    const linesOf = async (holder: string) => {
      const { items } = await licet.call('reviews.items', owner, { ...about, query: { limit: '200' } });
      return items.filter((item) => item.holder.id === holder);
    };
    const decide = async (holder: string, how: object) => {
      const decisions = (await linesOf(holder)).map(({ line, version }) => ({ line, version, ...how }));
      await licet.call('reviews.decide', owner, { ...about, body: { decisions } });
    };
    const close = async () => {
      const { digest } = await licet.call('reviews.plan', licet.admin, about);
      await licet.call('reviews.close', licet.admin, { ...about, body: { digest } });
    };
    return { decide, close };
  };
  return { ...made, carl, open };
}

const refusalOf = (asked: Promise<unknown>) =>
  asked.then(
    () => 'done',
    (error: unknown) => (error instanceof Refusal ? `${error.problem.code} ${error.problem.reason}` : error),
  );

test('roles in an open review stay until it is closed', async () => {
  const { application, open, owner } = await reviewed();
  const review = await open();
  const during = await readAccess(readerFor(owner), application);
  expect(during.roles.map(({ name, kept }) => [name, kept]).sort()).toEqual([
    ['both', 'review'],
    ['reader', 'review'],
    ['writer', 'review'],
  ]);
  expect(suggestionsFor(during).suggestions[0]?.changes).toEqual([]);
  await review.close();
  const after = await readAccess(readerFor(owner), application);
  expect(after.roles.flatMap(({ kept }) => kept ?? [])).toEqual([]);
});

test('detects a review that opened after the roles were computed', async () => {
  const { application, open } = await reviewed();
  const client = readerFor(licet.admin);
  const access = await readAccess(client, application);
  const [fewest] = suggestionsFor(access).suggestions;
  const changes = fewest?.changes ?? [];
  expect(changes).not.toEqual([]);
  const { plan } = await planned(changes, application);
  expect(await isReviewedSince(client, application, fewest?.kept ?? [])).toBe(false);
  await open();
  expect(await isReviewedSince(client, application, fewest?.kept ?? [])).toBe(true);
  expect(await refusalOf(apply(changes, plan.digest))).toBe('plan_moved effects_moved');
});

test('a plan cannot replace grants that an open review is to revoke', async () => {
  const { application, carl, open } = await reviewed();
  const access = await readAccess(readerFor(licet.admin), application);
  const changes = suggestionsFor(access).suggestions[0]?.changes ?? [];
  const review = await open();
  const { plan } = await planned(changes, application);
  await review.decide(carl, { decision: 'revoke' });
  expect(await refusalOf(planned(changes, application))).toBe('wrong_state review_replaced');
  expect(await refusalOf(apply(changes, plan.digest))).toBe('wrong_state review_replaced');
  await review.decide(carl, { decision: 'keep' });
  await planned(changes, application);
  await review.decide(carl, { decision: 'shorten', ends: inDays(1) });
  expect(await refusalOf(planned(changes, application))).toBe('wrong_state review_replaced');
  await review.close();
  await planned(changes, application);
});

test('a plan may end a grant that a review is to revoke, and give its holder other access or a shorter grant', async () => {
  const { application, params, ids, carl, open } = await reviewed();
  const { id: other } = await licet.call('permissions.create', licet.admin, { params, body: { name: 'other' } });
  const review = await open();
  await review.decide(carl, { decision: 'shorten', ends: inDays(2) });
  const { items } = await licet.call('grants.list', licet.admin, { params, query: { principal: carl } });
  const ends = items.map(({ id }) => ({ call: 'grants.revoke' as const, params: { application, grant: id } }));
  const give = (kind: 'role' | 'permission', id: string, until?: string) => ({
    call: 'grants.create' as const,
    params,
    body: {
      principal: { kind: 'user' as const, id: carl },
      gives: { kind, id },
      ...(until !== undefined && { ends: until }),
    },
  });
  const both = ids.get('both') ?? '';
  expect((await planned([...ends, give('permission', other)], application)).plan.steps).toHaveLength(3);
  expect((await planned([...ends, give('role', both, inDays(1))], application)).plan.steps).toHaveLength(3);
  expect(await refusalOf(planned([...ends, give('role', both, inDays(3))], application))).toBe(
    'wrong_state review_replaced',
  );
});
