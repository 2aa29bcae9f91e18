// Measures a plan of up to 100,000 changes with the command line. Prints the seconds, the processor time and the peak memory of each step:
// - plans and applies a file with one application's roles and users on an empty server, and plans it again
// - exports the server, and plans and applies the export on a second empty server, while other changes are made there
// - reverts the changes on the first server
// npx node bench/large-plans.ts [share of 72,000 changes, 1]
//
// 71,801 changes on two shared cores (load 7 to 11), in seconds. In brackets: CPU seconds of the command, the server and its database
// together.
//   first server: plan 30 (11), apply 47 (24), revert --plan 34 (12), revert 53 (22)
//   second server: plan 24 (12), apply 57 (27) with one other change per second
//   writer lock: held 23 s by apply on the first server and 18 s on the second, where other changes waited at most 18 s; 5 s by the revert
//   peak memory: command 850 MB, server 700 MB, database 600 MB
// 99,803 changes (load 7 to 10):
//   first server: plan 51 (16), apply 94 (35), revert 90 (32)
//   second server: plan 57 (17), apply 108 (38)
//   writer lock: held 43 s by apply on the first server, 28 s on the second, 12 s by the revert
import { spawn } from 'node:child_process';
import { createWriteStream, readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { licetBin } from '../e2e/command-line.ts';
import {
  newDataDirectory,
  type RunningLicet,
  removeDataDirectory,
  startLicet,
  withAdministrator,
} from '../e2e/licet.ts';
import { familyOf, memoryOf, statOf } from './processes.ts';

const share = Number(process.argv[2] ?? 1);
const count = (of: number) => Math.max(3, Math.round(of * share));
const each = <Made>(of: number, make: (number: number) => Made) => Array.from({ length: of }, (_, n) => make(n));

const [licet, empty] = [await started(), await started()];
const file = join(licet.dataDirectory, 'organisation.yaml');
const exported = join(licet.dataDirectory, 'exported.yaml');
const results: object[] = [];
try {
  const changes = write(file);
  console.log(`${changes} changes, ${(readFileSync(file).length / 1e6).toFixed(1)} MB of YAML`);
  await run(licet, 'plan', ['plan', file]);
  const applied = await run(licet, 'apply', ['apply', file, '--yes'], await measureBeside(licet));
  const set = /change set (\d+)/.exec(applied)?.[1] ?? '';
  await run(licet, 'plan of what is there', ['plan', file]);
  await run(licet, 'export', ['export', 'config'], undefined, exported);
  await run(empty, 'plan elsewhere', ['plan', exported]);
  await run(empty, 'apply elsewhere, beside others', ['apply', exported, '--yes'], await measureBeside(empty, true));
  const start = performance.now();
  await licet.operator.plans.getApplied({ params: { no: Number(set) } });
  console.log(`change set: ${Math.round(performance.now() - start)} ms`);
  for (const q of [undefined, undefined, 'person 77', 'role-7', 'shop']) await page(Number(set), q);
  await run(licet, 'what turns it back', ['revert', '--plan', set]);
  await run(licet, 'turned back', ['revert', '--plan', set, '--yes'], await measureBeside(licet));
} finally {
  console.table(results);
  for (const each of [licet, empty]) {
    await each.stop();
    removeDataDirectory(each.dataDirectory);
  }
}

function started(): Promise<RunningLicet> {
  return startLicet({ dataDirectory: newDataDirectory(), environment: withAdministrator });
}

async function page(changeSet: number, q: string | undefined) {
  const timed = async <Answer>(what: string, work: () => Promise<Answer>): Promise<Answer> => {
    const start = performance.now();
    const answer = await work();
    console.log(`${what}${q === undefined ? '' : `, “${q}”`}: ${Math.round(performance.now() - start)} ms`);
    return answer;
  };
  const params = { no: changeSet };
  const first = await timed('effects', () => licet.operator.plans.appliedEffects({ params, query: { q } }));
  const cursor = first.next ?? undefined;
  if (cursor !== undefined)
    await timed('effects, second page', () => licet.operator.plans.appliedEffects({ params, query: { q, cursor } }));
  await timed('changes', () => licet.operator.plans.appliedEvents({ params, query: { q } }));
}

/** Writes a file that describes an organisation. Returns the number of changes that the file makes on an empty server. */
function write(path: string): number {
  const [people, groups, members, permissions, roles, grants] = [10_000, 300, 12_000, 2000, 1500, 46_000].map(count);
  const title = (n: number) => `Does the thing ${n}`;
  const lines = [
    'licet: 1',
    'set: organisation',
    'users:',
    ...each(people ?? 0, (n) => `  - { username: person.${n}, name: Person ${n}, email: person.${n}@example.com }`),
    'groups:',
  ];
  const perGroup = Math.ceil((members ?? 0) / (groups ?? 1));
  const rooms = each(groups ?? 0, (n) =>
    [...new Set(each(perGroup, (k) => (n * perGroup + k * 7) % (people ?? 1)))].map((who) => `person.${who}`),
  );
  for (const [n, users] of rooms.entries()) lines.push(`  - name: Group ${n}`, `    users: [${users.join(', ')}]`);
  lines.push('applications:', '  - id: shop', '    name: Shop', '    permissions:');
  lines.push(...each(permissions ?? 0, (n) => `      - { name: "area${n % 50}:${n}", title: ${title(n)} }`));
  lines.push('    roles:');
  for (let n = 0; n < (roles ?? 0); n += 1) {
    const held = [...new Set(each(20, (k) => (n * 13 + k) % (permissions ?? 1)))].map((p) => `"area${p % 50}:${p}"`);
    lines.push(`      - name: role-${n}`, `        permissions: [${held.join(', ')}]`);
    if (n % 5 === 1) lines.push(`        includes: [role-${n - 1}]`);
  }
  lines.push('    grants:');
  const given = new Set<string>();
  for (let n = 0; given.size < (grants ?? 0); n += 1)
    given.add(
      `{ role: role-${(n * 31 + Math.floor(n / (people ?? 1)) * 7) % (roles ?? 1)}, user: person.${n % (people ?? 1)} }`,
    );
  lines.push(...[...given].map((grant) => `      - ${grant}`));
  writeFileSync(path, `${lines.join('\n')}\n`);
  const inGroups = rooms.reduce((sum, users) => sum + users.length, 0);
  return 1 + (people ?? 0) + (groups ?? 0) + inGroups + (permissions ?? 0) + (roles ?? 0) + given.size;
}

/**
 * Measurements during a command: the longest time that one change held the writer lock, the longest wait of another
 * change, and the number of other changes that failed.
 */
interface Meanwhile {
  readonly end: () => Promise<{
    readonly 'lock, s': number;
    readonly 'others waited, s': number;
    readonly refused: number;
  }>;
}

/** @param busy whether to make another change every second. Every plan is then outdated when it is applied. */
async function measureBeside({ databaseUrl, operator }: RunningLicet, busy = false): Promise<Meanwhile> {
  const client = new pg.Client({ connectionString: databaseUrl() });
  await client.connect();
  let stopped = false;
  const longest = { lock: 0, wait: 0, refused: 0 };
  const seconds = (ms: number) => Math.round(ms / 100) / 10;
  const watching = (async () => {
    for (let held: { pid: number; since: number } | undefined; !stopped; await pause(20)) {
      const { rows } = await client.query<{ pid: number }>(
        `select pid from pg_locks where locktype = 'advisory' and objid = ${0x11ce7} and granted`,
      );
      const pid = rows[0]?.pid;
      if (pid === undefined) held = undefined;
      else if (held?.pid !== pid) held = { pid, since: performance.now() };
      else longest.lock = Math.max(longest.lock, performance.now() - held.since);
    }
  })();
  const changing = (async () => {
    for (let n = 0; busy && !stopped; n += 1, await pause(1000)) {
      const start = performance.now();
      await operator.groups.create({ body: { name: `Beside ${n} ${Math.round(start)}` } }).catch(() => {
        longest.refused += 1;
      });
      longest.wait = Math.max(longest.wait, performance.now() - start);
    }
  })();
  return {
    end: async () => {
      stopped = true;
      await Promise.all([watching, changing]);
      await client.end();
      return { 'lock, s': seconds(longest.lock), 'others waited, s': seconds(longest.wait), refused: longest.refused };
    },
  };
}

/** Runs a command, and measures the command and the server. */
async function run(
  { dataDirectory, pid: server }: RunningLicet,
  what: string,
  words: readonly string[],
  meanwhile?: Meanwhile,
  into?: string,
): Promise<string> {
  const before = used(server);
  const start = performance.now();
  const command = spawn(process.execPath, [licetBin, ...words, '--data', dataDirectory]);
  let err = '';
  if (into === undefined) command.stdout.resume();
  else command.stdout.pipe(createWriteStream(into));
  command.stderr.on('data', (piece) => {
    err += piece;
  });
  const pid = command.pid ?? 0;
  const peak = { command: 0, server: 0, database: 0, cpu: 0 };
  const watching = setInterval(() => {
    peak.cpu = Math.max(peak.cpu, secondsOf(pid));
    peak.command = Math.max(peak.command, memoryOf([pid]));
    peak.server = Math.max(peak.server, memoryOf([server]));
    peak.database = Math.max(peak.database, memoryOf(databases(server)));
  }, 250);
  const code = await new Promise((done) => command.on('close', done));
  clearInterval(watching);
  const after = used(server);
  results.push({
    what,
    code,
    seconds: Math.round((performance.now() - start) / 1000),
    'CPU s, command': Math.round(peak.cpu),
    'CPU s, server': Math.round(after.server - before.server),
    'CPU s, database': Math.round(after.database - before.database),
    'MB, command': peak.command,
    'MB, server': peak.server,
    'MB, database': peak.database,
    ...(meanwhile && (await meanwhile.end())),
    load: Math.round(loadavg()[0] ?? 0),
  });
  console.log(`${what}: ${err.slice(0, 300)}`);
  return err;
}

function databases(server: number): number[] {
  return familyOf(server).filter((pid) => pid !== server);
}

/** Returns the processor seconds of the server and of its database. Closed database connections count too. */
function used(server: number): { server: number; database: number } {
  return {
    server: secondsOf(server),
    database: databases(server).reduce((sum, pid) => sum + secondsOf(pid), 0) + endedOf(databases(server)[0] ?? 0),
  };
}

/** Fields 14 and 15 of proc(5) count the process itself, fields 16 and 17 its ended children. The unit is a hundredth of a second. */
function secondsOf(pid: number): number {
  return ticks(pid, 11);
}
function endedOf(pid: number): number {
  return ticks(pid, 13);
}
function ticks(pid: number, field: number): number {
  const stat = statOf(String(pid)) ?? [];
  return (Number(stat[field] ?? 0) + Number(stat[field + 1] ?? 0)) / 100;
}
