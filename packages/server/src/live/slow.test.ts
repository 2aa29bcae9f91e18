import { randomUUID } from 'node:crypto';
import { licetApplication, limits } from '@licet/contract';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Change } from '../store/kernel/change.ts';
import { endFacts } from '../store/kernel/facts.ts';
import { cutOffChannel } from '../store/sign-in/cut-offs.ts';
import {
  addApplication,
  addGrant,
  addPermission,
  addRole,
  addRolePermission,
  addUser,
  build,
  type TestApplication,
  type TestNamed,
  type TestStore,
  testStore,
} from '../store/store.testing.ts';
import type { LiveOptions } from './hub.ts';
import { holderOf, programOf, Reader, startHub, type TestHub } from './live.testing.ts';

let store: TestStore;
let hub: TestHub;
let app: TestApplication;
let reads: TestNamed;
let ines: TestNamed;
let tomas: TestNamed;
const atEnd: (() => Promise<unknown>)[] = [];

// Replaces `translate`, which only the reading of versions calls. The replacement waits while a test holds the lock. It
// fails like a timeout if one statement calls it more often than a test permits.
const slowVersions = `
  create schema slow;
  create table slow.most (calls int not null);
  create function slow.translate(text, text, text) returns text language plpgsql as $$
    declare count int;
    begin
      perform pg_advisory_xact_lock_shared(7);
      count := 1 + case when current_setting('slow.statement', true) = statement_timestamp()::text then current_setting('slow.count')::int else 0 end;
      perform set_config('slow.statement', statement_timestamp()::text, true), set_config('slow.count', count::text, true);
      if count > (select calls from slow.most) then
        raise exception 'canceling statement due to statement timeout' using errcode = '57014';
      end if;
      return pg_catalog.translate($1, $2, $3);
    end $$;
  do $$ begin execute format('alter database %I set search_path = slow, public, pg_catalog', current_database()); end $$`;

beforeAll(async () => {
  store = await testStore();
  await store.database.pool.query(slowVersions);
  return () => store.close();
});
beforeEach(async () => {
  hub = await start({ patience });
  await make(async (change) => {
    app = await addApplication(change);
    reads = await addPermission(change, app, 'read');
    [ines, tomas] = [await addUser(change), await addUser(change)];
  });
});
afterEach(async () => {
  for (const end of atEnd.splice(0).reverse()) await end();
});

async function start(options: Partial<LiveOptions>): Promise<TestHub> {
  const started = await startHub(store, options);
  atEnd.push(started.close);
  return started;
}

const make = <Result>(work: (change: Change) => Promise<Result>) => build(store.database, work);
const give = (principal: TestNamed) =>
  make((change) => addGrant(change, { application: app, principal, permission: reads }));
const revoke = (id: string) => make((change) => endFacts(change, 'grants', { id: [id] }));
const latest = async (): Promise<number> =>
  (await store.database.pool.query('select max(no)::int8 as no from change')).rows[0].no;

async function tabOf(user: TestNamed, sessionId: string | null = null): Promise<Reader> {
  return new Reader(await hub.live.tab(await holderOf(store, user.id, app.key, sessionId), undefined));
}

async function service(application = app.key): Promise<Reader> {
  const reader = new Reader(await hub.live.service(programOf(application), undefined));
  await reader.next('ready');
  return reader;
}

/** Runs a statement that takes a lock, and returns a function that releases the lock. */
async function hold(lock: string): Promise<() => Promise<void>> {
  const connection = await store.database.pool.connect();
  await connection.query('begin');
  await connection.query(lock);
  let held = true;
  const release = async () => {
    if (!held) return;
    held = false;
    await connection.query('rollback');
    connection.release();
  };
  atEnd.push(release);
  return release;
}
const versionsWait = 'select pg_advisory_xact_lock(7)';
const waiting = async () =>
  (await store.database.pool.query(`select from pg_locks where locktype = 'advisory' and not granted`)).rowCount;
/** The number of statements that wait for a lock on a table. */
const waitingFor = async (table: string) =>
  (
    await store.database.pool.query(
      `select from pg_locks where relation = $1::regclass and not granted
         and database = (select oid from pg_database where datname = current_database())`,
      [table],
    )
  ).rowCount;

