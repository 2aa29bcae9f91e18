import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { licet } from './command-line.ts';
import { endAll } from './end-all.ts';
import type { RunningLicet } from './licet.ts';
import { startSample } from './made-once.ts';

// Checks that an export contains every text column of the tables that a configuration file describes. Reads the columns
// from the database, so that the test covers new columns too.

let running: RunningLicet;
let database: pg.Client;
beforeAll(async () => {
  running = (await startSample('organisation')).licet;
  const params = { application: 'ledger' };
  const { items } = await running.operator.roles.list({ params });
  const parts = items.slice(-2).map(({ id }) => ({ elements: [{ kind: 'role' as const, id }] }));
  await running.operator.separations.create({ body: { name: 'Two of them', why: 'For this test', parts } });
  database = new pg.Client({ connectionString: running.databaseUrl() });
  await database.connect();
});
afterAll(() => endAll(() => database?.end(), running));

/** The tables that a configuration file describes. Each has an SQL condition for the rows that a file can contain. */
const tables: Readonly<Record<string, string>> = {
  users: `status = 'active'`,
  groups: 'true',
  applications: 'not built_in',
  permissions: `app_id in (select id from applications where not built_in)`,
  roles: 'not built_in',
  clients: `not built_in and kind = 'browser'`,
  grants: `principal_kind = 'group' and ends = 'infinity'`,
  separations: 'true',
  settings: 'true',
};

/** The text columns that an export omits, each with the reason. */
const leftOut = {
  'users.username_key': 'is made of the username',
  'users.email_key': 'is made of the address',
  'groups.name_key': 'is made of the name',
  'separations.name_key': 'is made of the name',
  'grants.granted_by': 'whoever applies the file grants',
};

test('an export contains the value of every text column of the exported tables', async () => {
  const { rows: columns } = await database.query<{ table: string; column: string; type: string }>(
    `select c.relname::text as table, a.attname::text as column, format_type(coalesce(nullif(t.typbasetype, 0), t.oid), a.atttypmod) as type
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' join pg_type t on t.oid = a.atttypid
     where c.relnamespace = 'public'::regnamespace and c.relname = any($1)
       and format_type(coalesce(nullif(t.typbasetype, 0), t.oid), a.atttypmod) in ('text', 'text[]', 'json', 'jsonb')
       and not exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
         and pg_get_constraintdef(k.oid) like 'CHECK ((' || a.attname || ' = ANY (ARRAY[%') order by 1, 2`,
    [Object.keys(tables)],
  );
  const marks = columns.map(
    ({ table, column }) => [`${table}.${column}`, `mark-${table}-${column.replaceAll('_', '-')}`] as const,
  );
  await database.query('begin');
  await database.query('set local session_replication_role = replica');
  for (const [table, which] of Object.entries(tables)) {
    const own = columns.filter((it) => it.table === table);
    const set = own.map(({ column, type }) => {
      const mark = `mark-${table}-${column.replaceAll('_', '-')}`;
      const value = /uri|origin/.test(column)
        ? `https://${mark}.example`
        : column.startsWith('email')
          ? `${mark}@example.org`
          : mark;
      return `${column} = ${type === 'text[]' ? `array['${value}']` : `'${value}'`}`;
    });
    const { rowCount } = await database.query(
      `update ${table} set ${set.join(', ')} where ctid = (select ctid from ${table} where no_to = 9223372036854775807 and ${which} limit 1)`,
    );
    expect({ table, rowCount }).toEqual({ table, rowCount: 1 });
  }
  await database.query('commit');
  const { code, out } = await licet(['export', 'config', '--data', running.dataDirectory]);
  expect(code).toBe(0);
  const missing = marks.filter(([, mark]) => !new RegExp(`${mark}(?![\\w-])`).test(out)).map(([column]) => column);
  expect(missing.sort()).toEqual(Object.keys(leftOut).sort());
});
