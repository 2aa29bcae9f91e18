import { limits } from '@licet/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Caller } from './context.ts';
import { operator, type TestInput, type TestLicet, testLicet } from './testing.ts';

type User = Caller & { readonly kind: 'user' };

let licet: TestLicet;
/** Roles of Licet by name. */
let roles: ReadonlyMap<string, string>;
let person: User;
beforeAll(async () => {
  licet = await testLicet();
  const { items } = await licet.call('roles.list', licet.admin, { params: inLicet });
  roles = new Map(items.map(({ name, id }) => [name, id]));
});
beforeEach(async () => {
  person = await licet.user();
});
afterAll(() => licet.close());

const inLicet = { application: 'licet' };
const given = (kind: 'user' | 'group', id: string, role: string): TestInput => ({
  params: inLicet,
  body: { principal: { kind, id }, gives: { kind: 'role', id: role } },
});
const admin = () => roles.get('admin') ?? '';
const newGroup = async () =>
  (await licet.call('groups.create', licet.admin, { body: { name: crypto.randomUUID() } })).id;
const newRole = async () => {
  const body = { name: crypto.randomUUID() };
  return (await licet.call('roles.create', licet.admin, { params: inLicet, body })).id;
};

/** The call is refused long after signing in, and changes nothing; right after signing in, it succeeds. */
async function wantsFreshSignIn(id: Parameters<TestLicet['outcome']>[0], input: TestInput): Promise<void> {
  expect(await licet.outcome(id, licet.admin, input), id).toBe('sign_in_again');
  expect(await licet.outcome(id, licet.freshAdmin, input), id).toBe('ok');
}

describe('a fresh sign-in for new administrators of Licet', () => {
  test('is required for a present or later grant', async () => {
    await wantsFreshSignIn('grants.create', given('user', person.userId, admin()));
    const later = await licet.user();
    const { params, body } = given('user', later.userId, admin());
    const starts = new Date(Date.now() + 3_600_000).toISOString();
    await wantsFreshSignIn('grants.create', { params: { ...params }, body: { ...Object(body), starts } });
  });

  test('is required for a grant to a group, and for joining such a group', async () => {
    const [group, above, below] = [await newGroup(), await newGroup(), await newGroup()];
    await wantsFreshSignIn('grants.create', given('group', group, admin()));
    await wantsFreshSignIn('groups.addMember', { params: { group, member: person.userId } });
    await wantsFreshSignIn('groups.addMember', { params: { group, member: below } });
    const other = await licet.user();
    await wantsFreshSignIn('groups.addMember', { params: { group: below, member: other.userId } });
    // The group has no access yet, so its new member gains none.
    expect(await licet.outcome('groups.addMember', licet.admin, { params: { group: above, member: group } })).toBe(
      'ok',
    );
  });

  test('is required for including admin in a role with holders, and for granting that role', async () => {
    const [role, outer] = [await newRole(), await newRole()];
    await licet.call('grants.create', licet.admin, given('user', person.userId, outer));
    const including = (id: string, included: string) => ({
      params: { ...inLicet, role: id },
      body: { includes: [included] },
    });
    expect(await licet.outcome('roles.update', licet.admin, including(outer, role))).toBe('ok');
    await wantsFreshSignIn('roles.update', including(role, admin()));
    // A user who is granted the role afterwards becomes an administrator by it.
    await wantsFreshSignIn('grants.create', given('user', (await licet.user()).userId, role));
  });

  test('is required for approving a request for the role admin', async () => {
    const asker = await licet.user('applications.read');
    const body = { application: 'licet', role: 'admin', reason: 'Ines is ill today', seconds: 3600 };
    const { id } = await licet.call('requests.ask', asker, { body });
    const request = { params: { request: id } };
    expect(await licet.outcome('requests.plan', licet.admin, { ...request, body: {} }), 'looking at it').toBe('ok');
    await wantsFreshSignIn('requests.approve', { ...request, body: {} });
  });

  test('is not required if nobody becomes a new administrator', async () => {
    await licet.call('grants.create', licet.freshAdmin, given('user', person.userId, admin()));
    const group = await newGroup();
    await licet.call('grants.create', licet.freshAdmin, given('group', group, admin()));
    const join = { params: { group, member: person.userId } };
    expect(await licet.outcome('groups.addMember', licet.admin, join), 'an administrator joins').toBe('ok');
    const auditor = given('user', (await licet.user()).userId, roles.get('auditor') ?? '');
    expect(await licet.outcome('grants.create', licet.admin, auditor)).toBe('ok');
    const { key } = await licet.owned();
    const { items } = await licet.call('roles.list', licet.admin, { params: { application: key } });
    const elsewhere = { ...given('user', person.userId, items[0]?.id ?? ''), params: { application: key } };
    expect(await licet.outcome('grants.create', licet.admin, elsewhere), 'admin of another application').toBe('ok');
  });

  test('is not required of the operator', async () => {
    expect(await licet.outcome('grants.create', operator, given('user', person.userId, admin()))).toBe('ok');
  });

  test('an import cannot make administrators of Licet', async () => {
    const input = { params: inLicet, query: { kind: 'roles' }, body: `${person.userId}\tadmin\n` };
    expect(await licet.outcome('access.import', licet.freshAdmin, input)).toBe('built_in');
  });
});

describe('a fresh sign-in for changes to the sign-in methods of a user with access to Licet', () => {
  test('is required for a set-password link, a reset of the second factor, and another address', async () => {
    const auditor = await licet.user('audit.read');
    const params = { user: auditor.userId };
    await licet.database.pool.query(
      `insert into totp (user_id, secret, added_at, last_step) values ($1, 'sealed', now(), 0)`,
      [auditor.userId],
    );
    await wantsFreshSignIn('users.passwordLink', { params });
    await wantsFreshSignIn('users.resetCredentials', { params, body: { passkeys: true } });
    await wantsFreshSignIn('users.update', { params, body: { email: `${auditor.userId}@example.org` } });
    expect(await licet.outcome('users.update', licet.admin, { params, body: { name: 'Another' } })).toBe('ok');
  });

  test('is not required for other users', async () => {
    const params = { user: person.userId };
    expect(await licet.outcome('users.passwordLink', licet.admin, { params })).toBe('ok');
    expect(await licet.outcome('users.update', licet.admin, { params, body: { email: 'a@example.org' } })).toBe('ok');
  });

  test('expires ten minutes after signing in', async () => {
    const caller = { ...licet.admin, sessionId: 'a session' };
    await licet.database.pool.query(
      `insert into sessions (uid, user_id, created_at, seen_at, expires_at, amr) values ('a session', $1, now(), now(), now() + interval '1 day', '{pwd}')`,
      [caller.userId],
    );
    const params = { user: caller.userId };
    expect(await licet.outcome('users.passwordLink', caller, { params })).toBe('ok');
    licet.setClock(limits.freshSignIn.value * 1000);
    expect(await licet.outcome('users.passwordLink', caller, { params })).toBe('sign_in_again');
    licet.setClock(0);
  });
});
