import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../scripts/free-port.ts';
import { type Cluster, clusterMissing, failoverBlock, startCluster } from './cluster.ts';
import { licet } from './command-line.ts';
import { type Attempt, type Load, outage, startLoad } from './failover-load.ts';
import { type RunningLicet, removeDataDirectory, startLicet, withAdministrator } from './licet.ts';
import { type Balancer, startProxy } from './proxy.ts';

// Two Licet servers use the three machines of docs/operations/failover.md.
const missing = clusterMissing();
let cluster: Cluster | undefined;
const data: string[] = [];
/** The environment of each server, in the order of their start. */
const environments: NodeJS.ProcessEnv[] = [];
let haproxy: ChildProcess | undefined;
let balancer: Balancer | undefined;
const licets: RunningLicet[] = [];
let load: Load;
let byHosts = '';

beforeAll(async () => {
  if (missing) return console.log(`Skipped the failover of three machines: ${missing}.`);
  cluster = await startCluster();
  const port = await freePort();
  haproxy = startHaproxy(cluster.release, port);
  await pause(4000); // Until its first check, HAProxy takes every machine for the primary.
  byHosts = cluster.urlOf('by-hosts');
  const byHaproxy = cluster.urlOf('by-haproxy').replace(':5000', `:${port}`);
  const front = await freePort();
  const environment = {
    ...withAdministrator,
    LICET_ISSUER: `http://localhost:${front}`,
    LICET_ENCRYPTION_KEY: randomBytes(32).toString('hex'),
    LICET_LOG_LEVEL: 'info',
  };
  // Starts one server for each of the page's two ways to connect.
  for (const url of [byHaproxy, byHosts]) {
    const started = await startLicet({ environment: { ...environment, LICET_DATABASE_URL: url } });
    licets.push(started);
    data.push(started.dataDirectory);
    environments.push({ ...environment, LICET_DATABASE_URL: url });
  }
  balancer = await startProxy(front, licets.map(portOf), () => undefined);
  load = await startLoad({ url: environment.LICET_ISSUER, licets });
  const busy = () => [load.signIns, load.refreshes, load.grants].every((attempts) => count(attempts) > 5);
  for (let waited = 0; !busy(); waited += 1) {
    if (waited > 60) throw new Error('There is no load after a minute.');
    await pause(1000);
  }
}, 300_000);

afterAll(async () => {
  await load?.stop();
  await balancer?.close();
  for (const it of licets) await it.stop();
  haproxy?.kill();
  await cluster?.stop();
  for (const it of data) removeDataDirectory(it);
}, 60_000);

test.skipIf(missing)(
  'a killed primary PostgreSQL is replaced by the synchronous standby, and sign-ins are answered within 15 s',
  async () => {
    const [primary, standby] = [await at().leader(), await at().synchronousStandby()];
    const since = performance.now();
    await primary.run('kill -9 $(head -1 /var/lib/postgresql/15/licet/postmaster.pid)');
    await back(since, 15, 'PostgreSQL killed');
    expect((await at().leader()).name).toBe(standby.name);
  },
);

test.skipIf(missing)('sign-ins are answered within 45 s after the machine of the primary is lost', async () => {
  await at().whole();
  const [primary, standby] = [await at().leader(), await at().synchronousStandby()];
  const since = performance.now();
  at().lose(primary);
  await back(since, 45, 'machine gone');
  expect((await at().leader()).name).toBe(standby.name);
  await at().comeBack(primary);
  await at().whole(); // The machine rejoins the cluster.
});

test.skipIf(missing)('a requested switchover completes within 30 s', async () => {
  const before = await at().leader();
  const since = performance.now();
  const said = await before.run(failoverBlock('switchover'));
  await back(since, 30, 'switch asked for');
  expect((await at().leader()).name, said).not.toBe(before.name);
});

test.skipIf(missing)(
  'every acknowledged write survives, the audit chain is valid, and no Licet server restarted',
  async () => {
    await load.stop();
    await at().whole();
    const client = new pg.Client({
      connectionString: byHosts.replace(/@.*\//, `@${(await at().leader()).address}:5432/`),
    });
    await client.connect();
    const { rows } = await client.query<{ id: string; action: string }>(
      'select g.id, c.action from grants g join change c on c.no = g.no_from where g.id = any($1)',
      [load.acknowledged],
    );
    await client.end();
    const found = new Map(rows.map(({ id, action }) => [id, action]));
    expect(load.acknowledged.filter((id) => found.get(id) !== 'grant.created')).toEqual([]);
    expect(load.acknowledged.length).toBeGreaterThan(100);
    const tokens = load.tokens();
    for (const token of tokens) expect(await load.refresh(token)).not.toBe('');
    const { PATH, HOME } = process.env;
    for (const [index, { dataDirectory, pid }] of licets.entries()) {
      for (const command of [['audit', 'verify'], ['doctor']]) {
        const said = await licet([...command, '--data', dataDirectory], { PATH, HOME, ...environments[index] });
        expect(said, said.out + said.err).toMatchObject({ code: 0 });
      }
      expect(process.kill(pid, 0)).toBe(true);
    }
    console.log(
      `acknowledged: ${load.acknowledged.length} grants, ${count(load.signIns)} sign-ins, ${count(load.refreshes)} refreshes; sessions that went on: ${tokens.length}`,
    );
  },
);

/** Waits until all requests succeed again. Then expects 5 seconds without a failure. */
async function back(since: number, most: number, what: string): Promise<void> {
  const kinds = { 'sign-ins': load.signIns, refreshes: load.refreshes, grants: load.grants };
  const found = () => Object.entries(kinds).map(([kind, attempts]) => ({ kind, ...outage(attempts, since) }));
  const end = since + (most + 5) * 1000;
  while (performance.now() < end && found().some(({ seconds }) => seconds === Number.POSITIVE_INFINITY))
    await pause(100);
  await pause(5000);
  for (const { kind, seconds, failed } of found()) {
    console.log(`${what}: ${kind} answered again after ${seconds.toFixed(1)} s, ${failed} failed`);
    const failures = new Set(kinds[kind as keyof typeof kinds].flatMap(({ failure }) => failure ?? []));
    expect(seconds, `${kind}: ${[...failures].join('\n')}`).toBeLessThan(most);
  }
}

function startHaproxy(release: string, port: number): ChildProcess {
  const recipe = readFileSync(join(release, 'deploy/failover/haproxy.cfg'), 'utf8');
  const file = join(release, 'haproxy.cfg');
  writeFileSync(file, recipe.replaceAll('127.0.0.1:5000', `127.0.0.1:${port}`));
  return spawn('/usr/sbin/haproxy', ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'inherit'] });
}

function at(): Cluster {
  if (!cluster) throw new Error('There is no cluster.');
  return cluster;
}

const portOf = ({ url }: RunningLicet) => Number(new URL(url).port);
const count = (attempts: readonly Attempt[]) => attempts.filter(({ failure }) => failure === undefined).length;
