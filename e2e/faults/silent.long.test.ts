import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { WireEnd } from '../../packages/server/src/store/kernel/wire.testing.ts';
import { type Load, startLoad, wrong } from './load.testing.ts';
import { readiness, startWorldOver, stranger, type World } from './world.testing.ts';

/** A connection to PostgreSQL through a separate network that can drop every packet silently. */
interface Line {
  /** The database URL through this connection. */
  readonly url: string;
  /**
   * Routes the packets of both directions to a machine that does not exist. Neither side sees a refusal, a reset or the
   * end of the connection.
   */
  lose(): void;
  mend(): void;
  close(): void;
}

/** Returns the reason why this machine cannot create such a network, or undefined. */
function namespacesMissing(): string | undefined {
  if (process.getuid?.() !== 0) return 'it takes root, who may make networks';
  if (spawnSync('ip', ['-V']).status !== 0) return 'there is no “ip” on this machine (apt-get install iproute2)';
  const name = `licet-try-${process.pid}`;
  const made = spawnSync('ip', ['link', 'add', name, 'type', 'veth', 'peer', 'name', `${name}p`.slice(-15)]);
  spawnSync('ip', ['link', 'delete', name]);
  return made.status === 0 ? undefined : 'this machine does not let anybody make networks';
}

let laid = 0;
/** A MAC address that no device has. */
const nobody = '02:00:00:00:00:01';

/**
 * Creates a connection to a database that listens on a local socket. The socket remains reachable from a separate
 * network namespace.
 */
async function layLine({ host, port, user = '', database = '' }: WireEnd): Promise<Line> {
  laid += 1;
  const name = `licet${process.pid % 10_000}n${laid}`;
  const [near, far] = [`${name}a`, `${name}b`];
  const [here, there] = [`10.231.${laid}.1`, `10.231.${laid}.2`];
  const ip = (...args: string[]) => execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const inside = (...args: string[]) => ip('netns', 'exec', name, 'ip', ...args);
  ip('netns', 'add', name);
  ip('link', 'add', near, 'type', 'veth', 'peer', 'name', far, 'netns', name);
  ip('address', 'add', `${here}/30`, 'dev', near);
  ip('link', 'set', near, 'up');
  inside('address', 'add', `${there}/30`, 'dev', far);
  inside('link', 'set', far, 'up');
  const carrier = spawn(
    'ip',
    ['netns', 'exec', name, process.execPath, '-e', carry, there, `${host}/.s.PGSQL.${port}`],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  await once(carrier.stdout, 'data');
  return {
    url: `postgres://${user}@${there}:5432/${database}`,
    lose: () => {
      ip('neigh', 'replace', there, 'lladdr', nobody, 'dev', near, 'nud', 'permanent');
      inside('neigh', 'replace', here, 'lladdr', nobody, 'dev', far, 'nud', 'permanent');
    },
    mend: () => {
      spawnSync('ip', ['neigh', 'delete', there, 'dev', near]);
      spawnSync('ip', ['netns', 'exec', name, 'ip', 'neigh', 'delete', here, 'dev', far]);
    },
    close: () => {
      end(carrier);
      spawnSync('ip', ['link', 'delete', near]);
      spawnSync('ip', ['netns', 'delete', name]);
    },
  };
}

function end(child: ChildProcess): void {
  child.kill('SIGKILL');
}

/** Forwards each connection to the database’s socket. */
const carry = `
  const { connect, createServer } = require('node:net');
  const [address, socket] = process.argv.slice(1);
  const server = createServer((near) => {
    const far = connect(socket);
    for (const [from, to] of [[near, far], [far, near]]) from.on('error', () => to.destroy()).on('close', () => to.destroy()).pipe(to);
  });
  server.listen(5432, address, () => console.log('listening'));
`;

// A network between a server and its database silently drops every packet, like a firewall, a failed switch or a machine without power.
// Nothing is refused or reset, so only a timeout detects the failure.
const missing = namespacesMissing();
let world: World<Line>;
let load: Load;

beforeAll(async () => {
  if (missing) return console.log(`Skipped a network that loses everything: ${missing}.`);
  world = await startWorldOver(layLine);
  const operators = () => [world.first, world.second].map(({ running }) => running.operator);
  load = await startLoad({ issuer: world.issuer, operators: () => operators().slice(1) });
  await load.goesWell();
}, 120_000);
afterAll(async () => {
  for (const { wire } of world ? [world.first, world.second] : []) wire.mend();
  await load?.rest();
  await world?.stop();
});

test.skipIf(missing)(
  'a server that loses all packets for 30 s reports it and recovers, and the other server continues',
  async () => {
    const { first: harmed, second: other } = world;
    harmed.wire.lose();
    const since = performance.now();
    await vi.waitUntil(async () => (await readiness(harmed.running.url)) === 503, 15_000);
    console.log(`/readyz said no after ${seconds(since)} s`);
    expect((await fetch(`${harmed.running.url}/healthz`)).status).toBe(200);
    // Requests to the affected server receive a response and do not hang.
    const asked = Array.from({ length: 12 }, async () => {
      const start = performance.now();
      const [status] = await stranger(harmed);
      return { status, seconds: (performance.now() - start) / 1000 };
    });
    load.heard();
    await load.goesWell(5);
    expect(load.heard().filter(wrong)).toEqual([]);
    expect(await readiness(other.running.url)).toBe(200);
    await pause(Math.max(0, 30_000 - (performance.now() - since)));

    harmed.wire.mend();
    const mended = performance.now();
    await vi.waitUntil(async () => (await readiness(harmed.running.url)) === 200, 15_000);
    console.log(`/readyz said yes again after ${seconds(mended)} s`);
    await vi.waitUntil(async () => (await stranger(harmed))[0] === 401, 15_000);
    const answers = await Promise.all(asked);
    console.log(`meanwhile: ${answers.map((it) => `${it.status} after ${it.seconds.toFixed(1)} s`).join(', ')}`);
    expect(answers.filter(({ status }) => ![503, 401].includes(status))).toEqual([]);
    await load.rest();
    await load.expectWhole('after half a minute without a network', harmed.dataDirectory);
  },
);

test.skipIf(missing)(
  'two servers that lose all packets report it, and users keep their sessions after the repair',
  async () => {
    const servers = [world.first, world.second];
    load.goOn();
    await load.goesWell();
    for (const { wire } of servers) wire.lose();
    for (const { running } of servers) await vi.waitUntil(async () => (await readiness(running.url)) === 503, 15_000);
    await pause(20_000);
    for (const { wire } of servers) wire.mend();
    const mended = performance.now();
    for (const { running } of servers) await vi.waitUntil(async () => (await readiness(running.url)) === 200, 15_000);
    load.heard();
    await load.goesWell(3, 30_000);
    console.log(`all goes well again ${seconds(mended)} s after the network`);
    await load.rest();
    expect(load.heard().filter(wrong)).toEqual([]);
    await load.expectWhole('after both had no network', world.first.dataDirectory);
  },
);

const seconds = (since: number) => ((performance.now() - since) / 1000).toFixed(1);
