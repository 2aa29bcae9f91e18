// Compares one server process with several processes that share a port, with 10 clients. Prints requests per second,
// p95, memory, and processor time per request of the servers, PostgreSQL and the load generator.
// node bench/cores.ts [seconds of a turn] [turns] [pinned]
// `pinned` reserves one core for the load generator, and the other cores for the servers and PostgreSQL.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { availableParallelism } from 'node:os';
import { consoleClientId } from '@licet/contract';
import * as openid from 'openid-client';
import { administrator, newDataDirectory, removeDataDirectory, startLicet, withAdministrator } from '../e2e/licet.ts';
import { realData } from '../e2e/shared.ts';
import { signIn } from '../examples/ledger/sample/sign-in.ts';
import { programOf } from './grants.ts';
import { childrenOf, memoryOf, statOf } from './processes.ts';

const [, , secondsGiven = '3', turnsGiven = '4', pinning = ''] = process.argv;
const seconds = Number(secondsGiven);
const turns = Number(turnsGiven);
const connections = 10;
const workers = Math.max(2, availableParallelism());
const elsewhere = process.env.LICET_REAL_DATA;
if (!(realData.folder ?? elsewhere)) {
  console.log(`Nothing measured: ${realData.missing}.`);
  process.exit(0);
}
const folder = realData.folder ?? elsewhere ?? '';

type Side = Awaited<ReturnType<typeof open>>;
type Work = (client: number) => Promise<unknown>;

/**
 * Processor time in milliseconds. `main` counts only the threads that answer requests, without the threads that hash, collect garbage or
 * compile.
 */
interface Times {
  readonly server: number;
  readonly main: number;
  readonly database: number;
  readonly load: number;
}
interface Measured extends Times {
  readonly rate: number;
  readonly p95: number;
}

const sides: Side[] = [];
const ends: (() => Promise<void>)[] = [];
try {
  sides.push(await open('1 process', undefined), await open(`${workers} processes`, 'cores-server.ts'));
  const cores = availableParallelism();
  if (pinning === 'pinned') {
    execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', String(cores - 1), String(process.pid)]);
    for (const side of sides)
      for (const pid of side.everybody())
        execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', `0-${Math.max(0, cores - 2)}`, String(pid)]);
  }
  const rows: Record<string, string>[] = [];
  for (const call of ['client credentials', 'refresh', 'list of users', 'sign-in'] as const) {
    const measured = sides.map((): Measured[] => []);
    for (let turn = 0; turn <= turns; turn += 1)
      for (const index of turn % 2 ? [1, 0] : [0, 1]) {
        const side = sides[index];
        if (!side) continue;
        const found = await measure(side, await side.work(call));
        if (turn > 0) measured[index]?.push(found);
      }
    for (const [index, all] of measured.entries()) rows.push(row(call, sides[index]?.name ?? '', all, index > 0));
  }
  console.table(rows);
  console.table(sides.map(({ name, memory }) => ({ side: name, ...memory() })));
  console.log(
    `${connections} clients, ${turns} turns of ${seconds} s each, medians, ${pinning || 'not pinned'}; load of the machine ${readFileSync('/proc/loadavg', 'utf8').slice(0, 14)}.`,
  );
} finally {
  for (const end of ends) await end();
}

