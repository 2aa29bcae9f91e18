import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Connection } from '../kernel/database.ts';
import { type TestStore, testStore } from '../store.testing.ts';
import { asSuperuser } from './tampering.testing.ts';

// The columns come from PostgreSQL's catalogue, so a new column is tested without being listed here.

let store: TestStore;
let columns: readonly Column[];
beforeAll(async () => {
  store = await testStore();
  ({ rows: columns } = await store.database.pool.query<Column>(`
    select c.relname::text as table, a.attname::text as name, not a.attnotnull as nullable, a.attgenerated <> '' as computed,
      format_type(coalesce(nullif(t.typbasetype, 0), t.oid), a.atttypmod) as type, t.typname = 'personal_text' as personal
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped join pg_type t on t.oid = a.atttypid
    where c.relname in (select * from facts_tables_v4()) and c.relnamespace = 'public'::regnamespace order by 1, a.attnum`));
});
afterAll(() => store.close());

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly nullable: boolean;
  readonly computed: boolean;
  readonly personal: boolean;
}

/** Two values of each type. */
const values: Readonly<Record<string, readonly [string, string]>> = {
  uuid: ['0190aaaa-0000-7000-8000-000000000001', '0190aaaa-0000-7000-8000-000000000002'],
  'uuid[]': ['{}', '{0190aaaa-0000-7000-8000-000000000002}'],
  text: ['Zoë "\\', 'Zoé'],
  'text[]': ['{}', '{a,"b c"}'],
  json: ['{"a": null}', '{}'],
  jsonb: ['{"a": null}', '{}'],
  boolean: ['false', 'true'],
  smallint: ['1', '2'],
  integer: ['1', '2'],
  bigint: ['1', '2'],
  bytea: ['\\x01', '\\x02'],
  date: ['2031-01-02', '2031-01-03'],
  'timestamp with time zone': ['2031-01-02T03:04:05.000001Z', 'infinity'],
};

const number = 1_000_000;

/** Returns the encoded fact lines of the rows that {@link plant} wrote, as one text. */
async function toldOf(connection: Connection, table: string): Promise<string> {
  const { rows } = await connection.query<{ told: string }>(
    'select f::text as told from facts_of_table_v4($1, $2, $3) f order by 1',
    [table, number, number + 10],
  );
  return rows.map(({ told }) => told).join('\n');
}

/**
 * Writes one row to a table, with a value in every column. The table's constraints are dropped first, so the values need not make sense.
 */
async function plant(connection: Connection, table: string): Promise<void> {
  const { rows } = await connection.query<{ drop: string }>(
    `select format('alter table %I drop constraint %I', $1::text, k.conname) as drop from pg_constraint k
     where k.conrelid = ('public.' || $1)::regclass and k.contype in ('c', 'x')`,
    [table],
  );
  for (const { drop } of rows) await connection.query(drop);
  const written = columns.filter((it) => it.table === table && !it.computed && it.name !== 'committed');
  const numbers: Readonly<Record<string, string>> = { no_from: String(number), no_to: '9223372036854775807' };
  await connection.query(
    `insert into ${table} (${written.map(({ name }) => name).join(', ')}) values (${written.map((_, at) => `$${at + 1}`).join(', ')})`,
    written.map(({ name, type }) => numbers[name] ?? values[type]?.[0] ?? expect.fail(`a value of type ${type}`)),
  );
}

test('the lines of a change cover every column of every table of facts', async () => {
  const tables = [...new Set(columns.map(({ table }) => table))];
  expect(tables).toEqual(
    expect.arrayContaining(['users', 'grants', 'requests', 'settings', 'erasures', 'separations']),
  );
  expect(tables.length).toBeGreaterThanOrEqual(26);
  const silent: string[] = [];
  let edits = 0;
  for (const table of tables)
    await asSuperuser(store.database, async (connection) => {
      await plant(connection, table);
      const before = await toldOf(connection, table);
      expect(before, table).not.toBe('');
      for (const { name, type, nullable } of columns.filter((it) => it.table === table && !it.computed))
        for (const value of [values[type]?.[1], ...(nullable && name !== 'committed' ? [null] : [])]) {
          edits += 1;
          const other = name.startsWith('no_') ? String(number + 5) : value;
          await connection.query('savepoint unedited');
          await connection.query(`update ${table} set ${name} = $1 where no_from = ${number}`, [other]);
          if ((await toldOf(connection, table)) === before) silent.push(`${table}.${name} = ${other}`);
          await connection.query('rollback to savepoint unedited');
        }
    });
  expect(silent).toEqual([]);
  expect(edits).toBeGreaterThan(200);
});

test('the lines of facts omit only change numbers, commitments, salts and computed columns', async () => {
  const left = new Set<string>();
  for (const table of new Set(columns.map((it) => it.table))) {
    const { rows } = await store.database.pool.query<{ name: string }>('select facts_columns_v4($1)::text as name', [
      table,
    ]);
    const told = rows.map(({ name }) => name);
    for (const { name, computed } of columns.filter((it) => it.table === table)) {
      // The encoding excludes computed columns by name. A computed column with another name would change the lines that
      // older versions wrote.
      if (computed) expect(told, table).not.toContain(name);
      else if (!told.includes(name)) left.add(name);
    }
  }
  expect([...left].sort()).toEqual(['committed', 'no_from', 'no_to', 'salt']);
});

test('every table of facts has a trigger that notes writes, and indexes on change numbers', async () => {
  const { rows } = await store.database.pool.query<{ name: string; noted: boolean; opened: boolean; closed: boolean }>(`
    select t.name::text, exists (select from pg_trigger g where g.tgrelid = t.name::text::regclass and g.tgfoid = 'note_written'::regproc) as noted,
      exists (select from pg_indexes i where i.tablename = t.name and i.indexdef ~ '\\(no_from') as opened,
      t.name = 'erasures' or exists (select from pg_indexes i where i.tablename = t.name and i.indexdef ~ '\\(no_to\\) WHERE') as closed
    from facts_tables_v4() t (name)`);
  expect(rows.filter(({ noted, opened, closed }) => !noted || !opened || !closed)).toEqual([]);
});

describe('the personal columns', () => {
  const salted = ['users', 'grants', 'requests'];

  test('are all free texts of users, grants and requests', async () => {
    const { rows: fixed } = await store.database.pool.query<{ column: string }>(`
      select k.conrelid::regclass || '.' || a.attname as column from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and k.conkey = array[a.attnum]
      where k.contype = 'c' and pg_get_constraintdef(k.oid) like 'CHECK ((' || a.attname || ' = ANY (ARRAY[%'`);
    const words = new Set(fixed.map(({ column }) => column));
    for (const table of salted) {
      const { rows } = await store.database.pool.query<{ name: string }>(
        'select name::text from facts_personal_columns($1)',
        [table],
      );
      const texts = columns.filter(
        (it) => it.table === table && !it.computed && /^(text|json)/.test(it.type) && !words.has(`${table}.${it.name}`),
      );
      expect(rows.map(({ name }) => name).sort(), table).toEqual(texts.map(({ name }) => name).sort());
    }
  });

  test('exist only in the tables of users, grants and requests, which have commitments', () => {
    expect(columns.filter(({ personal, table }) => personal && !salted.includes(table))).toEqual([]);
  });
});
