import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startDebianPostgres } from '../scripts/debian-postgres.ts';
import { freePort } from '../scripts/free-port.ts';
import { licet } from './command-line.ts';
import { type Load, startLoad } from './failover-load.ts';
import { type RunningLicet, removeDataDirectory, startLicet, withAdministrator } from './licet.ts';
import { packagesMissing } from './machines.ts';
import { type Balancer, startProxy } from './proxy.ts';

// Tests deploy/pgbouncer/pgbouncer.ini with ports of the test, and the commands of docs/operations/failover.md.
const root = fileURLToPath(new URL('..', import.meta.url));
const page = readFileSync(join(root, 'docs/operations/failover.md'), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'licet-pgbouncer-'));
const password = randomBytes(12).toString('hex');
const missing = packagesMissing({
  pgbouncer: '/usr/sbin/pgbouncer',
  'postgresql-15': '/usr/lib/postgresql/15/bin/psql',
});
const postgres = missing ? undefined : startDebianPostgres();
/** Fewer connections than the pool of one Licet has, so that the servers must share them. */
const connections = 4;
let bouncer: ChildProcess | undefined;
let balancer: Balancer | undefined;
let url = '';
let direct = '';
const licets: RunningLicet[] = [];

beforeAll(async () => {
  if (missing || !postgres) return console.log(`Skipped what needs PgBouncer: ${missing ?? 'there is no PostgreSQL'}.`);
  const sockets = decodeURIComponent(new URL(postgres.url).searchParams.get('host') ?? '');
  const owner = new pg.Client({ connectionString: postgres.url });
  await owner.connect();
  // The role `licet` already exists, because it is the superuser of the test's database cluster.
  await owner.query(`alter role licet password '${password}'`);
  await owner.query('create database licet');
  await owner.end();
  const port = await freePort();
  url = urlOf('LICET_DATABASE_URL').replace(':6432', `:${port}`);
  direct = `postgres://licet:${password}@localhost/licet?host=${encodeURIComponent(sockets)}`;
  bouncer = startPgBouncer(port, sockets);
  await pause(500);
});

