import { randomUUID } from 'node:crypto';
import { type CutOff, limits } from '@licet/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Change } from '../store/kernel/change.ts';
import { endFacts } from '../store/kernel/facts.ts';
import { endSession, endSessionsOf } from '../store/sign-in/sessions.ts';
import {
  addApplication,
  addGrant,
  addGroup,
  addInclusion,
  addMember,
  addPermission,
  addRole,
  addRolePermission,
  addUser,
  build,
  setStatus,
  type TestApplication,
  type TestNamed,
  type TestStore,
} from '../store/store.testing.ts';
import { type Heard, programOf, type Reader, type TestHub, testHubs } from './live.testing.ts';

let store: TestStore;
let hubs: readonly TestHub[];
let app: TestApplication;
let reads: TestNamed;
let reader: TestNamed;
let clerk: TestNamed;
let ines: TestNamed;
let group: TestNamed;
/** The newest change before the test. */
let begun: number;

const live = testHubs();
beforeEach(async () => {
  ({ store, hubs } = live);
  await make(async (change) => {
    app = await addApplication(change);
    reads = await addPermission(change, app, 'read');
    reader = await addRole(change, app, 'reader', [reads]);
    clerk = await addRole(change, app, 'clerk', [], [reader]);
    ines = await addUser(change);
    group = await addGroup(change);
    await addMember(change, group, ines);
  });
  begun = await newest();
});

const make = <Result>(work: (change: Change) => Promise<Result>) => build(store.database, work);
const newest = async (which = ''): Promise<number> =>
  (await store.database.pool.query(`select max(no)::int8 as no from change ${which}`)).rows[0].no;
/** The newest change, except those of {@link lossesSent}. */
const no = () => newest(`where after ->> 'last' is null`);

async function listen(
  place = 0,
  { application = app.key, lastEventId = undefined as number | undefined, client = '' } = {},
) {
  const caller = programOf(application, client || undefined);
  const hub = hubs[place] ?? expect.fail('There is no such server.');
  const heard = live.follow(await hub.live.service(caller, lastEventId));
  await heard.next('ready');
  return heard;
}

/**
 * Waits until every server has sent the losses of all earlier changes. For this it adds and deletes a role. An
 * application's losses are sent in order, so the losses of this role come last.
 * @returns the name of that role
 */
async function lossesSent(...readers: readonly Reader[]): Promise<string> {
  const last = (work: (change: Change) => Promise<TestNamed>) => build(store.database, work, { last: 'true' });
  const role = await last((change) => addRole(change, app, `last-${randomUUID()}`));
  await last(async (change) => {
    await endFacts(change, 'roles', { id: [role.id] });
    return role;
  });
  for (const { heard } of readers)
    await expect.poll(() => heard.some(({ data }) => isOf(data, role.name)), { interval: 5 }).toBe(true);
  return role.name;
}

const isOf = ({ roles }: Heard['data'], name: string) => Array.isArray(roles) && roles.includes(name);

/**
 * Returns the cut-offs that two servers send after an action. Both must send the same ones, and must send them again to
 * a client that connects later.
 */
async function toldOf(deed: (change: Change) => Promise<unknown>): Promise<CutOff[]> {
  const before = await newest();
  const [here, there] = [await listen(0), await listen(1)];
  const counted = [here, there].map(({ heard }) => heard.length);
  await make(deed);
  const last = await lossesSent(here, there);
  const [one, other] = [here, there].map(({ heard }, index) =>
    heard
      .slice(counted[index])
      .map(({ data }) => data)
      .filter((data) => !isOf(data, last)),
  );
  expect(other).toEqual(one);
  const later = await listen(1, { lastEventId: before });
  const again = later.heard
    .filter(({ event, id, data }) => event === 'cut-off' && id !== undefined && !isOf(data, last))
    .map(({ data }) => data);
  expect(again).toEqual(one);
  return (one ?? []) as CutOff[];
}

const grant = (principal: TestNamed, overrides: object = { role: clerk }) =>
  make((change) => addGrant(change, { application: app, principal, ...overrides }));

/** A group of many users. */
const crowdOf = (count: number) =>
  make(async (change) => {
    const crowd = await addGroup(change);
    await change.connection.query(
      `with crowd as (
         insert into users (id, username, username_key, name, status, created_no, no_from)
         select gen_random_uuid(), $2 || n, $2 || n, 'One of many', 'active', $1, $1 from generate_series(1, $4::int) n returning id
       )
       insert into memberships (group_id, member_id, member_kind, no_from) select $3, id, 'user', $1 from crowd`,
      [change.no, crowd.name, crowd.id, count],
    );
    return crowd;
  });