/** Creates a session of a user, which a test can end without a change. */
async function sessionOf(user: TestNamed): Promise<string> {
  const uid = `session of ${user.id}`;
  await store.database.pool.query(
    `insert into sessions (uid, user_id, created_at, seen_at, expires_at) values ($1, $2, now(), now(), now() + interval '1 hour')`,
    [uid, user.id],
  );
  return uid;
}
const endSession = async (uid: string, user: TestNamed) => {
  await store.database.pool.query('update sessions set ended_at = now() where uid = $1', [uid]);
  await store.database.pool.query('select pg_notify($1, $2)', [cutOffChannel, user.id]);
};

const timedOut = expect.objectContaining({ code: '57014' });

describe('a slow version query', () => {
  test('delays neither cut-offs nor ended sessions of other users', async () => {
    hub = await start({}); // with the default time limit, so that the query waits until the lock is released
    const [grant, uid] = [await give(tomas), await sessionOf(tomas)];
    const [slow, ended, api] = [await tabOf(ines), await tabOf(tomas, uid), await service()];
    const release = await hold(versionsWait);
    await give(ines);
    await expect.poll(waiting).toBeGreaterThan(0);
    await revoke(grant);
    expect((await api.next('cut-off')).data).toEqual({ ver: await latest(), users: [tomas.id] });
    await endSession(uid, tomas);
    expect((await api.next('cut-off')).data).toMatchObject({ sessions: [uid] });
    await ended.done;
    expect(slow.heard.map(({ event }) => event)).toEqual(['ready']);
    await release();
    await slow.next('version');
    expect(hub.errors).toEqual([]);
  });

  test('notifies every tab of the application when it times out, and again when it succeeds', async () => {
    const [one, other] = [await tabOf(ines), await tabOf(tomas)];
    const release = await hold(versionsWait);
    await give(ines);
    const ver = await latest();
    for (const tab of [one, other]) expect((await tab.next('version')).data.ver).toBe(ver);
    expect(hub.errors).toContainEqual(timedOut);
    await release();
    for (const tab of [one, other]) expect((await tab.next('version')).data.ver).toBe(ver);
  });
});

/** Eight users, each with a permission of its own, and a role without holders. */
const eight = () =>
  make(async (change) => {
    const users: TestNamed[] = [];
    for (let count = 0; count < 8; count += 1) users.push(await addUser(change));
    for (const principal of users)
      await addGrant(change, {
        application: app,
        principal,
        permission: await addPermission(change, app, `of-${principal.name}`),
      });
    return { users, role: await addRole(change, app, 'unused'), extra: await addPermission(change, app, 'extra') };
  });

const versionsOf = ({ heard }: Reader) => heard.filter(({ event }) => event === 'version').map(({ data }) => data.ver);

test('version queries shrink until one user fits, even if that takes longer than the life of a token', async () => {
  const { users, role, extra } = await eight();
  const tabs = await Promise.all(users.map((user) => tabOf(user)));
  await store.database.pool.query('insert into slow.most values (3)');
  atEnd.push(() => store.database.pool.query('delete from slow.most'));
  vi.spyOn(limits.accessTokenLifetime, 'value', 'get').mockReturnValue(4 as typeof limits.accessTokenLifetime.value);
  atEnd.push(async () => vi.restoreAllMocks());
  await make((change) => addRolePermission(change, role, extra));
  // Statements for eight, four and two users fail. Each pause between them is as long as the life of a token.
  await expect.poll(() => tabs.map((tab) => versionsOf(tab).length)).toEqual(tabs.map(() => 4));
  expect(hub.errors).toEqual([timedOut, timedOut, timedOut]);
});

test('a change without effect stops notifying tabs once the queries are small enough to succeed', async () => {
  const { users, role, extra } = await eight();
  const tabs = await Promise.all(users.map((user) => tabOf(user)));
  const told = () => tabs.map((tab) => versionsOf(tab).length);
  // Each user takes two calls. So with this limit, statements for eight and for four users fail.
  await store.database.pool.query('insert into slow.most values (5)');
  atEnd.push(() => store.database.pool.query('delete from slow.most'));
  await make((change) => addRolePermission(change, role, extra));
  await expect.poll(told).toEqual(tabs.map(() => 3));
  expect(hub.errors).toEqual([timedOut, timedOut]);
  await make((change) => addRolePermission(change, role, reads));
  const last = users.at(-1) ?? expect.fail();
  await give(last);
  const ver = await latest();
  await expect.poll(() => tabs.at(-1)?.heard.at(-1)?.data.ver).toBe(ver);
  expect(told()).toEqual([3, 3, 3, 3, 3, 3, 3, 4]);
  expect(hub.errors).toEqual([timedOut, timedOut]);
});

