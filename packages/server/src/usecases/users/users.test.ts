import { erasedName, type LicetPermission } from '@licet/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signedInAlways, type TestLicet, testLicet } from '../testing.ts';

describe('users', () => {
  let licet: TestLicet;
  beforeAll(async () => {
    licet = await testLicet();
  });
  afterAll(() => licet.close());

  const person = (username: string, more: object = {}) => ({ body: { username, name: username, ...more } });

  describe('a user', () => {
    test('is created as invited, and found by username, name and address', async () => {
      const made = await licet.call('users.create', licet.admin, {
        body: { username: 'Grace', name: 'Grace Hopper', email: 'grace@navy.example' },
      });
      expect(made).toMatchObject({ username: 'Grace', status: 'invited', lastSignInAt: null });
      for (const q of ['grace', 'HOPPER', 'hopper grace', 'navy.ex', 'grace@navy.example', 'Ｇrace']) {
        const { items } = await licet.call('users.list', licet.admin, { query: { q } });
        expect(
          items.map(({ id }) => id),
          q,
        ).toContain(made.id);
      }
      for (const q of ['100%', 'gr_ce', 'nobody', '\\', "'; drop table users; --"])
        expect((await licet.call('users.list', licet.admin, { query: { q } })).items, q).toEqual([]);
    });

    test('keeps a job title until it is changed or removed, and the audit log shows both', async () => {
      const { id } = await licet.call('users.create', licet.admin, person('titled', { jobTitle: 'Clerk' }));
      const params = { user: id };
      const title = async () => (await licet.call('users.get', licet.admin, { params })).jobTitle;
      await licet.call('users.suspend', licet.admin, { params });
      await licet.call('users.update', licet.admin, { params, body: { name: 'Titled' } });
      expect(await title()).toBe('Clerk');
      await licet.call('users.update', licet.admin, { params, body: { jobTitle: 'Head of Audit' } });
      expect(await title()).toBe('Head of Audit');
      await licet.call('users.update', licet.admin, { params, body: { jobTitle: null } });
      expect(await title()).toBeNull();
      const { items } = await licet.call('audit.list', licet.admin, { query: { target: id, limit: '2' } });
      expect(items.map(({ before, after }) => [before, after])).toEqual([
        [
          expect.objectContaining({ jobTitle: 'Head of Audit' }),
          expect.not.objectContaining({ jobTitle: expect.anything() }),
        ],
        [expect.objectContaining({ jobTitle: 'Clerk' }), expect.objectContaining({ jobTitle: 'Head of Audit' })],
      ]);
      for (const jobTitle of ['', ' Clerk', 'a\nb', 'x'.repeat(257)])
        await expect(licet.outcome('users.create', licet.admin, person('untitled', { jobTitle }))).rejects.toThrow(
          'The title',
        );
    });

    test('is in a list filtered by access only for callers who may see access or own the application', async () => {
      const { key, owner } = await licet.owned();
      const manager = await licet.user('users.read', 'users.manage');
      const { items } = await licet.call('roles.list', owner, { params: { application: key } });
      const queries = [{ application: key }, { role: items[0]?.id ?? '' }];
      for (const query of queries) {
        expect(await licet.outcome('users.list', manager, { query })).toBe('forbidden');
        expect(await licet.outcome('users.list', await licet.user('users.read', 'access.read'), { query })).toBe('ok');
      }
      expect(await licet.outcome('users.list', manager)).toBe('ok');
    });

    test('is listed with the roles and the next end of access that groups give, and without both while suspended', async () => {
      const { key, owner } = await licet.owned();
      const ends = new Date(Date.now() + 3_600_000).toISOString();
      const role = await licet.call('roles.create', owner, { params: { application: key }, body: { name: 'clerk' } });
      const [inner, outer] = await Promise.all(
        ['inner', 'outer'].map((name) =>
          licet.call('groups.create', licet.admin, { body: { name: `${key} ${name}` } }),
        ),
      );
      const { id } = await licet.call('users.create', licet.admin, person(`${key}-clerk`));
      const member = (group: string, of: string) =>
        licet.call('groups.addMember', licet.admin, { params: { group, member: of } });
      await member(inner?.id ?? '', id);
      await member(outer?.id ?? '', inner?.id ?? '');
      const grant = { principal: { kind: 'group', id: outer?.id }, gives: { kind: 'role', id: role.id }, ends };
      await licet.call('grants.create', owner, { params: { application: key }, body: grant });
      const row = async () =>
        (await licet.call('users.list', licet.admin, { query: { username: `${key}-clerk` } })).items[0];
      expect(await row()).toMatchObject({
        groups: [{ name: `${key} inner` }],
        roles: [{ application: key, name: 'clerk' }],
      });
      expect(Date.parse((await row())?.endsNext ?? '')).toBe(Date.parse(ends));
      await licet.call('users.suspend', licet.admin, { params: { user: id } });
      expect(await row()).toMatchObject({ roles: [], endsNext: null });
    });

    test('is listed without roles and ends of access for callers who may not read access', async () => {
      const [administrator] = (await licet.call('users.list', licet.admin, { query: { q: 'ada' } })).items;
      expect(administrator?.roles).toEqual([{ application: 'licet', name: 'admin' }]);
      const { key, owner } = await licet.owned();
      const role = await licet.call('roles.create', owner, { params: { application: key }, body: { name: 'clerk' } });
      const { id } = await licet.call('users.create', licet.admin, person(`${key}-clerk`));
      const ends = new Date(Date.now() + 3_600_000).toISOString();
      const grant = { principal: { kind: 'user', id }, gives: { kind: 'role', id: role.id }, ends };
      await licet.call('grants.create', owner, { params: { application: key }, body: grant });
      const rows = async (...permissions: LicetPermission[]) =>
        (await licet.call('users.list', await licet.user(...permissions), { query: {} })).items;
      const told = await rows('users.read', 'users.manage', 'groups.read', 'applications.read');
      expect(new Set(told.map(({ roles, endsNext }) => `${roles} ${endsNext}`))).toEqual(new Set(['null null']));
      const whole = (await rows('users.read', 'access.read')).find((user) => user.id === id);
      expect(whole).toMatchObject({ roles: [{ application: key, name: 'clerk' }], endsNext: expect.any(String) });
    });

    test('is listed with groups, and filtered by group, only for callers who may read groups', async () => {
      const group = await licet.call('groups.create', licet.admin, { body: { name: 'Told to few' } });
      const { id } = await licet.call('users.create', licet.admin, person('told-to-few'));
      await licet.call('groups.addMember', licet.admin, { params: { group: group.id, member: id } });
      const filter = { group: group.id };
      const manager = await licet.user('users.read', 'users.manage', 'access.read');
      const unsighted = await signedInAlways(licet.database, manager);
      const at = await licet.build(async (change) => change.at);
      for (const query of [{ limit: '200' }, { limit: '200', at }]) {
        const { items } = await licet.call('users.list', unsighted, { query });
        expect(items.map((user) => user.id)).toContain(id);
        expect(new Set(items.map(({ groups }) => groups))).toEqual(new Set([null]));
        expect(await licet.outcome('users.list', unsighted, { query: { ...query, ...filter } })).toBe('forbidden');
      }
      expect(await licet.outcome('users.invite', unsighted, { body: { filter } })).toBe('forbidden');
      expect(await licet.outcome('invitations.links', unsighted, { body: { filter } })).toBe('forbidden');
      const told = await licet.call('users.list', await licet.user('users.read', 'groups.read'), { query: filter });
      expect(told.items).toMatchObject([{ id, groups: [{ id: group.id, name: 'Told to few' }], roles: null }]);
    });

    test('has a username that is unique in any spelling', async () => {
      await licet.call('users.create', licet.admin, person('linus'));
      expect(await licet.outcome('users.create', licet.admin, person('LINUS'))).toBe('name_taken');
      expect(await licet.outcome('users.create', licet.admin, person('ｌinus'))).toBe('name_taken');
    });

    test('can be suspended and reactivated, and regains the status invited or active', async () => {
      const { id } = await licet.call('users.create', licet.admin, person('ken'));
      const at = { params: { user: id } };
      expect(await licet.outcome('users.reactivate', licet.admin, at)).toBe('wrong_state');
      expect(await licet.call('users.suspend', licet.admin, at)).toMatchObject({ status: 'suspended' });
      expect(await licet.outcome('users.suspend', licet.admin, at)).toBe('wrong_state');
      expect(await licet.call('users.reactivate', licet.admin, at)).toMatchObject({ status: 'invited' });
      await licet.database.pool.query(`insert into credentials (user_id, password_hash) values ($1, 'x')`, [id]);
      await licet.call('users.suspend', licet.admin, at);
      expect(await licet.call('users.reactivate', licet.admin, at)).toMatchObject({ status: 'active' });
    });
  });
});

