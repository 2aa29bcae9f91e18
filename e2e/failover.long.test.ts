import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { licet } from './command-line.ts';
import { type Attempt, type Load, outage, startLoad } from './failover-load.ts';
import { freePort, type RunningLicet, removeDataDirectory, startLicet, withAdministrator } from './licet.ts';
import { copyRecipe, type Machine, packagesMissing, removeDisk, startMachine } from './machines.ts';
import { type Balancer, startProxy } from './proxy.ts';

// docs/operations/failover.md, block by block: three machines with the files of deploy/failover, in the loopback network in place of the page's.
const root = fileURLToPath(new URL('..', import.meta.url));
const network = '127.0.77.';
const page = readFileSync(join(root, 'docs/operations/failover.md'), 'utf8').replaceAll('10.0.0.', network);
const release = mkdtempSync(join(tmpdir(), 'licet-failover-'));
const secrets = {
  LICET_PASSWORD: randomBytes(12).toString('hex'),
  SUPERUSER_PASSWORD: randomBytes(12).toString('hex'),
  REPLICATION_PASSWORD: randomBytes(12).toString('hex'),
};
const missing = packagesMissing({
  'postgresql-15': '/usr/lib/postgresql/15/bin/initdb',
  patroni: '/usr/bin/patroni',
  'etcd-server': '/usr/bin/etcd',
  'etcd-client': '/usr/bin/etcdctl',
  haproxy: '/usr/sbin/haproxy',
});
const machines = new Map<string, Machine & { disk: string }>();
const data: string[] = [];
/** What each server was started with, in their order. */
const environments: NodeJS.ProcessEnv[] = [];
let haproxy: ChildProcess | undefined;
let balancer: Balancer | undefined;
const licets: RunningLicet[] = [];
let load: Load;
let byHosts = '';

beforeAll(async () => {
  if (missing) return console.log(`Skipped the failover of three machines: ${missing}.`);
  for (const it of ['failover', 'pgbouncer'])
    copyRecipe(join(root, 'deploy', it), join(release, 'deploy', it), network);
  spawn('chmod', ['-R', 'a+rX', release]);
  await Promise.all(['db1', 'db2', 'db3'].map((name, index) => begin(name, `${network}${11 + index}`)));
  await whole();
  await (await leader()).run(block('database'), secrets);

  const port = await freePort();
  haproxy = startHaproxy(port);
  await pause(4000); // until it has asked once, it takes every machine for the primary
  byHosts = urlOf('by-hosts');
  const byHaproxy = urlOf('by-haproxy').replace(':5000', `:${port}`);
  const front = await freePort();
  const environment = {
    ...withAdministrator,
    LICET_ISSUER: `http://localhost:${front}`,
    LICET_ENCRYPTION_KEY: randomBytes(32).toString('hex'),
    LICET_LOG_LEVEL: 'info',
  };
  // One in each of the two ways that the page knows.
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
  for (const { kill } of machines.values()) kill();
  await pause(500);
  for (const { disk } of machines.values()) removeDisk(disk);
  for (const it of data) removeDataDirectory(it);
  rmSync(release, { recursive: true, force: true });
}, 60_000);

test.skipIf(missing)(
  'PostgreSQL is killed at the primary: the synchronous standby takes over, and sign-ins are answered within 15 s',
  async () => {
    const [primary, standby] = [await leader(), await memberOf('Sync Standby')];
    const since = performance.now();
    await primary.run('kill -9 $(head -1 /var/lib/postgresql/15/licet/postmaster.pid)');
    await back(since, 15, 'PostgreSQL killed');
    expect((await leader()).name).toBe(standby.name);
  },
);

test.skipIf(missing)('a whole machine is gone: sign-ins are answered within 45 s', async () => {
  await whole();
  const [primary, standby] = [await leader(), await memberOf('Sync Standby')];
  const since = performance.now();
  primary.kill();
  machines.delete(primary.name);
  await back(since, 45, 'machine gone');
  expect((await leader()).name).toBe(standby.name);
  machines.set(primary.name, await startMachine({ ...primary, release }));
  for (const unit of ['etcd', 'patroni']) machines.get(primary.name)?.start(unit);
  await whole(); // it joins by itself
});

test.skipIf(missing)('a switch that is asked for takes a few seconds', async () => {
  const before = await leader();
  const since = performance.now();
  const said = await before.run(block('switchover'));
  await back(since, 30, 'switch asked for');
  expect((await leader()).name, said).not.toBe(before.name);
});

test.skipIf(missing)(
  'nothing that was acknowledged is lost, the chain is whole, and no Licet was started again',
  async () => {
    await load.stop();
    await whole();
    const client = new pg.Client({ connectionString: byHosts.replace(/@.*\//, `@${(await leader()).address}:5432/`) });
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

/** Waits until everything is answered again, and then 5 seconds in which nothing may fail. */
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

async function begin(name: string, address: string): Promise<void> {
  const machine = await startMachine({ name, address, release });
  machines.set(name, machine);
  await machine.run(block('configure'), { ...secrets, NAME: name, ADDRESS: address });
  for (const [, unit = ''] of block('start').matchAll(/^systemctl enable --now (\S+)$/gm)) machine.start(unit);
}

interface Member {
  readonly Member: string;
  readonly Role: string;
  readonly State: string;
}

async function members(): Promise<readonly Member[]> {
  for (const machine of machines.values()) {
    const out = await machine.run(`${block('list')} --format json`).catch(() => '');
    if (out) return JSON.parse(out);
  }
  return [];
}

async function memberOf(role: string): Promise<Machine & { disk: string }> {
  const found = (await members()).find(({ Role }) => Role === role);
  const machine = machines.get(found?.Member ?? '');
  if (!machine) throw new Error(`No machine is ${role}.`);
  return machine;
}

const leader = () => memberOf('Leader');

/** Until there are a leader, a synchronous standby and a third, as the page says. */
async function whole(): Promise<void> {
  const end = performance.now() + 120_000;
  for (;;) {
    const found = (await members())
      .filter(({ State }) => ['running', 'streaming'].includes(State))
      .map(({ Role }) => Role);
    if (found.sort().join() === 'Leader,Replica,Sync Standby') return;
    if (performance.now() > end) {
      for (const machine of machines.values()) console.log(machine.name, machine.log('patroni'), machine.log('etcd'));
      throw new Error(`The cluster is not whole: ${JSON.stringify(await members())}`);
    }
    await pause(500);
  }
}

function startHaproxy(port: number): ChildProcess {
  const recipe = readFileSync(join(release, 'deploy/failover/haproxy.cfg'), 'utf8');
  const file = join(release, 'haproxy.cfg');
  writeFileSync(file, recipe.replaceAll('127.0.0.1:5000', `127.0.0.1:${port}`));
  return spawn('/usr/sbin/haproxy', ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'inherit'] });
}

/** What a block of the page sets. */
function urlOf(name: string): string {
  return /LICET_DATABASE_URL="(.*)"/.exec(block(name))?.[1]?.replace('$LICET_PASSWORD', secrets.LICET_PASSWORD) ?? '';
}

function block(name: string): string {
  const [, code] = new RegExp(`<!-- run: ${name} -->\\n\`\`\`sh\\n([\\s\\S]*?)\\n\`\`\``).exec(page) ?? [];
  if (code === undefined) throw new Error(`The page has no block “${name}”.`);
  return code;
}

const portOf = ({ url }: RunningLicet) => Number(new URL(url).port);
const count = (attempts: readonly Attempt[]) => attempts.filter(({ failure }) => failure === undefined).length;