test('a version query is retried when its connection breaks, and includes a change that arrived meanwhile', async () => {
  const [one, other] = [await tabOf(ines), await tabOf(tomas)];
  const release = await hold(versionsWait);
  await give(ines);
  await expect.poll(waiting).toBeGreaterThan(0);
  await give(tomas);
  await store.database.pool.query(
    `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and not granted`,
  );
  await expect.poll(() => hub.errors).not.toEqual([]);
  await release();
  for (const tab of [one, other]) await tab.next('version');
});

describe('a query for losses or ended sessions that times out', () => {
  test('cuts off all users of the application; later losses name only the affected users', async () => {
    const [first, second] = [await give(ines), await give(tomas)];
    const api = await service();
    const release = await hold('lock table clients in access exclusive mode');
    await revoke(first);
    expect(await api.next('cut-off')).toMatchObject({
      id: await latest(),
      data: { ver: await latest(), everyone: true },
    });
    expect(hub.errors).toContainEqual(timedOut);
    await release();
    await revoke(second);
    expect((await api.next('cut-off')).data).toEqual({ ver: await latest(), users: [tomas.id] });
  });

  test('still ends the stream of a deleted client', async () => {
    hub = await start({ patience, safetyRound: patience });
    const client = randomUUID();
    await make((change) =>
      change.connection.query(
        `insert into clients (id, app_id, name, kind, redirect_uris, post_logout_redirect_uris, web_origins, require_pkce, id_token_algorithm, created_no, no_from)
         values ($1, $2, 'x', 'service', '{}', '{}', '{}', true, 'ES256', $3, $3)`,
        [client, app.id, change.no],
      ),
    );
    const api = new Reader(await hub.live.service(programOf(app.key, client), undefined));
    await hold('lock table inclusions in access exclusive mode');
    await make((change) => endFacts(change, 'clients', { id: [client] }));
    await expect.poll(() => api.over).toBe(true); // long before its token expires
    expect(api.heard.filter(({ data }) => data.clients)).toEqual([]);
  });

  test('cuts off all tokens issued so far, on every API server, if ended sessions cannot be read', async () => {
    const uid = await sessionOf(tomas);
    const api = await service();
    const release = await hold('lock table cut_offs in access exclusive mode');
    await endSession(uid, tomas);
    const everyone = { ver: await latest(), everyone: true };
    const late = await service();
    for (const reader of [api, late]) {
      const { before, ...first } = (await reader.next('cut-off')).data;
      expect([first, typeof before]).toEqual([everyone, 'number']);
      expect((await reader.next('cut-off')).data).toEqual(everyone);
    }
    await release();
    await expect.poll(() => JSON.stringify(api.heard)).toContain(uid);
  });
});

test('a cut-off for unreadable ended sessions has the newest version that was already sent', async () => {
  hub = await start({}); // with the default time limit, so that the losses are sent before the timeout
  const others = await make(async (change) => [
    await addApplication(change),
    await addApplication(change),
    await addApplication(change),
  ]);
  const grant = await give(tomas);
  for (const { key } of others) await service(key);
  const api = await service();
  await hold('lock table cut_offs in access exclusive mode');
  const release = await hold('lock table clients in access exclusive mode');
  const uid = await sessionOf(ines);
  await make((change) => addUser(change)); // concerns every application
  await endSession(uid, ines);
  await expect.poll(() => waitingFor('cut_offs')).toBeGreaterThan(0);
  await revoke(grant);
  const ver = await latest();
  await release();
  expect((await api.next('cut-off')).data).toEqual({ ver, users: [tomas.id] });
  expect((await api.next('cut-off')).data).toEqual({ ver, everyone: true, before: expect.any(Number) });
  expect((await api.next('cut-off')).data).toEqual({ ver, everyone: true });
});

