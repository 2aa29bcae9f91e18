// Measures how much the digest of the facts adds to a change, and how long verifying the audit chain takes.
// npx node bench/chain.ts [changes to verify] [folder of an earlier checkout: measures both in turns]
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { digestOfFacts, hashOfChange, newestVersion } from '@licet/contract/audit-chain';
import pg from 'pg';
import { startEmbedded } from '../packages/server/src/postgres/embedded.ts';
import { verifyChain } from '../packages/server/src/store/audit/verify.ts';
import type { Database } from '../packages/server/src/store/kernel/database.ts';
import { sha256 } from '../packages/server/src/store/kernel/sha256.ts';

const changes = Number(process.argv[2] ?? 100_000);
const before = process.argv[3];
const rounds = 12;
const grantsARound = 50;
const imported = 10_000;

/** The store of one checkout, with a database of its own. */
interface Side {
  readonly name: string;
  readonly database: Database;
  readonly grant: () => Promise<void>;
  readonly importGrants: () => Promise<void>;
  readonly times: { readonly grant: number[]; readonly import: number[] };
}

interface Handle {
  readonly at: string;
  readonly record: (entry: object) => void;
}

const directory = mkdtempSync(join(tmpdir(), 'licet-bench-'));
const quiet = { info: () => undefined, warn: () => undefined, error: console.error };
const embedded = await startEmbedded({ dataDirectory: directory, log: quiet });
try {
  const here = await side('with', resolve(import.meta.dirname, '..'), embedded.connectionString);
  const sides = [here];
  if (before !== undefined) {
    const client = new pg.Client({ connectionString: embedded.connectionString });
    await client.connect();
    await client.query('create database before');
    await client.end();
    const address = embedded.connectionString.replace(/\/[^/?]*(?=\?|$)/, '/before');
    sides.unshift(await side('without', resolve(before), address));
  }
  await measureChanges(sides);
  await measureVerification(here.database);
  for (const { database } of sides) await database.close();
} finally {
  await embedded.stop();
  rmSync(directory, { recursive: true, force: true });
}

async function side(name: string, root: string, connectionString: string): Promise<Side> {
  const load = (path: string) => import(pathToFileURL(join(root, 'packages/server/src/store', path)).href);
  const [{ migrate }, { change }, { runImport }, { parseImport }, { insertEntity }, { openDatabase }, { checks }] =
    await Promise.all([
      load('kernel/migrate.ts'),
      load('kernel/change.ts'),
      load('import/run.ts'),
      load('import/parse.ts'),
      load('kernel/facts.ts'),
      load('kernel/database.ts'),
      load('checks.ts').catch(() => ({})), // Earlier checkouts do not have this file.
    ]);
  const database: Database = openDatabase({ checks, connectionString });
  await migrate(database);
  const actor = { kind: 'system', id: null, name: 'bench' };
  const record = (handle: Handle) =>
    handle.record({ action: 'grant.created', target: { kind: 'test', id: 'test', name: 'a test' } });
  const { application, role, users } = await change(database, actor, async (handle: Handle) => {
    record(handle);
    const app = { key: 'ledger', name: 'Ledger', description: '', built_in: false };
    const application: string = await insertEntity(handle, 'applications', app);
    const reader = { app_id: application, name: 'reader', title: '', built_in: false };
    const role: string = await insertEntity(handle, 'roles', reader);
    const users: string[] = [];
    for (let index = 0; index < 1000; index += 1) {
      const username = `u-${index}`;
      const user = { username, username_key: username, email: null, email_key: null, name: username, status: 'active' };
      users.push(await insertEntity(handle, 'users', user));
    }
    return { application, role, users };
  });
  let [given, files] = [0, 0];
  return {
    name,
    database,
    times: { grant: [], import: [] },
    grant: async () => {
      const principal_id = users[given++];
      await change(database, actor, async (handle: Handle) => {
        record(handle);
        await insertEntity(handle, 'grants', {
          app_id: application,
          principal_id,
          principal_kind: 'user',
          role_id: role,
          permission_id: null,
          starts: handle.at,
          ends: 'infinity',
          reason: '',
          granted_by: 'bench',
        });
      });
    },
    importGrants: async () => {
      const file = files++;
      const lines = Array.from(
        { length: imported },
        (_, index) => `i-${file}-${index % 1000}\tp-${Math.floor(index / 1000)}`,
      );
      const parsed = parseImport('permissions', lines.join('\n'));
      await change(database, actor, (handle: unknown) =>
        runImport(handle, {
          application: { id: application, key: 'ledger', name: 'Ledger' },
          kind: 'permissions',
          parsed,
          reason: 'bench',
          digest: '0'.repeat(64),
        }),
      );
    },
  };
}

