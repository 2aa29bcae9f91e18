import { afterAll, beforeAll, expect, test } from 'vitest';
import { Draws } from '../../../bench/organisation/draws.ts';
import { testDatabase } from '../../../packages/server/src/postgres/testing.ts';
import { Refusal } from '../../../packages/server/src/refusal.ts';
import { verifyChain } from '../../../packages/server/src/store/audit/verify.ts';
import { checks } from '../../../packages/server/src/store/checks.ts';
import { type Database, openDatabase, withConnection } from '../../../packages/server/src/store/kernel/database.ts';
import { Calls, Clock } from '../sample/past/calls.ts';
import { makePast, partsOf } from '../sample/past/make.ts';
import { type LoggedEvent, Replay } from './replay.testing.ts';

const issuer = 'http://localhost:4080';
const now = Date.now();

let database: Database;
let calls: Calls;
const ends = new AsyncDisposableStack();

beforeAll(async () => {
  database = await organisation();
  calls = new Calls(await partsOf(database, issuer), new Clock(now));
});
afterAll(() => ends.disposeAsync());

async function organisation(): Promise<Database> {
  const { connectionString, drop } = await testDatabase();
  ends.defer(drop);
  await makePast({ connectionString, issuer, ledger: 'http://localhost:4090', now });
  const opened = openDatabase({ checks, connectionString });
  ends.defer(() => opened.close());
  return opened;
}

const year = 364 * 86_400_000;

test('the audit chain of the sample’s year is valid and covers all facts', async () => {
  const found = await withConnection(database, (connection) => verifyChain({ connection }));
  expect(found).toMatchObject({ broken: null, uncovered: 0 });
});

test('at ten instants of the year, decisions and holders agree with a replay of the audit log', async () => {
  const events = await logOf(database);
  const draws = new Draws(7);
  const instants = Array.from({ length: 10 }, () => now - Math.floor(draws.share() * year)).sort((a, b) => a - b);
  const replay = new Replay();
  let permitted = 0;
  for (const instant of instants) {
    const at = new Date(instant).toISOString();
    while (events[0] && Date.parse(events[0].at) <= instant) replay.apply(events.shift() as LoggedEvent);
    for (const application of ['ledger', 'ward', 'depot'])
      for (const permission of await permissionsOf(application, at)) {
        const params = { application };
        const expected = [...replay.users.keys()].filter((user) =>
          replay.permits(user, application, permission, instant),
        );
        expect(await holdersAt(application, permission, at), `${permission} at ${at}`).toEqual(expected.sort());
        const user = draws.of([...replay.users.keys()]);
        const { permitted: found } = await calls.as('operator', 'access.decide', {
          params,
          query: { user, permission, at },
        });
        expect(found, `${user} ${permission} at ${at}`).toBe(replay.permits(user, application, permission, instant));
        permitted += expected.length;
      }
  }
  expect(permitted).toBeGreaterThan(500);
});

test('the year has people who left, decided requests, reverted changes, a closed review and a reviewed emergency', async () => {
  const { rows } = await database.pool.query<{ action: string; count: number }>(
    'select action, count(*)::int as count from change group by 1',
  );
  expect(Object.fromEntries(rows.map(({ action, count }) => [action, count]))).toMatchObject({
    'user.deleted': 9,
    'user.suspended': 1,
    'request.approved': 24,
    'request.denied': 7,
    'request.withdrawn': 3,
    'review.opened': 2,
    'review.closed': 1,
    'break_glass.used': 1,
    'break_glass.reviewed': 1,
  });
  const reverted = await database.pool.query(
    `select from change where action = 'plan.applied' and after->'reverts' is not null`,
  );
  expect(reverted.rowCount).toBe(3);
  const { items } = await calls.as('operator', 'audit.signIns', { query: { outcome: 'throttled' } });
  expect(items.length).toBeGreaterThan(0);
});

test('every last use of a permission is by a user who held it then', async () => {
  const { rows } = await database.pool.query<{ user: string; application: string; permission: string; at: string }>(`
    select u.user_id as "user", a.key as application, p.name as permission, u.last_at as at from usage_users u
    join permissions p on p.id = u.permission_id and p.no_to = 9223372036854775807
    join applications a on a.id = p.app_id and a.no_to = 9223372036854775807`);
  const without: unknown[] = [];
  for (const { application, ...query } of rows) {
    const decision = await calls.as('operator', 'access.decide', { params: { application }, query });
    if (!decision.permitted) without.push({ application, ...query });
  }
  expect(rows.length).toBeGreaterThan(100);
  expect(without).toEqual([]);
});

test('the year contains access that was never used, and the report finds it', async () => {
  const { items } = await calls.as('operator', 'applications.unused', {
    params: { application: 'ledger' },
    query: { days: '90' },
  });
  expect(items.map(({ principal }) => principal.name)).toContain('Mateus Carvalho');
});

test('generates the same year of history for the same date', async () => {
  const [first, second] = [await outlineOf(database), await outlineOf(await organisation())];
  expect(second).toEqual(first);
});

async function logOf({ pool }: Database): Promise<LoggedEvent[]> {
  const { rows } = await pool.query<LoggedEvent>(
    `select at::text as at, action, application, target_id as "targetId", before, after from change order by no`,
  );
  return rows;
}

/** The permissions of an application at an instant; none before the application was created. */
async function permissionsOf(application: string, at: string): Promise<string[]> {
  const input = { params: { application }, query: { limit: '200', at } };
  return calls
    .as('operator', 'permissions.list', input)
    .then(({ items }) => items.map(({ name }) => name), noneIfUnknown);
}

function noneIfUnknown(error: Error): string[] {
  if (error.cause instanceof Refusal && error.cause.problem.code === 'not_found') return [];
  throw error;
}

async function holdersAt(application: string, permission: string, at: string): Promise<string[]> {
  const query = { permission, at, limit: '200' };
  const { items } = await calls.as('operator', 'access.holders', { params: { application }, query });
  return items.map(({ user }) => user.id).sort();
}

/** The events, the use and the sign-ins without ids and times, which differ by milliseconds. */
async function outlineOf({ pool }: Database) {
  const events = await pool.query('select actor_name, action, application, target_name from change order by no');
  const used = await pool.query(
    `select p.name, d.day::text, d.count::int from usage_days d join permissions p on p.id = d.permission_id and p.no_to = 9223372036854775807 order by 1, 2`,
  );
  const signIns = await pool.query('select outcome, count(*)::int from sign_ins group by 1 order by 1');
  return { events: events.rows, used: used.rows, signIns: signIns.rows };
}
