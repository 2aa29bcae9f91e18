import { limits } from '@licet/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { missing } from '../../../../../../scripts/debian-slapd.ts';
import { testUpstream } from '../../../identity/connections/upstream.testing.ts';
import { corpSettings, dnOf, person } from '../../../identity/directories/corp.testing.ts';
import {
  bindResponse,
  searchDone,
  searchEntry,
  startScripted,
} from '../../../identity/directories/scripted.testing.ts';
import { checks } from '../../../store/checks.ts';
import { findConnection } from '../../../store/connections/connections.ts';
import { beginSync, type OwnRun, queueSync } from '../../../store/connections/syncs.ts';
import { change } from '../../../store/kernel/change.ts';
import { readClock } from '../../../store/kernel/clock.ts';
import { type Database, openDatabase } from '../../../store/kernel/database.ts';
import { readNow } from '../../../store/kernel/read-now.ts';
import { secrets } from '../../testing.ts';
import { differencesOf, leavesTooMany } from './differences.ts';
import { directorySyncHandler } from './job.ts';
import { synchronise } from './run.ts';
import { namesIn, type SyncWorld, syncWorld } from './sync.testing.ts';

const why = missing();
if (why !== undefined) process.stdout.write(`Skipped: ${why}.\n`);

test.each([
  [20, 30, false],
  [21, 63, false],
  [21, 62, true],
  [500, 1500, false],
  [501, 1500, true],
  [1, 1, false],
  [2, 2, true],
  [0, 0, false],
])('%i leavers of %i linked users need a confirmation: %s', (leaving, linked, waits) => {
  expect(leavesTooMany(leaving, linked)).toBe(waits);
});

test('keeps a user whose entry has no readable id, or who has another active entry', () => {
  const user = {
    id: 'a',
    username: 'Ada',
    name: 'Ada',
    email: null,
    emailVerified: false,
    status: 'active' as const,
    subjects: ['1', '2'],
    absent: false,
    suspendedForIt: false,
  };
  const entry = { dn: 'uid=ada', username: 'ada', name: null, email: null, memberOf: [], groups: null, endsAt: null };
  const taking = { trustsAddresses: true, makes: true };
  const found = (...entries: { id: string | null; closed: boolean }[]) => {
    const people = entries.map((each) => ({ ...entry, ...each }));
    const { leaving, kept } = differencesOf(people, [user], taking, '2026-01-01T00:00:00Z');
    return [...leaving, ...kept].map(({ because }) => because);
  };
  expect(found({ id: null, closed: false })).toEqual(['not_named']);
  expect(found({ id: '1', closed: true }, { id: '2', closed: false })).toEqual([]);
  expect(found({ id: '1', closed: true })).toEqual(['closed']);
  expect(found({ id: '3', closed: false })).toEqual(['gone']);
});

