import type { ApplicationPolicyChange, LicetPermission, PolicyChange } from '@licet/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { setPasswordHash } from '../../store/credentials/passwords.ts';
import { insertGroup, insertMembership } from '../../store/groups/groups.ts';
import { firstPolicy } from '../../store/policy/policy.ts';
import { insertUser } from '../../store/users/users.ts';
import { operator, signedInAlways, type TestLicet, testLicet } from '../testing.ts';

describe('sign-in rules of the organisation', () => {
  let licet: TestLicet;
  const { version: _, ...first } = firstPolicy;
  const with_ = (over: Partial<PolicyChange>): { body: PolicyChange } => ({ body: { ...first, ...over } });
  const everybody = (graceUntil: string | null = null): Partial<PolicyChange> => ({
    secondFactor: [{ of: { kind: 'everybody' }, graceUntil }],
  });
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

  beforeAll(async () => {
    licet = await testLicet();
    await licet.build((change) => setPasswordHash(change, licet.admin.userId, 'test:ada'));
  });
  beforeEach(async () => {
    await licet.call('policy.update', operator, with_({}));
  });
  afterAll(() => licet.close());

  const add = (username: string) =>
    licet.build(async (change) => {
      const user = await insertUser(change, { username, email: null, name: username, status: 'active' });
      await setPasswordHash(change, user.id, `test:${username}`);
      return user.id;
    });

  const addTotp = (userId: string) =>
    licet.database.pool.query(
      `insert into totp (user_id, secret, added_at, last_step) values ($1, '', now(), 0) on conflict do nothing`,
      [userId],
    );

  const plan = (over: Partial<PolicyChange>, query: Record<string, string> = {}) =>
    licet.call('policy.plan', licet.admin, { ...with_(over), query });
  const named = async (over: Partial<PolicyChange>, query: Record<string, string> = {}) =>
    (await plan(over, query)).items.map(({ user, outcome, reason }) => `${user.name}: ${outcome} (${reason})`);

  test('a plan shows the number of group members, but no names, to callers who may not see them', async () => {
    const member = await add('grouped');
    const group = await licet.build(async (change) => {
      const made = await insertGroup(change, { name: 'Board', description: '' });
      await insertMembership(change, made.id, { kind: 'user', id: member, name: 'grouped' });
      return made;
    });
    const asked = with_({ secondFactor: [{ of: { kind: 'group', id: group.id }, graceUntil: null }] });
    const [blind, seeing] = [
      await licet.user('settings.manage', 'users.read'),
      await licet.user('settings.manage', 'users.read', 'groups.read'),
    ];
    const seen = await licet.call('policy.plan', seeing, asked);
    const ask = (query: Record<string, string>) => licet.call('policy.plan', blind, { ...asked, query });
    expect(seen.items.map(({ user }) => user.name)).toContain('grouped');
    const { counts, total } = seen;
    expect(await ask({})).toMatchObject({ items: [], next: null, namesShown: false, counts, total });
    expect(await ask({ q: 'nobody of that name' })).toMatchObject({ items: [], total });
  });

  describe('the policy', () => {
    test('is stored as given, and its event names the values before and after', async () => {
      await addTotp(licet.admin.userId);
      const group = await licet.build((change) => insertGroup(change, { name: 'Finance', description: '' }));
      const graceUntil = inDays(14);
      const wanted = {
        ...first,
        ways: ['passkey', 'password'],
        emailDomains: [' Example.ORG '],
        rememberedDays: 30,
        sessions: { members: 86_400, administrators: 3600 },
        secondFactor: [{ of: { kind: 'group', id: group.id }, graceUntil }],
      };
      const before = await licet.call('policy.get', licet.admin);
      const after = await licet.call('policy.update', operator, { body: wanted, ifMatch: before.version });
      expect(after).toMatchObject({ ways: wanted.ways, emailDomains: ['example.org'], sessions: wanted.sessions });
      expect(after.secondFactor).toMatchObject([{ of: { kind: 'group', name: 'Finance' } }]);
      expect(Date.parse(after.secondFactor[0]?.graceUntil ?? '')).toBe(Date.parse(graceUntil));
      expect(await licet.call('policy.get', licet.admin)).toEqual(after);
      const { items } = await licet.call('audit.list', licet.admin, { query: { limit: '1' } });
      expect(items[0]).toMatchObject({ action: 'policy.changed', before: { rememberedDays: 0, secondFactor: [] } });
      expect(JSON.stringify(items[0]?.after)).toContain('group Finance, from ');
      expect(await licet.outcome('policy.update', operator, { body: first, ifMatch: before.version })).toBe(
        'version_conflict',
      );
      await licet.call('groups.remove', licet.admin, { params: { group: group.id } });
      expect((await licet.call('policy.get', licet.admin)).secondFactor).toEqual([]);
    });

    test('is refused if invalid', async () => {
      const refused: [object, string][] = [
        [{ secondFactor: [{ of: { kind: 'role', id: licet.admin.userId }, graceUntil: null }] }, 'not_found'],
        [everybody(inDays(-1)), 'invalid_request'],
        [everybody(inDays(400)), 'invalid_request'],
      ];
      for (const [over, code] of refused)
        expect(await licet.outcome('policy.update', operator, with_(over as Partial<PolicyChange>)), code).toBe(code);
      for (const over of [
        { ways: [] },
        { ways: ['password', 'password'] },
        { sessions: { members: 2_592_001, administrators: 3600 } },
        { sessions: { members: 3600, administrators: 86_401 } },
        { sessions: { members: 899, administrators: 3600 } },
        { emailDomains: ['nowhere'] },
        { emailDomains: ['a.example', 'A.example'] },
        { rememberedDays: 91 },
        { freshSignIn: 0 },
        { secondFactor: [{ of: { kind: 'everybody', id: 'x' }, graceUntil: null }] },
      ])
        await expect(
          licet.call('policy.update', operator, { body: { ...first, ...over } }),
          JSON.stringify(over),
        ).rejects.toThrow();
    });

    test('requires a fresh sign-in for a change, and the right to see users for a plan', async () => {
      expect(await licet.outcome('policy.update', licet.admin, with_({}))).toBe('sign_in_again');
      const setter = await licet.user('settings.manage');
      expect(await licet.outcome('policy.get', setter)).toBe('ok');
      expect(await licet.outcome('policy.plan', setter, with_({}))).toBe('forbidden');
      expect(await licet.outcome('policy.plan', await licet.user('settings.manage', 'users.read'), with_({}))).toBe(
        'ok',
      );
    });

    test('is refused if it locks out every administrator, unless it begins later', async () => {
      await licet.database.pool.query('delete from totp');
      expect(await plan(everybody())).toMatchObject({ locksOut: true });
      expect(await licet.outcome('policy.update', operator, with_(everybody()))).toBe('locks_out');
      expect(await licet.outcome('policy.update', operator, with_({ ways: ['passkey'] }))).toBe('locks_out');
      expect(await licet.outcome('policy.update', operator, with_(everybody(inDays(1))))).toBe('ok');
      await addTotp(licet.admin.userId);
      expect(await plan(everybody())).toMatchObject({ locksOut: false });
      expect(await licet.outcome('policy.update', operator, with_(everybody()))).toBe('ok');
    });
  });

  describe('the plan', () => {
    test('lists the stopped users with the reason, filtered by search text and outcome', async () => {
      await licet.database.pool.query(
        `insert into credentials (user_id, password_hash, set_at) select id, 'test:x', now() from users on conflict do nothing`,
      );
      const apart = [await add('plain'), await add('covered'), await add('here before')];
      const [plain = '', covered = '', before = ''] = apart;
      await addTotp(covered);
      await licet.database.pool.query(
        `insert into known_browsers (token_hash, user_id, used_at, expires_at) values ('\\x01', $1, now(), now() + interval '1 day')`,
        [before],
      );
      const group = await licet.build(async (change) => {
        const made = await insertGroup(change, { name: 'Planned', description: '' });
        for (const id of apart) await insertMembership(change, made.id, { kind: 'user', id, name: '' });
        return made;
      });
      const demanded = (graceUntil: string | null) => ({
        secondFactor: [{ of: { kind: 'group' as const, id: group.id }, graceUntil }],
      });
      expect(await named(demanded(null))).toEqual([
        'covered: no_recovery (no_recovery)',
        'here before: sets_up (no_second_factor)',
        'plain: stopped (no_second_factor)',
      ]);
      expect(await named(demanded(inDays(3)), { outcome: 'grace' })).toEqual([
        'here before: grace (no_second_factor)',
        'plain: grace (no_second_factor)',
      ]);
      expect(await named(demanded(null), { q: 'plai' })).toEqual(['plain: stopped (no_second_factor)']);
      expect(await plan(demanded(null))).toMatchObject({
        counts: { stopped: 1, sets_up: 1, grace: 0, no_recovery: 1 },
        present: { stopped: 0, sets_up: 0, grace: 0, no_recovery: 0 },
        total: 3,
      });
      // Counts include users whom a page or a search leaves out.
      const firstPage = await plan(demanded(null), { limit: '1' });
      expect(await plan(demanded(null), { limit: '1', cursor: firstPage.next ?? '' })).toMatchObject({
        items: [{ user: { username: 'here before' } }],
        counts: { stopped: 1, sets_up: 1, grace: 0, no_recovery: 1 },
        total: 3,
      });
      expect(await plan(demanded(null), { q: 'somebody else' })).toMatchObject({
        items: [],
        counts: { stopped: 1, sets_up: 1, grace: 0, no_recovery: 1 },
        total: 0,
      });
      // If several demands apply to a user, the one with the earliest deadline counts.
      const both = { secondFactor: [...demanded(inDays(3)).secondFactor, ...(everybody(null).secondFactor ?? [])] };
      expect(await named(both, { q: 'plain' })).toEqual(['plain: stopped (no_second_factor)']);
      const [row] = (await plan(demanded(inDays(3)), { q: 'plain' })).items;
      expect(row).toMatchObject({ user: { id: plain, username: 'plain' }, administrator: false });
      expect(await named({ ways: ['passkey'] }, { q: 'here' })).toEqual(['here before: sets_up (no_way)']);
      expect(await named({ ways: ['passkey'] }, { q: 'plain' })).toEqual(['plain: stopped (no_way)']);
    });
  });
});

