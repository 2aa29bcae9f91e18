import { limits, type Page } from '@licet/contract';
import { type CursorPart, filtersOf, readCursor, type SortType, writeCursor } from './cursor.ts';
import { asOfShown, type Snapshot } from './snapshot.ts';
import { join, namedByText, raw, type Sql, sql } from './sql.ts';
import { countedAt, knownTotal, rememberTotal } from './totals.ts';

/** What a caller may say of a page. */
export interface PageQuery {
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
}

/** One expression of an order, with its type. It must never be null. */
export interface SortKey {
  readonly sql: Sql;
  readonly type: SortType;
}

/** An order: the keys together tell every row from every other, and all go the same way. */
export interface Order {
  /** As the contract calls it, or a name of its own for an order by rank. */
  readonly name: string;
  readonly keys: readonly SortKey[];
  readonly descending: boolean;
}

/** Rows to pick from, and by what they are sorted. */
export interface Source {
  readonly from: Sql;
  readonly keys: readonly SortKey[];
}

/**
 * A list: what is selected from where, in which order. First the rows of the page are picked, then what is shown beside them is
 * joined: to those few rows only.
 */
export interface List {
  /** Names the list, so that the cursor of another is not taken. */
  readonly name: string;
  readonly select: Sql;
  /** The alias of the table whose rows are listed. */
  readonly alias: string;
  /** What is picked from: that table, and what `where` and `order` need beside it. */
  readonly from: Sql;
  /** The other part of what is picked from, alike but for the rows: picked by itself, so that its own index is walked. */
  readonly fromEnded?: Sql | undefined;
  /** What is picked from after all of that, by keys of its own: asked only where `from` leaves the page unfilled. */
  readonly rest?: Source | undefined;
  /** Columns of `from` that `select` needs beside those of the listed table. */
  readonly also?: Sql;
  /** What `select` needs beside what was picked. */
  readonly joins?: Sql;
  /** What is counted, when that takes less than `from`. */
  readonly countFrom?: Sql;
  /** Whether nothing is filtered: then every row is counted, which one index answers. Else counting stops at a bound. */
  readonly whole?: boolean | undefined;
  /** How many it has, where that is known already, up to the bound and one more: then nothing is counted. */
  readonly counted?: number | undefined;
  readonly where: readonly Sql[];
  readonly order: Order;
  /** The instant that the list was asked for: its cursors hold for no other. */
  readonly asOf?: string | undefined;
  /** The size of all its pages, where it is another than lists have. */
  readonly size?: number | undefined;
  /** Common table expressions that `where` needs, for the count and the rows alike: read once. */
  readonly shared?: readonly Sql[];
}

/** The order that `sort` of a list's query names: `-` before it for descending, the first of `orders` when it is absent. */
export function orderOf(orders: Readonly<Record<string, readonly SortKey[]>>, sort: string | undefined): Order {
  const name = sort ?? Object.keys(orders)[0] ?? '';
  const descending = name.startsWith('-');
  const keys = orders[descending ? name.slice(1) : name];
  if (!keys) throw new Error(`The list has no order ${name}.`);
  return { name, keys, descending };
}

/**
 * One page of a list, from the cursor on (keyset: rows inserted meanwhile neither repeat nor hide others).
 * @throws Refusal `invalid_cursor`
 */
export async function page<Row extends object>(snapshot: Snapshot, list: List, query: PageQuery): Promise<Page<Row>> {
  const asked = { ...list, asOf: snapshot.asOf, whole: list.whole && snapshot.asOf === undefined };
  const parts = partsOf<Row>(asked, query);
  const known = asked.whole ? knownTotal(snapshot, parts.total) : undefined;
  const total = asked.whole
    ? countedAt(snapshot, parts.total, known)
    : sql`select total, null as head from (${parts.total}) counting`;
  const shared = list.shared ? sql`${join(list.shared, ', ')}, ` : nothing;
  const statement = sql`
      with ${list.shared ? raw('recursive ') : nothing}${shared}picked as (${parts.rows}) select counted.total as key_total, counted.head as key_head, picked.* from (${total}) counted
      left join picked on true order by ${parts.order('picked')}`;
  // Of another instant it is planned anew each time, for 3 ms: one plan for every instant expects that little has ended since, and is slow where much has.
  const { rows } = await snapshot.connection.query<PageRow>(
    snapshot.asOf === undefined ? namedByText(statement) : statement,
  );
  const shown = rows.filter(({ key_0 }) => key_0 !== null);
  const { key_total: counted = 0, key_head: head = null } = rows[0] ?? {};
  if (asked.whole) rememberTotal(snapshot, parts.total, { total: counted, head });
  return { ...parts.read(shown, counted), ...(snapshot.asOf !== undefined && { asOf: asOfShown(snapshot) }) };
}

type PageRow = Record<string, unknown> & {
  readonly key_total: number;
  readonly key_head: string | null;
  readonly key_0: unknown;
};

