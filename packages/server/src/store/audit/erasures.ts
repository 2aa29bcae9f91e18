import type { ErasedRow, Erasure } from '@licet/contract/audit-chain';
import type { Connection } from '../kernel/database.ts';
import { identifier, type Sql, sql } from '../kernel/sql.ts';

/** The fact tables with personal columns. */
export const personalTables = ['users', 'grants', 'requests'] as const;
export type PersonalTable = (typeof personalTables)[number];

/** SQL for the personal values of a row as JSON text, and for the commitment to them. */
export const personalText = (table: PersonalTable, alias: Sql): Sql =>
  sql`${identifier(`facts_personal_${table}_3`)}(${alias})`;
export const commitmentTo = (table: PersonalTable, alias: Sql): Sql =>
  sql`sha256(${alias}.salt || convert_to(${personalText(table, alias)}, 'UTF8'))`;

/**
 * True for an erasure `e` that a change covers. With any other number, before the first change or at one of an older
 * version, the chain does not cover it, so anybody could have written it.
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
        encode(${commitmentTo(table, sql`f`)}, 'hex') as found
      from ${identifier(`${schema}${table}`)} f where f.committed is not null`);
    found.push(rows);
  }
  return found.flat();
}