describe('sign-in rules of an application', () => {
  let licet: TestLicet;
  beforeAll(async () => {
    licet = await testLicet();
  });
  afterAll(() => licet.close());

  const nothing: ApplicationPolicyChange = { ways: null, secondFactor: false, maxAge: null };

  test('a change of the requirements records an event, and a user without rights can neither read nor change them', async () => {
    const { key, owner } = await licet.owned();
    const params = { application: key };
    expect(await licet.call('policy.ofApplication', licet.admin, { params })).toEqual({
      ...nothing,
      organisationWays,
      version: 0,
    });
    const body = { ways: ['passkey'], secondFactor: true, maxAge: 3600 };
    const after = await licet.call('policy.updateOfApplication', operator, { params, body, ifMatch: 0 });
    expect(after).toMatchObject(body);
    expect(await licet.call('policy.ofApplication', licet.admin, { params })).toEqual(after);
    expect(await licet.outcome('policy.updateOfApplication', operator, { params, body: nothing, ifMatch: 0 })).toBe(
      'version_conflict',
    );
    const { items } = await licet.call('audit.list', licet.admin, { query: { action: 'application.sign_in_changed' } });
    expect(items).toMatchObject([{ application: key, before: nothing, after: body }]);
    const fresh = await signedInAlways(licet.database, owner);
    expect(await licet.call('policy.updateOfApplication', fresh, { params, body: nothing })).toMatchObject(nothing);
    const member = await licet.user();
    expect(await licet.outcome('policy.ofApplication', member, { params })).toBe('not_found');
    expect(await licet.outcome('policy.updateOfApplication', member, { params, body })).toBe('not_found');
  });

  test('accept only sign-in methods of the organisation, and are refused for Licet itself', async () => {
    const { key, owner } = await licet.owned();
    const params = { application: key };
    await licet.build((change) => setPasswordHash(change, licet.admin.userId, 'test:ada'));
    await licet.call('policy.update', operator, {
      body: { ...withoutVersion, ways: ['password'] },
    });
    const { organisationWays: taken } = await licet.call('policy.ofApplication', owner, { params });
    expect(taken, 'its owner sees what there is to choose from').toEqual(['password']);
    const body = { ...nothing, ways: ['passkey'] };
    expect(await licet.outcome('policy.updateOfApplication', operator, { params, body })).toBe('invalid_request');
    await licet.call('policy.update', operator, { body: withoutVersion });
    expect(
      await licet.outcome('policy.updateOfApplication', operator, { params: { application: 'licet' }, body: nothing }),
    ).toBe('built_in');
  });

  test('the plan covers only owners and users with access', async () => {
    const { key, owner } = await licet.owned();
    const params = { application: key };
    const add = (username: string) =>
      licet.build(async (change) => {
        const user = await insertUser(change, { username, email: null, name: username, status: 'active' });
        await setPasswordHash(change, user.id, `test:${username}`);
        return user.id;
      });
    const [inside] = [await add('inside'), await add('outside')];
    const role = await licet.call('roles.create', licet.admin, { params, body: { name: 'reader' } });
    const grant = { principal: { kind: 'user', id: inside }, gives: { kind: 'role', id: role.id } };
    await licet.call('grants.create', licet.admin, { params, body: grant });
    const body = { ...nothing, secondFactor: true };
    await licet.build((change) => setPasswordHash(change, owner.userId, 'test:owner'));
    const planned = await licet.call('policy.planOfApplication', licet.admin, { params, body });
    const { name } = await licet.call('users.get', licet.admin, { params: { user: owner.userId } });
    const stopped = [name, 'inside'].sort().map((each) => ({ user: { name: each }, outcome: 'stopped' }));
    expect(planned.items).toMatchObject(stopped);
    expect(planned).toMatchObject({ people: 2, counts: { stopped: 2 }, present: { stopped: 0 }, locksOut: false });
    expect(await licet.outcome('policy.planOfApplication', owner, { params, body })).toBe('forbidden');
    const outcome = async (...permissions: LicetPermission[]) =>
      licet.outcome('policy.planOfApplication', await licet.user(...permissions), { params, body });
    expect(await outcome('applications.read', 'users.read'), 'who holds something is no matter of users alone').toBe(
      'forbidden',
    );
    expect(await outcome('applications.read', 'users.read', 'access.read')).toBe('ok');
  });

  const { version: _, ...withoutVersion } = firstPolicy;
  const { ways: organisationWays } = firstPolicy;
});