/** A page in parts, for a list that one statement reads together with other things. */
export interface PageParts<Row> {
  /** Selects its rows, and at least one more when more follow. */
  readonly rows: Sql;
  /** How they are ordered where they stand under an alias. */
  readonly order: (alias: string) => Sql;
  /** Selects `total`: how many the whole list has, or more than are counted. */
  readonly total: Sql;
  /** What was read by these, as a page. */
  readonly read: (rows: readonly Record<string, unknown>[], total: number) => Page<Row>;
}

/**
 * So many rows are asked for, and what is more than the page is left out: the limit stands in the text, by which the planner sees that a page is
 * short, and statements are named by their texts. A caller who counts it up would use up the names.
 */
const askedFor = [10, 25, limits.pageDefault.value, 100, limits.pageMax.value];

/** @throws Refusal `invalid_cursor` */
export function partsOf<Row extends object>(list: List, query: PageQuery): PageParts<Row> {
  const limit = list.size ?? Math.min(query.limit ?? limits.pageDefault.value, limits.pageMax.value);
  const asked = askedFor.find((rows) => rows >= limit) ?? limit;
  const { order, rest } = list;
  const bound = boundTo(list, query);
  const cursor = query.cursor === undefined ? undefined : readCursor(query.cursor, bound, order.keys);
  const picked = raw(list.alias);
  const direction = raw(order.descending ? 'desc' : 'asc');
  const names = order.keys.map((_, index) => raw(`key_${index}`));
  const most = raw(`${asked + 1}`);
  const pick = ({ from, keys }: Source, when: readonly Sql[] = []) => {
    const where = [...list.where, ...when, ...(cursor ? after({ ...order, keys }, cursor, rest !== undefined) : [])];
    return sql`
        select ${picked}.*, ${list.also ? sql`${list.also}, ` : nothing}${join(
          keys.map((key, index) => sql`${key.sql} as ${raw(`key_${index}`)}`),
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
  return {
    rows: sql`
      ${rest ? sql`with sooner as materialized (${sooner})` : nothing}
      select ${list.select}, ${join(
        names.map((name) => sql`${picked}.${name}`),
        ', ',
      )} from (${all}) ${picked} ${list.joins ?? nothing}`,
    order: (alias) =>
      join(
        names.map((name) => sql`${raw(alias)}.${name} ${direction}`),
        ', ',
      ),
    total: list.counted === undefined ? totalOf(list) : sql`select ${list.counted}::int as total`,
    read: (rows, total) => {
      const shown = rows.slice(0, limit);
      const last = shown.at(-1);
      const next =
        rows.length > limit && last
          ? writeCursor(
              bound,
              order.keys.map((_, index) => last[`key_${index}`] as CursorPart),
            )
          : null;
      const most = boundOf(list);
      return {
        items: shown.map((row) => withoutKeys<Row>(row)),
        next,
        total: Math.min(total, most),
        atLeast: total > most,
      };
    },
  };
}

/** All of a page but its rows replaced by others, made from them. */
export const mapPage = <From, To>(from: Page<From>, convert: (row: From) => To): Page<To> => ({
  ...from,
  items: from.items.map(convert),
});

const boundTo = ({ name, order, asOf }: List, query: PageQuery) =>
  [name, order.name, asOf ?? '', filtersOf(query)].filter((part) => part !== '').join(' ');

const nothing = raw('');

const whereOf = (conditions: readonly Sql[]) =>
  conditions.length > 0 ? sql`where ${join(conditions, ' and ')}` : nothing;

/**
 * What comes after a cursor. Of one of several sources the first key is also compared alone: where it is the same for the whole of it, that is told
 * before anything of it is looked at.
 */
function after(
  { keys, descending }: Pick<Order, 'keys' | 'descending'>,
  parts: readonly CursorPart[],
  ofSeveral: boolean,
): Sql[] {
  const sides = keys.map((key, index) => sql`${parts[index]}::${raw(key.type)}`);
  const sorted = keys.map((key) => key.sql);
  const beyond = descending ? '<' : '>';
  const whole = sql`(${join(sorted, ', ')}) ${raw(beyond)} (${join(sides, ', ')})`;
  return ofSeveral ? [sql`${sorted[0]} ${raw(`${beyond}=`)} ${sides[0]}`, whole] : [whole];
}

const boundOf = ({ whole }: List) => (whole ? Number.POSITIVE_INFINITY : limits.countMax.value);

function totalOf(list: List): Sql {
  const most = list.whole ? nothing : sql`limit ${raw(`${boundOf(list) + 1}`)}`;
  return sql`
    select count(*)::int as total from (select from ${list.countFrom ?? list.from} ${whereOf(list.where)} ${most}) counted`;
}

function withoutKeys<Row extends object>(row: Record<string, unknown>): Row {
  const shown: Record<string, unknown> = {};
  for (const name in row) if (!name.startsWith('key_')) shown[name] = row[name];
  return shown as Row;
}
