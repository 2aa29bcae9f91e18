import type { ErasedRow, Erasure } from '@licet/contract/audit-chain';
import type { Connection } from '../kernel/database.ts';
import { raw, type Sql, sql } from '../kernel/sql.ts';

/** The tables of facts that hold what is personal. */
export const personalTables = ['users', 'grants', 'requests'] as const;
export type PersonalTable = (typeof personalTables)[number];

/** SQL for what is personal of a row as JSON text, and for the commitment to it. */
export const personalText = (table: PersonalTable, alias: Sql): Sql =>
  sql`${raw(`facts_personal_${table}_3`)}(${alias})`;
export const commitmentTo = (table: PersonalTable, alias: Sql): Sql =>
  sql`sha256(${alias}.salt || convert_to(${personalText(table, alias)}, 'UTF8'))`;

/**
 * True for an erasure `e` that a change covers. At any other number, before the first change or at one of an older version, the chain says
 * nothing of it, so that anybody could have put it there.
 */
export const isCovered = sql`exists (
  select from change c where c.no = e.no_from and c.version >= 3 and c.action = 'user.erased')`;

/** All erasures that the chain covers, in the order in which they were made. */
export async function listErasures(connection: Connection): Promise<Erasure[]> {
  const { rows } = await connection.query<Erasure>(sql`
    select no_from as no, of_kind as of, of_id as id, row_no as "rowNo", encode(original, 'hex') as original,
      encode(remains, 'hex') as remains, encode(line, 'hex') as line, encode(line_now, 'hex') as "lineNow"
    from erasures e where ${isCovered} order by no_from`);
  return rows;
}

/** The rows of facts of which something was erased, as they are. */
export async function erasedRows(connection: Connection, schema: 'public.' | '' = ''): Promise<ErasedRow[]> {
  const found: ErasedRow[][] = [];
  for (const table of personalTables) {
    const { rows } = await connection.query<ErasedRow>(sql`
      select ${table}::text as of, f.id, f.no_from as "rowNo", encode(f.committed, 'hex') as committed,
        encode(${commitmentTo(table, sql`f`)}, 'hex') as found
      from ${raw(`${schema}${table}`)} f where f.committed is not null`);
    found.push(rows);
  }
  return found.flat();
}
