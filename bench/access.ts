// Measures access on real data:
// npx node bench/access.ts [folder with americas_small.tsv and gcp-roles.json]
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '../packages/server/src/postgres/embedded.ts';
import { type PermissionBasis, readBasis, readPermissionBasis } from '../packages/server/src/store/access/basis.ts';
import { decide } from '../packages/server/src/store/access/decide.ts';
import { effectiveAccess, tokenAccess } from '../packages/server/src/store/access/effective.ts';
import { exportAccess } from '../packages/server/src/store/access/export.ts';
import { holders } from '../packages/server/src/store/access/holders.ts';
import { checks } from '../packages/server/src/store/checks.ts';
import { parseImport } from '../packages/server/src/store/import/parse.ts';
import type { ImportKind } from '../packages/server/src/store/import/parsed.ts';
import { refreshStatistics, runImport } from '../packages/server/src/store/import/run.ts';
import { change } from '../packages/server/src/store/kernel/change.ts';
import { type Database, openDatabase } from '../packages/server/src/store/kernel/database.ts';
import { migrate } from '../packages/server/src/store/kernel/migrate.ts';
import { read, type Snapshot } from '../packages/server/src/store/kernel/snapshot.ts';
import { addApplication, build, type TestApplication } from '../packages/server/src/store/store.testing.ts';

const folder = process.argv[2] ?? new URL('../../shared/data/rbac/', import.meta.url).pathname;
const clients = 10;
const seconds = 4;

if (!existsSync(join(folder, 'americas_small.tsv'))) {
  console.log(`Not run: ${folder} holds no americas_small.tsv. Name the folder that does.`);
} else await main();

async function main(): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'licet-bench-'));
  const quiet = { info: () => undefined, warn: () => undefined, error: console.error };
  const embedded = await startEmbedded({ dataDirectory: directory, log: quiet });
  const database = openDatabase({ checks, connectionString: embedded.connectionString });
  try {
    await migrate(database);
    const [real, gcp] = await build(database, async (handle) => [
      await addApplication(handle, 'americas'),
      await addApplication(handle, 'gcp'),
    ]);
    const pairs = readFileSync(join(folder, 'americas_small.tsv'), 'utf8');
    await importText(database, real, 'permissions', pairs, 'americas_small.tsv');
    await importText(database, real, 'permissions', pairs, 'americas_small.tsv, again');
    const catalogue = readFileSync(join(folder, 'gcp-roles.json'), 'utf8');
    await importText(database, gcp, 'catalogue', catalogue, 'gcp-roles.json');
    const roles = (JSON.parse(catalogue) as { name: string }[]).map(({ name }) => name);
    const users = [...new Set(pairs.split('\n').map((line) => line.split('\t')[0] ?? ''))].filter(Boolean);
    const assigned = users.flatMap((user, i) =>
      [7, 131, 977].map((step) => `${user}\t${roles[(i * step) % roles.length]}`),
    );
    await importText(database, gcp, 'roles', assigned.join('\n'), 'three roles for each user');
    await exportAll(database, real, pairs);
    await measureAll(database, real, gcp, users);
  } finally {
    await database.close();
    await embedded.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

async function importText(database: Database, app: TestApplication, kind: ImportKind, text: string, name: string) {
  const started = performance.now();
  const parsed = parseImport(kind, text);
  const read = performance.now();
  const digest = createHash('sha256').update(text).digest('hex');
  const outcome = await change(database, { kind: 'operator', id: null, name: 'bench' }, (handle) =>
    runImport(handle, { application: app, kind, parsed, reason: 'bench', digest }),
  );
  const written = performance.now();
  await refreshStatistics(database);
  const { created, unchanged } = outcome;
  console.log(
    `import ${name}: ${ms(started)} ms (read ${Math.round(read - started)}, write ${Math.round(written - read)}, statistics ${ms(written)})`,
    JSON.stringify({ ...created, unchanged }),
  );
}

async function exportAll(database: Database, app: TestApplication, pairs: string): Promise<void> {
  const started = performance.now();
  let text = '';
  await read(database, async (snapshot) => {
    for await (const chunk of exportAccess(snapshot, app.id, 'tsv')) text += chunk;
  });
  const took = ms(started);
  const sorted = pairs.split('\n').filter(Boolean).sort();
  const same = text.split('\n').filter(Boolean).sort().join('\n') === sorted.join('\n');
  console.log(`export: ${took} ms, ${sorted.length} pairs, ${same ? 'the same as imported' : 'DIFFERENT'}`);
}

async function measureAll(database: Database, real: TestApplication, gcp: TestApplication, names: readonly string[]) {
  const people = await read(database, async (snapshot) => {
    const found = [];
    for (const party of names.filter((_, i) => i % 7 === 0)) {
      const basis = await readBasis(snapshot, { application: real.key, party });
      if (typeof basis === 'object') found.push(basis.party);
    }
    return found;
  });
  const catalogues = await read(database, async (snapshot) => ({
    real: await catalogue(snapshot, real, 100),
    gcp: await catalogue(snapshot, gcp, 1000),
  }));
  const person = (i: number) => people[(i * 7919) % people.length] ?? fail();
  const permission = (list: typeof catalogues.real, i: number) => list[(i * 104_729) % list.length] ?? fail();
  await measure(database, 'effective access, americas', (s, i) => effectiveAccess(s, person(i).id, real.id));
  await measure(database, 'effective access, gcp', (s, i) => effectiveAccess(s, person(i).id, gcp.id));
  await measure(database, 'token access, americas', (s, i) => tokenAccess(s, person(i).id, real.key));
  await measure(database, 'decision, americas', (s, i) =>
    decide(s, { application: real.key, party: person(i).detail, permission: permission(catalogues.real, i) }),
  );
  await measure(database, 'decision, gcp', (s, i) =>
    decide(s, { application: gcp.key, party: person(i).detail, permission: permission(catalogues.gcp, i) }),
  );
  await measure(database, 'holders, americas', (s, i) => holding(s, real, permission(catalogues.real, i)));
  await measure(database, 'holders, gcp', (s, i) => holding(s, gcp, permission(catalogues.gcp, i)));
}

async function holding(snapshot: Snapshot, application: TestApplication, name: string) {
  const basis = await readPermissionBasis(snapshot, { application: application.key, permission: name });
  const { permission } = basis === 'application' ? fail() : basis;
  return holders(snapshot, { ...(basis as PermissionBasis), permission: permission ?? fail() });
}

async function catalogue(snapshot: Snapshot, app: TestApplication, many: number) {
  const { rows } = await snapshot.connection.query<{ name: string }>(
    'select name from permissions where app_id = $1 order by id limit $2',
    [app.id, many],
  );
  return rows.map(({ name }) => name);
}

async function measure(database: Database, what: string, work: (snapshot: Snapshot, i: number) => Promise<unknown>) {
  const times: number[] = [];
  let next = 0;
  const until = performance.now() + seconds * 1000;
  const started = performance.now();
  const client = async () => {
    while (performance.now() < until) {
      const i = next++;
      const before = performance.now();
      await read(database, (snapshot) => work(snapshot, i));
      times.push(performance.now() - before);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  const rate = Math.round((times.length / (performance.now() - started)) * 1000);
  times.sort((a, b) => a - b);
  const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(1);
  console.log(`${what}: ${rate}/s at ${clients} clients, p50 ${at(0.5)} ms, p95 ${at(0.95)} ms`);
}

function ms(since: number): number {
  return Math.round(performance.now() - since);
}

function fail(): never {
  throw new Error('The imported data are missing.');
}