/** The cut-offs that a new connection gets, without those of earlier tests. */
const toldAtFirst = async () =>
  (await listen()).heard.filter(({ event, id = 0 }) => event === 'cut-off' && id > begun).map(({ data }) => data);

describe('cut-offs sent to an API server', () => {
  test('name the holders of a revoked grant, direct or through nested groups', async () => {
    const tomas = await make((change) => addUser(change));
    const outer = await make(async (change) => {
      const made = await addGroup(change);
      await addMember(change, made, group, 'group');
      await addMember(change, made, tomas);
      return made;
    });
    const direct = await grant(ines);
    expect(await toldOf((change) => endFacts(change, 'grants', { id: [direct] }))).toEqual([
      { ver: await no(), users: [ines.id] },
    ]);
    const through = await grant(outer, { role: clerk, kind: 'group' });
    expect(await toldOf((change) => endFacts(change, 'grants', { id: [through] }))).toEqual([
      { ver: await no(), users: [ines.id, tomas.id].sort() },
    ]);
  });

  test('cover a grant that was shortened, not one that was extended or had ended', async () => {
    const hour = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
    const id = await grant(ines, { role: clerk, ends: hour(2) });
    const replace = (ends: string) => async (change: Change) => {
      await endFacts(change, 'grants', { id: [id] });
      await change.connection.query(
        `insert into grants (id, app_id, principal_id, principal_kind, role_id, starts, ends, reason, granted_by, created_no, no_from)
         select id, app_id, principal_id, principal_kind, role_id, starts, $3, reason, granted_by, created_no, $2
         from grants where id = $1 and no_to = $2`,
        [id, change.no, ends],
      );
    };
    expect(await toldOf(replace(hour(3)))).toEqual([]);
    expect(await toldOf(replace(hour(1)))).toEqual([{ ver: await no(), users: [ines.id] }]);
    const coming = await grant(ines, { permission: reads, starts: hour(4) });
    expect(await toldOf((change) => endFacts(change, 'grants', { id: [coming] }))).toEqual([]);
  });

  test('cover an ended membership if the group gave access', async () => {
    const leave = (change: Change) => endFacts(change, 'memberships', { group_id: [group.id], member_id: [ines.id] });
    expect(await toldOf(leave)).toEqual([]);
    await make((change) => addMember(change, group, ines));
    await grant(group, { role: clerk, kind: 'group' });
    expect(await toldOf(leave)).toEqual([{ ver: await no(), users: [ines.id] }]);
  });

  test('name roles that lost a permission or an inclusion, were deleted or renamed', async () => {
    const ofRole = async (name: string) => [{ ver: await no(), roles: [name] }];
    expect(await toldOf((change) => endFacts(change, 'role_permissions', { role_id: [reader.id] }))).toEqual(
      await ofRole('reader'),
    );
    expect(await toldOf((change) => endFacts(change, 'inclusions', { role_id: [clerk.id] }))).toEqual(
      await ofRole('clerk'),
    );
    await make((change) => addInclusion(change, clerk, reader));
    await grant(ines, { role: reader });
    expect(
      await toldOf(async (change) => {
        await endFacts(change, 'inclusions', { included_id: [reader.id] });
        await endFacts(change, 'grants', { role_id: [reader.id] });
        await endFacts(change, 'roles', { id: [reader.id] });
      }),
    ).toEqual([{ ver: await no(), roles: ['clerk', 'reader'] }]);
    const renamed = (name: string) => async (change: Change) => {
      await endFacts(change, 'roles', { id: [clerk.id] });
      await change.connection.query(
        `insert into roles (id, app_id, name, title, created_no, no_from) values ($1, $2, $3, 'other', $4, $4)`,
        [clerk.id, app.id, name, change.no],
      );
    };
    expect(await toldOf(renamed('clerk'))).toEqual([]);
    expect(await toldOf(renamed('teller'))).toEqual(await ofRole('clerk'));
  });

  test('cover all users when the catalogue shrinks or too many are affected', async () => {
    expect(await toldOf((change) => endFacts(change, 'permissions', { id: [reads.id] }))).toEqual([
      { ver: await no(), everyone: true },
    ]);
    const crowd = await crowdOf(1001);
    const id = await grant(crowd, { role: clerk, kind: 'group' });
    expect(await toldOf((change) => endFacts(change, 'grants', { id: [id] }))).toEqual([
      { ver: await no(), everyone: true },
    ]);
  });

  test('name suspended and deleted users, and ended sessions', async () => {
    expect(await toldOf((change) => setStatus(change, ines, 'suspended'))).toEqual([
      { ver: await no(), users: [ines.id] },
    ]);
    expect(await toldOf((change) => setStatus(change, ines, 'active'))).toEqual([]);
    expect(await toldOf((change) => endFacts(change, 'users', { id: [ines.id] }))).toEqual([
      { ver: await no(), users: [ines.id] },
    ]);
    for (const uid of ['a', 'b'])
      await store.database.pool.query(
        `insert into sessions (uid, user_id, created_at, seen_at, expires_at) values ($1, $2, now(), now(), now() + interval '1 hour')`,
        [`${uid} ${ines.id}`, ines.id],
      );
    const heard = await listen();
    await endSession(store.database, ines.id, `a ${ines.id}`, 'itself');
    expect((await heard.next('cut-off')).data).toMatchObject({ sessions: [`a ${ines.id}`] });
    const second = Math.floor(Date.now() / 1000);
    await make((change) => endSessionsOf(change, ines.id));
    const [user, sessions] = [await heard.next('cut-off'), await heard.next('cut-off')];
    expect(user.data).toMatchObject({ users: [ines.id] });
    expect([second - 1, second]).toContain(Number(user.data.before));
    expect(sessions.data.sessions).toEqual(expect.arrayContaining([`b ${ines.id}`]));
    const later = await listen(1, { lastEventId: await no() });
    expect(JSON.stringify(later.heard)).toContain(`b ${ines.id}`);
  });

  test('begin with a cut-off for all users after a restore, and include losses whose numbers the API server may already know', async () => {
    const id = await grant(ines);
    await make((change) => endFacts(change, 'grants', { id: [id] }));
    await store.database.pool.query(`insert into cut_offs (kind, id, at) values ('everyone', '', now())`);
    try {
      const heard = await listen(1, { lastEventId: await no() });
      const told = heard.heard.filter(({ event }) => event === 'cut-off').map(({ data }) => data);
      expect(told[0]).toMatchObject({ everyone: true, before: expect.any(Number) });
      expect(told.at(-1)).toEqual({ ver: await no(), users: [ines.id] });
    } finally {
      await store.database.pool.query(`delete from cut_offs where kind = 'everyone'`);
    }
  });

  test('name a deleted client, and end the stream of that client itself', async () => {
    const [mine, shop] = await make(async (change) => {
      const ids = ['01a1fd60-b421-70dc-9693-52f823154a01', '01a1fd60-b421-70dc-9693-52f823154a02'];
      for (const id of ids)
        await change.connection.query(
          `insert into clients (id, app_id, name, kind, redirect_uris, post_logout_redirect_uris, web_origins, require_pkce, id_token_algorithm, created_no, no_from)
           values ($1, $2, 'x', 'service', '{}', '{}', '{}', true, 'ES256', $3, $3)`,
          [id, app.id, change.no],
        );
      return ids;
    });
    const heard = await listen(0, { client: mine ?? '' });
    expect(await toldOf((change) => endFacts(change, 'clients', { id: [shop ?? ''] }))).toEqual([
      { ver: await no(), clients: [shop] },
    ]);
    expect(heard.over).toBe(false);
    await make((change) => endFacts(change, 'clients', { id: [mine ?? ''] }));
    await heard.done;
    expect(heard.heard.at(-1)?.data).toMatchObject({ clients: [mine] });
  });
});

