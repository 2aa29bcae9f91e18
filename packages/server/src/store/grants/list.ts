import type { Grant, Page } from '@licet/contract';
import { present, untilFurtherNotice } from '../kernel/facts.ts';
import { byId, type ListQuery } from '../kernel/lists.ts';
import { searchFor } from '../kernel/matching.ts';
import { mapPage, orderOf, page } from '../kernel/paging.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { join, namedByText, raw, type Sql, sql, Value } from '../kernel/sql.ts';
import { lasting, started } from '../walk/walk.ts';
import { type GrantRow, grantColumns, grantJoins, grantOf } from './grants.ts';

export type GrantState = Grant['state'];

/** Which grants: those of an application or those held by a user, a group or a program directly, and of these whichever. */
export interface GrantQuery extends ListQuery {
  /** The id of the application's facts. */
  readonly application?: string | undefined;
  readonly principal?: string | undefined;
  readonly role?: string | undefined;
  readonly permission?: string | undefined;
  readonly states: readonly GrantState[];
}

/** A page of grants. @throws Refusal `invalid_cursor` */
export async function listGrants(snapshot: Snapshot, query: GrantQuery): Promise<Page<Grant>> {
  const where = [inStates(query.states, snapshot.at), ...filters(query)];
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
  const grants = await page<GrantRow>(
    snapshot,
    {
      name: 'grants',
      select: grantColumns,
      alias: 'x',
      from: named ? sortedByName(named, query) : sql`grants x`,
      joins: grantJoins,
      countFrom: sql`grants x`,
      where,
      order,
    },
    query,
  );
  return mapPage(grants, (row) => grantOf(row, snapshot.at));
}

/** The next grants that end, of the given applications or of all: for the first page. */
export async function listEnding(
  { connection, at }: Snapshot,
  until: string,
  applications: readonly string[] | undefined,
  limit: number,
): Promise<Grant[]> {
  const { rows } = await connection.query<GrantRow>(
    sql`select ${grantColumns} from (
       select x.* from grants x where ${present('x')} and ${lasting('x', at)} and ${started('x', at)} and x.ends <= ${until}
         and (${applications ?? null}::text[] is null or x.app_id in (select a.id from applications a where a.key = any(${applications ?? null}) and ${present('a')}))
       order by x.ends, x.id limit ${limit}
     ) x ${grantJoins} order by x.ends, x.id`,
  );
  return rows.map((row) => grantOf(row, at));
}

function filters({ application, principal, role, permission }: GrantQuery): Sql[] {
  const asked = { app_id: application, principal_id: principal, role_id: role, permission_id: permission };
  return Object.entries(asked).flatMap(([column, id]) => (id ? [sql`${raw(`x.${column}`)} = ${id}`] : []));
}

function inStates(states: readonly GrantState[], at: string): Sql {
  const asked = (['scheduled', 'active', 'expired'] as const).filter((state) => states.includes(state));
  const recorded = sql`${present('x')} and ${timesOf(asked.join(), new Value(at))}`;
  return states.includes('revoked') ? sql`((${recorded}) or (${revoked}))` : recorded;
}

// Told as simply as can be, so that an index gives the order.
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

// Of a revoked grant the last row counts: the earlier ones were replaced.
const revoked = sql`x.no_to < ${raw(untilFurtherNotice)}
  and not exists (select from grants later where later.id = x.id and later.no_from >= x.no_to)`;

/** Who or what a search finds, by id. */
interface Ends {
  readonly principals: string[];
  readonly roles: string[];
  readonly permissions: string[];
}

/** What the search matches at either end of a grant, found first: then the grants of these are found by index. */
async function findEnds({ connection }: Snapshot, { q, application }: GrantQuery): Promise<Ends | undefined> {
  const search = searchFor(q);
  if (!search) return undefined;
  const only = new Value(application ?? null);
  const inApplication = (alias: string) => sql`(${only}::uuid is null or ${raw(alias)}.app_id = ${only})`;
  const { rows } = await connection.query<Ends>(
    namedByText(sql`
    select
      array(select u.id from users u where ${present('u')} and ${search.matches(sql`u.search`)}
        union all select g.id from groups g where ${present('g')} and ${search.matches(sql`g.search`)}
        union all select c.id from clients c where ${present('c')} and ${search.matches(sql`lower(normalize(c.name, nfkc))`)}) as principals,
      array(select r.id from roles r where ${present('r')} and ${inApplication('r')} and ${search.matches(sql`r.search`)}) as roles,
      array(select p.id from permissions p where ${present('p')} and ${inApplication('p')} and ${search.matches(sql`p.search`)}) as permissions`),
  );
  return rows[0];
}

function among({ principals, roles, permissions }: Ends): Sql {
  const any = (column: string, ids: readonly string[]) =>
    ids.length > 0 ? [sql`${raw(`x.${column}`)} = any(${ids}::uuid[])`] : [];
  const conditions = [
    ...any('principal_id', principals),
    ...any('role_id', roles),
    ...any('permission_id', permissions),
  ];
  return conditions.length > 0 ? sql`(${join(conditions, ' or ')})` : sql`false`;
}

/**
 * Grants by the name of whom they are to, or of what they give: the names are walked in order, and the grants of each looked up.
 * Sorting all the grants of an application by a joined name would take a hundred times as long. Those whose name was deleted come
 * under no name, at the front.
 */
function sortedByName(by: 'principal' | 'gives', query: GrantQuery): Sql {
  const { application, principal, states, sort } = query;
  if (principal || states.includes('revoked')) return sql`grants x cross join lateral (${lastName[by]}) named`;
  const inApplication = (alias: string) => (application ? sql` and ${raw(alias)}.app_id = ${application}` : sql``);
  const link = (column: string) =>
    sql`select x.* from grants x where ${raw(`x.${column}`)} = named.id and ${present('x')}${inApplication('x')}`;
  // Each sorted by itself, all of them can be walked along their indexes; else every grant would be looked up before the first is shown.
  const direction = raw(sort?.startsWith('-') ? 'desc' : 'asc');
  const names = (table: string, name: Sql, where = sql``) =>
    sql`(select n.id, ${name} as name from ${raw(table)} n where ${present('n')}${where} order by ${name} ${direction}, n.id ${direction})`;
  const named =
    by === 'principal'
      ? ['users', 'groups', 'clients'].map((table) => names(table, sql`lower(n.name) collate "C"`))
      : ['roles', 'permissions'].map((table) => names(table, sql`n.name collate "C"`, inApplication('n')));
  const grants = by === 'principal' ? link('principal_id') : sql`${link('role_id')} union all ${link('permission_id')}`;
  return sql`(${join(named, ' union all ')}) named cross join lateral (${grants} offset 0) x`;
}

const lastName = {
  principal: sql`
    select x.principal_id as id, coalesce(
      (select lower(u.name) from users u where u.id = x.principal_id order by u.no_to desc limit 1),
      (select lower(g.name) from groups g where g.id = x.principal_id order by g.no_to desc limit 1),
      (select lower(c.name) from clients c where c.id = x.principal_id order by c.no_to desc limit 1), '') collate "C" as name`,
  gives: sql`
    select coalesce(x.role_id, x.permission_id) as id, coalesce(
      (select r.name from roles r where r.id = x.role_id order by r.no_to desc limit 1),
      (select p.name from permissions p where p.id = x.permission_id order by p.no_to desc limit 1), '') collate "C" as name`,
};
