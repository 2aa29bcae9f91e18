import { erasedName, erasedUsername } from '@licet/contract';
import {
  commitmentTo,
  isCovered,
  type PersonalTable,
  personalColumns,
  personalTables,
  personalText,
} from '../audit/erasures.ts';
import type { Change } from '../kernel/change.ts';
import { identifier, join, type Sql, sql } from '../kernel/sql.ts';
import { longNames } from './blank.ts';
import { type KnownBy, nameKeyOf } from './known-by.ts';
import type { Referring } from './referring.ts';

/** Rows of one table that an erasure deletes or blanks. */
export interface ErasedTable {
  readonly table: string;
  readonly rows: number;
}

/** The replacements of personal values. A personal column without one becomes null. */
const instead: Readonly<Record<PersonalTable, Readonly<Record<string, Sql>>>> = {
  users: { username: sql`${erasedUsername}`, username_key: sql`${erasedUsername}`, name: sql`${erasedName}` },
  grants: { reason: sql`case when f.reason = '' then '' else ${erasedName} end` },
  requests: { reason: sql`${erasedName}`, place: sql`''`, note: sql`''` },
};

/**
 * Removes personal values from the facts about a person; ids, times and access stay. Returns the number of rows by
 * table.
 */
export async function eraseFacts(change: Change, known: KnownBy, referring: Referring): Promise<ErasedTable[]> {
  const { id, words } = known;
  const madeByThem = (no: Sql) => sql`exists (select from change c where c.no = ${no} and c.actor_id = ${id})`;
  const related = sql`f.id = any(${[...referring.related]}::uuid[])`;
  const columns = {
    users: await personalColumns(change.connection, 'users'),
    grants: (await personalColumns(change.connection, 'grants')).filter(({ name }) => name !== 'granted_by'),
    requests: await personalColumns(change.connection, 'requests'),
  };
  const erased: Record<PersonalTable, number> = { users: 0, grants: 0, requests: 0 };
  const erase = async (table: PersonalTable, which: Sql, set: Sql) => {
    erased[table] += await eraseRows(change, table, which, set);
  };
  const whose = { users: sql`f.id`, grants: sql`f.principal_id`, requests: sql`f.user_id` };
  for (const table of personalTables) {
    const blanks = columns[table].map(({ name }) => [identifier(name), instead[table][name] ?? sql`null`] as const);
    const differs = blanks.map(([column, blank]) => sql`f.${column} is distinct from ${blank}`);
    const set = blanks.map(([column, blank]) => sql`${column} = ${blank}`);
    await erase(table, sql`${whose[table]} = ${id} and (${join(differs, ' or ')})`, join(set, ', '));
  }
  await erase(
    'grants',
    sql`(f.granted_by = any(${words}::text[]) or ${nameKeyOf(sql`f.granted_by`)} = any(${words}::text[])) and ${madeByThem(sql`f.created_no`)}`,
    sql`granted_by = ${erasedName}`,
  );
  // In rows of other users, the names stay. Only the columns that were added later are searched, because they are free
  // text.
  const written = { ...columns, users: columns.users.filter(({ later }) => later) };
  const refers = { users: sql`false`, grants: madeByThem(sql`f.no_from`), requests: related };
  for (const table of personalTables) {
    const texts = written[table].map(({ name }) => name);
    if (texts.length > 0)
      erased[table] += await eraseTexts(change, table, texts, sql`${whose[table]} <> ${id}`, refers[table], known);
  }
  return personalTables.map((table) => ({ table, rows: erased[table] })).filter(({ rows }) => rows > 0);
}

/**
 * Removes the person from free text in other rows, as {@link blankJson} does in events. Verified addresses are removed
 * from every text, names and other addresses only from texts that refer to the person.
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
    for (const pattern of patternsOf(words)) {
      const named = columns.map((column) => sql`f.${identifier(column)} ~* ${pattern}`);
      const set = columns.map(
        (column) =>
          sql`${identifier(column)} = regexp_replace(f.${identifier(column)}, ${pattern}, ${erasedName}, 'gi')`,
      );
      rows += await eraseRows(
        change,
        table,
        sql`${ofOthers} and ${which} and (${join(named, ' or ')})`,
        sql`${join(set, ', ')}`,
      );
    }
  }
  return rows;
}

/**
 * Regular expressions of PostgreSQL that match the words as whole words, the longest first. There are several, because PostgreSQL rejects
 * very long ones.
 */
function patternsOf(words: readonly string[]): string[] {
  const parts: string[][] = [];
  let left = 0;
  for (const word of [...words].sort((one, other) => other.length - one.length)) {
    if (word.length > left || parts.length === 0) {
      parts.push([]);
      left = inOnePattern;
    }
    left -= word.length;
    parts.at(-1)?.push(word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/[Σσς]/g, '[Σσς]'));
  }
  return parts.map((part) => `(?<![[:alnum:]_.+-])(?:${part.join('|')})(?![[:alnum:]_@-])`);
}
const inOnePattern = 4000;

