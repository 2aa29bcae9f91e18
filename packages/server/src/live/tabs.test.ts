import { licetApplication, limits } from '@licet/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { deleteClient } from '../store/applications/clients.ts';
import { endGrant } from '../store/grants/grants.ts';
import { change } from '../store/kernel/change.ts';
import { endSessionsOf } from '../store/sign-in/sessions.ts';
import {
  addApplication,
  addGrant,
  addGroup,
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
import { holderOf, Reader, startHub, type TestHub, testHubs } from './live.testing.ts';

let store: TestStore;
let hub: TestHub;
let other: TestHub;
let app: TestApplication;
let reads: TestNamed;
let refunds: TestNamed;
let clerk: TestNamed;

const live = testHubs();
beforeEach(async () => {
  store = live.store;
  [hub, other] = live.hubs;
  await build(store.database, async (change) => {
    app = await addApplication(change);
    reads = await addPermission(change, app, 'invoices.read');
    refunds = await addPermission(change, app, 'refunds.approve');
    clerk = await addRole(change, app, 'clerk', [reads]);
  });
});

const someone = (overrides = {}) => build(store.database, (change) => addUser(change, overrides));
const give = (principal: TestNamed, overrides: object = { permission: refunds }) =>
  build(store.database, (change) => addGrant(change, { application: app, principal, ...overrides }));

async function tabOf(
  user: TestNamed,
  { on = hub, application = app.key, lastEventId = undefined as number | undefined } = {},
) {
  return live.follow(await on.live.tab(await holderOf(store, user.id, application), lastEventId));
}

const latest = async (): Promise<number> =>
  (await store.database.pool.query('select max(no)::int8 as no from change')).rows[0].no;

describe('an open tab', () => {
  test('is notified on any server when its access changes, and no other tab is', async () => {
    const [ines, tomas] = [await someone(), await someone()];
    const [here, there, apart] = [await tabOf(ines), await tabOf(ines, { on: other }), await tabOf(tomas)];
    expect(here.text).toMatch(/^retry: \d+\n\n/);
    await give(ines);
    const no = await latest();
    for (const reader of [here, there])
      expect(await reader.next('version')).toEqual({ id: undefined, event: 'version', data: { ver: no, wait: 0 } });
    expect(await apart.quiet('version')).toEqual([]);
    expect(await here.quiet('version')).toHaveLength(1);
  });

  test('is notified of changes through nested groups, roles, renames and suspension', async () => {
    const ines = await someone();
    const [inner, outer] = await build(store.database, async (change) => [
      await addGroup(change),
      await addGroup(change),
    ]);
    await build(store.database, (change) => addMember(change, inner, ines));
    await give(outer, { role: clerk, kind: 'group' });
    const tab = await tabOf(ines);
    const deeds = [
      () => build(store.database, (change) => addMember(change, outer, inner, 'group')),
      () => build(store.database, (change) => addRolePermission(change, clerk, refunds)),
      () => store.database.pool.query('select 1').then(() => rename()),
      () => build(store.database, (change) => setStatus(change, ines, 'suspended')),
    ];
    for (const deed of deeds) {
      await deed();
      expect((await tab.next('version')).data.ver).toBe(await latest());
    }
  });

  test('is not notified of changes that leave its access unchanged', async () => {
    const ines = await someone();
    await give(ines, { role: clerk });
    const tab = await tabOf(ines);
    await give(ines, { permission: reads });
    await build(store.database, (change) => addRole(change, app, 'unused', [refunds]));
    const elsewhere = await build(store.database, (change) => addApplication(change));
    await build(store.database, (change) =>
      addGrant(change, { application: elsewhere, principal: ines, role: { ...elsewhere, id: elsewhere.admin } }),
    );
    expect(await tab.quiet('version')).toEqual([]);
  });

  test('is notified on connecting with an older token, but not with a new one', async () => {
    const ines = await someone();
    const old = await holderOf(store, ines.id, app.key);
    await give(ines);
    const late = live.follow(await hub.live.tab(old, undefined));
    expect((await late.next('version')).data).toEqual({ ver: await latest(), wait: 0 });
    expect(await (await tabOf(ines)).quiet('version')).toEqual([]);
    expect(await hub.live.version(old)).toEqual({ version: await latest(), changed: true });
    expect(await hub.live.version(await holderOf(store, ines.id, app.key))).toMatchObject({ changed: false });
  });

  test('is notified just after a grant begins and ends, not before', async () => {
    const ines = await someone();
    const soon = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
    await give(ines, { permission: refunds, starts: soon(2), ends: soon(4) });
    const tab = await tabOf(ines);
    expect(await hub.live.version(await holderOf(store, ines.id, app.key))).toMatchObject({ changed: false });
    expect(await tab.quiet('version')).toEqual([]);
    await tab.next('version');
    const between = await holderOf(store, ines.id, app.key);
    expect(await hub.live.version(between)).toMatchObject({ changed: false });
    await tab.next('version');
    expect(await tab.quiet('version')).toHaveLength(2);
  });

  test('of Licet itself is notified of each change, and once for all changes that it missed while disconnected', async () => {
    const ines = await someone();
    const console = await tabOf(ines, { application: licetApplication });
    const since = await latest();
    await someone();
    const no = await latest();
    expect(await console.next('change')).toEqual({ id: no, event: 'change', data: { no } });
    const again = await tabOf(ines, { application: licetApplication, lastEventId: since - 1 });
    await again.next('ready');
    expect(again.heard.map(({ event, data }) => [event, data.no])).toEqual([
      ['change', no],
      ['ready', no],
    ]);
    const whole = await tabOf(ines, { application: licetApplication, lastEventId: no });
    expect(await whole.next('ready')).toEqual({ id: no, event: 'ready', data: { no } });
    expect(await whole.quiet('change')).toEqual([]);
    const restored = await tabOf(ines, { application: licetApplication, lastEventId: no + 100 });
    expect((await restored.next('change')).data).toEqual({ no });
  });

  test('refreshes and closes when its session ends, unlike tabs of the user’s other sessions', async () => {
    const ines = await someone();
    for (const uid of ['one', 'two'])
      await store.database.pool.query(
        `insert into sessions (uid, user_id, created_at, seen_at, expires_at) values ($1, $2, now(), now(), now() + interval '1 hour')`,
        [`${uid} ${ines.id}`, ines.id],
      );
    const open = async (uid: string, on: TestHub) => {
      return live.follow(await on.live.tab(await holderOf(store, ines.id, app.key, `${uid} ${ines.id}`), undefined));
    };
    const [ended, kept] = [await open('one', other), await open('two', hub)];
    await build(store.database, (change) => endSessionsOf(change, ines.id, `two ${ines.id}`));
    await ended.next('version');
    await ended.done;
    expect(ended.over).toBe(true);
    expect(await kept.quiet('version')).toEqual([]);
    expect(kept.over).toBe(false);
  });

  test('closes with its client, unlike tabs of other clients', async () => {
    const ines = await someone();
    const ids = ['01a1fd60-b421-70dc-9693-52f823154b01', '01a1fd60-b421-70dc-9693-52f823154b02'];
    await build(store.database, async (change) => {
      for (const id of ids)
        await change.connection.query(
          `insert into clients (id, app_id, name, kind, redirect_uris, post_logout_redirect_uris, web_origins, require_pkce, id_token_algorithm, created_no, no_from)
           values ($1, $2, 'x', 'browser', '{}', '{}', '{}', true, 'ES256', $3, $3)`,
          [id, app.id, change.no],
        );
    });
    const open = async (id = '') => {
      return live.follow(await hub.live.tab(await holderOf(store, ines.id, app.key, null, id), undefined));
    };
    const [ended, kept] = [await open(ids[0]), await open(ids[1])];
    await change(store.database, { kind: 'system', id: null, name: 'a test' }, async (handle) => {
      await deleteClient(handle, ids[0] ?? '');
      handle.record({ action: 'client.deleted', target: { kind: 'client', id: ids[0] ?? '', name: 'x' } });
    });
    await ended.next('version');
    await ended.done;
    expect(await kept.quiet('version')).toEqual([]);
    expect(kept.over).toBe(false);
  });

  test('closes with its session even without a notification', async () => {
    const careful = await startHub(store, { safetyRound: 200 });
    const ines = await someone();
    const uid = `untold ${ines.id}`;
    await store.database.pool.query(
      `insert into sessions (uid, user_id, created_at, seen_at, expires_at) values ($1, $2, now(), now(), now() + interval '1 hour')`,
      [uid, ines.id],
    );
    const reader = new Reader(await careful.live.tab(await holderOf(store, ines.id, app.key, uid), undefined));
    await store.database.pool.query('update sessions set ended_at = now() where uid = $1', [uid]);
    await reader.next('version');
    await reader.done;
    expect(careful.errors).toEqual([]);
    await careful.close();
  });

  test('closes when its token expires', async () => {
    const ines = await someone();
    const caller = await holderOf(store, ines.id, app.key);
    const token = { ...caller.token, expiresAt: Math.floor(Date.now() / 1000) + 1 };
    const reader = new Reader(await hub.live.tab({ ...caller, token }, undefined));
    await reader.done;
    const ended = Date.now();
    expect(ended).toBeGreaterThanOrEqual(token.expiresAt * 1000 - 50);
    expect(hub.live.open).toBe(0);
  });

  test('is notified of changes that were made while the server could not listen', async () => {
    const ines = await someone();
    const tab = await tabOf(ines);
    const listening = `from pg_stat_activity where datname = current_database() and query like 'listen %'`;
    await expect
      .poll(async () => (await store.database.pool.query(`select pid ${listening}`)).rowCount)
      .toBeGreaterThan(0);
    await store.database.pool.query(`select pg_terminate_backend(pid) ${listening}`);
    await give(ines);
    expect((await tab.next('version')).data.ver).toBe(await latest());
    const second = await give(ines, { permission: reads });
    await tab.next('version');
    await build(store.database, (change) => endGrant(change, second));
    await tab.next('version');
  });
});

describe('many open tabs', () => {
  test('refresh immediately if few are affected, and spread over time if many are', async () => {
    const group = await build(store.database, (change) => addGroup(change));
    const many = limits.liveAtOnce.value + 20;
    const users = await build(store.database, async (change) => {
      const made: TestNamed[] = [];
      for (let index = 0; index < many; index += 1) {
        const user = await addUser(change);
        made.push(user);
        await addMember(change, group, user);
      }
      return made;
    });
    const tabs = await Promise.all(users.map((user) => tabOf(user)));
    await give(group, { role: clerk, kind: 'group' });
    const waits = await Promise.all(tabs.map(async (tab) => Number((await tab.next('version')).data.wait)));
    expect(Math.max(...waits)).toBeLessThanOrEqual(limits.liveSpread.value);
    expect(new Set(waits).size).toBeGreaterThan(many / 2);
    const [first] = users;
    if (first) await give(first);
    expect((await tabs[0]?.next('version'))?.data.wait).toBe(0);
  });

  test('receive one change on a thousand streams, and all close when the server stops', async () => {
    const group = await build(store.database, (change) => addGroup(change));
    const users = await build(store.database, async (change) => {
      const made: TestNamed[] = [];
      for (let index = 0; index < 1000; index += 1) {
        const user = await addUser(change);
        made.push(user);
        await addMember(change, group, user);
      }
      return made;
    });
    const caller = await holderOf(store, users[0]?.id ?? '', app.key); // the user has no access yet, so all tokens are equal
    const tabs: Reader[] = [];
    for (const { id } of users) tabs.push(new Reader(await hub.live.tab({ ...caller, userId: id }, undefined)));
    expect(hub.live.open).toBe(1000);
    await give(group, { role: clerk, kind: 'group' });
    for (const tab of tabs) await tab.next('version');
    expect(tabs.every(({ heard }) => heard.filter(({ event }) => event === 'version').length === 1)).toBe(true);
    await hub.live.close();
    await Promise.all(tabs.map(({ done }) => done));
    expect(hub.live.open).toBe(0);
  });

  test('are limited per user', async () => {
    const caller = await holderOf(store, (await someone()).id, app.key);
    const open = async () => live.follow(await hub.live.tab(caller, undefined));
    const first = await open();
    for (let count = 1; count < 50; count += 1) await open();
    await expect(hub.live.tab(caller, undefined)).rejects.toMatchObject({ problem: { code: 'live_full' } });
    expect(hub.live.open).toBe(50);
    await first.leave();
    await open();
  });

  test('are refused beyond the server’s limit until one closes', async () => {
    const small = await startHub(store, { streams: 2 });
    const caller = await holderOf(store, (await someone()).id, app.key);
    const open = async () => new Reader(await small.live.tab(caller, undefined));
    const [one, two] = [await open(), await open()];
    await expect(open()).rejects.toMatchObject({ problem: { code: 'live_full' } });
    await one.leave();
    expect(small.live.open).toBe(1);
    const three = await open();
    await small.close();
    await Promise.all([two.done, three.done]);
    await expect(small.live.tab(caller, undefined)).rejects.toMatchObject({ problem: { code: 'live_full' } });
    expect(small.live.open).toBe(0);
  });
});

async function rename(): Promise<void> {
  await build(store.database, async ({ connection, no }) => {
    await connection.query('update permissions set no_to = $2 where id = $1 and no_to > $2', [reads.id, no]);
    await connection.query(
      `insert into permissions (id, app_id, name, title, created_no, no_from)
       select id, app_id, 'invoices.see', title, created_no, $2 from permissions where id = $1 and no_to = $2`,
      [reads.id, no],
    );
  });
}
