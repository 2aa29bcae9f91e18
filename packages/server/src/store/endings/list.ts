import { type Ending, type EndingKind, licetApplication, type Page } from '@licet/contract';
import { type GrantRow, grantColumns, grantJoins, grantOf } from '../grants/grants.ts';
import { among, findEnds } from '../grants/list.ts';
import { type FactTable, present, recorded, seenInParts } from '../kernel/facts.ts';
import { byId, type ListQuery } from '../kernel/lists.ts';
import { orderOf, page } from '../kernel/paging.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { join, type Sql, sql } from '../kernel/sql.ts';
import { type ExceptionColumns, exceptionColumns } from '../separation-exceptions/separation-exceptions.ts';
import { lasting } from '../walk/walk.ts';

/**
 * What a caller may see: ends in the applications with these identifiers (undefined: in all applications), and ends of
 * exceptions if `exceptions` is set.
 */
export interface EndingSight {
  readonly applications: readonly string[] | undefined;
  /** Whether all applications exclude Licet itself. */
  readonly exceptLicet?: boolean;
  readonly exceptions: boolean;
  /** The id of a user whose own exceptions are left out. */
  readonly exceptHolder?: string;
}

/** Selects what ends within `within` seconds. */
export interface EndingsQuery extends ListQuery {
  readonly sight: EndingSight;
  readonly within: number;
  readonly kinds: readonly EndingKind[];
  /** An identifier. An unknown one matches nothing. */
  readonly application?: string | undefined;
  readonly role?: string | undefined;
  readonly principal?: string | undefined;
}

/**
 * A page of what will end without a further change, including what has not begun; by default the soonest first.
 * @throws Refusal `invalid_cursor`
 */
export async function listEndings(snapshot: Snapshot, query: EndingsQuery): Promise<Page<Ending>> {
  const { sight, kinds, within } = query;
  const found = await findEnds(snapshot, { q: query.q });
  const tables = [
    ...(kinds.includes('grant') || kinds.includes('break_glass') ? (['grants'] as const) : []),
    ...(kinds.includes('exception') && sight.exceptions ? (['separation_exceptions'] as const) : []),
  ];
  if (tables.length === 0) return { items: [], next: null, total: 0, atLeast: false };
  const where = [
    lasting('x', snapshot.at),
    // Lets PostgreSQL use the index of grants with an end. It does not derive this condition from the next one.
    sql`x.ends < 'infinity'`,
    sql`x.ends <= ${snapshot.at}::timestamptz + ${within}::int * interval '1 second'`,
    ...ofKinds(snapshot, kinds),
    ...seenBy(sight),
    ...filters(snapshot, query),
    ...(found ? [sql`(${among(found)} or x.separation_id = any(${found.separations}::uuid[]))`] : []),
  ];
  const rows = await page<EndingRow>(
    snapshot,
    {
      name: 'endings',
      select: sql`${grantColumns(snapshot)}, x.separation_id, ${useOf(snapshot)} as "use",
        case when x.separation_id is not null then json_build_object('by', ex.by, 'reason', ex.reason, 'state', ex.state, 'separation', ex.separation, 'holder', ex.holder) end as exception,
        ex.since`,
      alias: 'x',
      ...inParts(snapshot, tables),
      joins: sql`${grantJoins(snapshot)} ${exceptionColumns(snapshot)}`,
      where,
      order: orderOf({ ends: [{ sql: sql`x.ends`, type: 'timestamptz' }, byId('x.id')] }, query.sort),
    },
    query,
  );
  const items = rows.items.map((row): Ending => {
    const { id, ends, version, since, exception } = row;
    if (exception) return { kind: 'exception', exception: { id, ends, version, since, ...exception } };
    const grant = grantOf(row, snapshot.at);
    return row.use === null ? { kind: 'grant', grant } : { kind: 'break_glass', grant, use: row.use };
  });
  return { ...rows, items };
}

interface EndingRow extends GrantRow {
  readonly exception: Omit<ExceptionColumns, 'since'> | null;
  readonly since: string;
  readonly use: string | null;
}

