import { createHash } from 'node:crypto';
import { readPermissionBasis } from '../../packages/server/src/store/access/basis.ts';
import { decide } from '../../packages/server/src/store/access/decide.ts';
import { effectiveAccess } from '../../packages/server/src/store/access/effective.ts';
import { exportAccess } from '../../packages/server/src/store/access/export.ts';
import { holders } from '../../packages/server/src/store/access/holders.ts';
import { verifyChain } from '../../packages/server/src/store/audit/verify.ts';
import { checks } from '../../packages/server/src/store/checks.ts';
import { listGrants } from '../../packages/server/src/store/grants/list.ts';
import { listGroups } from '../../packages/server/src/store/groups/groups.ts';
import { parseImport } from '../../packages/server/src/store/import/parse.ts';
import { runImport } from '../../packages/server/src/store/import/run.ts';
import { change } from '../../packages/server/src/store/kernel/change.ts';
import { type Database, openDatabase, withConnection } from '../../packages/server/src/store/kernel/database.ts';
import { draft } from '../../packages/server/src/store/kernel/draft.ts';
import { endFacts } from '../../packages/server/src/store/kernel/facts.ts';
import { read, type Snapshot } from '../../packages/server/src/store/kernel/snapshot.ts';
import { sql } from '../../packages/server/src/store/kernel/sql.ts';
import { coursesOf } from '../../packages/server/src/store/plan/effects.ts';
import { listRoles } from '../../packages/server/src/store/roles/list.ts';
import { listUsers } from '../../packages/server/src/store/users/list.ts';
import { Draws } from './draws.ts';

export interface Measuring {
  readonly connectionString: string;
  readonly share: number;
  readonly say: (line: string) => void;
  /** The parts to measure. The default is all parts. The imported grants stay in the database. */
  readonly parts?: readonly Part[];
}

export const parts = ['reads', 'plans', 'export', 'verification', 'import'] as const;
export type Part = (typeof parts)[number];

interface Organisation {
  readonly applications: readonly { id: string; key: string; name: string }[];
  readonly users: readonly { id: string; username: string; app: string; key: string }[];
  /** The permissions of each application, by application id. */
  readonly permissions: ReadonlyMap<string, readonly { name: string; key: string }[]>;
  /** The start and the end of the year of history, in milliseconds. */
  readonly from: number;
  readonly to: number;
}

/** Measures the organisation, and prints each figure with its target and whether the target is met. */
export async function measureOrganisation({
  connectionString,
  share,
  say,
  parts: some = parts,
}: Measuring): Promise<void> {
  const database = openDatabase({ checks, connectionString });
  try {
    const organisation = await known(database);
    const measures: Readonly<Record<Part, () => Promise<void>>> = {
      reads: () => measureReads(database, organisation, say),
      plans: () => measurePlans(database, organisation, say),
      export: () => measureExport(database, organisation, say),
      verification: () => measureVerification(database, say),
      import: () => measureImport(database, organisation, Math.round(700_000 * share), say),
    };
    for (const part of parts) if (some.includes(part)) await measures[part]();
  } finally {
    await database.close();
  }
}

/**
 * Selects random users, each with an application where the user has access. A query without access would be trivial.
 */
async function known(database: Database): Promise<Organisation> {
  const { pool } = database;
  const applications = await pool.query<Organisation['applications'][number]>(
    `select id, key, name from applications where key like 'app-%' order by key`,
  );
  const users = await pool.query<Organisation['users'][number]>(
    `select u.id, u.username, a.id as app, a.key from grants g join users u on u.id = g.principal_id and u.no_to = 9223372036854775807
     join applications a on a.id = g.app_id where g.no_to = 9223372036854775807 order by hashtext(g.id::text) limit 2000`,
  );
  const permissions = await pool.query<{ name: string; key: string }>(
    `select p.name, a.key from permissions p join applications a on a.id = p.app_id where a.key like 'app-%' order by hashtext(p.id::text)`,
  );
  const times = await pool.query<{ from: string; to: string }>(
    'select min(at) as from, max(at) as to from change where no > 2',
  );
  const [{ from, to } = { from: '', to: '' }] = times.rows;
  return {
    applications: applications.rows,
    users: users.rows,
    permissions: Map.groupBy(permissions.rows, ({ key }) => key),
    from: Date.parse(from),
    to: Date.parse(to),
  };
}