describe.skipIf(why !== undefined)('a synchronisation of 1,500 users', () => {
  let world: SyncWorld;
  let corp = '';
  beforeAll(async () => {
    world = await syncWorld(Array.from({ length: 1500 }, (_, no) => person(`worker${no}`)));
    corp = await world.connect();
  });
  afterAll(() => world.close());

  const statuses = async () =>
    Object.fromEntries(
      (
        await world.rows<{ status: string; count: number }>(
          `select status, count(*)::int as count from users where no_to = 9223372036854775807 and username_key like 'worker%' group by status`,
        )
      ).map(({ status, count }) => [status, count]),
    );

  test('lists the names of all users in its plan', async () => {
    const { new: people } = await world.plan(corp);
    expect([people.count, people.items.length]).toEqual([1505, 1505]);
  });

  test('creates all users, and reports how many entries it found', async () => {
    const { run } = await world.run(corp);
    expect(run).toMatchObject({ state: 'done', plan: { found: 1507, new: { count: 1505 } } });
    expect(run?.plan?.new.items).toHaveLength(limits.syncShown.value);
    expect(await statuses()).toEqual({ active: 1500 });
  });

  test('waits for a confirmation when more than a third leave, and accepts it only for those users', async () => {
    const { manager, licet } = world;
    for (let no = 0; no < 502; no += 1) await manager.remove(dnOf(`worker${no}`));
    const { run } = await world.run(corp);
    expect(run).toMatchObject({ state: 'waiting', plan: { leaving: { count: 502 }, linked: 1505 } });
    expect(await statuses()).toEqual({ active: 1500 });
    const confirmation = run?.plan?.confirmation ?? '';
    expect((await world.plan(corp)).confirmation).toBe(confirmation);
    await manager.remove(dnOf('worker502'));
    const params = { connection: corp };
    expect(await licet.outcome('connections.sync', licet.admin, { params, body: { confirmation } })).toBe('plan_moved');
    const state = await licet.call('connections.syncState', licet.admin, { params });
    expect(state.run).toMatchObject({ state: 'waiting', plan: { leaving: { count: 503 } } });
    const done = await world.run(corp, state.run?.plan?.confirmation ?? '');
    expect(done.run).toMatchObject({ state: 'done', plan: { leaving: { count: 503 } } });
    expect(await statuses()).toEqual({ active: 997, suspended: 503 });
  });

  test('continues without a confirmation if more than twenty, but less than a third, leave', async () => {
    for (let no = 600; no < 630; no += 1) await world.manager.remove(dnOf(`worker${no}`));
    expect((await world.run(corp)).run).toMatchObject({ state: 'done', plan: { leaving: { count: 30 } } });
    expect(await statuses()).toEqual({ active: 967, suspended: 533 });
  });

  test('runs once at a time on two servers, and suspends each leaver once', async () => {
    const { licet, manager } = world;
    for (let no = 700; no < 710; no += 1) await manager.remove(dnOf(`worker${no}`));
    const other = licet.anotherServer();
    const input = { params: { connection: corp }, body: {} };
    const outcomes = await Promise.all([
      licet.outcome('connections.sync', licet.admin, input),
      other.outcome('connections.sync', licet.admin, input),
      licet.outcome('connections.sync', licet.admin, input),
    ]);
    expect(outcomes.sort()).toEqual(['busy', 'busy', 'ok']);
    expect(await statuses()).toEqual({ active: 957, suspended: 543 });
    expect(
      await world.rows(
        `select count(*)::int as events, count(distinct target_id)::int as people from change
         where action = 'user.suspended' and target_id in (select id::text from users where username_key ~ '^worker70[0-9]$')`,
      ),
    ).toEqual([{ events: 10, people: 10 }]);
    await other.close();
  });

  test('suspends no user when the search fails or finds nothing, and stores the failure', async () => {
    const { licet } = world;
    const params = { connection: corp };
    let code = 0;
    const scripted = await startScripted(() => (request) => {
      if (request.operation === 0x60) return [bindResponse(request)];
      if (request.operation !== 0x63) return [];
      if (code === 0) return [searchDone(request)];
      return [searchEntry(request, dnOf('ada'), { entryUUID: ['ada'], uid: ['ada'] }), searchDone(request, code)];
    });
    const before = await world.rows(`select directory from connections where id = $1 and no_to = 9223372036854775807`, [
      corp,
    ]);
    await world.rows(`update connections set directory = $2 where id = $1 and no_to = 9223372036854775807`, [
      corp,
      JSON.stringify(corpSettings(world.slapd, { url: scripted.url, startTls: false, caCertificate: null })),
    ]);
    for (const [ended, sentence, said] of [
      [0, 'There is no entry of the class person', ['directory_without_class', { class: 'person' }]],
      [4, 'sizeLimitExceeded', ['directory_fault', { fault: 'size_limit' }]],
      [11, 'adminLimitExceeded', ['directory_fault', { fault: 'admin_limit' }]],
      [52, 'not available', ['directory_unavailable', { fault: 'unavailable' }]],
    ] as const) {
      code = ended;
      expect(await licet.outcome('connections.sync', licet.admin, { params, body: {} })).toMatch(/^provider_/);
      const state = await licet.call('connections.syncState', licet.admin, { params });
      expect(state.run).toMatchObject({ state: 'failed', problem: expect.stringContaining(sentence), plan: null });
      expect(state.run).toMatchObject({ reason: said[0], values: { connection: 'Corp 1', ...said[1] } });
      expect(state.succeededAt).not.toBeNull();
    }
    await scripted.close();
    await world.rows(`update connections set directory = $2 where id = $1 and no_to = 9223372036854775807`, [
      corp,
      JSON.stringify(before[0]?.directory),
    ]);
    expect(await statuses()).toEqual({ active: 957, suspended: 543 });
  });

  test('keeps the last administrator active, and reports them', async () => {
    const { licet, manager, rows } = world;
    const [chief, second] = await Promise.all(
      ['worker800', 'worker801'].map(
        async (name) =>
          (
            await rows<{ id: string }>(`select id from users where username_key = $1 and no_to = 9223372036854775807`, [
              name,
            ])
          )[0]?.id ?? '',
      ),
    );
    const [admin] = await rows<{ id: string }>(
      `select r.id from roles r join applications a on a.id = r.app_id where a.key = 'licet' and r.name = 'admin'`,
    );
    for (const id of [chief, second])
      await licet.call('grants.create', licet.freshAdmin, {
        params: { application: 'licet' },
        body: {
          principal: { kind: 'user', id },
          gives: { kind: 'role', id: admin?.id },
          ends: null,
          reason: 'A test.',
        },
      });
    await rows(`insert into credentials (user_id, password_hash, set_at) values ($1, 'test:x', now())`, [
      licet.admin.userId,
    ]);
    await manager.remove(dnOf('worker801'));
    expect(namesIn((await world.run(corp)).run?.plan)).toMatchObject({ leaving: ['worker801 gone'], kept: [] });
    // The first administrator can no longer sign in, so the leaver is the last administrator who can.
    await rows('delete from credentials where user_id = $1', [licet.admin.userId]);
    await manager.remove(dnOf('worker800'));
    await manager.remove(dnOf('worker802'));
    const { run } = await world.run(corp);
    expect(run?.state).toBe('done');
    expect(namesIn(run?.plan)).toMatchObject({ leaving: ['worker802 gone'], kept: ['worker800 last_administrator'] });
  });

  test('runs on schedule in one process, and queues the next run', async () => {
    const { licet, manager, rows } = world;
    await rows(
      `update connections set directory = directory || '{"syncMinutes": 60}' where id = $1 and no_to = 9223372036854775807`,
      [corp],
    );
    const connection = await readNow(licet.database, (snapshot) => findConnection(snapshot, corp));
    const queue = async () =>
      connection && queueSync({ connection: licet.database.pool, clock: await readClock(licet.database) }, connection);
    await queue();
    await queue();
    const jobs = await rows<{ id: string; data: unknown; kind: string }>(
      `select id, kind, data from jobs where kind = 'directory_sync'`,
    );
    expect(jobs).toEqual([expect.objectContaining({ data: { connection: corp, minutes: 60 } })]);
    await manager.remove(dnOf('worker900'));
    const warned: unknown[] = [];
    const handlerOn = (database: Database) =>
      directorySyncHandler({
        database,
        secrets,
        upstream: testUpstream('http://localhost:4080'),
        log: { warn: (fields) => warned.push(fields) },
      });
    const { connectionString = '' } = licet.database.pool.options;
    const elsewhere = openDatabase({ checks, connectionString });
    const handler = handlerOn(licet.database);
    const job = { id: jobs[0]?.id ?? '', kind: 'directory_sync', data: jobs[0]?.data, attempt: 1 };
    await Promise.all([handler, handlerOn(elsewhere)].map((each) => each.run(job, AbortSignal.timeout(60_000))));
    await elsewhere.close();
    expect(warned).toEqual([expect.objectContaining({ code: 'busy' })]);
    const state = await licet.call('connections.syncState', licet.admin, { params: { connection: corp } });
    expect(state.run).toMatchObject({ scheduled: true, by: null, state: 'done', plan: { leaving: { count: 1 } } });
    expect(state.nextAt).not.toBeNull();
    expect(await rows(`select actor_name from change order by no desc limit 1`)).toEqual([{ actor_name: 'Corp 1' }]);
    // A job of another schedule, or of a disabled connection, does nothing.
    await rows(`update connections set enabled = false where id = $1 and no_to = 9223372036854775807`, [corp]);
    await manager.remove(dnOf('worker901'));
    await handler.run(job, AbortSignal.timeout(60_000));
    expect((await licet.call('connections.syncState', licet.admin, { params: { connection: corp } })).run?.id).toBe(
      state.run?.id,
    );
    await rows(`update connections set enabled = true where id = $1 and no_to = 9223372036854775807`, [corp]);
  });

  test('a run that stopped reporting is marked as failed, and another one may begin', async () => {
    const { licet } = world;
    const params = { connection: corp };
    await rowsOf(`update directory_syncs set state = 'running', heard_at = now() where connection_id = $1`, [corp]);
    expect(await licet.outcome('connections.sync', licet.admin, { params, body: {} })).toBe('busy');
    await rowsOf(`update directory_syncs set heard_at = now() - interval '2 minutes' where connection_id = $1`, [corp]);
    const state = await licet.call('connections.syncState', licet.admin, { params });
    expect(state.run).toMatchObject({ state: 'failed', reason: 'sync_server_stopped', values: {} });
    const taken = await beginSync(licet.database, corp, { scheduled: false, by: null });
    expect(taken).toBeDefined();
    expect(await beginSync(licet.database, corp, { scheduled: false, by: null })).toBeUndefined();
  });

  test('changes no user in a run that another run has replaced, and leaves the other run active', async () => {
    const { database } = world.licet;
    await rowsOf(`update directory_syncs set state = 'failed' where connection_id = $1`, [corp]);
    await world.manager.remove(dnOf('worker903'));
    expect((await world.plan(corp)).leaving.count).toBeGreaterThan(0);
    const connection = await readNow(database, (snapshot) => findConnection(snapshot, corp));
    if (connection?.kind !== 'ldap') return expect.fail('The directory is not connected.');
    const before = await statuses();
    const starts = { scheduled: true, by: null };
    let other: OwnRun | undefined;
    const overtaken = synchronise({ database, secrets, upstream: testUpstream('http://localhost:4080') }, connection, {
      ...starts,
      makeChange: async (work, dryRun) => {
        // Simulates a server that stalled after reading the directory, until its run counted as dead.
        await rowsOf(`update directory_syncs set heard_at = now() - interval '2 minutes' where connection_id = $1`, [
          corp,
        ]);
        other ??= await beginSync(database, corp, starts);
        return change(database, { kind: 'system', id: null, name: 'Corp 1' }, work, dryRun);
      },
    });
    await expect(overtaken).rejects.toMatchObject({ problem: { code: 'plan_moved', reason: 'sync_overtaken' } });
    expect(await statuses()).toEqual(before);
    expect(await rowsOf('select run_id, state from directory_syncs where connection_id = $1', [corp])).toEqual([
      { run_id: other?.runId, state: 'running' },
    ]);
  });

  const rowsOf: SyncWorld['rows'] = (text, values) => world.rows(text, values);
});