function seenBy({ applications, exceptLicet, exceptHolder }: EndingSight): Sql[] {
  const where: Sql[] = [];
  const grantIn = (condition: Sql) => where.push(sql`(x.separation_id is not null or x.app_id ${condition})`);
  if (applications) grantIn(sql`= any(${idsNow(applications)})`);
  else if (exceptLicet) grantIn(sql`<> all(${idsNow([licetApplication])})`);
  if (exceptHolder !== undefined) where.push(sql`(x.separation_id is null or x.principal_id <> ${exceptHolder})`);
  return where;
}

const columns = {
  grants: sql`f.id, f.app_id, f.principal_id, f.principal_kind, f.role_id, f.permission_id, f.starts, f.ends, f.reason, f.granted_by,
    f.no_from, f.no_to, null::uuid as separation_id`,
  separation_exceptions: sql`f.id, null::uuid as app_id, f.holder_id as principal_id, null::text as principal_kind, null::uuid as role_id,
    null::uuid as permission_id, null::timestamptz as starts, f.ends, '' as reason, '' as granted_by, f.no_from, f.no_to, f.separation_id`,
} as const;

/** SQL for the rows of the given tables: those in force and, for a past instant, those that have ended since. */
function inParts(
  snapshot: Snapshot,
  tables: readonly (keyof typeof columns & FactTable)[],
): { from: Sql; fromEnded?: Sql } {
  const parts = tables.map((table) => ({ table, ...seenInParts(snapshot, table, 'f') }));
  const together = (of: (part: (typeof parts)[number]) => Sql | undefined) =>
    sql`(${join(
      parts.flatMap((part) => {
        const from = of(part);
        return from ? [sql`select ${columns[part.table]} from ${from}`] : [];
      }),
      ' union all ',
    )}) x`;
  const from = together((part) => part.from);
  return snapshot.asOf === undefined ? { from } : { from, fromEnded: together((part) => part.fromEnded) };
}

/** The emergency use that created a grant; null for all other grants. */
const useOf = (snapshot: Snapshot): Sql =>
  sql`(select b.id from break_glass b where b.grant_id = x.id and ${recorded(snapshot, 'b')} limit 1)`;

function ofKinds(snapshot: Snapshot, kinds: readonly EndingKind[]): Sql[] {
  if (kinds.includes('grant') === kinds.includes('break_glass')) return [];
  const taken = sql`exists (select from break_glass b where b.grant_id = x.id and ${recorded(snapshot, 'b')})`;
  return [sql`(x.separation_id is not null or ${kinds.includes('grant') ? sql`not ` : sql``}${taken})`];
}

function filters(snapshot: Snapshot, { application, role, principal }: EndingsQuery): Sql[] {
  const naming = (element: Sql) =>
    sql`x.separation_id in (select e.separation_id from separation_elements e where ${element} and ${recorded(snapshot, 'e')})`;
  const where: Sql[] = [];
  if (application !== undefined) {
    const ids = idsOf(snapshot, [application]);
    where.push(sql`(x.app_id = any(${ids}) or ${naming(sql`e.app_id = any(${ids})`)})`);
  }
  if (role !== undefined) where.push(sql`(x.role_id = ${role} or ${naming(sql`e.role_id = ${role}`)})`);
  if (principal !== undefined) where.push(sql`x.principal_id = ${principal}`);
  return where;
}

const idsOf = (snapshot: Snapshot, keys: readonly string[]): Sql =>
  sql`array(select a.id from applications a where a.key = any(${keys.map((key) => key.replaceAll('\0', ' '))}::text[]) and ${recorded(snapshot, 'a')})`;

/**
 * SQL for the ids of the applications that have the identifiers now. Even for a past instant, an owner does not own an
 * earlier application with the same identifier.
 */
const idsNow = (keys: readonly string[]): Sql =>
  sql`array(select a.id from applications a where a.key = any(${keys}::text[]) and ${present('a')})`;