async function measureReads(
  database: Database,
  { applications, users, permissions, from, to }: Organisation,
  say: Say,
): Promise<void> {
  const { id: app = '' } = applications[0] ?? {};
  const draws = new Draws(7);
  const all = [...permissions.values()].flat();
  const times: Times = {
    database,
    say,
    past: () => new Date(from + draws.share() * (to - from)).toISOString().replace('Z', '000Z'),
  };
  await both(times, 'one decision', 5, 10, (snapshot) => {
    const { key, username } = draws.of(users);
    const { name } = draws.of(permissions.get(key) ?? [{ key, name: 'unknown' }]);
    return decide(snapshot, { application: key, party: username, permission: name });
  });
  await both(times, "one user's access", 5, 10, (snapshot) => {
    const user = draws.of(users);
    return effectiveAccess(snapshot, user.id, user.app);
  });
  await both(times, 'holders, first page', 50, 50, async (snapshot) => {
    const { key, name } = draws.of(all);
    const basis = await readPermissionBasis(snapshot, { application: key, permission: name });
    if (typeof basis === 'object' && basis.permission)
      await holders(snapshot, { ...basis, permission: basis.permission });
  });
  await both(times, 'roles with their counts, by name', 50, 100, (snapshot) => listRoles(snapshot, app, { limit: 50 }));
  await timed(
    times,
    'roles with their counts, by holders',
    50,
    (snapshot) => listRoles(snapshot, app, { limit: 50, sort: '-holders' }),
    5,
  );
  const states = ['scheduled', 'active'] as const;
  await both(times, 'users, first page', 50, 100, (snapshot) => listUsers(snapshot, { limit: 50 }));
  await both(times, 'users, searched', 50, 100, (snapshot) =>
    listUsers(snapshot, { limit: 50, q: draws.of(users).username.slice(0, 5) }),
  );
  await both(times, 'users of an application', 50, 100, (snapshot) =>
    listUsers(snapshot, { limit: 50, application: draws.of(applications).key }),
  );
  await both(times, 'groups, first page', 50, 100, (snapshot) => listGroups(snapshot, { limit: 50 }));
  await both(times, 'grants of an application, first page', 50, 100, (snapshot) =>
    listGrants(snapshot, { application: app, states, limit: 50 }),
  );
  await both(times, 'grants of an application by name', 50, 100, (snapshot) =>
    listGrants(snapshot, { application: app, states, limit: 50, sort: 'principal' }),
  );
}

type Say = (line: string) => void;

interface Times {
  readonly database: Database;
  readonly say: Say;
  readonly past: () => string;
}

type Work = (snapshot: Snapshot) => Promise<unknown>;

async function both(times: Times, what: string, now: number, past: number, work: Work): Promise<void> {
  await timed(times, `${what}, now`, now, work);
  await timed(times, `${what}, at a past instant`, past, work, 200, times.past);
}

/** Runs the queries one after another, as a single caller does. */
async function timed(
  { database, say }: Times,
  what: string,
  most: number,
  work: Work,
  rounds = 200,
  at?: () => string,
): Promise<void> {
  const took: number[] = [];
  for (let round = 0; round < rounds + 5; round += 1) {
    const started = performance.now();
    await read(database, work, at?.());
    if (round >= 5) took.push(performance.now() - started);
  }
  took.sort((a, b) => a - b);
  const part = (share: number) => took[Math.floor(took.length * share)] ?? 0;
  const [half, most95] = [part(0.5), part(0.95)].map((it) => it.toFixed(1).padStart(7));
  say(`${what.padEnd(42)} p50 ${half} ms, p95 ${most95} ms   (${verdict(part(0.95), most, 'ms')})`);
}

const verdict = (figure: number, most: number, unit: string): string =>
  `wanted: at most ${most} ${unit}, ${figure <= most ? 'met' : 'MISSED'}`;

