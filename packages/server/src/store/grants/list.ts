import type { Grant, Page } from '@licet/contract';
import { present, untilFurtherNotice } from '../kernel/facts.ts';
import { byId, type ListQuery } from '../kernel/lists.ts';
import { searchFor } from '../kernel/matching.ts';
import { mapPage, orderOf, page } from '../kernel/paging.ts';
import { type Parameters, parameters, statement } from '../kernel/parameters.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { type GrantRow, grantColumns, grantJoins, grantOf } from './grants.ts';

export type GrantState = Grant['state'];

/** Which grants: those of an application or those held by a user or a group directly, and of these whichever. */
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
  const values = parameters(snapshot.at);
  const where = [inStates(query.states), ...filters(query, values)];
  const found = await findEnds(snapshot, query);
  if (found) where.push(among(found, values));
  const column = (query.sort ?? 'ends').replace('-', '');
  const named = column === 'principal' || column === 'gives' ? column : undefined;
  const order = orderOf(
    {
      ends: [{ sql: 'x.ends', type: 'timestamptz' }, byId('x.id')],
      starts: [{ sql: 'x.starts', type: 'timestamptz' }, byId('x.id')],
      principal: [{ sql: 'named.name', type: 'text' }, byId('named.id'), byId('x.id')],
      gives: [{ sql: 'named.name', type: 'text' }, byId('named.id'), byId('x.id')],
    },
    query.sort,
  );
  const grants = await page<GrantRow>(
    snapshot,
    {
      name: 'grants',
      select: grantColumns,
      alias: 'x',
      from: named ? sortedByName(named, query, values) : 'grants x',
      joins: grantJoins,
      countFrom: 'grants x',
      where,
      order,
      parameters: values,
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
    `select ${grantColumns} from (
       select x.* from grants x where ${present('x')} and x.starts <= $1 and $1 < x.ends and x.ends <= $2
         and ($3::text[] is null or x.app_id in (select a.id from applications a where a.key = any($3) and ${present('a')}))
       order by x.ends, x.id limit $4
     ) x ${grantJoins} order by x.ends, x.id`,
    [at, until, applications ?? null, limit],
  );
  return rows.map((row) => grantOf(row, at));
}

function filters({ application, principal, role, permission }: GrantQuery, values: Parameters): string[] {
  const asked = { app_id: application, principal_id: principal, role_id: role, permission_id: permission };
  return Object.entries(asked).flatMap(([column, id]) => (id ? [`x.${column} = ${values.add(id)}`] : []));
}

function inStates(states: readonly GrantState[]): string {
  const asked = ['scheduled', 'active', 'expired'].filter((state) => (states as readonly string[]).includes(state));
  const lasting = `${present('x')} and ${presentStates[asked.join()] ?? 'false'}`;
  return states.includes('revoked') ? `((${lasting}) or (${revoked}))` : lasting;
}

// Told as simply as can be, so that an index gives the order.
const presentStates: Readonly<Record<string, string>> = {
  'scheduled,active,expired': 'true',
  'scheduled,active': 'x.ends > $1',
  'active,expired': 'x.starts <= $1',
  'scheduled,expired': '(x.starts > $1 or x.ends <= $1)',
  scheduled: 'x.starts > $1',
  active: 'x.starts <= $1 and x.ends > $1',
  expired: 'x.ends <= $1',
};

// Of a revoked grant the last row counts: the earlier ones were replaced.
const revoked = `x.no_to < ${untilFurtherNotice} and not exists (select from grants later where later.id = x.id and later.no_from >= x.no_to)`;

/** Who or what a search finds, by id. */
interface Ends {
  readonly principals: string[];
  readonly roles: string[];
  readonly permissions: string[];
}

/** What the search matches at either end of a grant, found first: then the grants of these are found by index. */
async function findEnds({ connection }: Snapshot, { q, application }: GrantQuery): Promise<Ends | undefined> {
  const values = parameters(application ?? null);
  const search = searchFor(q, values);
  if (!search) return undefined;
  const inApplication = (alias: string) => `($1::uuid is null or ${alias}.app_id = $1)`;
  const { rows } = await connection.query<Ends>(
    statement(
      `select
         array(select u.id from users u where ${present('u')} and ${search.matches('u.search')}
           union all select g.id from groups g where ${present('g')} and ${search.matches('g.search')}) as principals,
         array(select r.id from roles r where ${present('r')} and ${inApplication('r')} and ${search.matches('r.search')}) as roles,
         array(select p.id from permissions p where ${present('p')} and ${inApplication('p')} and ${search.matches('p.search')}) as permissions`,
      values.values,
    ),
  );
  return rows[0];
}

function among({ principals, roles, permissions }: Ends, values: Parameters): string {
  const any = (column: string, ids: readonly string[]) =>
    ids.length > 0 ? [`x.${column} = any(${values.add(ids)}::uuid[])`] : [];
  const conditions = [
    ...any('principal_id', principals),
    ...any('role_id', roles),
    ...any('permission_id', permissions),
  ];
  return conditions.length > 0 ? `(${conditions.join(' or ')})` : 'false';
}

/**
 * Grants by the name of whom they are to, or of what they give: the names are walked in order, and the grants of each looked up.
 * Sorting all the grants of an application by a joined name would take a hundred times as long. Those whose name was deleted come
 * under no name, at the front.
 */
function sortedByName(by: 'principal' | 'gives', query: GrantQuery, values: Parameters): string {
  const only = query.application ? values.add(query.application) : undefined;
  const inApplication = (alias: string) => (only ? ` and ${alias}.app_id = ${only}` : '');
  if (query.principal || query.states.includes('revoked')) return `grants x cross join lateral (${lastName(by)}) named`;
  const link = (column: string) =>
    `select x.* from grants x where x.${column} = named.id and ${present('x')}${inApplication('x')}`;
  const names =
    by === 'principal'
      ? `select u.id, lower(u.name) collate "C" as name from users u where ${present('u')}
         union all select g.id, lower(g.name) collate "C" from groups g where ${present('g')}`
      : `select r.id, r.name collate "C" as name from roles r where ${present('r')}${inApplication('r')}
         union all select p.id, p.name collate "C" from permissions p where ${present('p')}${inApplication('p')}`;
  const grants = by === 'principal' ? link('principal_id') : `${link('role_id')} union all ${link('permission_id')}`;
  return `(${names}) named cross join lateral (${grants} offset 0) x`;
}

const lastName = (by: 'principal' | 'gives') =>
  by === 'principal'
    ? `select x.principal_id as id, coalesce(
         (select lower(u.name) from users u where u.id = x.principal_id order by u.no_to desc limit 1),
         (select lower(g.name) from groups g where g.id = x.principal_id order by g.no_to desc limit 1), '') collate "C" as name`
    : `select coalesce(x.role_id, x.permission_id) as id, coalesce(
         (select r.name from roles r where r.id = x.role_id order by r.no_to desc limit 1),
         (select p.name from permissions p where p.id = x.permission_id order by p.no_to desc limit 1), '') collate "C" as name`;
