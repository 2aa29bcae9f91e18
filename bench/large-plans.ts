// A plan of up to 100,000 changes as somebody has it made: one application's roles and people, written as a file, planned and applied on an empty server by the
// command line, planned again, and turned back; for each the seconds, the processor time and the peak of memory. npx node bench/large-plans.ts [share of 72,000 changes, 1]
//
// Of 71,801 changes, on two cores that others used too (load 14 to 22): seconds, and processor seconds of the command, the server and its database together.
//   plan 108 (14), apply 167 (29), plan of what is there 87 (17), what turns it back 78 (14), turned back with its plan 369 (60)
//   at most 650 MB for the command, 570 MB for the server, 600 MB for all of its database
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { licetBin } from '../e2e/command-line.ts';
import { newDataDirectory, removeDataDirectory, startLicet, withAdministrator } from '../e2e/licet.ts';
import { familyOf, memoryOf, statOf } from './processes.ts';

const share = Number(process.argv[2] ?? 1);
const count = (of: number) => Math.max(3, Math.round(of * share));
const each = <Made>(of: number, make: (number: number) => Made) => Array.from({ length: of }, (_, n) => make(n));

const dataDirectory = newDataDirectory();
const licet = await startLicet({ dataDirectory, environment: withAdministrator });
const server = licet.pid;
const file = join(dataDirectory, 'organisation.yaml');
const results: object[] = [];
try {
  const changes = write(file);
  console.log(`${changes} changes, ${(readFileSync(file).length / 1e6).toFixed(1)} MB of YAML`);
  await run('plan', ['plan', file]);
  const applied = await run('apply', ['apply', file, '--yes']);
  const set = /change set (\d+)/.exec(applied)?.[1] ?? '';
  await run('plan of what is there', ['plan', file]);
  const begun = performance.now();
  await licet.operator.plans.getApplied({ params: { no: Number(set) } });
  console.log(`change set: ${Math.round(performance.now() - begun)} ms`);
  for (const q of [undefined, undefined, 'person 77', 'role-7', 'shop']) await page(Number(set), q);
  await run('what turns it back', ['revert', '--plan', set]);
  await run('turned back', ['revert', '--plan', set, '--yes']);
} finally {
  console.table(results);
  await licet.stop();
  removeDataDirectory(dataDirectory);
}

/** Times two pages of what a change set brought, and one of its changes. */
async function page(no: number, q: string | undefined) {
  const timed = async <Answer>(what: string, work: () => Promise<Answer>): Promise<Answer> => {
    const begun = performance.now();
    const answer = await work();
    console.log(`${what}${q === undefined ? '' : `, “${q}”`}: ${Math.round(performance.now() - begun)} ms`);
    return answer;
  };
  const params = { no };
  const first = await timed('effects', () => licet.operator.plans.appliedEffects({ params, query: { q } }));
  const cursor = first.next ?? undefined;
  if (cursor !== undefined)
    await timed('effects, second page', () => licet.operator.plans.appliedEffects({ params, query: { q, cursor } }));
  await timed('changes', () => licet.operator.plans.appliedEvents({ params, query: { q } }));
}

/** An organisation as files say it; answers how many changes it takes on an empty server. */
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

/** Runs a command, and measures it and the server meanwhile. */
async function run(what: string, words: readonly string[]): Promise<string> {
  const before = used();
  const begun = performance.now();
  const command = spawn(process.execPath, [licetBin, ...words, '--data', dataDirectory]);
  let err = '';
  command.stdout.resume();
  command.stderr.on('data', (piece) => {
    err += piece;
  });
  const pid = command.pid ?? 0;
  const peak = { command: 0, server: 0, database: 0, cpu: 0 };
  const watching = setInterval(() => {
    peak.cpu = Math.max(peak.cpu, secondsOf(pid));
    peak.command = Math.max(peak.command, memoryOf([pid]));
    peak.server = Math.max(peak.server, memoryOf([server]));
    peak.database = Math.max(peak.database, memoryOf(databases()));
  }, 250);
  const code = await new Promise((done) => command.on('close', done));
  clearInterval(watching);
  const after = used();
  results.push({
    what,
    code,
    seconds: Math.round((performance.now() - begun) / 1000),
    'CPU s, command': Math.round(peak.cpu),
    'CPU s, server': Math.round(after.server - before.server),
    'CPU s, database': Math.round(after.database - before.database),
    'MB, command': peak.command,
    'MB, server': peak.server,
    'MB, database': peak.database,
    load: Math.round(loadavg()[0] ?? 0),
  });
  console.log(`${what}: ${err.slice(0, 300)}`);
  return err;
}

function databases(): number[] {
  return familyOf(server).filter((pid) => pid !== server);
}

/** Processor seconds of the server, and of its database with the sessions that have ended. */
function used(): { server: number; database: number } {
  return {
    server: secondsOf(server),
    database: databases().reduce((sum, pid) => sum + secondsOf(pid), 0) + endedOf(databases()[0] ?? 0),
  };
}

/** In hundredths of a second: fields 14 and 15 of proc(5), and 16 and 17 of children that have ended. */
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
