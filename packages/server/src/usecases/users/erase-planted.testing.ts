import { asSuperuser } from '../../store/audit/tampering.testing.ts';
import type { Connection, Database } from '../../store/kernel/database.ts';

/** A database column that can hold typed text. */
export interface TextColumn {
  readonly table: string;
  readonly column: string;
}

interface Column extends TextColumn {
  readonly type: string;
  readonly key: boolean;
  /** The first value that a constraint allows; null if the column may hold other values. */
  readonly allowed: string | null;
}

/**
 * Id columns that never hold the id of a user. All other id columns are filled with the person's id. So a new id column
 * counts as the person's until it is listed here.
 */
const idsOfOthers = new Set([
  'app_id',
  'role_id',
  'permission_id',
  'included_id',
  'group_id',
  'grant_id',
  'client_id',
  'connection_id',
  'of_id',
  'separation_id',
  'request_id',
  'review_id',
  'round_id',
  'mail_id',
  'renews',
  'apps',
  'default_groups',
  'given_role_id',
  'given_permission_id',
  'run_id',
]);
const texts = ['text', 'personal_text', 'text[]', 'json', 'jsonb'];

/** The columns of all tables, except generated ones. */
export async function columnsOf({ pool }: Database): Promise<readonly Column[]> {
  const { rows } = await pool.query<Column>(`
    select c.relname::text as table, a.attname::text as column, format_type(a.atttypid, a.atttypmod) as type,
      exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary and a.attnum = any(i.indkey)) as key,
      (select max(substring(pg_get_constraintdef(k.oid) from '^CHECK \\(\\(' || a.attname || ' = ANY \\(ARRAY\\[''([^'']*)'''))
       from pg_constraint k where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]) as allowed
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1, a.attnum`);
  return rows;
}

export const textColumns = (columns: readonly Column[]): readonly Column[] =>
  columns.filter(({ type, allowed }) => texts.includes(type) && allowed === null);

/** The columns of a table that may hold the id of a user. */
export const idsOfPeople = (columns: readonly Column[], table: string): readonly Column[] =>
  columns.filter(
    (it) =>
      it.table === table &&
      it.type.startsWith('uuid') &&
      !idsOfOthers.has(it.column) &&
      (table === 'users') === (it.column === 'id'),
  );

/**
 * The tables in which a row can have both the person's id and a text. Leaves out `change`, because its rows are hashed
 * and only calls can write them.
 */
export const tablesOfPeople = (columns: readonly Column[]): readonly string[] =>
  [...new Set(textColumns(columns).map(({ table }) => table))].filter(
    (table) => idsOfPeople(columns, table).length > 0 && table !== 'change',
  );

/**
 * Inserts one row for each column that may hold the person's id. The row has the id in that column, and the text in
 * every text column. A row need not make sense, so the constraints of the database are dropped. Only a column with a
 * list of allowed values gets one of these values.
 */
export async function plantRows(
  database: Database,
  columns: readonly Column[],
  id: string,
  text: string,
): Promise<void> {
  const { rows } = await database.pool.query<{ drop: string }>(`
    select format('alter table %s drop constraint %I', k.conrelid::regclass, k.conname) as drop
    from pg_constraint k where k.contype = 'c' and k.connamespace = 'public'::regnamespace`);
  await asSuperuser(
    database,
    (connection) =>
      plantIn(
        connection,
        rows.map(({ drop }) => drop),
        columns,
        id,
        text,
      ),
    true,
  );
}

async function plantIn(
  connection: Connection,
  drops: readonly string[],
  columns: readonly Column[],
  id: string,
  text: string,
): Promise<void> {
  for (const drop of drops) await connection.query(drop);
  let number = 1;
  for (const table of tablesOfPeople(columns))
    for (const theirs of idsOfPeople(columns, table)) {
      if (table === 'users') {
        const set = textColumns(columns).flatMap((it) => (it.table === table ? [`${it.column} = $2::text`] : []));
        await connection.query(`update users set ${set.join(', ')} where id = $1`, [id, text]);
        continue;
      }
      const own = columns.filter((it) => it.table === table);
      const values = own.map((it) => planted(it, it === theirs ? id : undefined, text, () => number++));
      await connection.query(
        `insert into ${table} (${own.map((it) => it.column).join(', ')}) values (${values.map((_, at) => `$${at + 1}`).join(', ')})`,
        values,
      );
    }
}

function planted(
  { column, type, key, allowed }: Column,
  id: string | undefined,
  text: string,
  next: () => number,
): unknown {
  if (allowed !== null) return allowed;
  if (column === 'no_to') return '9223372036854775807';
  if (column === 'salt') return Buffer.alloc(16, 1);
  if (column === 'committed' || (column === 'no' && !key)) return null;
  if (type === 'uuid') return id ?? crypto.randomUUID();
  if (type === 'uuid[]') return [id ?? crypto.randomUUID()];
  if (type === 'text' || type === 'personal_text') return key ? `${text} ${next()}` : text;
  if (type === 'text[]') return [text];
  if (type.startsWith('json')) return JSON.stringify({ by: text, reason: `Said by ${text}.` });
  if (type === 'bytea') return Buffer.from(crypto.randomUUID());
  if (type === 'boolean') return false;
  if (type === 'date' || type.startsWith('timestamp')) return '2026-11-01T00:00:00Z';
  return next();
}

/** Returns the columns that still contain the text, each with the id column that links the row to the person. */
export async function whereStill(
  database: Database,
  columns: readonly Column[],
  id: string,
  text: string,
): Promise<readonly string[]> {
  const still: string[] = [];
  for (const table of tablesOfPeople(columns))
    for (const { column } of textColumns(columns).filter((it) => it.table === table))
      for (const theirs of idsOfPeople(columns, table)) {
        const { rows } = await database.pool.query(
          `select from ${table} where ${theirs.type === 'uuid[]' ? `$1::uuid = any(${theirs.column})` : `${theirs.column} = $1`} and ${column}::text like '%' || $2 || '%' limit 1`,
          [id, text],
        );
        if (rows.length > 0) still.push(`${table}.${column} by ${theirs.column}`);
      }
  return still;
}
