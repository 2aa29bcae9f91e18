import {
  type Grant,
  limits,
  type Page,
  type UnusedInRole,
  type UnusedInRoles,
  type UnusedOfUser,
} from '@licet/contract';
import { listGrants } from '../grants/list.ts';
import { present } from '../kernel/facts.ts';
import { later } from '../kernel/instants.ts';
import { byId, byName, type ListQuery } from '../kernel/lists.ts';
import { searchFor } from '../kernel/matching.ts';
import { orderOf, page } from '../kernel/paging.ts';
import { type Moment, numberAt, recordedAt, type Snapshot } from '../kernel/snapshot.ts';
import { fragment, identifier, literal, type Sql, sql, Value } from '../kernel/sql.ts';
import { asOf, type Walk, walkOf } from '../walk/walk.ts';
import { reportedSince } from './usage.ts';

/** The first and the last day for which an application reported use, within limits.usageKept, as instants; null if it reported none. */
export interface Reports {
  readonly since: string | null;
  readonly last: string | null;
}

export interface UnusedQuery extends ListQuery {
  /** The number of days in which nothing that a grant gives was used. */
  readonly days: number;
  /** Only direct grants to one user or one group. */
  readonly principal?: string | undefined;
}

/**
 * Grants that are unused according to the reports. If the reports do not cover the period, `seen` is false and the page
 * is empty.
 */
export interface Unused extends Page<Grant> {
  /** The instant since which the grants are unused, in ISO 8601 in UTC. */
  readonly from: string;
  readonly reportedSince: string | null;
  readonly lastReport: string | null;
  readonly seen: boolean;
}

/**
 * The grants of an application that are unused for `days` days: no user whom they reach has exercised any of their
 * permissions. Leaves out grants that could not be exercised during the whole period:
 * - grants that began later
 * - grants of roles that had fewer permissions at the beginning
 * - grants to groups that gained members
 * Also leaves out grants to programs, because their use is not reported.
 * @throws Refusal `invalid_cursor`
 */
export async function listUnused(snapshot: Snapshot, appId: string, query: UnusedQuery): Promise<Unused> {
  const { days, ...rest } = query;
  const observed = await seenFor(snapshot, appId, days);
  if (!observed.seen) return { ...nothing, ...observed };
  const then = await recordedAt(snapshot, observed.from);
  const app = new Value(appId);
  const scope = query.principal === undefined ? everyoneIn(app) : ofPrincipal(new Value(query.principal));
  const only = unusedSince(snapshot, then, scope, sql`u.app_id = ${app}`);
  const found = await listGrants(snapshot, {
    ...rest,
    sort: rest.sort ?? 'starts',
    application: appId,
    states: ['active'],
    only: { name: `unused ${days}`, ...only },
  });
  return { ...found, ...observed };
}

/**
 * The first grants that a user holds directly and that are unused for `days` days, in all applications, as in
 * {@link listUnused}. `seen` tells whether any of these applications reported use during the whole period.
 */
export async function listUnusedOfUser(
  snapshot: Snapshot,
  userId: string,
  days: number,
): Promise<Omit<UnusedOfUser, 'days'>> {
  const from = later(snapshot.clock, -days * day);
  const isSeen = sql`${reportedSince(sql`x.app_id`)} <= ${from}`;
  const { rows } = await snapshot.connection.query<{ no: number; at: string; seen: boolean }>(sql`
    select coalesce(${numberAt(from)}, 0) as no, (${from})::timestamptz as at, exists (
      select from grants x where x.principal_id = ${userId} and ${walkOf(snapshot).granted('x')} and ${isSeen}
    ) as seen`);
  const [then] = rows;
  if (!then?.seen) return { ...nothing, from, seen: false };
  const { shared, where } = unusedSince(snapshot, { ...snapshot, ...then }, ofPrincipal(new Value(userId)), sql`true`);
  const found = await listGrants(snapshot, {
    sort: 'starts',
    principal: userId,
    states: ['active'],
    limit: limits.pageMax.value,
    only: { name: `unused ${days}`, shared, where: sql`${where} and ${isSeen}` },
  });
  return { ...found, from, seen: true };
}

export const nothing = { items: [], next: null, total: 0, atLeast: false };

