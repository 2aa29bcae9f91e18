import type { Grant, Page } from '@licet/contract';
import { ended, type FactTable, knownTo, present, recorded, seen, seenInParts } from '../kernel/facts.ts';
import { byId, inNameOrder, type ListQuery } from '../kernel/lists.ts';
import { folded, searchFor } from '../kernel/matching.ts';
import { mapPage, orderOf, page } from '../kernel/paging.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { fragment, identifier, join, namedByText, type Sql, sql, Value } from '../kernel/sql.ts';
import { lasting, started } from '../walk/walk.ts';
import { type GrantRow, grantColumns, grantJoins, grantOf } from './grants.ts';

export type GrantState = Grant['state'];

/** A filter of grants: those of an application, or those held directly by a user, a group or a program. */
export interface GrantQuery extends ListQuery {
  /** The id of the application's facts. */
  readonly application?: string | undefined;
  readonly principal?: string | undefined;
  readonly role?: string | undefined;
  readonly permission?: string | undefined;
  /** Only grants from a request or from emergency access. */
  readonly asked?: 'true' | undefined;
  readonly states: readonly GrantState[];
  /** A further condition, with its name and the common table expressions that it needs. */
  readonly only?: { readonly name: string; readonly shared: readonly Sql[]; readonly where: Sql };
}

/** A page of grants. @throws Refusal `invalid_cursor` */
export async function listGrants(snapshot: Snapshot, query: GrantQuery): Promise<Page<Grant>> {
  const where = [inStates(snapshot, query.states), ...filters(query)];
  if (query.only) where.push(query.only.where);
  const found = await findEnds(snapshot, query);
  if (found) where.push(among(found));
  const column = (query.sort ?? 'ends').replace('-', '');
  const named = column === 'principal' || column === 'gives' ? column : undefined;
  const order = orderOf(
    {
      ends: [{ sql: sql`x.ends`, type: 'timestamptz' }, byId('x.id')],
      starts: [{ sql: sql`x.starts`, type: 'timestamptz' }, byId('x.id')],
      principal: [{ sql: sql`named.name`, type: 'text' }, byId('named.id'), byId('x.id')],
      gives: [{ sql: sql`named.name`, type: 'text' }, byId('named.id'), byId('x.id')],
    },
    query.sort,
  );
  const rows = query.states.includes('revoked') ? sql`grants x` : seen(snapshot, 'grants', 'x');
  const grants = await page<GrantRow>(
    snapshot,
    {
      name: query.only?.name ?? 'grants',
      ...(query.only && { shared: query.only.shared }),
      select: grantColumns(snapshot),
      alias: 'x',
      ...(named
        ? { from: sortedByName(snapshot, named, query) }
        : query.states.includes('revoked')
          ? { from: rows }
          : seenInParts(snapshot, 'grants', 'x')),
      joins: grantJoins(snapshot),
      countFrom: rows,
      where,
      order,
    },
    query,
  );
  return mapPage(grants, (row) => grantOf(row, snapshot.at));
}

function filters({ application, principal, role, permission, asked }: GrantQuery): Sql[] {
  const ends = { app_id: application, principal_id: principal, role_id: role, permission_id: permission };
  const named = Object.entries(ends).flatMap(([column, id]) => (id ? [sql`${identifier(`x.${column}`)} = ${id}`] : []));
  return asked ? [...named, wasAsked] : named;
}

/** True if the grant came from a request or from emergency access. That never changes, so present rows suffice. */
const wasAsked = sql`(
  exists (select from requests q where q.grant_id = x.id and ${present('q')})
  or exists (select from break_glass b where b.grant_id = x.id and ${present('b')}))`;

function inStates(snapshot: Snapshot, states: readonly GrantState[]): Sql {
  const asked = (['scheduled', 'active', 'expired'] as const).filter((state) => states.includes(state));
  const times = timesOf(asked.join(), new Value(snapshot.at));
  if (!states.includes('revoked')) return times;
  return sql`((${recorded(snapshot, 'x')} and ${times}) or (${revoked(snapshot)}))`;
}

// The conditions are kept simple, so that PostgreSQL can read the order from an index.
function timesOf(states: string, at: Value): Sql {
  const [begun, open] = [started('x', at), lasting('x', at)];
  const times: Readonly<Record<string, Sql>> = {
    'scheduled,active,expired': sql`true`,
    'scheduled,active': open,
    'active,expired': begun,
    'scheduled,expired': sql`(x.starts > ${at} or x.ends <= ${at})`,
    scheduled: sql`x.starts > ${at}`,
    active: sql`${begun} and ${open}`,
    expired: sql`x.ends <= ${at}`,
  };
  return times[states] ?? sql`false`;
}

// True for the last row of a revoked grant. Earlier rows were replaced, so they do not count.
const revoked = (snapshot: Snapshot) => sql`
  ${snapshot.asOf === undefined ? ended('x') : sql`x.no_to <= ${snapshot.no}`}
  and not exists (select from grants later where later.id = x.id and later.no_from >= x.no_to and ${knownTo(snapshot, 'later')})`;

