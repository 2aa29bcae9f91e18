import { erasedName, erasedUsername } from '@licet/contract';
import { commitmentTo, isCovered, type PersonalTable } from '../audit/erasures.ts';
import type { Change } from '../kernel/change.ts';
import { raw, type Sql, sql } from '../kernel/sql.ts';
import type { KnownBy } from './known-by.ts';

/** Takes what is personal out of the facts about a person; their ids, times and what they had stay. How many rows that were. */
export async function eraseFacts(change: Change, { id, everywhere, amongPeople }: KnownBy): Promise<number> {
  const names = [...everywhere, ...amongPeople];
  const rows = [
    await eraseRows(
      change,
      'users',
      sql`f.id = ${id} and (f.username, f.email, f.name) is distinct from (${erasedUsername}, null, ${erasedName})`,
      sql`username = ${erasedUsername}, username_key = ${erasedUsername}, email = null, email_key = null, name = ${erasedName}`,
    ),
    await eraseRows(
      change,
      'grants',
      sql`f.principal_id = ${id} and f.reason not in ('', ${erasedName})`,
      sql`reason = ${erasedName}`,
    ),
    await eraseRows(
      change,
      'grants',
      sql`(f.granted_by = any(${names}::text[]) or lower(f.granted_by) = any(${names}::text[])) and exists (
        select from change c where c.no in (f.created_no, f.no_from) and c.actor_id = ${id})`,
      sql`granted_by = ${erasedName}`,
    ),
    await eraseRows(
      change,
      'requests',
      sql`f.user_id = ${id} and (f.reason, f.place, f.note) is distinct from (${erasedName}, '', '')`,
      sql`reason = ${erasedName}, place = '', note = ''`,
    ),
  ];
  return rows.reduce((sum, each) => sum + each, 0);
}

interface Row {
  readonly id: string;
  readonly rowNo: number;
  readonly original: string;
  readonly line: string | null;
}

async function eraseRows(change: Change, table: PersonalTable, which: Sql, set: Sql): Promise<number> {
  const { rows } = await change.connection.query<{ rows: number }>(
    sql`select count(*)::int as rows from ${raw(table)} f where ${which}`,
  );
  const count = rows[0]?.rows ?? 0;
  if (count > 0) await change.beside(() => eraseThem(change, table, which, set));
  return count;
}

async function eraseThem({ connection, no }: Change, table: PersonalTable, which: Sql, set: Sql): Promise<void> {
  const rowsOf = raw(table);
  const { rows } = await connection.query<Omit<Row, 'line'> & { known: string | null }>(sql`
    select f.id, f.no_from as "rowNo", encode(coalesce(f.committed, ${commitmentTo(table, sql`f`)}), 'hex') as original,
      (select encode(e.line, 'hex') from erasures e
       where e.of_kind = ${table} and e.of_id = f.id and e.row_no = f.no_from and e.line is not null
         and (e.no_from = ${no} or ${isCovered}) limit 1) as known
    from ${rowsOf} f where ${which}`);
  const numbers = rows.map(({ rowNo }) => rowNo);
  const ids = rows.map((row) => row.id);
  const before = await linesInTheClear(connection, table, ids, numbers);
  const keyed = sql`(f.id, f.no_from) in (select * from unnest(${ids}::uuid[], ${numbers}::int8[]))`;
  await connection.query(sql`
    update ${rowsOf} f set ${set}, salt = uuid_send(gen_random_uuid()), committed = coalesce(f.committed, ${commitmentTo(table, sql`f`)})
    where ${keyed}`);
  const now = await linesInTheClear(connection, table, ids, numbers);
  const keyOf = (row: { readonly id: string; readonly rowNo: number }) => `${row.rowNo} ${row.id}`;
  await connection.query(sql`
    insert into erasures (of_kind, of_id, row_no, original, remains, line, line_now, no_from)
    select ${table}, f.id, f.no_from, decode(it.original, 'hex'), ${commitmentTo(table, sql`f`)}, decode(it.line, 'hex'), decode(it.now, 'hex'), ${no}
    from unnest(${ids}::uuid[], ${numbers}::int8[], ${rows.map(({ original }) => original)}::text[],
      ${rows.map((row) => row.known ?? before.get(keyOf(row)) ?? null)}::text[],
      ${rows.map((row) => now.get(keyOf(row)) ?? null)}::text[]) it (id, no, original, line, now)
    join ${rowsOf} f on f.id = it.id and f.no_from = it.no`);
}

/** The digests of the lines of rows that changes of version 2 cover; of no others, because a digest of what is not salted can be guessed. */
async function linesInTheClear(
  connection: Change['connection'],
  table: PersonalTable,
  ids: readonly string[],
  numbers: readonly number[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await connection.query<{ key: string; line: string }>(sql`
    select f.no || ' ' || (f.fact::json ->> 2) as key, encode(sha256(convert_to(f.fact, 'UTF8')), 'hex') as line
    from (select distinct no from unnest(${numbers}::int8[]) no
          where no <= (select c.no from change c where c.version = 2 order by c.no desc limit 1)) of_change
      cross join lateral ${raw(`facts_of_${table}_2`)}(of_change.no, of_change.no) f
    where f.opened and (f.fact::json ->> 2)::uuid = any(${ids}::uuid[])`);
  return new Map(rows.map(({ key, line }) => [key, line]));
}
