import { Refusal } from '../../refusal.ts';
import type { Change } from './change.ts';
import type { Connection } from './database.ts';
import { refusalOf } from './database-fault.ts';
import { type FactTable, present, untilFurtherNotice } from './facts.ts';
import { laterBy } from './instants.ts';
import { fragment, identifier, sql } from './sql.ts';

/**
 * Changes that are made together with few statements. Each has its own number, and an instant one microsecond after the
 * previous one. `no` and `at` are those of the last change. In a draft, all changes have the number and the instant of
 * the draft.
 */
export interface Many extends Change {
  readonly count: number;
  /** The number of the change at an index, from 0. */
  noOf(place: number): number;
  /** The instant of the change at an index. */
  atOf(place: number): string;
}

type Begun = Omit<Change, 'record'>;

/** Returns `count` changes. The first has the number and the instant of `first`. */
export function manyOf(first: Begun, count: number): Many {
  const last = first.no + count - 1;
  const atOf = (place: number) => laterBy(first.at, place);
  const { at: _, no: __, ...rest } = first;
  return {
    ...rest,
    no: last,
    at: atOf(count - 1),
    count,
    atOf,
    noOf: (place) => first.no + place,
    record: recordsNothing,
  };
}

function recordsNothing(): never {
  throw new Error('Changes that are made together return what they record.');
}

/** Returns `count` changes within a draft. All have the number and the instant of the draft. */
export const manyIn = (draft: Change, count: number): Many => ({
  ...draft,
  count,
  noOf: () => draft.no,
  atOf: () => draft.at,
  record: recordsNothing,
});

/** The changes at the given indexes, in this order, for writing them separately. */
export const manyAt = (many: Many, places: readonly number[]): Many => {
  const placeOf = (index: number) => {
    const place = places[index];
    if (place === undefined) throw new Error('A change has no place among those made with it.');
    return place;
  };
  return {
    ...many,
    count: places.length,
    noOf: (index) => many.noOf(placeOf(index)),
    atOf: (index) => many.atOf(placeOf(index)),
  };
};

/**
 * Thrown when several changes cannot be made together. The changes are then made one at a time, so no caller sees this
 * error.
 */
export class NotTogether extends Error {
  override readonly name = 'NotTogether';
}

/** Runs work that may fail. If it does, its writes are rolled back and the result is undefined. */
export async function attempt<Result>(
  connection: Connection,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  await connection.query('savepoint together');
  try {
    const result = await work();
    await connection.query('release savepoint together');
    return result;
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof NotTogether || refusalOf(error))) throw error;
    await connection.query('rollback to savepoint together');
    await connection.query('release savepoint together');
    return undefined;
  }
}

/** A fact to write, with the index of the change that creates it. */
export interface NewFact {
  readonly place: number;
  readonly fields: Readonly<Record<string, unknown>>;
}

/**
 * Writes new facts. Each begins with the change of its index, and all have the same fields. In a draft, this bypasses
 * the view, because the trigger of the view writes one row at a time.
 */
export async function insertFacts(many: Many, table: FactTable, facts: readonly NewFact[]): Promise<void> {
  const [first] = facts;
  if (!first) return;
  const columns = [...Object.keys(first.fields), 'no_from'].join(', ');
  const rows = facts.map(({ place, fields }) => ({ ...fields, no_from: many.noOf(place) }));
  const into = many.checking.draft ? `pg_temp.opened_${table}` : table;
  await many.connection.query(sql`
    insert into ${fragment(`${into} (${columns})`)}
    select ${fragment(columns)} from json_populate_recordset(null::${identifier(`public.${table}`)}, ${JSON.stringify(rows)}::json)`);
}

/** Writes new facts of one change by one statement, so that the triggers of a draft run once and not for each row. */
export const insertTogether = (change: Change, table: FactTable, rows: readonly NewFact['fields'][]): Promise<void> =>
  insertFacts(
    manyIn(change, rows.length),
    table,
    rows.map((fields, place) => ({ place, fields })),
  );

/** Writes the first rows of entities, whose ids are among their fields. */
export const insertEntities = (many: Many, table: FactTable, facts: readonly NewFact[]): Promise<void> =>
  insertFacts(
    many,
    table,
    facts.map(({ place, fields }) => ({ place, fields: { ...fields, created_no: many.noOf(place) } })),
  );

/** The facts that a change ends, identified by id columns. */
export interface EndedFact {
  readonly place: number;
  readonly where: Readonly<Record<string, string>>;
}

/**
 * Ends the facts with the given values, each with the number of its change. All entries name the same columns. A fact
 * that the same change created is deleted instead. Returns the number of ended and deleted facts.
 */
export async function endEach(many: Many, table: FactTable, facts: readonly EndedFact[]): Promise<number> {
  const [first] = facts;
  if (!first) return 0;
  const columns = Object.keys(first.where);
  // A view of a draft would end a fact once for each change that names it. So only the first change that names a fact
  // is kept.
  const rows = new Map<string, object>();
  for (const { place, where } of facts) {
    const which = columns.map((column) => where[column]?.toLowerCase()).join(' ');
    if (!rows.has(which)) rows.set(which, { ...where, m_no: many.noOf(place) });
  }
  const which = fragment(
    [...columns.map((column) => `f.${column} = m.m_${column}`), `f.no_to = ${untilFurtherNotice}`].join(' and '),
  );
  const named = columns.map((column) => `"${column}" as m_${column}`).join(', ');
  const typed = columns.map((column) => `"${column}" uuid`).join(', ');
  const { rows: counted } = await many.connection.query<{ ended: number }>(sql`
    with m as materialized (
      select ${fragment(named)}, m_no from json_to_recordset(${JSON.stringify([...rows.values()])}::json) r (${fragment(typed)}, m_no int8)
    ),
    undone as (delete from ${identifier(table)} f using m where ${which} and f.no_from = m_no returning 1),
    ended as (update ${identifier(table)} f set no_to = m_no from m where ${which} and f.no_from < m_no returning 1)
    select ((select count(*) from undone) + (select count(*) from ended))::int as ended`);
  return counted[0]?.ended ?? 0;
}

/** Replaces the current rows of entities, each by the change at its index. The fields include the id. */
export async function replaceEntities(
  many: Many,
  table: FactTable,
  facts: readonly { readonly place: number; readonly fields: { readonly id: string } }[],
): Promise<void> {
  const ids = facts.map(({ fields }) => fields.id);
  const { rows } = await many.connection.query<{ id: string; created: number }>(sql`
    select f.id, f.created_no as created from ${identifier(table)} f where f.id = any(${ids}::uuid[]) and ${present('f')}`);
  const created = new Map(rows.map((row) => [row.id, row.created]));
  await endEach(
    many,
    table,
    facts.map(({ place, fields: { id } }) => ({ place, where: { id } })),
  );
  await insertFacts(
    many,
    table,
    facts.map(({ place, fields }) => ({
      place,
      fields: { ...fields, created_no: created.get(fields.id) ?? many.noOf(place) },
    })),
  );
}
