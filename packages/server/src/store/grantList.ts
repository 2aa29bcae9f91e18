import type { Grant, Page } from '@licet/contract';
import { present } from './facts.ts';
import { type GrantRow, grantColumns, grantJoins, grantOf } from './grants.ts';
import { byId, byName, type ListQuery } from './lists.ts';
import { folded, searchFor } from './matching.ts';
import { mapPage, orderOf, page } from './paging.ts';
import { type Parameters, parameters } from './parameters.ts';
import type { Snapshot } from './snapshot.ts';

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
  const search = searchFor(query.q, values);
  if (search) where.push(found(search.matches));
  const order = orderOf(
    {
      ends: [{ sql: 'x.ends', type: 'timestamptz' }, byId('x.id')],
      starts: [{ sql: 'x.starts', type: 'timestamptz' }, byId('x.id')],
      principal: [byName(`coalesce(who.name, '')`), byId('x.principal_id'), byId('x.id')],
      gives: [{ sql: `coalesce(what.name, '') collate "C"`, type: 'text' }, byId('x.id')],
    },
    query.sort,
  );
  const grants = await page<GrantRow>(
    snapshot,
    {
      name: 'grants',
      select: grantColumns,
      from: `grants x ${grantJoins}`,
      where,
      order,
      parameters: values,
      count: `grants x where ${where.join(' and ')}`,
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
  const conditions = states.map((state) => `(${stateConditions[state]})`);
  const onlyPresent = !states.includes('revoked');
  return `${onlyPresent ? `${present('x')} and ` : ''}(${conditions.join(' or ') || 'false'})`;
}

// Of a revoked grant the last row counts: the earlier ones were replaced.
const stateConditions: Readonly<Record<GrantState, string>> = {
  scheduled: `${present('x')} and x.starts > $1`,
  active: `${present('x')} and x.starts <= $1 and $1 < x.ends`,
  expired: `${present('x')} and x.ends <= $1`,
  revoked: `not (${present('x')}) and not exists (select from grants later where later.id = x.id and later.no_from >= x.no_to)`,
};

const found = (matches: (text: string) => string) => `(
  x.principal_id in (select u.id from users u where ${present('u')} and ${matches('u.search')})
  or x.principal_id in (select g.id from groups g where ${present('g')} and ${matches(folded('g.name'))})
  or x.role_id in (select r.id from roles r where ${present('r')} and ${matches(folded('r.name'))})
  or x.permission_id in (select p.id from permissions p where ${present('p')} and ${matches(folded('p.name'))})
)`;
