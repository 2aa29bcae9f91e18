import type { Connection } from '../kernel/database.ts';
import { sql } from '../kernel/sql.ts';

/** A table with what a copy of it needs. */
export interface StoredTable {
  readonly name: string;
  /** Written columns, without generated ones. */
  readonly columns: readonly string[];
}

type Reader = Pick<Connection, 'query'>;

/** Every table of Licet, referenced tables first. */
export async function tablesInOrder(connection: Reader): Promise<readonly StoredTable[]> {
  const { rows } = await connection.query<StoredTable & { readonly refers: readonly string[] }>(sql`
    select c.relname::text as name,
      array(select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
      array(select distinct r.relname::text from pg_constraint k join pg_class r on r.oid = k.confrelid
        where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as refers
    from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and ${notOfAnExtension} order by c.relname`);
  const ordered: StoredTable[] = [];
  for (let left = rows; left.length > 0; ) {
    const placed = (name: string) => ordered.some((table) => table.name === name);
    const free = left.filter(({ refers }) => refers.every(placed));
    // Tables that refer to each other in a cycle would be checked too early; there are none.
    ordered.push(...(free.length > 0 ? free : left).map(({ name, columns }) => ({ name, columns })));
    left = free.length > 0 ? left.filter((table) => !free.includes(table)) : [];
  }
  return ordered;
}

/** The existing tables of the schema, by name; none in a new database. */
export async function whatIsThere(connection: Reader): Promise<readonly string[]> {
  const { rows } = await connection.query<{ name: string }>(sql`
    select c.relname::text as name from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f', 'S') and ${notOfAnExtension}
    order by c.relname`);
  return rows.map(({ name }) => name);
}

/** Deletes every row of some tables. */
export async function emptyTables(connection: Connection, tables: readonly StoredTable[]): Promise<void> {
  await connection.query(`truncate ${tables.map(({ name }) => connection.escapeIdentifier(name)).join(', ')}`);
}

/** Keeps our triggers from firing on copied rows; `putBack` restores them. */
export async function silenceTriggers(connection: Connection): Promise<{ readonly putBack: () => Promise<void> }> {
  const { rows } = await connection.query<{ table: string; name: string; mode: string }>(sql`
    select c.relname::text as table, t.tgname::text as name, t.tgenabled::text as mode
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = current_schema()::regnamespace and not t.tgisinternal and t.tgenabled <> 'D'`);
  const turn = async (how: (mode: string) => string) => {
    for (const { table, name, mode } of rows)
      await connection.query(
        `alter table ${connection.escapeIdentifier(table)} ${how(mode)} trigger ${connection.escapeIdentifier(name)}`,
      );
  };
  await turn(() => 'disable');
  return { putBack: () => turn((mode) => modes[mode] ?? 'enable') };
}

const modes: Readonly<Record<string, string>> = { O: 'enable', A: 'enable always', R: 'enable replica' };

const notOfAnExtension = sql`
  not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`;
