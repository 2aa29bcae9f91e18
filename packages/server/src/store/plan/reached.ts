import type { Page, Principal } from '@licet/contract';
import { byId, byName } from '../kernel/lists.ts';
import { folded, type Search } from '../kernel/matching.ts';
import { type PageQuery, page } from '../kernel/paging.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { identifier, type Sql, sql } from '../kernel/sql.ts';
import { type Walk, withWalks } from '../walk/walk.ts';
import { everybodyOf } from './alike.ts';
import { type ChangeRange, sidesOf } from './effects.ts';
import { alteredBetween, byChanges, touchedPrincipals } from './touched.ts';

/** The matches of a search among the names of roles, permissions and applications. */
export interface Sought {
  readonly search: Search;
  readonly applications: ReadonlySet<string>;
  readonly roles: ReadonlySet<string>;
  readonly permissions: ReadonlySet<string>;
  /** The ids of roles and permissions that give some of the found names when granted. */
  readonly grantedIds: readonly string[];
}

/** Searches the names before the changes and after them. */
export async function soughtIn({ connection }: Snapshot, range: ChangeRange, search: Search): Promise<Sought> {
  const { before, after } = sidesOf(range);
  const found = (table: string, text: Sql) => sql`
    select f.id, f.name from ${identifier(`public.${table}`)} f
    where (${before.walk.counts('f')} or ${after.walk.counts('f')}) and ${search.matches(folded(text))}`;
  const holding = (walk: Walk) => sql`
    select rp.role_id from public.role_permissions rp
    where rp.permission_id = any(array(select id from found_permissions)) and ${walk.counts('rp')}`;
  const { rows } = await connection.query<{ kind: string; id: string; name: string }>(sql`
    ${withWalks(
      sql`found_applications as materialized (${found('applications', sql`f.name || E'\\n' || f.key`)})`,
      sql`found_permissions as materialized (${found('permissions', sql`f.name`)})`,
      sql`found_roles as materialized (${found('roles', sql`f.name`)})`,
      before.walk.rolesAbove('granting_before', sql`select id from found_roles union ${holding(before.walk)}`),
      after.walk.rolesAbove('granting_after', sql`select id from found_roles union ${holding(after.walk)}`),
    )}
    select 'application' as kind, id, name from found_applications
    union all select 'permission', id, name from found_permissions
    union all select 'role', id, name from found_roles
    union all select 'granted', id, '' from (select id from granting_before union select id from granting_after) granting`);
  const of = (kind: string) => rows.filter((row) => row.kind === kind);
  return {
    search,
    applications: new Set(of('application').map(({ id }) => id)),
    roles: new Set(of('role').map(({ name }) => name)),
    permissions: new Set(of('permission').map(({ name }) => name)),
    grantedIds: [...of('granted'), ...of('permission')].map(({ id }) => id),
  };
}

/** A principal that changes can reach. */
export interface Reached extends Principal {
  /** Whether the search matches the principal's own name. */
  readonly isFound: boolean;
}

export interface ReachedQuery extends PageQuery {
  readonly q?: string | undefined;
  /** The number of the change set, to which cursors are bound. */
  readonly set: number;
}

/**
 * A page, by name, of the principals that changes can reach and that have grants before or after. Does not check
 * whether they gain or lose anything.
 * @param owned the keys of the applications whose grants count; undefined for all
 * @throws Refusal `invalid_cursor`
 */
export function listReached(
  snapshot: Snapshot,
  range: ChangeRange,
  query: ReachedQuery,
  { owned, sought }: { owned: ReadonlySet<string> | undefined; sought: Sought | undefined },
): Promise<Page<Reached>> {
  const [before, after] = [sidesOf(range).before.walk, sidesOf(range).after.walk];
  const touched = byChanges(range.first, range.last);
  const principals = sql`select id from touched_principals`;
  const inOwned =
    owned && sql`x.app_id in (select a.id from public.applications a where a.key = any(${[...owned]}::text[]))`;
  const granted = inOwned ?? sql`true`;
  const ofSought =
    sought &&
    sql`(x.role_id = any(${sought.grantedIds}::uuid[]) or x.permission_id = any(${sought.grantedIds}::uuid[]) or x.app_id = any(${[...sought.applications]}::uuid[]))`;
  const isFound = sought ? sought.search.matches(folded(sql`t.name || E'\\n' || coalesce(t.detail, '')`)) : sql`false`;
  return page<Reached>(
    snapshot,
    {
      name: 'effects of a change set',
      shared: [
        touchedPrincipals(touched),
        ...everybodyOf(before, 'touched_before', principals),
        ...everybodyOf(after, 'touched_after', principals),
        ...alteredBetween(before, after, touched),
        // Only holders of roles and permissions that the changes alter; for other principals nothing differs.
        ...everybodyOf(
          before,
          'altered_holders',
          sql`select x.principal_id from public.grants x
            where (x.role_id = any(array(select id from altered)) or x.permission_id = any(array(select id from altered))) and ${before.grantedOrLater('x')}`,
        ),
        sql`reached(id) as materialized (select id from touched_before union select id from touched_after union select id from altered_holders)`,
        before.groupsAbove('above_before', sql`select id from reached`),
        after.groupsAbove('above_after', sql`select id from reached`),
        ...grantedAmong(before, 'above_before', 'had', granted),
        ...grantedAmong(after, 'above_after', 'has', granted),
        ...(ofSought
          ? [
              ...grantedAmong(before, 'above_before', 'had_sought', sql`${granted} and ${ofSought}`),
              ...grantedAmong(after, 'above_after', 'has_sought', sql`${granted} and ${ofSought}`),
            ]
          : []),
        sql`them(kind, id, name, detail) as materialized (
          select * from (
            select distinct on (u.id) 'user', u.id, u.name, u.username from public.users u where u.id in (select id from reached) order by u.id, u.no_to desc
          ) people
          union all
          select * from (
            select distinct on (c.id) 'client', c.id, c.name, a.key from public.clients c join public.applications a on a.id = c.app_id
            where c.id in (select id from reached) order by c.id, c.no_to desc, a.no_to desc
          ) programs
        )`,
        sql`listed as materialized (
          select t.*, ${isFound} as found from them t
          where (t.id in (select id from had) or t.id in (select id from has))
        )`,
      ],
      select: sql`c.kind, c.id, c.name, c.detail, c.found as "isFound"`,
      alias: 'c',
      from: sql`listed c`,
      where: ofSought
        ? [sql`(c.found or c.id in (select id from had_sought) or c.id in (select id from has_sought))`]
        : [],
      order: { name: 'name', keys: [byName('c.name'), byId('c.id')], descending: false },
    },
    query,
  );
}

/**
 * The common table expression `name(id)`: the principals in the walk `above` with grants that `which` selects (alias
 * x), and all users below these principals.
 */
const grantedAmong = (walk: Walk, above: string, name: string, which: Sql): Sql[] =>
  everybodyOf(
    walk,
    name,
    sql`select w.id from (select distinct id from ${identifier(above)}) w where exists (
      select from public.grants x where x.principal_id = w.id and ${which} and ${walk.grantedOrLater('x')}
    )`,
  );