describe('the first cut-offs of an API server, after a change that ended many facts', () => {
  const many = 5001;

  test('cut off all users up to the last loss if a large group lost its grant earlier', async () => {
    const crowd = await crowdOf(many);
    const ids = [await grant(crowd, { role: clerk, kind: 'group' }), await grant(ines)];
    for (const id of ids) await make((change) => endFacts(change, 'grants', { id: [id] }));
    expect(await toldAtFirst()).toEqual([{ ver: await no(), everyone: true }]);
  });

  test('cut off all users up to the last loss if the grants of many groups ended earlier', async () => {
    await make((change) =>
      change.connection.query(
        `with crowds as (
           insert into groups (id, name, name_key, description, created_no, no_from)
           select gen_random_uuid(), $1 || n, $1 || n, '', $2, $2 from generate_series(1, $3::int) n returning id
         )
         insert into grants (id, app_id, principal_id, principal_kind, role_id, starts, ends, reason, granted_by, created_no, no_from)
         select gen_random_uuid(), $4, id, 'group', $5, $6, 'infinity', '', 'a test', $2, $2 from crowds`,
        [`group-of-many-${randomUUID()}-`, change.no, many, app.id, reader.id, change.at],
      ),
    );
    const id = await grant(ines);
    await make((change) => endFacts(change, 'grants', { role_id: [reader.id] }));
    await make((change) => endFacts(change, 'grants', { id: [id] }));
    expect(await toldAtFirst()).toEqual([{ ver: await no(), everyone: true }]);
  });

  test('name each role that lost a permission, even if another role lost many earlier', async () => {
    await make((change) => addRolePermission(change, clerk, reads));
    await make((change) =>
      change.connection.query(
        `with p as (
           insert into permissions (id, app_id, name, title, created_no, no_from)
           select gen_random_uuid(), $1, 'many.' || n, '', $2, $2 from generate_series(1, $4::int) n returning id
         )
         insert into role_permissions (role_id, permission_id, no_from) select $3, id, $2 from p`,
        [app.id, change.no, reader.id, many],
      ),
    );
    await make((change) => endFacts(change, 'role_permissions', { role_id: [reader.id] }));
    await make((change) => endFacts(change, 'role_permissions', { role_id: [clerk.id] }));
    const last = await no();
    expect(await toldAtFirst()).toEqual([
      { ver: last - 1, roles: ['reader'] },
      { ver: last, roles: ['clerk'] },
    ]);
  });

  test('cover all users for each change that deleted permissions, if one deleted many', async () => {
    const { rows } = await make((change) =>
      change.connection.query<{ id: string }>(
        `insert into permissions (id, app_id, name, title, created_no, no_from)
         select gen_random_uuid(), $1, 'many.' || n, '', $2, $2 from generate_series(1, $3::int) n returning id`,
        [app.id, change.no, many],
      ),
    );
    await make((change) => endFacts(change, 'permissions', { id: rows.map(({ id }) => id) }));
    await make((change) => endFacts(change, 'permissions', { id: [reads.id] }));
    const last = await no();
    expect(await toldAtFirst()).toEqual([last - 1, last].map((ver) => ({ ver, everyone: true })));
  });

  test('name a user who lost access later, if many users left a group without access', async () => {
    const crowd = await crowdOf(many);
    await grant(group, { role: clerk, kind: 'group' });
    await make((change) => endFacts(change, 'memberships', { group_id: [crowd.id] }));
    await make((change) => endFacts(change, 'memberships', { group_id: [group.id] }));
    expect(await toldAtFirst()).toEqual([{ ver: await no(), users: [ines.id] }]);
  });
});

