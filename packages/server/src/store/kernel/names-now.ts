import type { FactTable } from './facts.ts';
import { present } from './facts.ts';
import type { Snapshot } from './snapshot.ts';
import { identifier, type Sql, sql } from './sql.ts';

/** SQL for the present name of an entity, null if deleted since; null in the newest snapshot. */
export const nameNow = ({ asOf }: Snapshot, table: FactTable, id: Sql): Sql =>
  asOf === undefined
    ? sql`null`
    : sql`(select n.name from ${identifier(table)} n where n.id = ${id} and ${present('n')})`;

/** A column for {@link withNameNow}, to follow others; nothing in the newest snapshot. */
export const nameNowColumn = (snapshot: Snapshot, table: FactTable, id: Sql): Sql =>
  snapshot.asOf === undefined ? sql`` : sql`, ${nameNow(snapshot, table, id)} as "nameNow"`;

/** A name of then, and that of now where it is another. */
export function withNameNow<Row extends { readonly name: string; readonly nameNow?: string | null | undefined }>(
  row: Row,
): Row {
  const { nameNow: now, ...shown } = row;
  return now === undefined || now === shown.name ? (shown as Row) : row;
}
