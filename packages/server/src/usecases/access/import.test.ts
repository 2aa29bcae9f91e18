import { Readable } from 'node:stream';
import { type ImportLine, importReport } from '@licet/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testUpstream } from '../../identity/connections/upstream.testing.ts';
import { secretsOf } from '../../identity/keys/secrets.ts';
import { effectiveAccess } from '../../store/access/effective.ts';
import { applicationByKey } from '../../store/access/subjects.ts';
import { read } from '../../store/kernel/snapshot.ts';
import {
  addApplication,
  addGrant,
  addPermission,
  addRole,
  addUser,
  build,
  setStatus,
  type TestApplication,
  type TestStore,
  testStore,
} from '../../store/store.testing.ts';
import { findUserByName } from '../../store/users/users.ts';
import { type CallerAccess, callerAccess } from '../authorise.ts';
import type { Caller, Context } from '../context.ts';
import { callerOf } from '../testing.ts';
import { exportPairs } from './export.ts';
import { importFile } from './import.ts';

let store: TestStore;
beforeAll(async () => {
  store = await testStore();
});
afterAll(() => store.close());

type Kind = 'permissions' | 'roles' | 'catalogue';
type Options = { dryRun?: 'true'; name?: string; caller?: Caller };

async function linesOf(application: string, kind: Kind, body: string, { caller, ...query }: Options = {}) {
  const stream = await importFile.perform({
    ...(await contextOf(caller)),
    params: { application },
    query: { kind, ...query },
    body: Readable.from([body]),
    ifMatch: undefined,
  });
  let text = '';
  for await (const chunk of stream) text += chunk;
  return text
    .trimEnd()
    .split('\n')
    .map((line): ImportLine => JSON.parse(line));
}

async function imported(application: string, kind: Kind, body: string, options: Options = {}) {
  const last = (await linesOf(application, kind, body, options)).at(-1);
  return importReport.parse(last && 'report' in last ? last.report : last);
}

async function exported(application: string, format?: 'tsv' | 'csv' | 'json') {
  const query = format ? { format } : {};
  const stream = await exportPairs.perform({
    ...(await contextOf()),
    params: { application },
    query,
    body: undefined,
    ifMatch: undefined,
  });
  let text = '';
  for await (const chunk of stream) text += chunk;
  return text;
}

async function contextOf(caller: Caller = { kind: 'operator' }): Promise<Context & { access: CallerAccess }> {
  const none = () => {
    throw new Error('This test hashes and signs nothing.');
  };
  return {
    database: store.database,
    caller,
    access: await read(store.database, (snapshot) => callerAccess(snapshot, caller)),
    origin: { address: null, agent: null, requestId: 'test' },
    issuer: 'http://localhost',
    hashing: { hash: none, verify: none, derive: none, outdated: none, keep: none },
    secrets: secretsOf(Buffer.alloc(32, 7)),
    upstream: testUpstream('http://localhost'),
    rotateKeys: none,
  };
}

const application = (): Promise<TestApplication> => build(store.database, (change) => addApplication(change));
const newest = async () => (await store.database.pool.query('select * from change order by no desc limit 1')).rows[0];

