import { createBoundedCache } from '@licet/api/verify';
import { limits, type Page } from '@licet/contract';
import { type CursorPart, filtersOf, readCursor, type SortType, writeCursor } from './cursor.ts';
import { asOfShown, type Snapshot } from './snapshot.ts';
import { fragment, identifier, join, literal, namedByText, type Sql, sql } from './sql.ts';

/** The page parameters of a caller. */
export interface PageQuery {
  readonly cursor?: string | undefined;
  /** With 0, the rows are only counted. */
  readonly limit?: number | undefined;
  /** Whether counting has no bound. */
  readonly exact?: boolean | undefined;
}

/** One expression of an order, with its type. It must never be null. */
export interface SortKey {
  readonly sql: Sql;
  readonly type: SortType;
}

/** An order. Its keys together identify a row, and all have the same direction. */
export interface Order {
  /** The name of the sort in the contract, or an internal name for an order by rank. */
  readonly name: string;
  readonly keys: readonly SortKey[];
  readonly descending: boolean;
}

/** A source of rows, and their sort keys. */
export interface Source {
  readonly from: Sql;
  readonly keys: readonly SortKey[];
}

/** A list: its columns, source and order. The rows of the page are picked first, and only those are joined with further tables. */
export interface List {
  /** The name of the list, so that a cursor of another list is rejected. */
  readonly name: string;
  readonly select: Sql;
  /** The alias of the table whose rows are listed. */
  readonly alias: string;
  /** The source of rows: the listed table, and the tables that `where` and `order` need. */
  readonly from: Sql;
  /** The ended rows of the source. They are read separately, so that PostgreSQL uses their own index. */
  readonly fromEnded?: Sql | undefined;
  /**
   * Further rows, which come after all others and have other sort keys. They are read only if `from` does not fill the
   * page.
   */
  readonly rest?: Source | undefined;
  /** Columns of `from` that `select` needs in addition to those of the listed table. */
  readonly also?: Sql;
  /** The joins of the picked rows that `select` needs. */
  readonly joins?: Sql;
  /** The source for counting, if it is cheaper than `from`. */
  readonly countFrom?: Sql;
  /** Whether the list has no filter. If so, all rows are counted by one index; otherwise counting stops at a bound. */
  readonly whole?: boolean | undefined;
  /** The number of rows, if it is already known; at most one above the bound. The rows are then not counted. */
  readonly counted?: number | undefined;
  readonly where: readonly Sql[];
  readonly order: Order;
  /** The instant of the list. Its cursors are valid only for this instant. */
  readonly asOf?: string | undefined;
  /** The page size, if it differs from the usual one. */
  readonly size?: number | undefined;
  /** SQL for the bytes of a row. The page then ends early, after the row with which it exceeds `most`. */
  readonly bytes?: { readonly of: Sql; readonly most: number } | undefined;
  /** Common table expressions that `where` needs. The count and the rows share them. */
  readonly shared?: readonly Sql[];
}

/** The order for the `sort` of a query: with `-` in front it is descending; without a `sort` it is the first of `orders`. */
export function orderOf(orders: Readonly<Record<string, readonly SortKey[]>>, sort: string | undefined): Order {
  const name = sort ?? Object.keys(orders)[0] ?? '';
  const descending = name.startsWith('-');
  const keys = orders[descending ? name.slice(1) : name];
  if (!keys) throw new Error(`The list has no order ${name}.`);
  return { name, keys, descending };
}

/**
 * One page of a list, after the cursor. Keyset pagination: rows that are inserted meanwhile neither repeat nor hide others.
 * @throws Refusal `invalid_cursor`
 */
export async function page<Row extends object>(snapshot: Snapshot, list: List, query: PageQuery): Promise<Page<Row>> {
  const asked = { ...list, asOf: snapshot.asOf, whole: list.whole && snapshot.asOf === undefined };
  const parts = partsOf<Row>(asked, query);
  const known = asked.whole ? knownTotal(snapshot, parts.total) : undefined;
  const total = asked.whole
    ? countedAt(snapshot, parts.total, known)
    : sql`select total, null as head from (${parts.total}) counting`;
  const counts = sql`counted.total as key_total, counted.head as key_head`;
  const statement =
    query.limit === 0
      ? sql`${withShared(list)} select ${counts}, null as key_0 from (${total}) counted`
      : sql`
      ${withShared(list, sql`picked as (${parts.rows})`)} select ${counts}, picked.* from (${total}) counted
      left join picked on true order by ${parts.order('picked')}`;
  // For a past instant the statement is planned each time, in 3 ms: a generic plan assumes that few rows have ended since, and is slow if
  // many have.
  const { rows } = await snapshot.connection.query<PageRow>(
    snapshot.asOf === undefined ? namedByText(statement) : statement,
  );
  const shown = rows.filter(({ key_0 }) => key_0 !== null);
  const { key_total: counted = 0, key_head: head = null } = rows[0] ?? {};
  if (asked.whole) rememberTotal(snapshot, parts.total, { total: counted, head });
  return { ...parts.read(shown, counted), ...(snapshot.asOf !== undefined && { asOf: asOfShown(snapshot) }) };
}

