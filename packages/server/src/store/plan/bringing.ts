import { inForce, type Snapshot } from '../kernel/snapshot.ts';
import { identifier, named, sql } from '../kernel/sql.ts';
import { type Walk, withWalks } from '../walk/walk.ts';

/** The facts as they are, past the views of a draft. */
export const withoutDraft = {
  users: identifier('public.users'),
  clients: identifier('public.clients'),
  memberships: identifier('public.memberships'),
  inclusions: identifier('public.inclusions'),
  role_permissions: identifier('public.role_permissions'),
  grants: identifier('public.grants'),
} as const;

/** The names that a role, or a direct permission, brings. */
export interface Brought {
  /** Its own name. */
  readonly name: string;
  readonly roles: ReadonlySet<string>;
  readonly permissions: ReadonlySet<string>;
  readonly admin: boolean;
}

/** What each of the things brings to its holders; nothing, if it has no present name. */
export async function bringing(
  connection: Snapshot['connection'],
  walk: Walk,
  no: number,
  things: readonly string[],
): Promise<ReadonlyMap<string, Brought>> {
  const draftless = walk.relations.grants === withoutDraft.grants;
  const table = (name: string) => identifier(draftless ? `public.${name}` : name);
  const counted = (alias: string) => inForce(alias, no);
  // Each table is read by known ids: a view over a draft cannot be joined by index.
  const { rows } = await connection.query<{
    thing: string;
    name: string;
    roles: string[];
    permissions: string[];
    admin: boolean;
  }>(
    named(
      `plan-bringing${draftless ? '-before' : ''}`,
      sql`
    ${withWalks(
      walk.rolesBelow(
        'w',
        sql`select r.id, r.id from ${table('roles')} r where r.id = any(${things}::uuid[]) and ${counted('r')}`,
        ['thing'],
      ),
    )},
    names as materialized (
      select r.id, r.name, r.built_in from ${table('roles')} r where r.id = any(array(select distinct id from w)) and ${counted('r')}
    ),
    holds as materialized (
      select rp.role_id, rp.permission_id from ${table('role_permissions')} rp
      where rp.role_id = any(array(select id from names)) and ${walk.counts('rp')}
    ),
    permitted as materialized (
      select p.id, p.name from ${table('permissions')} p
      where p.id = any(array(select distinct permission_id from holds union select unnest(${things}::uuid[]))) and ${counted('p')}
    ),
    held as materialized (
      select w.thing, array_agg(distinct p.name) as names from w
      join holds h on h.role_id = w.id join permitted p on p.id = h.permission_id group by w.thing
    )
    select w.thing, max(n.name) filter (where n.id = w.thing) as name, array_agg(distinct n.name) as roles, bool_or(n.built_in) as admin,
      coalesce((select held.names from held where held.thing = w.thing), '{}') as permissions
    from w join names n on n.id = w.id group by w.thing
    union all
    select p.id, p.name, '{}', false, array[p.name] from permitted p where p.id = any(${things}::uuid[])`,
    ),
  );
  return new Map(
    rows.map(({ thing, name, roles, permissions, admin }) => [
      thing,
      { name, roles: new Set(roles), permissions: new Set(permissions), admin },
    ]),
  );
}