describe('a stream of cut-offs', () => {
  test('omits changes of other applications and access that was gained', async () => {
    const elsewhere = await make((change) => addApplication(change));
    const id = await make((change) =>
      addGrant(change, { application: elsewhere, principal: ines, role: { ...elsewhere, id: elsewhere.admin } }),
    );
    expect(await toldOf((change) => endFacts(change, 'grants', { id: [id] }))).toEqual([]);
    expect(await toldOf((change) => addGrant(change, { application: app, principal: ines, role: clerk }))).toEqual([]);
    const heard = await listen(0, { application: elsewhere.key });
    const own = heard.heard.filter(({ event, id: at }) => event === 'cut-off' && at !== undefined);
    expect(own.at(-1)?.data).toMatchObject({ users: [ines.id] });
  });

  test('is refused beyond the maximum for its client, so that other clients can still connect', async () => {
    const first = await listen();
    for (let count = 1; count < limits.liveStreamsOfClient.value; count += 1) await listen();
    const detail = expect.stringMatching(/already has 200 streams open .* Keep one verifier per process, or /);
    await expect(listen()).rejects.toMatchObject({ problem: { code: 'live_full', detail } });
    await listen(0, { client: randomUUID() });
    await first.leave();
    await listen();
  });

  test('begins with every cut-off that is newer than some valid token, and after a reconnect with the missed ones', async () => {
    const ids = [await grant(ines), await grant(ines, { role: reader })];
    const numbers: number[] = [];
    for (const id of ids) {
      await make((change) => endFacts(change, 'grants', { id: [id] }));
      numbers.push(await no());
    }
    const cutOffs = async (lastEventId?: number) =>
      (await listen(0, lastEventId === undefined ? {} : { lastEventId })).heard
        .filter(({ id = 0 }) => id >= (numbers[0] ?? 0)) // leaves out changes to users by other tests, which concern every application
        .map(({ event, id }) => [event, id]);
    const last = numbers[1];
    expect(await cutOffs()).toEqual([...numbers.map((ver) => ['cut-off', ver]), ['ready', last]]);
    expect(await cutOffs(numbers[0])).toEqual([
      ['cut-off', last],
      ['ready', last],
    ]);
    expect(await cutOffs(last)).toEqual([['ready', last]]);
    expect(await cutOffs(10 ** 12)).toEqual([...numbers.map((ver) => ['cut-off', ver]), ['ready', last]]);
  });
});