/** Whether an application's reports cover all of the last `days` days, and the first and the last day with a report. */
export async function seenFor(
  snapshot: Snapshot,
  appId: string,
  days: number,
): Promise<Omit<Unused, keyof Page<Grant>>> {
  const from = later(snapshot.clock, -days * day);
  const { since: reportedSince, last: lastReport } = await reportsOf(snapshot, appId);
  return { from, reportedSince, lastReport, seen: reportedSince !== null && reportedSince <= from };
}

/** The first and the last day for which an application reported use. */
export async function reportsOf({ connection }: Snapshot, appId: string): Promise<Reports> {
  const { rows } = await connection.query<Reports>(sql`
    select min(day)::timestamp at time zone 'UTC' as since, max(day)::timestamp at time zone 'UTC' as last
    from usage_days where app_id = ${appId}`);
  return rows[0] ?? { since: null, last: null };
}

const day = 86_400;

/**
 * The condition that no user has exercised a grant `x` since a past moment, with the common table expressions that it
 * needs.
 * @param which the reports of use `u` that count
 */
function unusedSince(now: Snapshot, then: Moment, scope: Scope, which: Sql): { shared: Sql[]; where: Sql } {
  const from = new Value(then.at);
  const today = walkOf(now);
  const past = asOf(then.no, then.at);
  const used = sql`${which} and u.last_at >= ${from}`;
  const brings = sql`u.app_id = x.app_id and (u.permission_id = x.permission_id or x.role_id in (select id from chiefs)
    or (x.role_id, u.permission_id) in (select root, permission_id from brought))`;
  return {
    shared: [
      ...reaching('', today, scope),
      ...reaching('_then', past, scope),
      // Roles that contain admin. Admin gives the whole catalogue, which grows, so its current content does not show
      // how long it has given a permission.
      sql`chiefs(id) as materialized (
        select b.root from roles_below b join roles a on a.id = b.id and a.built_in and ${today.counts('a')})`,
      sql`lately(id) as materialized (
        select root from (select * from brought except select * from brought_then) more
        union select top from (select * from members except select * from members_then) more)`,
      sql`used_in(top, app_id, permission_id) as materialized (
        select distinct m.top, u.app_id, u.permission_id from members m join usage_users u on u.user_id = m.user_id and ${used})`,
    ],
    where: sql`x.principal_kind <> 'client'
      and exists (select from grants g where g.id = x.id and ${past.granted('g')})
      and x.principal_id not in (select id from lately)
      and (x.role_id is null or x.role_id not in (select id from lately) or x.role_id in (select id from chiefs))
      and not exists (select from usage_users u where u.user_id = x.principal_id and ${used} and ${brings})
      and not exists (select from used_in u where u.top = x.principal_id and ${brings})`,
  };
}

/** The roles and the groups that are examined. Each query selects the id twice. */
type Scope = (walk: Walk) => { readonly roles: Sql; readonly groups: Sql };

/** All roles of an application, and the groups that hold something in it. */
const everyoneIn =
  (app: Value): Scope =>
  (walk) => ({
    roles: sql`select r.id, r.id from roles r where r.app_id = ${app} and ${walk.counts('r')}`,
    groups: sql`select distinct x.principal_id, x.principal_id from grants x
      where x.app_id = ${app} and x.principal_kind = 'group' and ${walk.granted('x')}`,
  });

/** Only the roles that a user or a group holds directly. A user has no members. */
const ofPrincipal =
  (principal: Value): Scope =>
  (walk) => ({
    roles: sql`select distinct x.role_id, x.role_id from grants x
      where x.principal_id = ${principal} and x.role_id is not null and ${walk.granted('x')}`,
    groups: sql`select ${principal}::uuid, ${principal}::uuid`,
  });

/** Common table expressions: the permissions of each role, and the members of groups. */
const reaching = (suffix: string, walk: Walk, scope: Scope): Sql[] => {
  const name = (of: string) => identifier(`${of}${suffix}`);
  const [below, inside] = [`roles_below${suffix}`, `inside${suffix}`];
  const { roles, groups } = scope(walk);
  return [
    walk.rolesBelow(below, roles, ['root']),
    sql`${name('brought')}(root, permission_id) as materialized (
      select distinct b.root, rp.permission_id from ${identifier(below)} b
      join role_permissions rp on rp.role_id = b.id and ${walk.counts('rp')})`,
    walk.groupsBelow(inside, groups, ['top']),
    sql`${name('members')}(top, user_id) as materialized (select distinct * from (${walk.membersOf(inside, ['top'])}) m)`,
  ];
};

