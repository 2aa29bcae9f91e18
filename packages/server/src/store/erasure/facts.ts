import { erasedName, erasedUsername } from '@licet/contract';
import { commitmentTo, isCovered, type PersonalTable } from '../audit/erasures.ts';
import type { Change } from '../kernel/change.ts';
import { identifier, join, type Sql, sql } from '../kernel/sql.ts';
import { longNames } from './blank.ts';
import type { KnownBy } from './known-by.ts';
import { nameKeyOf } from './name-key.ts';
import type { Referring } from './referring.ts';

/** Rows of one table that an erasure deletes or blanks. */
export interface ErasedTable {
  readonly table: string;
  readonly rows: number;
}

/**
 * Removes personal values from the facts about a person; ids, times and access stay. Returns the number of rows by
 * table.
 */
export async function eraseFacts(change: Change, known: KnownBy, referring: Referring): Promise<ErasedTable[]> {
  const { id, words } = known;
  const madeByThem = (no: Sql) => sql`exists (select from change c where c.no = ${no} and c.actor_id = ${id})`;
  const related = sql`f.id = any(${[...referring.related]}::uuid[])`;
  return [
    await eraseRows(
      change,
      'users',
      sql`f.id = ${id} and (f.username, f.email, f.name) is distinct from (${erasedUsername}, null, ${erasedName})`,
      sql`username = ${erasedUsername}, username_key = ${erasedUsername}, email = null, email_key = null, name = ${erasedName}`,
    ),
    {
      table: 'grants',
      rows:
        (
          await eraseRows(
            change,
            'grants',
            sql`f.principal_id = ${id} and f.reason not in ('', ${erasedName})`,
            sql`reason = ${erasedName}`,
          )
        ).rows +
        (
          await eraseRows(
            change,
            'grants',
            sql`(f.granted_by = any(${words}::text[]) or ${nameKeyOf(sql`f.granted_by`)} = any(${words}::text[])) and ${madeByThem(sql`f.created_no`)}`,
            sql`granted_by = ${erasedName}`,
          )
        ).rows +
        (await eraseTexts(
          change,
          'grants',
          ['reason'],
          sql`f.principal_id <> ${id}`,
          madeByThem(sql`f.no_from`),
          known,
        )),
    },
    {
      table: 'requests',
      rows:
        (
          await eraseRows(
            change,
            'requests',
            sql`f.user_id = ${id} and (f.reason, f.place, f.note) is distinct from (${erasedName}, '', '')`,
            sql`reason = ${erasedName}, place = '', note = ''`,
          )
        ).rows +
        (await eraseTexts(change, 'requests', ['reason', 'place', 'note'], sql`f.user_id <> ${id}`, related, known)),
    },
  ].filter(({ rows }) => rows > 0);
}

/**
 * Removes the person from free text, as {@link blankJson} does in events: proved addresses everywhere, more in texts
 * that refer to them.
 */
async function eraseTexts(
  change: Change,
  table: PersonalTable,
  columns: readonly string[],
  ofOthers: Sql,
  refers: Sql,
  known: KnownBy,
): Promise<number> {
  let rows = 0;
  for (const [words, which] of [
    [longNames(known), refers],
    [known.proved, sql`true`],
  ] as const) {
    if (words.length === 0) continue;
    const pattern = patternOf(words);
    const named = columns.map((column) => sql`f.${identifier(column)} ~* ${pattern}`);
    const set = columns.map(
      (column) => sql`${identifier(column)} = regexp_replace(f.${identifier(column)}, ${pattern}, ${erasedName}, 'gi')`,
    );
    rows += (
      await eraseRows(
        change,
        table,
        sql`${ofOthers} and ${which} and (${join(named, ' or ')})`,
        sql`${join(set, ', ')}`,
      )
    ).rows;
  }
  return rows;
}

/** A regular expression of PostgreSQL that finds the words whole, the longest first. */
const patternOf = (words: readonly string[]): string =>
  `(?<![[:alnum:]_.+-])(?:${[...words]
    .sort((one, other) => other.length - one.length)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/[Σσς]/g, '[Σσς]'))
    .join('|')})(?![[:alnum:]_@-])`;

interface Row {
  readonly id: string;
  readonly rowNo: number;
  readonly original: string;
  readonly line: string | null;
}

async function eraseRows(change: Change, table: PersonalTable, which: Sql, set: Sql): Promise<ErasedTable> {
  const { rows } = await change.connection.query<{ rows: number }>(
    sql`select count(*)::int as rows from ${identifier(table)} f where ${which}`,
  );
  const count = rows[0]?.rows ?? 0;
  if (count > 0) await change.beside(() => eraseThem(change, table, which, set));
  return { table, rows: count };
}

async function eraseThem({ connection, no }: Change, table: PersonalTable, which: Sql, set: Sql): Promise<void> {
  const rowsOf = identifier(table);
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

/**
 * The digests of the row lines that changes of version 2 cover; only of these, because a digest of unsalted values
 * can be guessed.
 */
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
      cross join lateral ${identifier(`facts_of_${table}_2`)}(of_change.no, of_change.no) f
    where f.opened and (f.fact::json ->> 2)::uuid = any(${ids}::uuid[])`);
  return new Map(rows.map(({ key, line }) => [key, line]));
}
