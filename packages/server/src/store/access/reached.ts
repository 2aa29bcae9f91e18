import type { Snapshot } from '../kernel/snapshot.ts';
import { idsOf, literal, prepared, type Sql, sql } from '../kernel/sql.ts';
import { asOf, type Walk, withWalks } from '../walk/walk.ts';
import { type Contents, contentsAt, keptContents, type Written, writtenSince } from './contents.ts';
import { collect } from './principals.ts';

/** A role that would bring a permission, or a group that holds the permission or such a role. */
export interface Bringing {
  readonly kind: 'role' | 'group';
  readonly id: string;
  /** The group. */
  readonly name: string;
  /** The role itself, or the role that the group holds; null if the group holds the permission directly. */
  readonly role: string | null;
  /** The number of other permissions that it brings and that are not held already. */
  readonly also: number;
  /** The names of some of these permissions, sorted. Permissions of this application come first. */
  readonly alsoNames: (most: number) => string[];
}

/** The search for what would bring a missing permission. */
export interface Asked {
  readonly permissionId: string;
  /** The roles that bring it. */
  readonly roles: readonly string[];
  /** What the principal already holds in the application. */
  readonly heldIds: readonly string[];
  /** Also consider groups that hold one of `roles`, or the permission, in the application. Other groups are not remedies. */
  readonly joining?: { readonly userId: string; readonly appId: string; readonly roles: readonly string[] };
}

/**
 * Returns all of these roles and up to `groupsWeighed` groups, each with what else it brings. Groups that bring the
 * role admin are left out. A membership brings everything that the group and all groups above it hold, in every
 * application.
 */
export async function bringing(
  snapshot: Snapshot,
  { permissionId, roles, heldIds, joining }: Asked,
): Promise<Bringing[]> {
  const { connection, no, at } = snapshot;
  const since = keptContents(snapshot);
  const { rows } = await connection.query<Reached>(
    reaching(
      ...([no, at, roles, joining?.roles ?? [], joining ? permissionId : null] as const),
      ...([joining?.userId ?? null, joining?.appId ?? null, since?.no ?? no] as const),
    ),
  );
  const [reached] = rows;
  const contents = await contentsAt(snapshot, since, reached?.written);
  const { groups = [], above = [], given = [], below = [], chiefs = [] } = reached ?? {};
  const [memberOf, includes, gives] = [new Map<string, string[]>(), new Map<string, string[]>(), new Map(given)];
  for (const [id, group] of above) collect(memberOf, id, group);
  for (const [role, included] of below) collect(includes, role, included);
  const isChief = new Set(chiefs);
  const withIncluded = (things: readonly string[]) => things.flatMap((id) => [id, ...(includes.get(id) ?? [])]);
  const reachedBy = (principal: string) => [
    ...new Set(withIncluded((memberOf.get(principal) ?? []).flatMap((id) => gives.get(id) ?? []))),
  ];
  const had = joining ? [...heldIds, ...reachedBy(joining.userId)] : heldIds;
  const weigh = weighing(contents, no, [permissionId, ...had]);
  const named = (places: readonly number[]) => (most: number) => firstNames(contents, no, places, joining?.appId, most);
  const bring = (things: readonly string[]) => {
    const places = weigh(things);
    return { also: places.length, alsoNames: named(places) };
  };
  return [
    ...roles.map((id) => ({ kind: 'role' as const, id, name: '', role: id, ...bring(withIncluded([id])) })),
    ...groups
      .map((group) => ({ ...group, things: reachedBy(group.id) }))
      .filter(({ things }) => !things.some((id) => isChief.has(id)))
      .map(({ things, ...group }) => ({ kind: 'group' as const, ...group, ...bring(things) })),
  ];
}

interface Reached {
  readonly groups: { id: string; name: string; role: string | null }[];
  /** Pairs of a principal and a group above it, or the principal itself. */
  readonly above: [id: string, group: string][];
  /** The roles and permissions granted to a principal or group in `above`. */
  readonly given: [id: string, things: string[]][];
  /** The roles that a role includes, without itself. */
  readonly below: [role: string, included: string][];
  /** Roles in `below` that are the role `admin` of their application. */
  readonly chiefs: string[];
  readonly written: Written;
}

