import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answers } from '../http/problems.ts';
import { signInAttempts } from '../identity/factors/attempts.ts';
import { tokenRequests } from '../identity/provider/tokens.ts';
import { changesDelivered } from '../live/losses.ts';
import { takeFeed } from '../store/audit/events.ts';
import { queueJobs } from '../store/jobs/jobs.ts';
import { appliedMigrations } from '../store/kernel/applied.ts';
import { readClock } from '../store/kernel/clock.ts';
import { poolOf } from '../store/kernel/pool.ts';
import { addGroup, build, type TestStore, testStore } from '../store/store.testing.ts';
import { decisions } from '../usecases/access/read.ts';
import { foldersOf } from './folders.ts';
import { openMetrics } from './metrics.ts';
import { openWatching, type Watching } from './watching.ts';

let store: TestStore;
let watching: Watching;
let port: number;
const folder = mkdtempSync(join(tmpdir(), 'licet-metrics-'));
const lock = { kind: 'key', file: '' } as const;
const settings = {
  backups: { folder: join(folder, 'backups'), every: 3600, keep: 1, lock },
  audit: { folder: join(folder, 'audit') },
  s3: {},
};
const root = fileURLToPath(new URL('../../../../', import.meta.url));

beforeAll(async () => {
  store = await testStore();
  const migrations = await appliedMigrations(poolOf(store.database));
  watching = openWatching({
    database: store.database,
    migrations,
    keysReadable: () => true,
    hashing: () => ({ running: 2, waiting: 7 }),
    live: { streams: { tabs: 3, services: 1 } },
    jobs: ['mail', 'reminders'],
    folders: foldersOf(settings),
    feeds: ['a collector'],
    onError: (error) => {
      throw error;
    },
  });
  ({ port } = await watching.serveMetrics({ host: '127.0.0.1', port: 0 }));
});
afterAll(async () => {
  await watching?.close();
  await store?.close();
  rmSync(folder, { recursive: true, force: true });
});

test('counts published events with their labels, and nothing else', async () => {
  signInAttempts.publish({ outcome: 'signed_in', way: 'password+totp' });
  signInAttempts.publish({ outcome: 'wrong_password', way: 'password' });
  tokenRequests.publish({ grantType: 'refresh_token', issued: true });
  tokenRequests.publish({ grantType: 'other', issued: false });
  decisions.publish({ permitted: false });
  changesDelivered.publish({ seconds: 0.04 });
  answers.publish({ operation: 'users.list', status: 204, seconds: 0.02 });
  answers.publish({ operation: 'live.tab', status: 200, seconds: undefined });
  const lines = await scrape();
  expect(lines).toEqual(
    expect.arrayContaining([
      'licet_sign_ins_total{outcome="signed_in",way="password+totp"} 1',
      'licet_sign_ins_total{outcome="wrong_password",way="password"} 1',
      'licet_tokens_issued_total{grant_type="refresh_token"} 1',
      'licet_tokens_refused_total{grant_type="other"} 1',
      'licet_decisions_total{outcome="refused"} 1',
      'licet_change_lag_seconds_bucket{le="0.025"} 0',
      'licet_change_lag_seconds_bucket{le="0.05"} 1',
      'licet_http_requests_total{operation="users.list",status="2xx"} 1',
      'licet_http_requests_total{operation="live.tab",status="2xx"} 1',
      'licet_http_request_duration_seconds_count{operation="users.list"} 1',
    ]),
  );
  expect(lines.filter((line) => line.startsWith('licet_http_request_duration_seconds_count'))).toHaveLength(1);
});

test('reads gauges when metrics are requested', async () => {
  const clock = await readClock(store.database);
  const connection = poolOf(store.database);
  await queueJobs({ connection, clock }, 'mail', [{}, {}]);
  await connection.query(
    "update jobs set due_at = due_at - interval '90 seconds' where id = (select id from jobs limit 1)",
  );
  const [held] = [store.database.pool.connect()];
  const lines = await scrape();
  (await held).release();
  expect(lines).toEqual(
    expect.arrayContaining([
      'licet_ready 1',
      'licet_live_streams{kind="tab"} 3',
      'licet_live_streams{kind="service"} 1',
      'licet_database_connections{state="in_use"} 1',
      'licet_database_connections_max 10',
      'licet_database_waiting 0',
      'licet_hashes_running 2',
      'licet_hashes_waiting 7',
      'licet_jobs_due{kind="mail"} 2',
      'licet_jobs_due{kind="reminders"} 0',
      'licet_jobs_put_off{kind="mail"} 0',
      'licet_jobs_given_up{kind="mail"} 0',
    ]),
  );
  const oldest = lines.find((line) => line.startsWith('licet_jobs_oldest_due_seconds{kind="mail"}'));
  expect(Number(oldest?.split(' ')[1])).toBeGreaterThanOrEqual(90);
  expect(lines.some((line) => line.startsWith('nodejs_eventloop_lag_p99_seconds '))).toBe(true);
  watching.leave();
  expect(await scrape()).toContain('licet_ready 0');
});

