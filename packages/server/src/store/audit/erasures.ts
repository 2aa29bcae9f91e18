import type { ErasedRow, Erasure } from '@licet/contract/audit-chain';
import type { Connection } from '../kernel/database.ts';
import { fragment, identifier, type Sql, sql } from '../kernel/sql.ts';

/** The fact tables with personal columns. */
export const personalTables = ['users', 'grants', 'requests'] as const;
export type PersonalTable = (typeof personalTables)[number];

/** The personal columns of a table, as the database declares them. A column that was added later can be null. */
export async function personalColumns(
  connection: Connection,
  table: PersonalTable,
): Promise<readonly { readonly name: string; readonly later: boolean }[]> {
  const { rows } = await connection.query<{ name: string; later: boolean }>(
    sql`select name::text, later from facts_personal_columns(${table}) order by later, name`,
  );
  return rows;
}

/**
 * SQL for the personal values of a row `alias` as JSON text, the input of its commitment. A function of the database generates it, because
 * the database knows the columns.
 */
export async function personalText(connection: Connection, table: PersonalTable, alias: string): Promise<Sql> {
  const { rows } = await connection.query<{ text: string }>(sql`select facts_personal_v4(${table}, ${alias}) as text`);
  return fragment(rows[0]?.text ?? '');
}

/** SQL for the commitment to a row `alias`, given its {@link personalText}. */
export const commitmentTo = (text: Sql, alias: string): Sql =>
  sql`sha256(${identifier(alias)}.salt || convert_to(${text}, 'UTF8'))`;

/**
 * True for an erasure `e` that a change covers. An erasure is not covered if its number is before the first change, or
 * if its change has an older version. Anyone with write access could have forged such an erasure.
 */
export const isCovered = sql`exists (
  select from change c where c.no = e.no_from and c.version >= 3 and c.action = 'user.erased')`;

/** All erasures that the chain covers, oldest first. */
export async function listErasures(connection: Connection): Promise<Erasure[]> {
  const { rows } = await connection.query<Erasure>(sql`
    select no_from as no, of_kind as of, of_id as id, row_no as "rowNo", encode(original, 'hex') as original,
      encode(remains, 'hex') as remains, encode(line, 'hex') as line, encode(line_now, 'hex') as "lineNow"
    from erasures e where ${isCovered} order by no_from`);
  return rows;
}

/** The rows of facts with erased values, as stored. */
export async function erasedRows(connection: Connection, schema: 'public.' | '' = ''): Promise<ErasedRow[]> {
  const found: ErasedRow[][] = [];
  for (const table of personalTables) {
    const { rows } = await connection.query<ErasedRow>(sql`
      select ${table}::text as of, f.id, f.no_from as "rowNo", encode(f.committed, 'hex') as committed,
        encode(${commitmentTo(await personalText(connection, table, 'f'), 'f')}, 'hex') as found
      from ${identifier(`${schema}${table}`)} f where f.committed is not null`);
    found.push(rows);
  }
  return found.flat();
}