describe('an import of pairs', () => {
  test('creates users, permissions and grants in one change, with an audit event', async () => {
    const { key, id } = await application();
    const before = await newest();
    const lines = await linesOf(key, 'permissions', 'imp1\tread\nimp1\twrite\nimp2\tread\nimp2\tread\n', {
      name: 'people.tsv',
    });
    expect(lines.filter((line) => 'phase' in line).map((line) => line.phase)).toEqual([
      'reading',
      'checking',
      'checking',
      'writing',
      'writing',
    ]);
    const last = await newest();
    expect(last.no).toBe(before.no + 1);
    const report = {
      dryRun: false,
      lines: 4,
      created: { users: 2, permissions: 2, roles: 0, rolePermissions: 0, grants: 3 },
      unchanged: 1,
      change: last.no,
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    };
    expect(lines.at(-1)).toEqual({ report });
    const { dryRun: _, change: __, ...outcome } = report;
    expect(last).toMatchObject({ action: 'application.imported', application: key, target_id: id, after: outcome });
    const { rows } = await store.database.pool.query(
      'select distinct reason, ends, granted_by from grants where app_id = $1',
      [id],
    );
    expect(rows).toEqual([{ reason: 'Imported from people.tsv', ends: 'infinity', granted_by: 'operator' }]);
    const person = await read(store.database, (snapshot) => findUserByName(snapshot, 'IMP1'));
    expect(person).toMatchObject({ username: 'imp1', name: 'imp1', status: 'invited' });
  });

  test('changes nothing when repeated, and otherwise adds only what is missing', async () => {
    const { key } = await application();
    await imported(key, 'permissions', 'a1\tread\na2\tread');
    expect(await imported(key, 'permissions', 'a1\tread\na2\tread')).toMatchObject({
      created: { users: 0, permissions: 0, grants: 0 },
      unchanged: 2,
    });
    expect(await imported(key, 'permissions', 'a1\tread\nA2\tread\na2\twrite')).toMatchObject({
      created: { users: 0, permissions: 1, grants: 1 },
      unchanged: 2,
    });
    expect(await exported(key)).toBe('a1\tread\na2\tread\na2\twrite\n');
  });

  test('reports the same numbers in a dry run, and changes nothing', async () => {
    const { key } = await application();
    const before = await newest();
    const text = 'dry1\tread\ndry2\twrite';
    const dry = await imported(key, 'permissions', text, { dryRun: 'true' });
    expect(dry).toMatchObject({ dryRun: true, change: null });
    expect(await newest()).toEqual(before);
    expect(await read(store.database, (snapshot) => findUserByName(snapshot, 'dry1'))).toBeUndefined();
    const real = await imported(key, 'permissions', text);
    expect({ ...real, dryRun: true, change: null }).toEqual(dry);
  });

  test('grants roles, including admin, and creates missing roles', async () => {
    const app = await application();
    expect(await imported(app.key, 'roles', 'r1,admin\nr1,viewer\nr2,viewer')).toMatchObject({
      created: { users: 2, roles: 1, grants: 3 },
    });
    const user = await read(store.database, (snapshot) => findUserByName(snapshot, 'r1'));
    const held = await read(store.database, (snapshot) => effectiveAccess(snapshot, user?.id ?? '', app.id));
    expect(held).toMatchObject({ admin: true, roles: [{ name: 'admin' }, { name: 'viewer' }] });
  });

  test('keeps a grant that has an end, and ends a new grant where a scheduled one starts', async () => {
    const made = await build(store.database, async (change) => {
      const app = await addApplication(change);
      const permission = await addPermission(change, app, 'read');
      const [running, scheduled] = [await addUser(change), await addUser(change)];
      const [soon, later] = ['2040-01-01T00:00:00.000000Z', '2041-01-01T00:00:00.000000Z'];
      await addGrant(change, { application: app, principal: running, permission, ends: soon });
      await addGrant(change, { application: app, principal: scheduled, permission, starts: soon, ends: later });
      return { app, running, scheduled, soon };
    });
    const { app, running, scheduled, soon } = made;
    const text = `${running.username}\tread\n${scheduled.username}\tread`;
    expect(await imported(app.key, 'permissions', text)).toMatchObject({ created: { grants: 1 }, unchanged: 1 });
    for (const { id } of [running, scheduled])
      expect(await read(store.database, (snapshot) => effectiveAccess(snapshot, id, app.id))).toMatchObject({
        permissions: [{ name: 'read' }],
        changesAt: soon,
      });
  });

  test('grants access again to a user whose grant has ended', async () => {
    const hour = 3_600_000;
    const { app, user } = await build(store.database, async (change) => {
      const [app, user] = [await addApplication(change), await addUser(change)];
      const permission = await addPermission(change, app, 'read');
      const ends = new Date(Date.now() + hour).toISOString();
      await addGrant(change, { application: app, principal: user, permission, ends });
      return { app, user };
    });
    const held = async () =>
      (await read(store.database, (snapshot) => effectiveAccess(snapshot, user.id, app.id))).permissions;
    store.setClock(2 * hour);
    try {
      expect(await held()).toEqual([]);
      const report = await imported(app.key, 'permissions', `${user.username}\tread`);
      expect(report).toMatchObject({ created: { grants: 1 }, unchanged: 0 });
      expect(await held()).toMatchObject([{ name: 'read' }]);
    } finally {
      store.setClock(0);
    }
  });

  test('rejects a faulty file before the stream begins, and changes nothing', async () => {
    const { key } = await application();
    const before = await newest();
    await expect(linesOf(key, 'permissions', 'ok\tread\nbad')).rejects.toMatchObject({
      problem: { code: 'import_rejected', errors: [{ line: 2 }] },
    });
    await expect(linesOf(key, 'permissions', 'ok\tread', { name: 'a\nb' })).rejects.toMatchObject({
      problem: { code: 'invalid_request' },
    });
    await expect(linesOf('licet', 'roles', 'ok\tadmin')).rejects.toMatchObject({ problem: { code: 'built_in' } });
    await expect(linesOf('nowhere', 'roles', 'ok\tx')).rejects.toMatchObject({ problem: { code: 'not_found' } });
    expect(await newest()).toEqual(before);
  });

  test('requires the right to create users and the right to grant what the file grants', async () => {
    const { app, owner, manager } = await build(store.database, async (change) => {
      const app = await addApplication(change);
      const licet = (await applicationByKey(change, 'licet')) ?? expect.fail();
      const [owner, manager] = [await addUser(change), await addUser(change)];
      await change.connection.query('insert into owners (app_id, user_id, no_from) values ($1, $2, $3)', [
        app.id,
        owner.id,
        change.no,
      ]);
      const { rows } = await change.connection.query(`select id from permissions where name = 'applications.manage'`);
      await addGrant(change, { application: { ...licet, admin: '' }, principal: manager, permission: rows[0] });
      return { app, owner, manager };
    });
    const as = ({ id: userId }: { id: string }) => ({ caller: callerOf(userId) });
    expect((await linesOf(app.key, 'permissions', 'fresh\tread', as(owner))).at(-1)).toMatchObject({
      problem: { code: 'forbidden', permission: 'users.manage' },
    });
    expect(await read(store.database, (snapshot) => findUserByName(snapshot, 'fresh'))).toBeUndefined();
    expect(await imported(app.key, 'permissions', `${owner.username}\tread`, as(owner))).toMatchObject({
      created: { grants: 1 },
    });
    await expect(linesOf(app.key, 'permissions', `${owner.username}\tx`, as(manager))).rejects.toMatchObject({
      problem: { code: 'may_not_grant' },
    });
    expect(await imported(app.key, 'catalogue', '[{"name":"x","permissions":["y"]}]', as(manager))).toMatchObject({
      created: { roles: 1 },
    });
  });
});