describe('the reserved name', () => {
  // A user with the name of erased people would look erased in the console, the audit log and mails.

  let licet: TestLicet;
  beforeAll(async () => {
    licet = await testLicet();
  });
  afterAll(() => licet.close());

  const resembling = [erasedName, 'A  person who WAS erased', 'a p\u0435rson who was erased'];
  const why = /could be mistaken for the name of an erased person/;

  test.each(resembling)('no user can take the name “%s”', async (name) => {
    const one = await licet.user();
    const params = { user: one.userId };
    await expect(licet.call('me.update', one, { body: { name } })).rejects.toThrow(why);
    await expect(licet.call('users.update', licet.freshAdmin, { params, body: { name } })).rejects.toThrow(why);
    const body = { username: 'resembling', name };
    await expect(licet.call('users.create', licet.freshAdmin, { body })).rejects.toThrow(why);
    const changes = [
      { call: 'users.create', body },
      { call: 'users.update', params, body: { name } },
    ];
    for (const change of changes)
      await expect(licet.call('plans.make', licet.freshAdmin, { body: { changes: [change] } })).rejects.toThrow(why);
    const setup = { code: 'ABCD', username: 'first', name, password: 'cobalt otter paints nine doors' };
    await expect(licet.call('setup.complete', { kind: 'anonymous' }, { body: setup })).rejects.toThrow(why);
  });
});
