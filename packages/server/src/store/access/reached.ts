import { breathing } from '../../breathing.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { idsOf, literal, prepared, type Sql, sql } from '../kernel/sql.ts';
import { asOf, type Walk, withWalks } from '../walk/walk.ts';
import { type Contents, cachedContents, contentsAt, type Written, writtenSince } from './contents.ts';
import { includedBy } from './included.ts';
import { collect } from './principals.ts';

/** A role that would give a permission, or a group that holds the permission or such a role. */
export interface Candidate {
  readonly kind: 'role' | 'group';
  readonly id: string;
  /** The group. */
  readonly name: string;
  /** The role itself, or the role that the group holds; null if the group holds the permission directly. */
  readonly role: string | null;
  /** The number of other permissions that it gives and that are not held already. */
  readonly also: number;
  /** The names of some of these permissions, sorted. Permissions of this application come first. */
  readonly alsoNames: (most: number) => string[];
}

/** The search for what would give a missing permission. */
export interface Asked {
  readonly permissionId: string;
  /** The roles that give it. */
  readonly roles: readonly string[];
  /** What the principal already holds in the application. */
  readonly heldIds: readonly string[];
  /** Also consider groups that hold one of `roles`, or the permission, in the application. Other groups are not remedies. */
  readonly joining?: { readonly userId: string; readonly appId: string; readonly roles: readonly string[] };
}

/**
 * Returns all of these roles and up to `groupsWeighed` groups, each with what else it gives. Groups that give the
 * role admin are left out. A membership gives everything that the group and all groups above it hold, in every
 * application.
 */
export async function candidatesFor(
  snapshot: Snapshot,
  { permissionId, roles, heldIds, joining }: Asked,
): Promise<Candidate[]> {
  const { connection, no, at } = snapshot;
  const since = cachedContents(snapshot);
  const { rows } = await connection.query<Reached>(
    reaching(
      ...([no, at, roles, joining?.roles ?? [], joining ? permissionId : null] as const),
      ...([joining?.userId ?? null, joining?.appId ?? null, since?.no ?? no] as const),
    ),
  );
  const [reached] = rows;
  const contents = await contentsAt(snapshot, since, reached?.written);
  const { groups = [], above = [], given = [], below = [], admins = [] } = reached ?? {};
  const breathe = breathing();
  const [memberOf, gives] = [new Map<string, string[]>(), new Map(given)];
  for (const [id, group] of above) collect(memberOf, id, group);
  const isAdmin = new Set(admins);
  const givenTo = (principal: string) => (memberOf.get(principal) ?? []).flatMap((id) => gives.get(id) ?? []);
  const starts = [
    ...roles.map((id) => [id]),
    ...groups.map(({ id }) => givenTo(id)),
    joining ? givenTo(joining.userId) : [],
  ];
  const included = await includedBy(starts, below, breathe);
  const weigh = weighing(contents, no, [permissionId, ...heldIds, ...included(starts.length - 1)]);
  const candidates: Candidate[] = [];
  const add = async (candidate: Omit<Candidate, 'also' | 'alsoNames'>, grantedIds: readonly string[]) => {
    await breathe();
    // The places are found again for the few candidates whose names are shown. Hundreds of roles can have many thousands each.
    const alsoNames = (most: number) => firstNames(contents, no, weigh(grantedIds), joining?.appId, most);
    candidates.push({ ...candidate, also: weigh(grantedIds).length, alsoNames });
  };
  for (const [start, id] of roles.entries()) await add({ kind: 'role', id, name: '', role: id }, included(start));
  for (const [index, group] of groups.entries()) {
    const grantedIds = included(roles.length + index);
    if (!grantedIds.some((id) => isAdmin.has(id))) await add({ kind: 'group', ...group }, grantedIds);
  }
  return candidates;
}

interface Reached {
  readonly groups: { id: string; name: string; role: string | null }[];
  /** Pairs of a principal and a group above it, or the principal itself. */
  readonly above: [id: string, group: string][];
  /** The roles and permissions granted to a principal or group in `above`. */
  readonly given: [id: string, grantedIds: string[]][];
  /** The roles that a role includes directly. */
  readonly below: [role: string, included: string[]][];
  /** Roles in `below` that are the role `admin` of their application. */
  readonly admins: string[];
  readonly written: Written;
}

/**
 * Returns a function that lists the places of the permissions that a candidate adds to those in `had`. Each place
 * occurs once.
 */
function weighing(contents: Contents, no: number, had: readonly string[]): (grantedIds: readonly string[]) => number[] {
  const marks = new Uint16Array(contents.size);
  const always = 65_535;
  for (const grantedId of had)
    contents.visit(grantedId, no, (place) => {
      marks[place] = always;
    });
  let round = 0;
  return (grantedIds) => {
    round += 1;
    const places: number[] = [];
    for (const grantedId of grantedIds)
      contents.visit(grantedId, no, (place) => {
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

const groupsGiving = (walk: Walk, roles: unknown, permissionId: unknown, appId: unknown): Sql => sql`
  groups_giving as materialized (
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
      groupsGiving(walk, groupRoles, groupPermissionId, appId),
      walk.groupsAbove(
        'above',
        sql`(select id, id from groups_giving union all select ${userId}::uuid, ${userId}::uuid where exists (select from groups_giving))`,
        ['root'],
      ),
      sql`given as materialized (
        select w.id, x.granted_id from (select distinct id from above) w cross join lateral (
          select coalesce(x.role_id, x.permission_id) as granted_id from grants x where x.principal_id = w.id and ${walk.granted('x')} offset 0
        ) x
      )`,
      walk.rolesBelow(
        'below',
        sql`(select granted_id from given union select id from unnest(${idsOf(roles)}) way(id))`,
      ),
    )}
    select
      ${listOf(
        sql`json_build_object('id', g.id, 'name', n.name, 'role', g.role_id)`,
        sql`groups_giving g join groups n on n.id = g.id and ${walk.counts('n')}`,
      )} as groups,
      ${listOf(sql`json_build_array(a.root, a.id)`, sql`above a`)} as above,
      ${listOf(sql`json_build_array(g.id, g.ids)`, sql`(select id, array_agg(granted_id) as ids from given group by id) g`)} as given,
      ${listOf(
        sql`json_build_array(b.id, b.included)`,
        sql`(select b.id, array(select i.included_id from inclusions i where i.role_id = b.id and ${walk.counts('i')}) as included from below b) b
          where cardinality(b.included) > 0`,
      )} as below,
      ${listOf(
        sql`n.id`,
        sql`roles n where n.id = any(array(select id from below)) and n.built_in and ${walk.counts('n')}`,
      )} as admins,
      ${writtenSince(since, no)} as written`;
});