/** The principals, roles and permissions that a search finds, by id. */
interface Ends {
  readonly principals: string[];
  readonly roles: string[];
  readonly permissions: string[];
  readonly separations: string[];
}

/**
 * Finds the principals, roles and permissions that a search matches. The caller then reads their grants by index.
 * Separations are searched only if no application is given.
 */
export async function findEnds(
  snapshot: Snapshot,
  { q, application }: Pick<GrantQuery, 'q' | 'application'>,
): Promise<Ends | undefined> {
  const search = searchFor(q);
  if (!search) return undefined;
  const only = new Value(application ?? null);
  const inApplication = sql` and (${only}::uuid is null or n.app_id = ${only})`;
  const named = (table: FactTable, matches: Sql, where = sql``) =>
    sql`select n.id from ${seen(snapshot, table, 'n')} where ${matches}${where}`;
  const { rows } = await snapshot.connection.query<Ends>(
    namedByText(sql`
    select
      array(${join(
        [
          named('users', search.matches(sql`n.sought`)),
          named('groups', search.matches(sql`n.sought`)),
          named('clients', search.matches(folded(sql`n.name`))),
        ],
        ' union all ',
      )}) as principals,
      array(${named('roles', search.matches(sql`n.sought`), inApplication)}) as roles,
      array(${named('permissions', search.matches(sql`n.sought`), inApplication)}) as permissions,
      array(${named('separations', sql`${only}::uuid is null and ${search.matches(folded(sql`n.name`))}`)}) as separations`),
  );
  return rows[0];
}

/** True for a grant `x` whose principal, role or permission is one of these. */
export function among({ principals, roles, permissions }: Omit<Ends, 'separations'>): Sql {
  const any = (column: string, ids: readonly string[]) =>
    ids.length > 0 ? [sql`${identifier(`x.${column}`)} = any(${ids}::uuid[])`] : [];
  const conditions = [
    ...any('principal_id', principals),
    ...any('role_id', roles),
    ...any('permission_id', permissions),
  ];
  return conditions.length > 0 ? sql`(${join(conditions, ' or ')})` : sql`false`;
}

/**
 * SQL for grants sorted by the name of their principal or of what they give. Reads the names in order and looks up the
 * grants of each name. Sorting all grants of an application by a joined name would take a hundred times as long. Grants
 * of deleted names come first.
 */
function sortedByName(snapshot: Snapshot, by: 'principal' | 'gives', query: GrantQuery): Sql {
  const { application, principal, states, sort } = query;
  if (principal || states.includes('revoked')) {
    const rows = states.includes('revoked') ? sql`grants x` : seen(snapshot, 'grants', 'x');
    return sql`${rows} cross join lateral (${lastName[by](snapshot)}) named`;
  }
  const inApplication = (alias: string) =>
    application ? sql` and ${identifier(alias)}.app_id = ${application}` : sql``;
  const link = (column: string) =>
    sql`select x.* from grants x where ${identifier(`x.${column}`)} = named.id and ${recorded(snapshot, 'x')}${inApplication('x')}`;
  // Sorts each part separately, so that PostgreSQL reads present and ended facts from their own indexes. Otherwise it
  // would read every grant before it returns the first.
  const direction = fragment(sort?.startsWith('-') ? 'desc' : 'asc');
  const names = (table: FactTable, name: Sql, where = sql``) => {
    const { from, fromEnded } = seenInParts(snapshot, table, 'n');
    return [from, ...(fromEnded ? [fromEnded] : [])].map(
      (rows) =>
        sql`(select n.id, ${name} as name from ${rows} where true${where} order by ${name} ${direction}, n.id ${direction})`,
    );
  };
  const named =
    by === 'principal'
      ? (['users', 'groups', 'clients'] as const).flatMap((table) => names(table, inNameOrder(sql`n.name`)))
      : (['roles', 'permissions'] as const).flatMap((table) =>
          names(table, inNameOrder(sql`n.name`), inApplication('n')),
        );
  const grants = by === 'principal' ? link('principal_id') : sql`${link('role_id')} union all ${link('permission_id')}`;
  return sql`(${join(named, ' union all ')}) named cross join lateral (${grants} offset 0) x`;
}

const lastName = {
  principal: (snapshot: Snapshot) => sql`
    select x.principal_id as id, coalesce(
      ${join(
        ['users', 'groups', 'clients'].map((table) => lastOf(snapshot, table, sql`n.name`, 'x.principal_id')),
        ', ',
      )}, '') collate names as name`,
  gives: (snapshot: Snapshot) => sql`
    select coalesce(x.role_id, x.permission_id) as id, coalesce(
      ${lastOf(snapshot, 'roles', sql`n.name`, 'x.role_id')}, ${lastOf(snapshot, 'permissions', sql`n.name`, 'x.permission_id')}, '') collate names as name`,
};

const lastOf = (snapshot: Snapshot, table: string, name: Sql, id: string): Sql =>
  sql`(select ${name} from ${identifier(table)} n where n.id = ${identifier(id)} and ${knownTo(snapshot, 'n')} order by n.no_to desc limit 1)`;
