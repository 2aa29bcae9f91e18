import { compareNames, limits, type RoleMatrix, type UserMatrix } from '@licet/contract';
import { byId, byName } from '../kernel/lists.ts';
import { mapPage, page } from '../kernel/paging.ts';
import { asOfShown, type Snapshot } from '../kernel/snapshot.ts';
import { identifier, type Sql, sql } from '../kernel/sql.ts';
import { rolesInReview } from '../reviews/replaced.ts';
import { reportedSince } from '../usage/usage.ts';
import { usersWhere } from '../users/list.ts';
import { started, walkOf, withWalks } from '../walk/walk.ts';
import { Bits } from './bits.ts';
import { type RolePermissions, readRolePermissions } from './role-permissions.ts';

/** The permissions that each role of an application gives. */
export async function roleMatrix(snapshot: Snapshot, appId: string): Promise<RoleMatrix> {
  const { permissions, roles } = await readRolePermissions(snapshot, appId);
  const inReview = await rolesInReview(snapshot, appId);
  return {
    permissions: [...permissions],
    roles: [...roles.values()].map(({ own, all, ...role }) => ({
      ...role,
      inReview: inReview.has(role.id),
      own: own.toString(),
      brings: all.toString(),
    })),
    ...(snapshot.asOf !== undefined && { asOf: asOfShown(snapshot) }),
  };
}

/** Selects users who hold anything in an application. */
export interface MatrixUsers {
  readonly q?: string | undefined;
  readonly cursor?: string | undefined;
  /** The number of users, by default as many as one answer may have. */
  readonly limit?: number | undefined;
  readonly role?: string | undefined;
  readonly group?: string | undefined;
}

/**
 * For up to this many users, reads only the permissions of the roles that they hold. More users hold most of the roles
 * anyway.
 */
const few = 200;

/**
 * The access of many users in an application, page by page.
 * @throws Refusal `invalid_cursor`
 */
export async function userMatrix(
  snapshot: Snapshot,
  app: { readonly key: string; readonly id: string },
  query: MatrixUsers,
): Promise<UserMatrix> {
  const users = await page<{ id: string; name: string; username: string }>(
    snapshot,
    {
      name: `matrix ${app.id}`,
      select: sql`u.id, u.name, u.username`,
      alias: 'u',
      from: sql`users u`,
      where: await usersWhere(snapshot, { ...query, application: app.key }),
      order: { name: 'name', keys: [byName('u.name'), byId('u.id')], descending: false },
      size: query.limit ?? limits.matrixRows.value,
    },
    query,
  );
  const ids = users.items.map(({ id }) => id);
  const holding = await readHolding(snapshot, app.id, ids);
  const held = [...holding.values()].flatMap((given) => given.flatMap(({ role }) => role ?? []));
  const only = ids.length > few ? undefined : [...new Set(held)];
  const rolePermissions = await readRolePermissions(snapshot, app.id, 'for people', only);
  const { since, used } = await readUsed(snapshot, app.id, ids);
  const cells = cellsOf(rolePermissions, snapshot.at);
  return {
    ...mapPage(users, (user) => ({ ...user, ...cells(holding.get(user.id) ?? [], used.get(user.id) ?? []) })),
    permissions: [...rolePermissions.permissions],
    reportedSince: since,
  };
}

/** A grant that reaches a user, directly or by groups. */
interface Given {
  readonly role: string | null;
  readonly permission: string | null;
  readonly inForce: boolean;
  /** Seconds since the epoch, like `ends`, which is null for a grant without an end. */
  readonly starts: number;
  readonly ends: number | null;
}

const rolesListed = 3;
const day = 86_400;

/** The permissions from the grants that reach a user, and those that the user exercised. */
function cellsOf({ permissions, places, roles }: RolePermissions, at: string) {
  const size = permissions.length;
  const now = Date.parse(at) / 1000;
  const soon = now + limits.matrixEnding.value * day;
  const permissionsBy = (grants: readonly Given[]): Bits => {
    const bits = new Bits(size);
    for (const { role, permission } of grants) {
      const all = roles.get(role ?? '')?.all;
      if (all) bits.join(all);
      const place = places.get(permission ?? '');
      if (place !== undefined) bits.add(place);
    }
    return bits;
  };
  /** The permissions in `permitted` that end soon. Consecutive grants count as one period, until the first gap. */
  const endingOf = (permitted: Bits, given: readonly Given[]): Bits => {
    const lasts = ({ inForce, ends }: Given) => inForce && (ends === null || ends > soon);
    const unsure = permitted.without(permissionsBy(given.filter(lasts)));
    if (unsure.empty) return unsure;
    const until = new Float64Array(size).fill(now);
    for (const grant of given.filter((it) => !lasts(it)).sort((one, other) => one.starts - other.starts))
      for (const place of permissionsBy([grant]).and(unsure).places())
        if (grant.inForce || (until[place] ?? now) >= grant.starts)
          until[place] = Math.max(until[place] ?? now, grant.ends ?? Infinity);
    return Bits.of(
      unsure.places().filter((place) => (until[place] ?? now) <= soon),
      size,
    );
  };
  return (given: readonly Given[], exercised: readonly string[]) => {
    const inForce = given.filter((grant) => grant.inForce);
    const permitted = permissionsBy(inForce);
    const used = Bits.of(
      exercised.flatMap((id) => places.get(id) ?? []),
      size,
    );
    const held = inForce.flatMap(({ role }) => (role ? [roles.get(role)?.name ?? ''] : []));
    const names = [...new Set(held)].filter((name) => name !== '').sort(compareNames);
    return {
      roles: names.slice(0, rolesListed),
      permitted: permitted.toString(),
      ending: endingOf(permitted, given).toString(),
      used: used.and(permitted).toString(),
    };
  };
}

async function readHolding(
  snapshot: Snapshot,
  appId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly Given[]>> {
  const walk = walkOf(snapshot);
  const seconds = (column: string): Sql => sql`extract(epoch from nullif(${identifier(column)}, 'infinity'))::float8`;
  const { rows } = await snapshot.connection.query<{ user: string; given: Given[] }>(sql`
    ${withWalks(walk.groupsAbove('above', sql`select given, given from unnest(${ids}::uuid[]) given`, ['root']))}
    select a.root as user, json_agg(json_build_object(
      'role', x.role_id, 'permission', x.permission_id,
      'inForce', ${started('x', walk.at)}, 'starts', ${seconds('x.starts')}, 'ends', ${seconds('x.ends')}
    )) as given
    from above a cross join lateral (
      select x.role_id, x.permission_id, x.starts, x.ends from grants x
      where x.principal_id = a.id and x.app_id = ${appId} and ${walk.grantedOrLater('x')} offset 0
    ) x group by a.root`);
  return new Map(rows.map(({ user, given }) => [user, given]));
}

/** The permissions that each user exercised, by id; only for the present. */
async function readUsed({ connection, asOf }: Snapshot, appId: string, ids: readonly string[]) {
  if (asOf !== undefined) return { since: null, used: new Map<string, string[]>() };
  const { rows } = await connection.query<{ since: string | null; user: string | null; used: string[] | null }>(sql`
    select ${reportedSince(sql`${appId}`)} as since, u.user_id as user, u.used from (select) always left join (
      select u.user_id, array_agg(u.permission_id) as used from usage_users u
      where u.app_id = ${appId} and u.user_id = any(${ids}::uuid[]) group by u.user_id
    ) u on true`);
  return {
    since: rows[0]?.since ?? null,
    used: new Map(rows.flatMap(({ user, used }) => (user && used ? [[user, used] as const] : []))),
  };
}