/** The `with` clause of a statement; empty without expressions. */
function withShared({ shared = [] }: List, ...own: readonly Sql[]): Sql {
  const all = [...shared, ...own];
  if (all.length === 0) return nothing;
  return sql`with ${shared.length > 0 ? sql`recursive ` : nothing}${join(all, ', ')}`;
}

type PageRow = Record<string, unknown> & {
  readonly key_total: number;
  readonly key_head: string | null;
  readonly key_0: unknown;
};

/** The parts of a page, for a list that is read in one statement with other data. */
export interface PageParts<Row> {
  /** Selects the rows of the page, and at least one more if more follow. */
  readonly rows: Sql;
  /** The order, for a table alias. */
  readonly order: (alias: string) => Sql;
  /** Selects `total`: the number of rows in the whole list, or one above the bound. */
  readonly total: Sql;
  /** Converts the rows that these parts select to a page. */
  readonly read: (rows: readonly Record<string, unknown>[], total: number) => Page<Row>;
}

/**
 * The row limits in statements; rows beyond the page are dropped. The limit is part of the text, so that the planner
 * knows that few rows are needed. Only a few limits are used, because statements are named by their text and the number
 * of names is bounded.
 */
const askedFor = [10, 25, limits.pageDefault.value, 100, limits.pageMax.value];

/** @throws Refusal `invalid_cursor` */
export function partsOf<Row extends object>(list: List, query: PageQuery): PageParts<Row> {
  const limit = list.size ?? Math.min(query.limit ?? limits.pageDefault.value, limits.pageMax.value);
  const asked = askedFor.find((rows) => rows >= limit) ?? limit;
  const { order, rest } = list;
  const bound = boundTo(list, query);
  const countMax = list.whole || query.exact ? Number.POSITIVE_INFINITY : limits.countMax.value;
  const cursor = query.cursor === undefined ? undefined : readCursor(query.cursor, bound, order.keys);
  const picked = identifier(list.alias);
  const direction = fragment(order.descending ? 'desc' : 'asc');
  const names = order.keys.map((_, index) => identifier(`key_${index}`));
  const most = literal(asked + 1);
  const pick = ({ from, keys }: Source, when: readonly Sql[] = []) => {
    const where = [...list.where, ...when, ...(cursor ? after({ ...order, keys }, cursor, rest !== undefined) : [])];
    return sql`
        select ${picked}.*, ${list.also ? sql`${list.also}, ` : nothing}${join(
          keys.map((key, index) => sql`${key.sql} as ${identifier(`key_${index}`)}`),
          ', ',
        )}
        from ${from} ${whereOf(where)}
        order by ${join(
          keys.map((key) => sql`${key.sql} ${direction}`),
          ', ',
        )} limit ${most}`;
  };
  const inOrder = join(
    names.map((name) => sql`${name} ${direction}`),
    ', ',
  );
  const first = pick({ from: list.from, keys: order.keys });
  const sooner = list.fromEnded
    ? sql`select * from ((${first}) union all (${pick({ from: list.fromEnded, keys: order.keys })})) parts order by ${inOrder} limit ${most}`
    : first;
  const all = rest
    ? sql`select * from sooner union all (${pick(rest, [sql`(select count(*) from sooner) < ${most}`])})`
    : sooner;
  const weighed = list.bytes
    ? sql`, count(*) over () as key_picked, coalesce(sum(${list.bytes.of}) over (
        order by ${inOrder} rows between unbounded preceding and 1 preceding), 0) as key_bytes`
    : nothing;
  const within = (rows: Sql) =>
    list.bytes ? sql`select * from (${rows}) weighed where key_bytes <= ${literal(list.bytes.most)}` : rows;
  return {
    rows: within(sql`
      ${rest ? sql`with sooner as materialized (${sooner})` : nothing}
      select ${list.select}, ${join(
        names.map((name) => sql`${picked}.${name}`),
        ', ',
      )}${weighed} from (${all}) ${picked} ${list.joins ?? nothing}`),
    order: (alias) =>
      join(
        names.map((name) => sql`${identifier(alias)}.${name} ${direction}`),
        ', ',
      ),
    total: list.counted === undefined ? totalOf(list, countMax) : sql`select ${list.counted}::int as total`,
    read: (rows, total) => {
      const shown = rows.slice(0, limit);
      const last = shown.at(-1);
      const next =
        last && (rows.length > limit || Number(last.key_picked ?? 0) > rows.length)
          ? writeCursor(
              bound,
              order.keys.map((_, index) => last[`key_${index}`] as CursorPart),
            )
          : null;
      return {
        items: shown.map((row) => withoutKeys<Row>(row)),
        next,
        total: Math.min(total, countMax),
        atLeast: total > countMax,
      };
    },
  };
}