test('if a read fails while an API server connects, its cut-off has the newest version that another process sent', async () => {
  hub = await start({ safetyRound: 600_000 }); // reads no ended sessions
  const other = await start({ safetyRound: 1000 });
  await other.live.service(programOf((await make((change) => addApplication(change))).key), undefined);
  const [grant, api] = [await give(tomas), await service()];
  const release = await hold('lock table cut_offs in access exclusive mode');
  await expect.poll(() => waitingFor('cut_offs')).toBe(1); // a safety round
  await revoke(grant);
  const { id } = await api.next('cut-off');
  await api.leave();
  const connecting = other.live.service(programOf(app.key), id);
  await expect.poll(() => other.errors, { interval: 5 }).not.toEqual([]);
  await release();
  const moved = new Reader(await connecting);
  const ready = await moved.next('ready');
  const ver = ready.id;
  expect(ver).toBe(id);
  const end = moved.heard.indexOf(ready) + 1;
  expect(moved.heard.slice(end - 3, end).map(({ id, data }) => [id, data])).toEqual([
    [0, { ver, everyone: true, before: expect.any(Number) }],
    [ver, { ver, everyone: true }],
    [ver, { ver }],
  ]);
});

test('a failed round is repeated without growing delays, because tokens stay accepted meanwhile', async () => {
  hub = await start({ patience: 500 });
  const [uid, api] = [await sessionOf(tomas), await service()];
  const release = await hold('lock table change in access exclusive mode');
  await endSession(uid, tomas);
  // With doubled delays, the seventh error would come more than a minute after the first.
  await expect.poll(() => hub.errors.length).toBeGreaterThanOrEqual(7);
  await release();
  await expect.poll(() => JSON.stringify(api.heard)).toContain(uid);
});

test('a poll for changed access has the same time limit as a stream', async () => {
  const callers = [await holderOf(store, ines.id, app.key), await holderOf(store, tomas.id, app.key)];
  const release = await hold('lock table grants in access exclusive mode');
  const [polling, opening] = callers;
  const answer = hub.live.version(polling ?? expect.fail());
  answer.catch(() => undefined);
  await expect.poll(() => waitingFor('grants')).toBe(1);
  await hub.live.tab(opening ?? expect.fail(), undefined); // opens when its own query times out
  await release();
  await expect(answer).rejects.toMatchObject({ problem: { code: 'unavailable', reason: 'database_silent' } });
});

describe('a tab that connects', () => {
  test('does not hide a change from another tab of the same user that has not received it', async () => {
    const first = await tabOf(ines);
    const caller = await holderOf(store, ines.id, app.key);
    await store.database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen %'`,
    );
    await give(ines);
    const second = new Reader(await hub.live.tab(caller, undefined));
    for (const tab of [first, second]) expect((await tab.next('version')).data.ver).toBe(await latest());
  });

  test('is refused while the changes that it has missed cannot be read, so that it resumes at the same change', async () => {
    const callers = [await holderOf(store, ines.id, app.key), await holderOf(store, ines.id, licetApplication)];
    const release = await hold('lock table requests in access exclusive mode');
    const silent = { problem: { code: 'unavailable', reason: 'database_silent' } };
    for (const caller of callers) await expect(hub.live.tab(caller, 1)).rejects.toMatchObject(silent);
    expect(hub.live.open).toBe(0);
    await release();
    for (const caller of callers) await new Reader(await hub.live.tab(caller, 1)).next('ready');
  });

  test('opens even if its access cannot be read in time, and later refreshes only an older token', async () => {
    await give(ines);
    const callers = [await holderOf(store, ines.id, app.key), await holderOf(store, tomas.id, app.key)];
    await give(tomas);
    const release = await hold(versionsWait);
    const open = callers.map(async (caller) => new Reader(await hub.live.tab(caller, undefined)));
    const [newest, older] = [await open[0], await open[1]];
    expect(hub.errors.length).toBeGreaterThanOrEqual(2); // a round of the hub can time out too
    for (const error of hub.errors) expect(error).toEqual(timedOut);
    await release();
    await older?.next('version');
    await make((change) => addGrant(change, { application: app, principal: ines, role: { ...app, id: app.admin } }));
    await newest?.next('version');
    expect(newest && versionsOf(newest)).toEqual([await latest()]);
  });

  test('ends immediately if its session ended after its token was verified', async () => {
    hub = await start({ safetyRound: 600_000 }); // no safety round during the test, so that no later check ends the tab
    const uid = await sessionOf(tomas);
    await endSession(uid, tomas);
    const tab = await tabOf(tomas, uid);
    await tab.next('version');
    await tab.done;
  });
});

/** In milliseconds. A read that waits for no lock finishes sooner, even on a busy machine. */
const patience = 2000;