export interface UnusedInRolesQuery extends ListQuery {
  /** The number of days without use by any holder of the role. */
  readonly days: number;
  readonly role?: string | undefined;
}

/**
 * The permissions in an application's roles that no holder has exercised for `days` days, by any path. Holders are the
 * present ones and those at the start of the period. Leaves out what could not be exercised during the whole period:
 * - permissions that were added to the role during the period
 * - roles without holders at its start
 * Also leaves out roles held by programs, because their use is not reported.
 * @throws Refusal `invalid_cursor`
 */
export async function listUnusedInRoles(
  snapshot: Snapshot,
  appId: string,
  { days, role, ...query }: UnusedInRolesQuery,
): Promise<Omit<UnusedInRoles, 'days'>> {
  const observed = await seenFor(snapshot, appId, days);
  if (!observed.seen) return { ...nothing, ...observed };
  const then = await recordedAt(snapshot, observed.from);
  const app = new Value(appId);
  const [today, past] = [walkOf(snapshot), asOf(then.no, then.at)];
  const search = searchFor(query.q);
  const same = (of: string) => fragment(`${of}.role_id = x.role_id and ${of}.permission_id = x.permission_id`);
  const named = sql`join roles r on r.id = x.role_id and ${present('r')} join permissions p on p.id = x.permission_id and ${present('p')}`;
  const found = await page<UnusedInRole>(
    snapshot,
    {
      name: `unused in roles ${days} ${role ?? ''}`,
      shared: [
        ...reaching('', today, everyoneIn(app)),
        ...reaching('_then', past, everyoneIn(app)),
        ...holding('', today, app),
        ...holding('_then', past, app),
        sql`used(role_id, permission_id) as materialized (
          select distinct h.role_id, u.permission_id from (select * from held union select * from held_then) h
          join usage_users u on u.user_id = h.user_id and u.app_id = ${app} and u.last_at >= ${observed.from})`,
      ],
      select: sql`json_build_object('id', r.id, 'name', r.name, 'title', r.title) as role,
        json_build_object('id', p.id, 'name', p.name, 'title', p.title) as permission,
        (select count(*)::int from held h where h.role_id = x.role_id) as holders,
        (select max(u.last_at) from held h join usage_users u on u.user_id = h.user_id and u.permission_id = x.permission_id
         where h.role_id = x.role_id) as last`,
      alias: 'x',
      from: sql`role_permissions x ${named}`,
      joins: named,
      where: [
        present('x'),
        sql`r.app_id = ${app} and not r.built_in`,
        sql`exists (select from role_permissions b where ${same('b')} and ${past.counts('b')})`,
        sql`x.role_id in (select role_id from held_then)`,
        sql`x.role_id not in (select role_id from by_programs union select role_id from by_programs_then)`,
        sql`not exists (select from used u where ${same('u')})`,
        ...(role === undefined ? [] : [sql`x.role_id = ${role}`]),
        ...(search ? [sql`(${search.matches(sql`r.sought`)} or ${search.matches(sql`p.sought`)})`] : []),
      ],
      order: orderOf(
        {
          role: [byName('r.name'), byName('p.name'), byId('x.role_id'), byId('x.permission_id')],
          permission: [byName('p.name'), byName('r.name'), byId('x.permission_id'), byId('x.role_id')],
        },
        query.sort,
      ),
    },
    query,
  );
  return { ...found, ...observed };
}

/**
 * Common table expressions: the holders of each role by any path, and the roles that a program holds. They use the
 * expressions of {@link reaching}.
 */
const holding = (suffix: string, walk: Walk, app: Value): Sql[] => {
  const name = (of: string) => identifier(`${of}${suffix}`);
  const granted = (kind: string) =>
    sql`x.app_id = ${app} and x.principal_kind = ${literal(kind)} and x.role_id is not null and ${walk.granted('x')}`;
  return [
    sql`${name('held')}(user_id, role_id) as materialized (
      select distinct h.user_id, b.id from (
        select x.principal_id as user_id, x.role_id from grants x where ${granted('user')}
        union all
        select m.user_id, x.role_id from grants x join ${name('members')} m on m.top = x.principal_id where ${granted('group')}
      ) h join ${name('roles_below')} b on b.root = h.role_id)`,
    sql`${name('by_programs')}(role_id) as materialized (
      select distinct b.id from grants x join ${name('roles_below')} b on b.root = x.role_id where ${granted('client')})`,
  ];
};
