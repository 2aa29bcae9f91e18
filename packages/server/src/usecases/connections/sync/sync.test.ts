import { licetApplication, usualRolePolicy } from '@licet/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { missing } from '../../../../../../scripts/debian-slapd.ts';
import { corpSettings, dnOf } from '../../../identity/directories/corp.testing.ts';
import { sawSession } from '../../../store/sign-in/sessions.ts';
import { callerOf, operator, signedInAlways } from '../../testing.ts';
import { namesIn, type SyncWorld, syncWorld } from './sync.testing.ts';

const why = missing();
if (why !== undefined) process.stdout.write(`Skipped: ${why}.\n`);

describe.skipIf(why !== undefined)('synchronising with a directory', () => {
  let world: SyncWorld;
  let corp = '';
  let finance = '';
  beforeAll(async () => {
    world = await syncWorld();
    const { licet } = world;
    finance = (await licet.call('groups.create', licet.admin, { body: { name: 'Finance' } })).id;
    corp = await world.connect({ groupMappings: [{ value: 'finance', group: finance }] });
    await world.run(corp);
  });
  afterAll(() => world.close());

  const userOf = async (username: string) => {
    const [row] = await world.rows<{ id: string; status: string; name: string; email: string; verified: boolean }>(
      `select u.id, u.status, u.name, u.email, s.verified_at is not null and s.address = u.email as verified
       from users u left join address_states s on s.user_id = u.id
       where u.username_key = $1 and u.no_to = 9223372036854775807`,
      [username],
    );
    return row ?? { id: '', status: 'none', name: '', email: '', verified: false };
  };
  const lastChange = async () => (await world.rows<{ no: number }>('select max(no)::int as no from change'))[0]?.no;
  const nothing = { new: [], changed: [], leaving: [], returning: [], kept: [] };

  test('creates users with verified addresses, and a second run changes nothing', async () => {
    expect(await userOf('ada')).toMatchObject({ status: 'active', name: 'ada of Corp', verified: true });
    const before = await lastChange();
    expect(namesIn(await world.plan(corp))).toEqual(nothing);
    const { run } = await world.run(corp);
    expect(run).toMatchObject({ state: 'done', scheduled: false, problem: null, plan: { found: 7, linked: 5 } });
    expect(namesIn(run?.plan)).toEqual(nothing);
    expect(await lastChange()).toBe(before);
  });

  test('suspends a user whose entry is gone, ends their sessions, and records the reason', async () => {
    const { id } = await userOf('cleo');
    await sawSession(world.licet.database, {
      uid: 'of cleo',
      userId: id,
      signedInAt: undefined,
      expiresIn: 3600,
      address: null,
      agent: null,
      amr: ['pwd'],
    });
    await world.manager.remove(dnOf('cleo'));
    const plan = await world.plan(corp);
    expect(namesIn(plan)).toEqual({ ...nothing, leaving: ['cleo gone'] });
    expect(await userOf('cleo')).toMatchObject({ status: 'active' });
    const { run } = await world.run(corp);
    expect(run).toMatchObject({ state: 'done', plan: { leaving: { count: 1 } } });
    expect(await userOf('cleo')).toMatchObject({ status: 'suspended' });
    expect(await world.rows(`select ended_at is not null as ended from sessions where uid = 'of cleo'`)).toEqual([
      { ended: true },
    ]);
    expect(await world.rows(`select count(*)::int as cut from cut_offs where kind = 'user' and id = $1`, [id])).toEqual(
      [{ cut: 1 }],
    );
    expect(await world.rows('select action, actor_name, after from change order by no desc limit 1')).toEqual([
      expect.objectContaining({
        action: 'user.suspended',
        after: expect.objectContaining({ status: 'suspended', because: 'gone' }),
      }),
    ]);
    expect(namesIn(await world.plan(corp))).toEqual(nothing);
  });

  test('lists the applications that leavers own, in the plan and in the run, and ends their requests', async () => {
    const { licet, manager } = world;
    const { id } = await userOf('mallory');
    const { key } = await licet.owned();
    await licet.call('applications.addOwner', licet.admin, { params: { application: key, user: id } });
    await licet.call('permissions.create', licet.admin, { params: { application: key }, body: { name: 'pay' } });
    const request = await licet.call('requests.ask', callerOf(id, key), {
      body: { application: key, permission: 'pay', reason: 'Ines is ill', seconds: 3600 },
    });
    await manager.set(dnOf('mallory'), 'pwdAccountLockedTime', '000001010000Z');
    const left = { leavesBehind: { applications: [key], roles: [], reviews: [] } };
    expect((await world.plan(corp)).leaving.items).toMatchObject([left]);
    expect((await world.run(corp)).run?.plan?.leaving.items).toMatchObject([left]);
    const ended = await licet.call('requests.get', licet.admin, { params: { request: request.id } });
    expect(ended).toMatchObject({ state: 'expired', ended: { because: 'left' } });
    await licet.call('applications.removeOwner', licet.admin, { params: { application: key, user: id } });
    await manager.set(dnOf('mallory'), 'pwdAccountLockedTime');
    await world.run(corp);
  });

  test('suspends a user whose entry is disabled, and reactivates them when it is enabled', async () => {
    await world.manager.set(dnOf('mallory'), 'pwdAccountLockedTime', '000001010000Z');
    await world.run(corp);
    expect(await userOf('mallory')).toMatchObject({ status: 'suspended' });
    await world.manager.set(dnOf('mallory'), 'pwdAccountLockedTime');
    expect(namesIn(await world.plan(corp))).toEqual({ ...nothing, returning: ['mallory'] });
    await world.run(corp);
    expect(await userOf('mallory')).toMatchObject({ status: 'active' });
  });

  test('keeps the status of users who were suspended or reactivated by hand', async () => {
    const { licet, manager } = world;
    const { id } = await userOf('mallory');
    const params = { user: id };
    await licet.call('users.suspend', licet.admin, { params });
    expect(namesIn(await world.plan(corp))).toEqual({ ...nothing, kept: ['mallory suspended_by_hand'] });
    await manager.set(dnOf('mallory'), 'pwdAccountLockedTime', '000001010000Z');
    await world.run(corp);
    await manager.set(dnOf('mallory'), 'pwdAccountLockedTime');
    await world.run(corp);
    expect(await userOf('mallory')).toMatchObject({ status: 'suspended' });
    await licet.call('users.reactivate', licet.admin, { params });
    await manager.set(dnOf('mallory'), 'pwdAccountLockedTime', '000001010000Z');
    await world.run(corp);
    await licet.call('users.reactivate', licet.admin, { params });
    expect(namesIn((await world.run(corp)).run?.plan)).toEqual({ ...nothing, kept: ['mallory let_in_again'] });
    expect(await userOf('mallory')).toMatchObject({ status: 'active' });
    await licet.call('users.suspend', licet.admin, { params });
    await manager.set(dnOf('mallory'), 'pwdAccountLockedTime');
    await world.run(corp);
    expect(await userOf('mallory')).toMatchObject({ status: 'suspended' });
    await licet.call('users.reactivate', licet.admin, { params });
    expect(namesIn(await world.plan(corp))).toEqual(nothing);
  });

  test('takes over a changed name, verified address and mapped groups', async () => {
    const { manager } = world;
    const malley = 'uid=o\\2a(r)\\5cmalley,ou=people,dc=corp,dc=example';
    await manager.set(dnOf('ada'), 'cn', 'Ada King');
    await manager.set(dnOf('ada'), 'mail', 'ada.king@corp.example');
    await manager.set('cn=finance,ou=groups,dc=corp,dc=example', 'member', malley);
    const plan = await world.plan(corp);
    expect(plan.changed.items).toEqual([
      expect.objectContaining({
        username: 'ada',
        name: 'Ada King',
        email: 'ada.king@corp.example',
        joins: [],
        leaves: ['Finance'],
      }),
      expect.objectContaining({ username: 'o*(r)\\malley', name: null, email: null, joins: ['Finance'], leaves: [] }),
    ]);
    await world.run(corp);
    const ada = await userOf('ada');
    expect(ada).toMatchObject({ name: 'Ada King', email: 'ada.king@corp.example', verified: true });
    expect(
      await world.rows(
        `select count(*)::int as count from memberships where member_id = $1 and no_to = 9223372036854775807`,
        [ada.id],
      ),
    ).toEqual([{ count: 0 }]);
  });

  test('adds no users to a group that a role policy of Licet names, and lists these users', async () => {
    const { licet, manager } = world;
    const { items } = await licet.call('roles.list', licet.admin, { params: { application: licetApplication } });
    const params = { application: licetApplication, role: items.find(({ name }) => name === 'auditor')?.id ?? '' };
    const setPolicy = (body: object) =>
      licet.call('roles.setPolicy', licet.freshAdmin, { params, body: { ...usualRolePolicy, ...body } });
    await setPolicy({ breakGlass: { users: [], groups: [finance], seconds: 3600 } });
    await manager.set('cn=finance,ou=groups,dc=corp,dc=example', 'member', dnOf('ada'));
    const closed = expect.objectContaining({
      reason: 'groups_closed',
      values: { groups: ['Finance'] },
      names: ['ada'],
    });
    expect((await world.plan(corp)).leftOut).toContainEqual(closed);
    const { run } = await world.run(corp);
    expect(run?.plan?.leftOut).toContainEqual(closed);
    expect(run?.plan?.changed.items).toMatchObject([{ username: 'o*(r)\\malley', joins: [], leaves: ['Finance'] }]);
    await setPolicy({});
    await world.run(corp);
    expect((await world.plan(corp)).leftOut).not.toContainEqual(closed);
  });

  test('leaves out a new address that another user already has', async () => {
    const { licet, manager } = world;
    await licet.call('users.create', licet.admin, {
      body: { username: 'taker', name: 'Taker', email: 'taken@corp.example' },
    });
    await manager.set(dnOf('ada'), 'mail', 'taken@corp.example');
    const plan = await world.plan(corp);
    expect(namesIn(plan)).toEqual(nothing);
    expect(plan.leftOut).toContainEqual({
      why: 'Another user here has their e-mail address.',
      reason: 'address_of_another',
      values: {},
      count: 1,
      names: ['ada'],
    });
    await manager.set(dnOf('ada'), 'mail', 'ada.king@corp.example');
  });

  test('does not recreate a user who was deleted or erased here', async () => {
    const { licet, manager } = world;
    await manager.add('eve');
    await manager.add('dan');
    await world.run(corp);
    const [eve, dan] = [await userOf('eve'), await userOf('dan')];
    await licet.call('users.erase', operator, { params: { user: eve.id } });
    await licet.call('users.remove', licet.admin, { params: { user: dan.id } });
    const plan = await world.plan(corp);
    expect(namesIn(plan)).toEqual(nothing);
    expect(plan.leftOut).toContainEqual({
      why: expect.any(String),
      reason: 'entry_deleted_here',
      values: {},
      count: 2,
      names: expect.arrayContaining(['dan', 'eve']),
    });
    await world.run(corp);
    expect(await userOf('eve')).toMatchObject({ status: 'none' });
    let text = '';
    for await (const piece of await licet.call('operator.importPeople', operator, { params: { connection: corp } }))
      text += piece;
    expect(text).toContain('They were deleted or erased here.');
    expect(await userOf('dan')).toMatchObject({ status: 'none' });
    for (const uid of ['eve', 'dan']) await manager.remove(dnOf(uid));
  });

  test('turns a new entry with a former user’s name into a new user, who gets the address', async () => {
    const { manager } = world;
    await manager.add('gus');
    await world.run(corp);
    const before = await userOf('gus');
    await manager.remove(dnOf('gus'));
    await manager.add('gus');
    expect(namesIn(await world.plan(corp))).toMatchObject({ new: ['gus2'], leaving: ['gus gone'] });
    const { run } = await world.run(corp);
    expect(namesIn(run?.plan)).toMatchObject({ new: ['gus2'], leaving: ['gus gone'] });
    expect(await userOf('gus')).toEqual({ ...before, status: 'suspended', email: null, verified: null });
    expect(await userOf('gus2')).toMatchObject({ status: 'active', email: 'gus@corp.example', verified: true });
    expect(namesIn(await world.plan(corp))).toEqual(nothing);
    await manager.remove(dnOf('gus'));
    await world.run(corp);
  });

  test('refuses to unlink a user’s entry while the connection has a schedule', async () => {
    const { licet } = world;
    const { id } = await userOf('ada');
    const ada = await signedInAlways(licet.database, callerOf(id));
    const [identity] = await world.rows<{ id: string }>('select id from identities where user_id = $1', [id]);
    await world.rows(`insert into credentials (user_id, password_hash, set_at) values ($1, 'test:x', now())`, [id]);
    await every(60);
    const params = { identity: identity?.id ?? '' };
    expect(await licet.outcome('identities.unlink', ada, { params })).toBe('wrong_state');
    await every(null);
    expect(await licet.outcome('identities.unlink', ada, { params })).toBe('ok');
  });

  test('lets only administrators unlink an entry while a schedule exists; the next plan leaves its user out', async () => {
    const { licet, manager } = world;
    await manager.add('ida');
    await world.run(corp);
    const { id } = await userOf('ida');
    await every(60);
    const desk = await licet.user('users.read', 'users.manage');
    const linked = async () =>
      (await licet.call('users.credentials', desk, { params: { user: id } })).identities.map(({ name }) => name);
    const unlink = { params: { user: id }, body: { passkeys: false, accounts: true } };
    await expect(licet.call('users.resetCredentials', desk, unlink)).rejects.toMatchObject({
      problem: { code: 'may_not_grant', reason: 'directory_suspends', values: { user: 'ida of Corp' } },
    });
    expect(await linked()).toEqual(['ida@corp.example']);
    expect(await licet.outcome('users.resetCredentials', licet.admin, unlink)).toBe('ok');
    expect(await linked()).toEqual([]);
    const [named] = (await world.plan(corp)).leftOut.filter(({ names }) => names.includes('ida'));
    expect(named?.why).toBe('Another user here has that name.');
    await every(null);
    await manager.remove(dnOf('ida'));
  });

  test('lets a user manager unlink an entry if its directory has no schedule', async () => {
    const { licet, manager } = world;
    await manager.add('una');
    await world.run(corp);
    const { id } = await userOf('una');
    const unlink = { params: { user: id }, body: { passkeys: false, accounts: true } };
    expect(await licet.outcome('users.resetCredentials', await licet.user('users.manage'), unlink)).toBe('ok');
    await manager.remove(dnOf('una'));
  });

  test('lets a user manager unlink a user’s other accounts while the entry of a scheduled directory stays linked', async () => {
    const { licet, manager } = world;
    await manager.add('kim');
    await world.run(corp);
    const { id } = await userOf('kim');
    const elsewhere = await world.connect();
    await world.rows(
      `insert into identities (id, user_id, connection_id, issuer, subject, name, said, linked_at)
       values (gen_random_uuid(), $1, $2, 'https://elsewhere.example', 'kim', 'kim elsewhere', '{}', now())`,
      [id, elsewhere],
    );
    await every(60);
    const desk = await licet.user('users.read', 'users.manage');
    const linked = async () =>
      (await licet.call('users.credentials', desk, { params: { user: id } })).identities.map(({ name }) => name);
    const unlink = { params: { user: id }, body: { passkeys: false, accounts: true } };
    expect(await licet.outcome('users.resetCredentials', desk, unlink)).toBe('ok');
    expect(await linked()).toEqual(['kim@corp.example']);
    const { items } = await licet.call('audit.list', licet.admin);
    expect(items[0]?.before).toMatchObject({ accounts: [expect.stringMatching(/^kim elsewhere of /)] });
    expect(await licet.outcome('users.resetCredentials', desk, unlink)).toBe('may_not_grant');
    await every(null);
    await manager.remove(dnOf('kim'));
  });

  test('lets only administrators delete a directory with a schedule', async () => {
    const { licet } = world;
    const other = await world.connect({ directory: { ...settings(), syncMinutes: 60 } });
    const params = { connection: other };
    const keeper = await signedInAlways(licet.database, await licet.user('settings.manage'));
    expect(await licet.outcome('connections.remove', keeper, { params })).toBe('may_not_grant');
    expect(await licet.outcome('connections.remove', licet.freshAdmin, { params })).toBe('ok');
    const unscheduled = { params: { connection: await world.connect() } };
    expect(await licet.outcome('connections.remove', keeper, unscheduled)).toBe('ok');
  });

  test('creates no users if the connection does not allow it', async () => {
    await world.manager.add('zoe');
    const only = await world.connect({
      directory: { ...settings(), syncMakes: false },
    });
    expect(namesIn(await world.plan(only))).toEqual(nothing);
    await world.manager.remove(dnOf('zoe'));
  });

  test('requires an administrator of Licet, an enabled directory and a bind DN', async () => {
    const { licet } = world;
    const manager = await licet.user('settings.manage', 'users.manage');
    const params = { connection: corp };
    for (const id of ['connections.syncState', 'connections.planSync', 'connections.sync'] as const)
      expect(await licet.outcome(id, manager, { params, body: {} })).toBe('forbidden');
    const off = await world.connect({ enabled: false });
    expect(await licet.outcome('connections.sync', licet.admin, { params: { connection: off }, body: {} })).toBe(
      'wrong_state',
    );
    const own = await world.connect({
      directory: { ...settings(), bindDn: 'uid={name},ou=people,dc=corp,dc=example' },
    });
    expect(await licet.outcome('connections.planSync', licet.admin, { params: { connection: own } })).toBe(
      'wrong_state',
    );
  });

  test('lists the users and groups of a plan by name, with Ä next to A', async () => {
    const { licet, manager } = world;
    const groups = [];
    for (const [name, value] of [
      ['Zirkel', 'finance'],
      ['Ärzte', 'staff'],
    ] as const) {
      const { id } = await licet.call('groups.create', licet.admin, { body: { name } });
      groups.push({ value, group: id });
    }
    const other = await world.connect({ groupMappings: groups });
    const uids = { w1: 'Zoë', w2: 'anna', w3: 'Ärmel' };
    for (const [uid, cn] of Object.entries(uids)) await manager.add(uid, { cn });
    expect((await world.plan(other)).new.items.map(({ name }) => name)).toEqual(['anna', 'Ärmel', 'Zoë']);
    await world.run(other);
    for (const group of ['finance', 'staff'])
      await manager.set(`cn=${group},ou=groups,dc=corp,dc=example`, 'member', dnOf('w1'));
    expect((await world.plan(other)).changed.items.map(({ joins }) => joins)).toEqual([['Ärzte', 'Zirkel']]);
    for (const uid of Object.keys(uids)) await manager.remove(dnOf(uid));
    expect((await world.plan(other)).leaving.items.map(({ user }) => user.name)).toEqual(['anna', 'Ärmel', 'Zoë']);
  });

  const settings = () => corpSettings(world.slapd);
  /** Sets the schedule of the directory. */
  const every = (minutes: number | null) =>
    world.rows(
      `update connections set directory = directory || jsonb_build_object('syncMinutes', $2::int) where id = $1 and no_to = 9223372036854775807`,
      [corp, minutes],
    );
});