describe('an import of a catalogue', () => {
  test('keeps names with special characters unchanged through COPY and export', async () => {
    const names = [
      'back\\slash',
      '\\N',
      '\\.',
      '"quoted"',
      "o'Reilly",
      '{array}',
      '$1',
      '%s',
      "'; drop table users; --",
      '😀',
      '__proto__',
    ];
    const { key, id } = await application();
    const report = await imported(
      key,
      'catalogue',
      JSON.stringify([{ name: 'all\\', title: '\\t"x"\n\tz', permissions: names }]),
    );
    expect(report).toMatchObject({
      lines: 1,
      created: { permissions: names.length, roles: 1, rolePermissions: names.length },
    });
    const user = await build(store.database, (change) => addUser(change, { username: `h\\${key}` }));
    await imported(key, 'roles', `${user.username}\tall\\`);
    const held = await read(store.database, (snapshot) => effectiveAccess(snapshot, user.id, id));
    expect(held.permissions.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
    const { rows } = await store.database.pool.query('select title from roles where app_id = $1 and name <> $2', [
      id,
      'admin',
    ]);
    expect(rows).toEqual([{ title: '\\t"x"\n\tz' }]);
    expect(
      JSON.parse(await exported(key, 'json'))
        .map((pair: { permission: string }) => pair.permission)
        .toSorted(),
    ).toEqual(names.toSorted());
  });

  test('adds to existing roles, keeps their titles, and removes nothing', async () => {
    const app = await application();
    await imported(app.key, 'catalogue', '[{"name":"viewer","title":"Sees","permissions":["a","b"]}]');
    expect(
      await imported(app.key, 'catalogue', '[{"name":"viewer","title":"Other","permissions":["b","c"]}]'),
    ).toMatchObject({
      created: { roles: 0, permissions: 1, rolePermissions: 1 },
      unchanged: 1,
    });
    const { rows } = await store.database.pool.query('select title from roles where app_id = $1 and name = $2', [
      app.id,
      'viewer',
    ]);
    expect(rows).toEqual([{ title: 'Sees' }]);
  });
});

describe('an export', () => {
  test('lists every permission for an admin, omits suspended users, and sorts by code point', async () => {
    const { key } = await build(store.database, async (change) => {
      const app = await addApplication(change);
      for (const name of ['\u{1F600}', '\uFFEE', 'a', 'B']) await addPermission(change, app, name);
      const [admin, gone] = [
        await addUser(change, { username: 'zadmin' }),
        await addUser(change, { username: 'gone' }),
      ];
      for (const principal of [admin, gone])
        await addGrant(change, {
          application: app,
          principal,
          role: await addRole(change, app, `r${principal.id}`, [], [{ id: app.admin, name: 'admin' }]),
        });
      await setStatus(change, gone, 'suspended');
      return app;
    });
    expect(await exported(key)).toBe('zadmin\tB\nzadmin\ta\nzadmin\t\uFFEE\nzadmin\t\u{1F600}\n');
  });

  test('escapes formulas in CSV, and the CSV file imports to the same access', async () => {
    const names = ['=cmd()', "'=x", '+1', '-1', '@a', 'say "hi", twice', 'plain', "'tis"];
    const [one, two] = [await application(), await application()];
    await imported(one.key, 'permissions', names.map((name) => `csv\t${name}`).join('\n'));
    const csv = await exported(one.key, 'csv');
    for (const line of csv.split('\r\n')) expect(line).not.toMatch(/(^|,)"?[=+\-@]/);
    expect(csv).toContain('csv,"say ""hi"", twice"\r\n');
    await imported(two.key, 'permissions', csv);
    expect(await exported(two.key)).toBe(await exported(one.key));
    expect(await exported((await application()).key, 'json')).toBe('[\n]\n');
  });

  test('releases its database connection when the reader stops early', async () => {
    const { key } = await application();
    await imported(key, 'permissions', Array.from({ length: 30_000 }, (_, i) => `early${i % 300}\tp${i}`).join('\n'));
    const query = {};
    const stream = await exportPairs.perform({
      ...(await contextOf()),
      params: { application: key },
      query,
      body: undefined,
      ifMatch: undefined,
    });
    for await (const chunk of stream) {
      expect(chunk).toContain('early0\t');
      break;
    }
    await expect.poll(() => store.database.pool.totalCount - store.database.pool.idleCount).toBe(0);
  });
});