async function open(name: string, program: string | undefined) {
  const licet = await startLicet({
    dataDirectory: newDataDirectory(),
    environment: { ...withAdministrator, BENCH_WORKERS: String(workers) },
    ...(program && { main: `${import.meta.dirname}/${program}` }),
  });
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  ends.push(async () => {
    agent.destroy();
    await licet.stop();
    removeDataDirectory(licet.dataDirectory);
  });
  const credentials = await programOf(licet);
  await licet.operator.applications.create({ body: { id: 'americas', name: 'Americas' } });
  const data = readFileSync(`${folder}americas_small.tsv`, 'utf8');
  const imported = { params: { application: 'americas' }, query: { kind: 'permissions' }, body: data } as const;
  await (await licet.operator.access.import(imported)).text();
  // Gives every user the administrator's password. Several accounts are needed, because many sign-ins to one account would be throttled as
  // guessing.
  await licet.inDatabase(
    `insert into credentials (user_id, password_hash, set_at)
     select users.id, of_one.password_hash, now() from users, (select password_hash from credentials limit 1) of_one on conflict do nothing`,
  );
  await licet.inDatabase(`update users set status = 'active'`);
  const people = (await licet.operator.users.list({ query: { limit: connections } })).items;
  const made = await licet.operator.clients.create({
    params: { application: 'ledger' },
    body: { name: 'Browser', kind: 'browser', redirectUris: ['http://127.0.0.1:9/callback'] },
  });
  const postmaster = Number(readFileSync(`${licet.dataDirectory}/postgres/postmaster.pid`, 'utf8').split('\n')[0]);
  const servers = () => [licet.pid, ...childrenOf(licet.pid).filter((pid) => pid !== postmaster)];
  const databases = () => [postmaster, ...childrenOf(postmaster)];
  const configOf = (client: string) =>
    openid.discovery(new URL(licet.url), client, undefined, openid.None(), {
      execute: [openid.allowInsecureRequests],
    });
  const inBrowser = await configOf(made.client.id);
  const inConsole = await configOf(consoleClientId);
  const { email, password } = administrator;
  const tokensAt = (config: openid.Configuration, clientId: string, redirectUri: string, login: string) =>
    signIn(config, { issuer: licet.url, clientId, redirectUri, login, password });
  const anew: (client: number) => ReturnType<typeof tokensAt> = (client) =>
    tokensAt(inBrowser, made.client.id, 'http://127.0.0.1:9/callback', people[client]?.username ?? '');
  const held: string[] = [];
  for (let client = 0; client < connections; client += 1) held.push((await anew(client)).refresh_token ?? '');
  const url = licet.url.replace('localhost', '127.0.0.1');
  const post = (body: URLSearchParams, headers = {}) => call(agent, `${url}/oidc/token`, headers, body.toString());
  const work = async (what: 'client credentials' | 'refresh' | 'list of users' | 'sign-in'): Promise<Work> => {
    if (what === 'sign-in') return anew;
    if (what === 'client credentials') {
      const body = new URLSearchParams({ grant_type: 'client_credentials' });
      return () => post(body, { authorization: `Basic ${credentials}` });
    }
    if (what === 'refresh')
      return async (client) => {
        const refresh_token = held[client] ?? '';
        const fields = { grant_type: 'refresh_token', client_id: made.client.id, refresh_token };
        held[client] = (JSON.parse(await post(new URLSearchParams(fields))) as typeof fields).refresh_token;
      };
    const { access_token: access } = await tokensAt(inConsole, consoleClientId, `${licet.url}/callback`, email);
    return () => call(agent, `${url}/api/v1/users?limit=50`, { authorization: `Bearer ${access}` });
  };
  return {
    name,
    work,
    everybody: () => [...servers(), ...databases()],
    times: (): Times => {
      const { user, system } = process.cpuUsage();
      return {
        server: processorOf(servers().map((pid) => `${pid}`)),
        main: processorOf(servers().map((pid) => `${pid}/task/${pid}`)),
        database: processorOf(databases().map((pid) => `${pid}`)),
        load: (user + system) / 1000,
      };
    },
    memory: () => ({ 'servers, MB': memoryOf(servers()), 'PostgreSQL, MB': memoryOf(databases()) }),
  };
}

async function measure(side: Side, work: Work): Promise<Measured> {
  const took: number[] = [];
  const before = side.times();
  const begun = performance.now();
  await Promise.all(
    Array.from({ length: connections }, async (_, client) => {
      while (performance.now() < begun + seconds * 1000) {
        const since = performance.now();
        await work(client);
        took.push(performance.now() - since);
      }
    }),
  );
  const lasted = (performance.now() - begun) / 1000;
  const after = side.times();
  took.sort((one, other) => one - other);
  const each = (of: keyof Times) => (after[of] - before[of]) / took.length;
  const p95 = took[Math.floor(took.length * 0.95)] ?? Number.NaN;
  return {
    rate: took.length / lasted,
    p95,
    server: each('server'),
    main: each('main'),
    database: each('database'),
    load: each('load'),
  };
}

/**
 * Estimates the requests per second if the load generator ran on another machine, so that all cores could serve
 * requests.
 */
function couldBe(main: number, together: number, several: boolean): number {
  const allCores = (1000 * availableParallelism()) / together;
  return several ? allCores : Math.min(1000 / main, allCores);
}

function row(what: string, side: string, all: readonly Measured[], several: boolean): Record<string, string> {
  const median = (of: keyof Measured) => all.map((it) => it[of]).sort((a, b) => a - b)[all.length >> 1] ?? Number.NaN;
  return {
    what,
    side,
    'a second': median('rate').toFixed(0),
    'p95 ms': median('p95').toFixed(1),
    'servers, ms each': median('server').toFixed(2),
    'of that main thread': median('main').toFixed(2),
    'PostgreSQL, ms each': median('database').toFixed(2),
    'load, ms each': median('load').toFixed(2),
    'a second, could be': couldBe(median('main'), median('server') + median('database'), several).toFixed(0),
  };
}

function call(agent: Agent, url: string, headers: Record<string, string>, body?: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const form = body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' };
    const method = body === undefined ? 'GET' : 'POST';
    const sent = request(url, { method, agent, headers: { ...headers, ...form } }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        const text = Buffer.concat(parts).toString();
        if (response.statusCode === 200) resolve(text);
        else reject(new Error(`${response.statusCode} ${text}`));
      });
    });
    sent.on('error', reject).end(body);
  });
}

/** User and system processor time in milliseconds. The kernel counts in hundredths of a second: fields 14 and 15 of proc(5). */
function processorOf(paths: readonly string[]): number {
  return 10 * paths.reduce((sum, path) => sum + Number(statOf(path)?.[11] ?? 0) + Number(statOf(path)?.[12] ?? 0), 0);
}
