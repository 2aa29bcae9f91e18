import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startEmbedded } from './embedded.ts';

type Event = Record<string, unknown> & { readonly event?: string };

interface Licet {
  readonly process: ChildProcess;
  readonly events: Event[];
  until(event: string): Promise<Event>;
  kill(signal: NodeJS.Signals): Promise<void>;
}

const program = fileURLToPath(new URL('./testing.child.ts', import.meta.url));
const isRoot = process.getuid?.() === 0;
let directory = '';
/** The data directory after a first start and a stop. */
let made = '';
let started: Licet[] = [];
let embeddedHere: { stop(): Promise<void> }[] = [];

beforeAll(async () => {
  made = mkdtempSync(join(tmpdir(), 'licet-made-'));
  await (await here(made)).stop();
  embeddedHere = [];
});

afterAll(() => rmSync(made, { recursive: true, force: true }));

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'licet-embedded-'));
});

afterEach(async () => {
  for (const licet of started) await licet.kill('SIGTERM');
  for (const embedded of embeddedHere) await embedded.stop();
  started = [];
  embeddedHere = [];
  rmSync(directory, { recursive: true, force: true });
});

describe('a start', () => {
  test('creates the cluster, and a second start finds its data', async () => {
    const first = await here();
    await query(first.connectionString, 'create table kept as select 42 as answer');
    await first.stop();
    const second = await here();
    expect(await query(second.connectionString, 'select answer from kept')).toEqual([{ answer: 42 }]);
  });

  test('opens no network port, and only the owner can reach the socket', async () => {
    copyCluster();
    const { connectionString, socketDirectory } = await here();
    expect(await query(connectionString, 'show listen_addresses')).toEqual([{ listen_addresses: '' }]);
    expect(statSync(socketDirectory).mode & 0o777).toBe(0o700);
  });

  test('uses durable settings: fsync, synchronous commit, checksums, UTF-8', async () => {
    copyCluster();
    const { connectionString } = await here();
    const values = await query(
      connectionString,
      `select string_agg(name || '=' || setting, ' ' order by name) as set from pg_settings
       where name in ('fsync', 'synchronous_commit', 'data_checksums', 'server_encoding', 'full_page_writes')`,
    );
    expect(values).toEqual([
      { set: 'data_checksums=on fsync=on full_page_writes=on server_encoding=UTF8 synchronous_commit=on' },
    ]);
  });

  test('puts the socket elsewhere when the path of the data directory is too long', async () => {
    chmodSync(directory, 0o711);
    const long = join(directory, 'long'.repeat(30));
    copyCluster(long);
    const { connectionString, socketDirectory } = await here(long);
    expect(socketDirectory.startsWith(long)).toBe(false);
    expect(await query(connectionString, 'select 1 as one')).toEqual([{ one: 1 }]);
    rmSync(socketDirectory, { recursive: true, force: true });
  });

  test('creates the cluster again after an interrupted first start', async () => {
    mkdirSync(join(directory, 'postgres.draft', 'base'), { recursive: true });
    const { connectionString } = await here();
    expect(await query(connectionString, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('is refused on a file or on a cluster of another major version', async () => {
    const file = join(directory, 'file');
    writeFileSync(file, '');
    await expect(here(file)).rejects.toMatchObject({ code: 'data_directory_unusable' });
    copyCluster();
    await (await here()).stop();
    writeFileSync(join(directory, 'postgres', 'PG_VERSION'), '15\n');
    await expect(here()).rejects.toMatchObject({
      code: 'cluster_version_mismatch',
      message: expect.stringContaining('made by PostgreSQL 15'),
    });
  });

  test('ignores a postmaster.pid whose process id belongs to another process', async () => {
    copyCluster();
    await (await here()).stop();
    writeFileSync(join(directory, 'postgres', 'postmaster.pid'), `${process.pid}\n${directory}/postgres\n`);
    const { connectionString } = await here();
    expect(await query(connectionString, 'select 1 as one')).toEqual([{ one: 1 }]);
  });
});

describe('a data directory', () => {
  test('refuses a second Licet, and names the process id of the first', async () => {
    copyCluster();
    const first = launch();
    await first.until('ready');
    const refusal = await launch().until('failed');
    expect(refusal).toMatchObject({ code: 'data_directory_in_use' });
    expect(refusal.message).toContain(`process ${first.process.pid}`);
  });

  test('refuses a second start in the same process', async () => {
    copyCluster();
    await here();
    await expect(here()).rejects.toMatchObject({ code: 'data_directory_in_use' });
  });

  test('admits exactly one of three simultaneous starts', async () => {
    const all = Array.from({ length: 3 }, () => launch());
    const ends = await Promise.all(all.map((licet) => Promise.race([licet.until('ready'), licet.until('failed')])));
    expect(ends.filter((end) => end.event === 'ready')).toHaveLength(1);
    expect(ends.filter((end) => end.code === 'data_directory_in_use')).toHaveLength(2);
  });
});

describe('after kill -9', () => {
  beforeEach(() => copyCluster());

  test('of Licet, the next start ends the orphaned PostgreSQL and continues', async () => {
    const first = launch();
    const { connectionString, postgres } = await first.until('ready');
    await query(String(connectionString), 'create table kept as select 1 as one');
    await first.kill('SIGKILL');
    expect(isAlive(Number(postgres))).toBe(true);
    const second = await here();
    expect(isAlive(Number(postgres))).toBe(false);
    expect(await query(second.connectionString, 'select one from kept')).toEqual([{ one: 1 }]);
  });

  test('of Licet and PostgreSQL during a statement, the next start succeeds', async () => {
    const first = launch();
    const { connectionString, postgres } = await first.until('ready');
    const busy = query(String(connectionString), 'select pg_sleep(60)').catch(() => 'ended');
    await sleeps(String(connectionString));
    await first.kill('SIGKILL');
    process.kill(Number(postgres), 'SIGKILL');
    const second = await here();
    expect(await query(second.connectionString, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(await busy).toBe('ended');
  });

  test('of the postmaster during a statement, Licet restarts it', async () => {
    const embedded = await here();
    const busy = query(embedded.connectionString, 'select pg_sleep(60)').catch(() => 'ended');
    await sleeps(embedded.connectionString);
    const before = embedded.pid();
    process.kill(Number(before), 'SIGKILL');
    expect(await busy).toBe('ended');
    await recovered(embedded.connectionString);
    expect(embedded.pid()).not.toBe(before);
  });

  test('of one backend, queries succeed again', async () => {
    const { connectionString } = await here();
    const client = await connect(connectionString);
    const { rows } = await client.query('select pg_backend_pid() as pid');
    process.kill(rows[0].pid, 'SIGKILL');
    await recovered(connectionString);
  });
});

describe('a stop', () => {
  beforeEach(() => copyCluster());

  test('ends PostgreSQL before it returns, may be called twice, and frees the directory', async () => {
    const embedded = await here();
    const pid = Number(embedded.pid());
    await Promise.all([embedded.stop(), embedded.stop()]);
    expect(isAlive(pid)).toBe(false);
    await (await here()).stop();
  });

  test('by Ctrl-C reaches only Licet, because PostgreSQL runs in its own process group', async () => {
    const pid = (await here()).pid();
    if (!existsSync('/proc/self/stat')) return;
    const group = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[2];
    expect(Number(group)).toBe(pid);
  });
});

describe.runIf(isRoot)('as root', () => {
  test('PostgreSQL runs as another user', async () => {
    copyCluster();
    const pid = (await here()).pid();
    expect(statSync(`/proc/${pid}`).uid).not.toBe(0);
  });

  test('a data directory that the PostgreSQL user cannot reach is refused with advice', async () => {
    chmodSync(directory, 0o700);
    await expect(here(join(directory, 'inside'))).rejects.toMatchObject({
      code: 'data_directory_unreachable',
      message: expect.stringContaining('--data /var/lib/licet'),
    });
  });

  test('Licet can also be started as an ordinary user', async () => {
    const { chownSync } = await import('node:fs');
    chownSync(directory, 65534, 65534);
    const licet = launch({ uid: 65534, gid: 65534 });
    expect(await Promise.race([licet.until('ready'), licet.until('failed')])).toMatchObject({ uid: 65534 });
  });
});

/** Copies a prepared cluster into the directory, because creating one takes most of a first start. */
function copyCluster(into = directory): void {
  mkdirSync(into, { recursive: true });
  execFileSync('cp', ['-a', join(made, 'postgres'), into]);
}

async function here(dataDirectory = directory) {
  const quiet = () => undefined;
  const embedded = await startEmbedded({ dataDirectory, log: { info: quiet, warn: quiet, error: quiet } });
  embeddedHere.push(embedded);
  return embedded;
}

function launch(account: { uid?: number; gid?: number } = {}): Licet {
  const options = { stdio: ['ignore', 'pipe', 'inherit'] as ['ignore', 'pipe', 'inherit'], cwd: '/', ...account };
  const child = spawn(process.execPath, [program, directory], { ...options, env: { HOME: directory } });
  const events: Event[] = [];
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => events.push(JSON.parse(line)));
  const licet: Licet = {
    process: child,
    events,
    async until(event) {
      for (let waited = 0; waited < 60_000; waited += 20) {
        const found = events.find((seen) => seen.event === event);
        if (found !== undefined) return found;
        if (child.exitCode !== null && event === 'ready') await new Promise(() => undefined);
        await pause(20);
      }
      throw new Error(`No ${event} within a minute; seen: ${JSON.stringify(events)}`);
    },
    async kill(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill(signal);
      await gone;
    },
  };
  started.push(licet);
  return licet;
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

async function query(connectionString: string, text: string): Promise<unknown[]> {
  const client = await connect(connectionString);
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Waits until the statement of another connection is running. */
async function sleeps(connectionString: string): Promise<void> {
  const sleeping = `select 1 as one from pg_stat_activity where wait_event = 'PgSleep'`;
  await expect.poll(() => query(connectionString, sleeping)).toEqual([{ one: 1 }]);
}

async function recovered(connectionString: string): Promise<void> {
  await expect.poll(() => query(connectionString, 'select 1 as one').catch(() => [])).toEqual([{ one: 1 }]);
}

function isAlive(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.startsWith('Z') === false;
  } catch {
    return false;
  }
}
