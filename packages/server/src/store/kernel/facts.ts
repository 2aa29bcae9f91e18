import type { Change } from './change.ts';
import { newId } from './ids.ts';
import { inForce, type Snapshot } from './snapshot.ts';
import { fragment, identifier, join, namedByText, type Sql, sql, Value } from './sql.ts';

/** The tables of facts. */
export type FactTable =
  | 'users'
  | 'groups'
  | 'applications'
  | 'permissions'
  | 'roles'
  | 'memberships'
  | 'inclusions'
  | 'role_permissions'
  | 'role_policies'
  | 'break_glass'
  | 'owners'
  | 'grants'
  | 'clients'
  | 'requests'
  | 'policies'
  | 'application_policies'
  | 'demands'
  | 'connections'
  | 'separations'
  | 'separation_elements'
  | 'separation_exceptions'
  | 'request_votes'
  | 'request_origins'
  | 'request_undos'
  | 'delegations';

/** `no_to` of a fact that is still in force. */
export const untilFurtherNotice = '9223372036854775807';

/** SQL that is true for the present facts of table alias `alias`, which have partial indexes. */
export const present = (alias: string): Sql => fragment(`${alias}.no_to = ${untilFurtherNotice}`);

/** SQL that is true for the facts of table alias `alias` in a snapshot. The newest snapshot uses the indexes of present facts. */
export const recorded = ({ asOf, no }: Snapshot, alias: string): Sql =>
  asOf === undefined ? present(alias) : inForce(alias, no);

/**
 * The rows of a table in a snapshot, for use in `from`: the rows that are still present and those that have ended since. Each part uses
 * its own indexes.
 */
export const seen = (snapshot: Snapshot, table: FactTable, alias: string): Sql => {
  if (snapshot.asOf === undefined)
    return sql`(select f.* from ${identifier(table)} f where ${present('f')}) ${identifier(alias)}`;
  const no = new Value(snapshot.no);
  return sql`(
    select f.* from ${identifier(table)} f where ${present('f')} and f.no_from <= ${no} union all
    select f.* from ${identifier(table)} f where ${ended('f')} and f.no_to > ${no} and f.no_from <= ${no}) ${identifier(alias)}`;
};

/**
 * Returns the two parts of {@link seen} separately. A list reads one part after the other, because PostgreSQL uses no
 * index for a sort over a union.
 */
export const seenInParts = (snapshot: Snapshot, table: FactTable, alias: string): { from: Sql; fromEnded?: Sql } => {
  if (snapshot.asOf === undefined) return { from: seen(snapshot, table, alias) };
  const part = (which: Sql) => sql`(select f.* from ${identifier(table)} f where ${which}) ${identifier(alias)}`;
  const { no } = snapshot;
  return {
    from: part(sql`${present('f')} and f.no_from <= ${no}`),
    fromEnded: part(sql`${ended('f')} and f.no_to > ${no} and f.no_from <= ${no}`),
  };
};

/** SQL that is true for the ended facts of table alias `alias`. */
export const ended = (alias: string): Sql => fragment(`${alias}.no_to < ${untilFurtherNotice}`);

/** SQL that is true for all rows of an entity up to the snapshot, current and former. */
export const knownTo = ({ asOf, no }: Snapshot, alias: string): Sql =>
  asOf === undefined ? sql`true` : sql`${identifier(alias)}.no_from <= ${no}`;

/** Writes a fact that is in force from this change on. */
export async function insertFact(
  { connection, no }: Change,
  table: FactTable,
  fields: Readonly<Record<string, unknown>>,
): Promise<void> {
  const columns = Object.keys(fields).join(', ');
  const values = Object.values(fields).map((value) => sql`${value}`);
  await connection.query(
    namedByText(sql`insert into ${fragment(`${table} (${columns}, no_from)`)} values (${join(values, ', ')}, ${no})`),
  );
}

/** Writes the first row of an entity and returns its id. */
export async function insertEntity(
  change: Change,
  table: FactTable,
  fields: Readonly<Record<string, unknown>>,
  id = newId(),
): Promise<string> {
  await insertFact(change, table, { id, ...fields, created_no: change.no });
  return id;
}

/** Replaces the current row of an entity by a new one. */
export async function replaceEntity(
  change: Change,
  table: FactTable,
  id: string,
  fields: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { rows } = await change.connection.query<{ created: number }>(
    sql`select created_no as created from ${identifier(table)} f where f.id = ${id} and ${present('f')}`,
  );
  await endFacts(change, table, { id: [id] });
  await insertFact(change, table, { id, ...fields, created_no: rows[0]?.created ?? change.no });
}

/**
 * Ends the facts of a table in which every given column has one of the values given for it. A fact that this same
 * change created is deleted instead, because it was never in force.
 */
export async function endFacts(
  { connection, no }: Change,
  table: FactTable,
  where: Readonly<Record<string, readonly string[]>>,
): Promise<number> {
  const conditions = Object.entries(where).map(
    ([column, ids]) => sql`${identifier(`f.${column}`)} = any(${ids}::uuid[])`,
  );
  const which = join([present('f'), ...conditions], ' and ');
  const facts = identifier(table);
  const { rows } = await connection.query<{ ended: number }>(
    namedByText(sql`
    with undone as (delete from ${facts} f where ${which} and f.no_from = ${no} returning 1),
         ended as (update ${facts} f set no_to = ${no} where ${which} and f.no_from < ${no} returning 1)
    select ((select count(*) from undone) + (select count(*) from ended))::int as ended`),
  );
  return rows[0]?.ended ?? 0;
}

/** SQL for the current name of an entity. It is null if the entity was deleted since, and in the newest snapshot. */
export const nameNow = ({ asOf }: Snapshot, table: FactTable, id: Sql): Sql =>
  asOf === undefined
    ? sql`null`
    : sql`(select n.name from ${identifier(table)} n where n.id = ${id} and ${present('n')})`;

/** A column for {@link withNameNow}, to append to others; empty in the newest snapshot. */
export const nameNowColumn = (snapshot: Snapshot, table: FactTable, id: Sql): Sql =>
  snapshot.asOf === undefined ? sql`` : sql`, ${nameNow(snapshot, table, id)} as "nameNow"`;

/** The row with its name at the snapshot, and with the current name if that differs. */
export function withNameNow<Row extends { readonly name: string; readonly nameNow?: string | null | undefined }>(
  row: Row,
): Row {
  const { nameNow: now, ...shown } = row;
  return now === undefined || now === shown.name ? (shown as Row) : row;
}