/** The page with each row converted. */
export const mapPage = <From, To>(from: Page<From>, convert: (row: From) => To): Page<To> => ({
  ...from,
  items: from.items.map(convert),
});

const boundTo = ({ name, order, asOf }: List, query: PageQuery) =>
  [name, order.name, asOf ?? '', filtersOf(query)].filter((part) => part !== '').join(' ');

const nothing = sql``;

const whereOf = (conditions: readonly Sql[]) =>
  conditions.length > 0 ? sql`where ${join(conditions, ' and ')}` : nothing;

/**
 * Returns conditions for the rows after a cursor. With several sources, the first key is also compared separately. If
 * that key is constant for a source, PostgreSQL can then skip the source without reading it.
 */
function after(
  { keys, descending }: Pick<Order, 'keys' | 'descending'>,
  parts: readonly CursorPart[],
  ofSeveral: boolean,
): Sql[] {
  const sides = keys.map((key, index) => sql`${parts[index]}::${identifier(key.type)}`);
  const sorted = keys.map((key) => key.sql);
  const beyond = descending ? '<' : '>';
  const whole = sql`(${join(sorted, ', ')}) ${fragment(beyond)} (${join(sides, ', ')})`;
  return ofSeveral ? [sql`${sorted[0]} ${fragment(`${beyond}=`)} ${sides[0]}`, whole] : [whole];
}

function totalOf(list: List, countMax: number): Sql {
  const most = Number.isFinite(countMax) ? sql`limit ${literal(countMax + 1)}` : nothing;
  return sql`
    select count(*)::int as total from (select from ${list.countFrom ?? list.from} ${whereOf(list.where)} ${most}) counted`;
}

function withoutKeys<Row extends object>(row: Record<string, unknown>): Row {
  const shown: Record<string, unknown> = {};
  for (const name in row) if (!name.startsWith('key_')) shown[name] = row[name];
  return shown as Row;
}

// Caches the number of rows in a whole list, because with a million users counting takes a hundred times as long as the
// page. The number depends only on facts, so a count stays valid until the next change by any server.
//
// The cache identifies the change by its hash, which covers all earlier changes. After a failover that lost the last
// changes, their numbers are used again, so a number is not enough.

/** The number of rows at a change, and that change's hash. The hash is null if there is no change yet. */
export interface Total {
  readonly total: number;
  readonly head: string | null;
}

/** The last count of a whole list, if it was made at the change number of the snapshot. */
function knownTotal(snapshot: Snapshot, counting: Sql): Total | undefined {
  const kept = totals.get(nameOf(snapshot, counting));
  return kept?.no === snapshot.no && !isChange(snapshot) ? kept : undefined;
}

/**
 * SQL that selects `total` and `head` of a snapshot: the cached count if the change with that number still has the same hash, otherwise a
 * new count.
 */
const countedAt = ({ no }: Snapshot, counting: Sql, known: Total | undefined): Sql => sql`
  select coalesce(case when head.hash = decode(${known?.head ?? null}, 'hex') then ${known?.total ?? null}::int end, (${counting})) as total,
    encode(head.hash, 'hex') as head
  from (select) one left join change head on head.no = ${no}`;

/** Caches a count. Within a change nothing is cached, because it may be rolled back. */
function rememberTotal(snapshot: Snapshot, counting: Sql, counted: Total): void {
  if (isChange(snapshot) || counted.head === null) return;
  totals.set(nameOf(snapshot, counting), { no: snapshot.no, ...counted });
}

const totals = createBoundedCache<Total & { readonly no: number }>(200);

const isChange = (snapshot: Snapshot) => 'record' in snapshot;

/** The database is part of the key, because tests open several databases in one process. */
const nameOf = ({ connection }: Snapshot, { text, values }: Sql) =>
  JSON.stringify(['database' in connection ? connection.database : '', text, values]);