/** Returns a function that lists the places that a candidate brings beyond those already held, each once. */
function weighing(contents: Contents, no: number, had: readonly string[]): (things: readonly string[]) => number[] {
  const marks = new Uint16Array(contents.size);
  const always = 65_535;
  for (const thing of had)
    contents.visit(thing, no, (place) => {
      marks[place] = always;
    });
  let round = 0;
  return (things) => {
    round += 1;
    const places: number[] = [];
    for (const thing of things)
      contents.visit(thing, no, (place) => {
        if (marks[place] === round || marks[place] === always) return;
        marks[place] = round;
        places.push(place);
      });
    return places;
  };
}

/** Finds the first names without sorting all: typically ten of a thousand. */
function firstNames(
  contents: Contents,
  no: number,
  places: readonly number[],
  ownId: string | undefined,
  most: number,
): string[] {
  const first: Named[] = [];
  for (const place of places) {
    const { name, appId, key } = contents.called(place, no);
    const it = { name, other: ownId === undefined || appId === ownId ? '' : key };
    const at = first.findLastIndex((before) => !isBefore(it, before)) + 1;
    if (at < most) first.splice(at, 0, it);
    if (first.length > most) first.pop();
  }
  return first.map(({ name, other }) => (other === '' ? name : `${other}: ${name}`));
}

type Named = { readonly name: string; readonly other: string };

const isBefore = (one: Named, two: Named) => (one.other === two.other ? one.name < two.name : one.other < two.other);

// The number of groups to compare. No user would choose among more.
const groupsWeighed = 50;

const listOf = (item: Sql, from: Sql): Sql => sql`coalesce((select json_agg(${item}) from ${from}), '[]')`;

const giving = (walk: Walk, roles: unknown, permissionId: unknown, appId: unknown): Sql => sql`
  giving as materialized (
    select distinct on (principal_id) principal_id as id, role_id from (
      select x.principal_id, x.role_id from unnest(${idsOf(roles)}) way(id) cross join lateral (
        select x.principal_id, x.role_id from grants x
        where x.role_id = way.id and x.principal_kind = 'group' and x.app_id = ${appId} and ${walk.granted('x')} offset 0
      ) x
      union all
      select x.principal_id, null from grants x
      where x.permission_id = ${permissionId} and x.principal_kind = 'group' and x.app_id = ${appId} and ${walk.granted('x')}
    ) x order by principal_id, role_id nulls first limit ${literal(groupsWeighed)}
  )`;

const reaching = prepared<
  [
    no: number,
    at: string,
    roles: readonly string[],
    groupRoles: readonly string[],
    groupPermissionId: string | null,
    userId: string | null,
    appId: string | null,
    since: number,
  ]
>('remedies', (no, at, roles, groupRoles, groupPermissionId, userId, appId, since) => {
  const walk = asOf(no, at);
  return sql`
    ${withWalks(
      giving(walk, groupRoles, groupPermissionId, appId),
      walk.groupsAbove(
        'above',
        sql`(select id, id from giving union all select ${userId}::uuid, ${userId}::uuid where exists (select from giving))`,
        ['root'],
      ),
      sql`given as materialized (
        select w.id, x.thing from (select distinct id from above) w cross join lateral (
          select coalesce(x.role_id, x.permission_id) as thing from grants x where x.principal_id = w.id and ${walk.granted('x')} offset 0
        ) x
      )`,
      walk.rolesBelow(
        'below',
        sql`(select thing, thing from given union select id, id from unnest(${idsOf(roles)}) way(id))`,
        ['root'],
      ),
    )}
    select
      ${listOf(
        sql`json_build_object('id', g.id, 'name', n.name, 'role', g.role_id)`,
        sql`giving g join groups n on n.id = g.id and ${walk.counts('n')}`,
      )} as groups,
      ${listOf(sql`json_build_array(a.root, a.id)`, sql`above a`)} as above,
      ${listOf(sql`json_build_array(g.id, g.things)`, sql`(select id, array_agg(thing) as things from given group by id) g`)} as given,
      ${listOf(sql`json_build_array(b.root, b.id)`, sql`below b where b.root <> b.id`)} as below,
      ${listOf(
        sql`n.id`,
        sql`roles n where n.id = any(array(select distinct id from below)) and n.built_in and ${walk.counts('n')}`,
      )} as chiefs,
      ${writtenSince(since, no)} as written`;
});
