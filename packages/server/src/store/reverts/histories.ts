import type { Snapshot } from '../kernel/snapshot.ts';
import { fragment, identifier, join, type Sql, sql } from '../kernel/sql.ts';

/** The tables of facts that plans change, with the columns that identify an object. */
const tables = {
  users: ['id'],
  groups: ['id'],
  applications: ['id'],
  permissions: ['id'],
  roles: ['id'],
  clients: ['id'],
  grants: ['id'],
  memberships: ['group_id', 'member_id'],
  inclusions: ['role_id', 'included_id'],
  role_permissions: ['role_id', 'permission_id'],
  owners: ['app_id', 'user_id'],
  settings: [],
  role_policies: ['role_id'],
  separations: ['id'],
  separation_exceptions: ['id'],
} as const satisfies Record<string, readonly string[]>;
export type RevertedTable = keyof typeof tables;
/** Links have no further fields: they exist or they do not. */
const links: ReadonlySet<string> = new Set(['memberships', 'inclusions', 'role_permissions', 'owners']);
const names = Object.keys(tables) as RevertedTable[];

/**
 * A fact as stored. It is in force from the change `from` until the change `to`; `to` is null if it still is in force.
 */
export interface Row {
  readonly from: number;
  readonly to: number | null;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A change of an object, and the state of the object afterwards (`row`); undefined if the change deleted it. */
export interface Turn {
  readonly no: number;
  readonly row: Row | undefined;
}

/** An object with its whole history. */
export class FactHistory {
  readonly table: RevertedTable;
  /** The id; for a link both ids. */
  readonly key: string;
  readonly turns: readonly Turn[];

  constructor(table: RevertedTable, key: string, facts: readonly Row[]) {
    this.table = table;
    this.key = key;
    const rows = links.has(table) ? joined(facts) : facts;
    this.turns = rows.flatMap((row, index) =>
      row.to === null || rows[index + 1]?.from === row.to
        ? [{ no: row.from, row }]
        : [
            { no: row.from, row },
            { no: row.to, row: undefined },
          ],
    );
  }

  get present(): Row | undefined {
    return this.turns.at(-1)?.row;
  }

  /** The last value of a column. */
  field(name: string): unknown {
    return this.turns.findLast(({ row }) => row)?.row?.fields[name];
  }

  text(name: string): string {
    const value = this.field(name);
    return typeof value === 'string' ? value : '';
  }

  /**
   * Returns the unbroken run of given changes at the end of this object's history (`own`), and the state before the run
   * (`before`). If the latest change is not a given one, `own` is empty, `foreign` is the latest change, and `before`
   * is the state before the first given change.
   */
  tail(asked: ReadonlySet<number>): { before: Row | undefined; own: readonly Turn[]; foreign?: number } {
    let first = this.turns.length;
    while (first > 0 && asked.has(this.turns[first - 1]?.no ?? 0)) first -= 1;
    if (first < this.turns.length) return { before: this.turns[first - 1]?.row, own: this.turns.slice(first) };
    const earliest = this.turns.findIndex(({ no }) => asked.has(no));
    return { before: this.turns[earliest - 1]?.row, own: [], foreign: this.turns.at(-1)?.no ?? 0 };
  }
}

/** Merges consecutive rows if one change ended the first and began the second: the link then existed the whole time. */
function joined(rows: readonly Row[]): Row[] {
  const known: Row[] = [];
  for (const row of rows) {
    const last = known.at(-1);
    if (last?.to === row.from) known.splice(-1, 1, { ...last, to: row.to });
    else known.push(row);
  }
  return known;
}

/** The number of facts that changes began and ended. */
export async function countTouched({ connection }: Snapshot, numbers: readonly number[]): Promise<number> {
  const counts = names.map((name) => sql`(select count(*) from ${identifier(name)} f where ${touched('f', numbers)})`);
  const { rows } = await connection.query<{ total: number }>(sql`select (${join(counts, ' + ')})::int as total`);
  return rows[0]?.total ?? 0;
}

/**
 * The size in bytes of everything that {@link touchedHistories} would read for these changes, because one thing can have any number of
 * facts.
 */
export async function sizeOfHistory({ connection }: Snapshot, numbers: readonly number[]): Promise<number> {
  const sizes = names.map(
    (name) =>
      sql`(select coalesce(sum(octet_length(f::text)), 0) from ${identifier(name)} f where ${ofTouched(name, numbers)})`,
  );
  const { rows } = await connection.query<{ total: number }>(sql`select (${join(sizes, ' + ')})::int8 as total`);
  return Number(rows[0]?.total ?? 0);
}

/**
 * Everything that the changes altered, each with its whole history. An object that a change ended and began again counts
 * as unaltered.
 */
export async function touchedHistories(snapshot: Snapshot, numbers: readonly number[]): Promise<FactHistory[]> {
  const asked = new Set(numbers);
  const histories: FactHistory[][] = [];
  for (const name of names) histories.push(await historiesOf(snapshot, name, numbers));
  return histories.flat().filter(({ turns }) => turns.some(({ no }) => asked.has(no)));
}

async function historiesOf(
  { connection }: Snapshot,
  name: RevertedTable,
  numbers: readonly number[],
): Promise<FactHistory[]> {
  const columns = tables[name];
  const { rows } = await connection.query<Record<string, unknown> & { no_from: number; no_to: number }>(
    sql`select f.* from ${identifier(name)} f where ${ofTouched(name, numbers)} order by f.no_from`,
  );
  const found = new Map<string, Row[]>();
  for (const { no_from: from, no_to: to, ...fields } of rows) {
    const id = columns.map((column) => String(fields[column])).join(' ');
    const list = found.get(id) ?? [];
    list.push({ from, to: Number.isSafeInteger(to) ? to : null, fields });
    found.set(id, list);
  }
  return [...found].map(([id, list]) => new FactHistory(name, id, list));
}

/** SQL that is true if a fact `f` belongs to an object that one of the changes touched. */
function ofTouched(name: RevertedTable, numbers: readonly number[]): Sql {
  const table = identifier(name);
  const columns = tables[name];
  if (columns.length === 0) return sql`exists (select from ${table} t where ${touched('t', numbers)})`;
  const of = (alias: string) => columns.map((column) => `${alias}.${column}`).join(', ');
  return sql`${fragment(`(${of('f')})`)} in (select ${fragment(of('t'))} from ${table} t where ${touched('t', numbers)})`;
}

const touched = (alias: string, numbers: readonly number[]): Sql =>
  sql`(${identifier(alias)}.no_from = any(${numbers}::int8[]) or ${identifier(alias)}.no_to = any(${numbers}::int8[]))`;