test('shows an overdue backup and unusable folders, but no age before the first backup', async () => {
  const first = await scrape();
  expect(first).toContain('licet_backup_interval_seconds 3600');
  expect(first).toContain('licet_backup_folder_usable 1');
  expect(first.some((line) => line.startsWith('licet_backup_age_seconds'))).toBe(false);
  const { backups, audit } = settings;
  mkdirSync(backups.folder);
  const madeAt = new Date(Date.now() - 7_200_000).toISOString().slice(0, 19).replaceAll(':', '');
  writeFileSync(join(backups.folder, `licet-${madeAt}Z-1-0123abcd.backup`), '');
  writeFileSync(audit.folder, 'a file where a folder should be');
  const lines = await scrape();
  const age = Number(lines.find((line) => line.startsWith('licet_backup_age_seconds '))?.split(' ')[1]);
  expect(age).toBeGreaterThan(7190);
  expect(age).toBeLessThan(7300);
  expect(lines).toContain('licet_checkpoint_folder_usable 0');
});

test('counts no changes that wait for a collector until sending has begun', async () => {
  const waiting = async () => (await scrape()).filter((line) => line.startsWith('licet_audit_events_waiting'));
  expect(await waiting()).toEqual([]);
  await takeFeed(store.database, 'a collector', 1);
  expect(await waiting()).toEqual(['licet_audit_events_waiting 0']);
  await build(store.database, (change) => addGroup(change));
  expect(await waiting()).toEqual(['licet_audit_events_waiting 1']);
});

test('serves only /metrics, and only for reading', async () => {
  expect(await statusAt('/')).toBe(404);
  expect(await statusAt('/healthz')).toBe(404);
  expect(await statusAt('/metrics?x=1')).toBe(200);
  const posted = await fetch(`http://127.0.0.1:${port}/metrics`, { method: 'POST' });
  expect(posted.status).toBe(405);
});

test('omits the database’s figures while it does not answer', async () => {
  const pool = { totalCount: 0, idleCount: 0, waitingCount: 3, options: { max: 10 } };
  const metrics = openMetrics(
    {
      version: '1',
      pool,
      hashing: () => ({ running: 0, waiting: 0 }),
      streams: () => ({ tabs: 0, services: 0 }),
      jobs: () => Promise.reject(new Error('gone')),
      ready: async () => false,
      folders: foldersOf({ backups: undefined, audit: { folder: undefined }, s3: {} }),
      eventsWaiting: () => Promise.reject(new Error('gone')),
      directories: () => Promise.reject(new Error('gone')),
    },
    () => undefined,
  );
  const text = await metrics.read();
  metrics.close();
  expect(text).toContain('\nlicet_database_waiting 3\n');
  expect(text).toContain('\nlicet_ready 0\n');
  expect(text).not.toMatch(/^licet_jobs_due\{/m);
});

test('exports every metric that alerts, dashboard and documentation name, and documents all of its own', async () => {
  await scrape();
  const exported = new Set(
    (await scrape()).flatMap((line) => /^# TYPE (\S+) (\w+)/.exec(line)?.slice(1).join(' ') ?? []).flatMap(seriesOf),
  );
  const page = read('docs/operations/watching.md');
  for (const from of [
    'deploy/watching/licet.rules.yaml',
    'deploy/watching/dashboard.json',
    'docs/operations/watching.md',
  ]) {
    const named = new Set(read(from).match(/\b(?:licet|nodejs|process)_[a-z0-9_]+\b/g));
    expect(named.size).toBeGreaterThan(5);
    expect([from, [...named].filter((name) => !exported.has(name))]).toEqual([from, []]);
  }
  const own = [...exported].filter((name) => name.startsWith('licet_') && !/_(bucket|sum|count)$/.test(name));
  expect(own.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});

test('each alert has a section on the operators’ page', () => {
  const page = read('docs/operations/watching.md');
  const rules = read('deploy/watching/licet.rules.yaml');
  const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name ?? '');
  expect(alerts.length).toBeGreaterThan(5);
  expect(alerts.filter((name) => !page.includes(`\n### ${name}\n`))).toEqual([]);
  const places = [...rules.matchAll(/runbook: docs\/operations\/watching\.md#(\w+)/g)].map(([, place]) => place);
  expect(places).toEqual(alerts.map((name) => name.toLowerCase()));
});

const seriesOf = (typed: string): string[] => {
  const [name = '', type] = typed.split(' ');
  return type === 'histogram' ? [name, `${name}_bucket`, `${name}_sum`, `${name}_count`] : [name];
};
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8');
const scrape = async () => (await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()).split('\n');
const statusAt = (path: string) =>
  new Promise((resolve) => get({ port, host: '127.0.0.1', path }, ({ statusCode }) => resolve(statusCode)));