interface Row {
  readonly id: string;
  readonly rowNo: number;
  readonly original: string;
  /** What an earlier erasure stored for older versions; see {@link olderOf}. */
  readonly known: { readonly line: string; readonly of: 'line' | 'commitment' } | null;
  /** The commitment as version 3 computes it, if the row has values that version 3 leaves out. */
  readonly third: string | null;
}

/** Returns the number of rows. */
async function eraseRows(change: Change, table: PersonalTable, which: Sql, set: Sql): Promise<number> {
  const { rows } = await change.connection.query<{ rows: number }>(
    sql`select count(*)::int as rows from ${identifier(table)} f where ${which}`,
  );
  const count = rows[0]?.rows ?? 0;
  if (count > 0) await change.sideEffects(() => eraseThem(change, table, which, set));
  return count;
}

async function eraseThem({ connection, no }: Change, table: PersonalTable, which: Sql, set: Sql): Promise<void> {
  const rowsOf = identifier(table);
  const text = await personalText(connection, table, 'f');
  const committed = commitmentTo(text, 'f');
  const third = sql`${identifier(`facts_personal_${table}_3`)}(f)`;
  const { rows } = await connection.query<Row>(sql`
    select f.id, f.no_from as "rowNo", encode(coalesce(f.committed, ${committed}), 'hex') as original,
      case when f.committed is null and ${text} <> ${third} then encode(${commitmentTo(third, 'f')}, 'hex') end as third,
      (select json_build_object('line', encode(e.line, 'hex'), 'of', case when e.line_now = e.original then 'commitment' else 'line' end) from erasures e
       where e.of_kind = ${table} and e.of_id = f.id and e.row_no = f.no_from and e.line is not null
         and (e.no_from = ${no} or ${isCovered}) limit 1) as known
    from ${rowsOf} f where ${which}`);
  const numbers = rows.map(({ rowNo }) => rowNo);
  const ids = rows.map((row) => row.id);
  const before = await linesInTheClear(connection, table, rows);
  const keyed = sql`(f.id, f.no_from) in (select * from unnest(${ids}::uuid[], ${numbers}::int8[]))`;
  await connection.query(sql`
    update ${rowsOf} f set ${set}, salt = uuid_send(gen_random_uuid()), committed = coalesce(f.committed, ${committed})
    where ${keyed}`);
  const now = await linesInTheClear(connection, table, rows);
  const kept = rows.map((row) => olderOf(row, before.get(keyOf(row)), now.get(keyOf(row))));
  await connection.query(sql`
    insert into erasures (of_kind, of_id, row_no, original, remains, line, line_now, no_from)
    select ${table}, f.id, f.no_from, decode(it.original, 'hex'), ${committed}, decode(it.line, 'hex'), decode(it.now, 'hex'), ${no}
    from unnest(${ids}::uuid[], ${numbers}::int8[], ${rows.map(({ original }) => original)}::text[],
      ${kept.map(({ line }) => line)}::text[], ${kept.map((it) => it.now)}::text[]) it (id, no, original, line, now)
    join ${rowsOf} f on f.id = it.id and f.no_from = it.no`);
}

/**
 * Returns what an erasure stores of a row so that older changes can still be verified. For version 3 it is the salted
 * commitment. For version 2, which covers values in plain text, it is the digest of the line.
 */
function olderOf({ known, third, original }: Row, before?: string, now?: string) {
  if (known?.of === 'commitment' || (known === null && third !== null))
    return { line: known?.line ?? third, now: original };
  return { line: known?.line ?? before ?? null, now: now ?? null };
}

const keyOf = ({ id, rowNo }: Pick<Row, 'id' | 'rowNo'>) => `${rowNo} ${id}`;

/**
 * Returns the digests of the row lines that changes of version 2 cover. Other lines are left out, because a digest
 * without salt can be guessed.
 */
async function linesInTheClear(
  connection: Change['connection'],
  table: PersonalTable,
  wanted: readonly Row[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await connection.query<{ key: string; line: string }>(sql`
    select f.no || ' ' || (f.fact::json ->> 2) as key, encode(sha256(convert_to(f.fact, 'UTF8')), 'hex') as line
    from (select distinct no from unnest(${wanted.map(({ rowNo }) => rowNo)}::int8[]) no
          where no <= (select c.no from change c where c.version = 2 order by c.no desc limit 1)) of_change
      cross join lateral ${identifier(`facts_of_${table}_2`)}(of_change.no, of_change.no) f
    where f.opened and (f.fact::json ->> 2)::uuid = any(${wanted.map(({ id }) => id)}::uuid[])`);
  return new Map(rows.map(({ key, line }) => [key, line]));
}