afterAll(async () => {
  await balancer?.close();
  for (const it of licets) {
    await it.stop();
    removeDataDirectory(it.dataDirectory);
  }
  bouncer?.kill();
  postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

test.skipIf(missing)(
  'Licet refuses to start with wrong settings of its database role, and the documented command corrects them',
  async () => {
    const environment = { LICET_DATABASE_URL: url, LICET_DATABASE_DIRECT_URL: direct };
    const refused = await startLicet({ environment }).then(
      () => 'It started.',
      (error: Error) => error.message,
    );
    expect(refused).toMatch(/alter role "licet" set .* Then restart the pooler/);
    const set = spawnSync('sh', ['-euc', block('pgbouncer-role')], {
      env: { PATH: process.env.PATH, LICET_DATABASE_DIRECT_URL: direct },
      encoding: 'utf8',
    });
    expect(set, set.stderr).toMatchObject({ status: 0 });
    process.kill(bouncer?.pid ?? 0, 'SIGINT'); // New connections use the new settings.
    await pause(1000);
    const port = Number(/:(\d+)\//.exec(url)?.[1]);
    bouncer?.kill();
    bouncer = startPgBouncer(port, decodeURIComponent(new URL(direct).searchParams.get('host') ?? ''));
    await pause(500);
  },
);

test.skipIf(missing)(
  'two servers behind PgBouncer share a few connections for sign-ins, grants, the live stream and audit checks',
  async () => {
    const front = await freePort();
    const environment = {
      ...withAdministrator,
      LICET_ISSUER: `http://localhost:${front}`,
      LICET_ENCRYPTION_KEY: randomBytes(32).toString('hex'),
      LICET_DATABASE_URL: url,
      LICET_DATABASE_DIRECT_URL: direct,
    };
    for (const _ of [1, 2]) licets.push(await startLicet({ environment }));
    balancer = await startProxy(
      front,
      licets.map(({ url: at }) => Number(new URL(at).port)),
      () => undefined,
    );
    const load: Load = await startLoad({ url: environment.LICET_ISSUER, licets });
    const heard = await heardOf(licets[1], async () => {
      const { id } = (await licets[0]?.operator.users.create({ body: { username: 'maya', name: 'Maya' } })) ?? {
        id: '',
      };
      await licets[0]?.operator.users.suspend({ params: { user: id } });
    });
    expect(heard).toContain('event: cut-off');
    await pause(8000);
    const [pooled, named] = await seen();
    await load.stop();
    for (const attempts of [load.signIns, load.refreshes, load.grants]) {
      expect(attempts.flatMap(({ failure }) => failure ?? [])).toEqual([]);
      expect(attempts.length).toBeGreaterThan(10);
    }
    expect(pooled).toBeGreaterThan(0);
    expect(pooled).toBeLessThanOrEqual(connections);
    expect(named).toBe(0);
    const { PATH, HOME } = process.env;
    const file = join(folder, 'licet.backup');
    writeFileSync(join(folder, 'key'), randomBytes(32).toString('base64'), { mode: 0o600 });
    for (const { dataDirectory } of licets)
      for (const command of [['audit', 'verify'], ['doctor'], ['backup', file, '--key', join(folder, 'key')]]) {
        const said = await licet([...command, '--data', dataDirectory], { PATH, HOME, ...environment });
        expect(said, said.out + said.err).toMatchObject({ code: 0 });
        rmSync(file, { force: true });
      }
  },
);

/** Returns the number of PgBouncer's connections to PostgreSQL, and the number of named statements on one connection. */
async function seen(): Promise<[number, number]> {
  const own = new pg.Client({ connectionString: direct });
  await own.connect();
  const { rows } = await own.query<{ count: number }>(
    `select count(*)::int from pg_stat_activity where datname = 'licet' and client_addr is null
       and application_name like 'licet %' and query not like 'listen%' and query <> 'select 1'`,
  );
  await own.end();
  const pooled = new pg.Client({ connectionString: url });
  await pooled.connect();
  const { rowCount } = await pooled.query('select from pg_prepared_statements');
  await pooled.end();
  return [rows[0]?.count ?? 0, rowCount ?? 0];
}

/** Returns the output of a server's stream of cut-offs while a different server makes a change. */
async function heardOf(server: RunningLicet | undefined, act: () => Promise<void>): Promise<string> {
  const params = { application: 'ledger' };
  const made = await server?.operator.clients.create({ params, body: { name: 'API', kind: 'service' } });
  const token = await fetch(`${server?.url}/oidc/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${made?.client.id}:${made?.secret}`)}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  const { access_token: access } = (await token.json()) as { access_token: string };
  const leaving = new AbortController();
  const response = await fetch(`${server?.url}/api/v1/live/cut-offs`, {
    headers: { authorization: `Bearer ${access}` },
    signal: leaving.signal,
  });
  let text = '';
  const reading = (async () => {
    for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) text += part;
  })().catch(() => undefined);
  await act();
  for (let waited = 0; waited < 5000 && !text.includes('event: cut-off'); waited += 50) await pause(50);
  leaving.abort();
  await reading;
  return text;
}

/**
 * Starts PgBouncer with the configuration of the recipe in front of the test's PostgreSQL, but with too few
 * connections.
 */
function startPgBouncer(port: number, sockets: string): ChildProcess {
  const changes: [string, string][] = [
    ['host=127.0.0.1 port=5432', `host=${sockets} port=5432`],
    ['listen_port = 6432', `listen_port = ${port}`],
    ['/etc/pgbouncer/userlist.txt', join(folder, 'userlist.txt')],
    ['default_pool_size = 16', `default_pool_size = ${connections}`],
  ];
  const recipe = readFileSync(join(root, 'deploy/pgbouncer/pgbouncer.ini'), 'utf8');
  for (const [from] of changes) if (!recipe.includes(from)) throw new Error(`The recipe has no “${from}”.`);
  writeFileSync(join(folder, 'userlist.txt'), `"licet" "${password}"\n`);
  writeFileSync(
    join(folder, 'pgbouncer.ini'),
    changes.reduce((text, [from, to]) => text.replaceAll(from, to), recipe),
  );
  spawnSync('chown', ['-R', 'postgres', folder]);
  spawnSync('chmod', ['755', folder]);
  return spawn(
    'setpriv',
    ['--reuid=postgres', '--regid=postgres', '--init-groups', '/usr/sbin/pgbouncer', join(folder, 'pgbouncer.ini')],
    {
      stdio: ['ignore', 'ignore', 'ignore'],
    },
  );
}

function urlOf(variable: string): string {
  const [, text = ''] = new RegExp(`${variable}="(.*)"`).exec(block('pgbouncer-url')) ?? [];
  return text.replace('$LICET_PASSWORD', password);
}

function block(name: string): string {
  const [, code] = new RegExp(`<!-- run: ${name} -->\\n\`\`\`sh\\n([\\s\\S]*?)\\n\`\`\``).exec(page) ?? [];
  if (code === undefined) throw new Error(`The page has no block “${name}”.`);
  return code;
}