/** Measures the plan of a revoked grant, and of a permission removed from the role with the most users. */
async function measurePlans(database: Database, { applications }: Organisation, say: Say): Promise<void> {
  const { rows: roles } = await database.pool.query<{ id: string; permission: string; grants: number }>(
    `select g.role_id as id, count(*) as grants, (select min(rp.permission_id::text) from role_permissions rp where rp.role_id = g.role_id and rp.no_to = 9223372036854775807) as permission
     from grants g where g.role_id is not null and g.no_to = 9223372036854775807 group by 1 order by 2 desc limit 1`,
  );
  const { rows: grants } = await database.pool.query<{ id: string }>(
    `select id from grants where app_id = $1 and no_to = 9223372036854775807 and principal_kind = 'user' limit 20`,
    [applications[0]?.id],
  );
  const plan = (what: string, most: number, table: 'grants' | 'role_permissions', where: Record<string, string[]>) =>
    draft(database, { kind: 'operator', id: null, name: 'bench' }, async (handle) => {
      const started = performance.now();
      await endFacts(handle, table, where);
      const concerned = (await coursesOf(handle)).flatMap(({ holders: all }) => all);
      const took = performance.now() - started;
      say(
        `plan: ${what}`.padEnd(42) +
          ` ${took.toFixed(1)} ms for ${concerned.length} people   (${verdict(took, most, 'ms')})`,
      );
    });
  for (const { id } of grants) await plan('a grant taken away', 50, 'grants', { id: [id] });
  for (const { id, permission } of [...roles, ...roles])
    await plan('a permission taken from a role', 2000, 'role_permissions', {
      role_id: [id],
      permission_id: [permission],
    });
}

async function measureExport(database: Database, { applications }: Organisation, say: Say): Promise<void> {
  const [app] = applications;
  if (!app) return;
  const started = performance.now();
  let [first, lines, highest] = [0, 0, 0];
  const before = process.memoryUsage().rss;
  await read(database, async (snapshot) => {
    for await (const piece of exportAccess(snapshot, app.id, 'tsv')) {
      first ||= performance.now() - started;
      for (let at = piece.indexOf('\n'); at >= 0; at = piece.indexOf('\n', at + 1)) lines += 1;
      highest = Math.max(highest, process.memoryUsage().rss);
    }
  });
  const seconds = (performance.now() - started) / 1000;
  const [waited, speed] = [first / 1000, Math.round(lines / seconds)];
  const quick = `100000 lines a second, ${speed >= 100_000 ? 'met' : 'MISSED'}`;
  say(
    `export of ${lines} pairs: first byte after ${waited.toFixed(1)} s, ${speed} lines a second   (${verdict(waited, 1, 's')}; ${quick})`,
  );
  say(`  memory: ${Math.max(0, Math.round((highest - before) / 1_048_576))} MiB more at most`);
}

async function measureVerification(database: Database, say: Say): Promise<void> {
  const started = performance.now();
  const found = await withConnection(database, (connection) => verifyChain({ connection }));
  const seconds = (performance.now() - started) / 1000;
  say(
    `verified ${found.events} changes and ${found.facts} facts in ${seconds.toFixed(1)} s: ${found.broken?.said ?? 'whole'}   (${verdict(seconds, 70, 's')})`,
  );
}

async function measureImport(
  database: Database,
  { applications }: Organisation,
  lines: number,
  say: Say,
): Promise<void> {
  const application = applications.at(-1);
  if (!application) return;
  const { rows } = await database.pool.query<{ username: string }>(
    sql`select username from users u where u.no_to = 9223372036854775807 order by username_key`,
  );
  const text = Array.from(
    { length: lines },
    (_, n) => `${rows[n % rows.length]?.username}\tteam-${Math.floor(n / rows.length)}`,
  ).join('\n');
  const started = performance.now();
  const digest = createHash('sha256').update(text).digest('hex');
  const parsed = parseImport('roles', text);
  const read = performance.now();
  await change(database, { kind: 'operator', id: null, name: 'bench' }, (handle) =>
    runImport(handle, { application, kind: 'roles', parsed, reason: 'bench', digest }),
  );
  const seconds = (performance.now() - started) / 1000;
  say(
    `import of ${lines} grants: ${seconds.toFixed(1)} s, of these ${((read - started) / 1000).toFixed(1)} to read the file   (${verdict(seconds, 60, 's')})`,
  );
}