async function measureChanges(sides: readonly Side[]): Promise<void> {
  for (const it of sides) for (let index = 0; index < 100; index += 1) await it.grant();
  for (let round = 0; round < rounds; round += 1)
    for (const it of round % 2 ? sides : sides.toReversed())
      for (let index = 0; index < grantsARound; index += 1) it.times.grant.push(await timed(it.grant));
  for (let round = 0; round < 6; round += 1)
    for (const it of round % 2 ? sides : sides.toReversed()) it.times.import.push(await timed(it.importGrants));
  for (const { name, times } of sides) {
    console.log(
      `a grant, ${name} facts covered        ${median(times.grant).toFixed(2)} ms (median of ${times.grant.length}; a tenth took at most ${tenth(times.grant).toFixed(2)})`,
    );
    console.log(
      `import of ${imported} grants, ${name}      ${median(times.import).toFixed(0)} ms (median of ${times.import.length}; the quickest ${Math.min(...times.import).toFixed(0)})`,
    );
  }
  const [without, covered] = sides;
  if (!without || !covered) return;
  const more = (of: 'grant' | 'import') => (median(covered.times[of]) / median(without.times[of]) - 1) * 100;
  console.log(`more: a grant ${more('grant').toFixed(1)} %, an import ${more('import').toFixed(1)} %   (target 5 %)`);
}

/** Adds changes of one grant each to the audit chain, in the format that Licet writes, and measures their verification. */
async function measureVerification(database: Database): Promise<void> {
  const { rows } = await database.pool.query(
    'select no, encode(hash, $1) as hash from change order by no desc limit 1',
    ['hex'],
  );
  const first = rows[0].no + 1;
  const connection = await database.pool.connect();
  try {
    await connection.query('set session_replication_role = replica');
    let previous: string = rows[0].hash;
    for (let from = first; from < first + changes; from += 10_000) {
      const to = Math.min(first + changes, from + 10_000) - 1;
      await connection.query(
        `insert into grants (id, app_id, principal_id, principal_kind, role_id, starts, reason, granted_by, created_no, no_from)
         select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'user', gen_random_uuid(), now(), '', 'bench', n, n from generate_series($1::int8, $2::int8) n`,
        [from, to],
      );
      const facts = await connection.query(
        `select no, opened, encode(sha256(convert_to(fact, 'UTF8')), 'hex') as digest from facts_of_changes_v4($1, $2) order by no`,
        [from, to],
      );
      const made = facts.rows.map((fact) => {
        const at = new Date(Date.UTC(2027, 0, 1) + fact.no).toISOString().replace('Z', '000Z');
        const change = {
          no: fact.no,
          at,
          actorKind: 'user',
          actorId: null,
          actorName: 'Ada Admin',
          action: 'grant.created',
          application: 'ledger',
          targetKind: 'grant',
          targetId: 'some-target',
          targetName: 'Zoe',
          before: 'null',
          after: '{"role":"reader","to":"Zoe"}',
          version: newestVersion,
          salt: '00'.repeat(16),
          committed: null,
          factsFrom: fact.no,
          ...digestOfFacts(sha256, [fact]),
          previousHash: previous,
        };
        previous = hashOfChange(sha256, change);
        return { ...change, hash: previous };
      });
      await connection.query(
        `insert into change select no, at, "actorKind", "actorId", "actorName", action, application, "targetKind", "targetId", "targetName",
           before::json, after::json, decode("previousHash", 'hex'), decode(hash, 'hex'), version, "factsFrom", opened, closed, decode(facts, 'hex'),
           decode(salt, 'hex'), null
         from json_to_recordset($1::json) as it (no int8, at timestamptz, "actorKind" text, "actorId" uuid, "actorName" text, action text, application text,
           "targetKind" text, "targetId" text, "targetName" text, before text, after text, "previousHash" text, hash text, version int2, "factsFrom" int8,
           opened int8, closed int8, facts text, salt text)`,
        [JSON.stringify(made)],
      );
    }
    await connection.query('analyze');
    const start = performance.now();
    const found = await verifyChain({ connection });
    const seconds = (performance.now() - start) / 1000;
    console.log(
      `verified ${found.events} changes and ${found.facts} facts in ${seconds.toFixed(1)} s: ${found.broken?.said ?? 'whole'}   (target 1,000,000 in 70 s)`,
    );
  } finally {
    connection.release(true);
  }
}

async function timed(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
}

/** Returns the first decile, because other load on the machine affects it least. */
function tenth(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 10)] ?? 0;
}
