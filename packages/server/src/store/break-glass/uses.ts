import { type BreakGlassUse, licetApplication, limits, type Page, type Ref } from '@licet/contract';
import type { Change } from '../kernel/change.ts';
import { insertEntity, present } from '../kernel/facts.ts';
import { later } from '../kernel/instants.ts';
import { byId, inNameOrder, type ListQuery } from '../kernel/lists.ts';
import { orderOf, page } from '../kernel/paging.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { literal, sql } from '../kernel/sql.ts';
import { policyNames } from '../role-policies/role-policies.ts';
import { walkOf, withWalks } from '../walk/walk.ts';

/** A use of emergency access, without the field that depends on the caller. */
export interface StoredUse extends Omit<BreakGlassUse, 'mayReview'> {
  /** Whether the application still exists. Another application may have its identifier now. */
  readonly applicationExists: boolean;
  /** The id of the application’s facts. */
  readonly appId: string;
}

/**
 * The uses that a caller may see: their own, and those of all applications or of the applications with the given
 * identifiers.
 */
export interface Sight {
  readonly userId: string | null;
  /** Whether the caller's own uses are included. */
  readonly own: boolean;
  readonly everywhere: boolean;
  /** Whether `everywhere` includes Licet itself. */
  readonly licet: boolean;
  readonly applications: readonly string[];
}

export interface UsesQuery extends ListQuery {
  readonly state?: BreakGlassUse['state'] | undefined;
  readonly application?: string | undefined;
  readonly sight: Sight;
}

// Deleted things are shown with their last name.
const columns = sql`
  x.id, x.app_id as "appId", app."applicationExists", json_build_object('id', app.key, 'name', app.name) as application,
  json_build_object('kind', 'user', 'id', x.user_id, 'name', who.name, 'detail', who.username) as "user",
  (select json_build_object('id', r.id, 'name', r.name, 'title', r.title) from roles r where r.id = x.role_id order by r.no_to desc limit 1) as role,
  given.reason, x.used_at as at, given.ends, x.grant_id as grant, x.state,
  case when x.reviewed_at is not null then json_build_object('at', x.reviewed_at, 'by',
    (select json_build_object('id', u.id, 'name', u.name) from users u where u.id = x.reviewed_by order by u.no_to desc limit 1)) end as review,
  x.no_from as version`;
const joins = sql`
  cross join lateral (
    select a.key, a.name, ${present('a')} as "applicationExists" from applications a where a.id = x.app_id order by a.no_to desc limit 1
  ) app
  cross join lateral (select u.name, u.username from users u where u.id = x.user_id order by u.no_to desc limit 1) who
  cross join lateral (
    select g.reason, least(g.ends, (select c.at from change c where c.no = g.no_to)) as ends
    from grants g where g.id = x.grant_id order by g.no_to desc limit 1
  ) given`;

/** Returns the id. */
export const insertUse = (
  change: Change,
  { appId, roleId, userId, grantId }: { appId: string; roleId: string; userId: string; grantId: string },
): Promise<string> =>
  insertEntity(change, 'break_glass', {
    app_id: appId,
    role_id: roleId,
    user_id: userId,
    grant_id: grantId,
    used_at: change.at,
    state: 'unreviewed',
  });

/** Stores the result of a review. `by` is the id of the reviewer, or null for the operator. */
export async function closeUse(
  { connection, no, at }: Change,
  id: string,
  { found, by }: { readonly found: 'justified' | 'objected'; readonly by: string | null },
): Promise<void> {
  await connection.query(sql`
    with ended as (update break_glass x set no_to = ${no} where x.id = ${id} and ${present('x')} returning x.*)
    insert into break_glass (id, app_id, role_id, user_id, grant_id, used_at, created_no, state, reviewed_by, reviewed_at, no_from)
    select id, app_id, role_id, user_id, grant_id, used_at, created_no, ${found}, ${by}, ${at}, ${no} from ended`);
}

/** A use, whether or not it was reviewed. */
export async function findUse({ connection }: Snapshot, id: string): Promise<StoredUse | undefined> {
  const { rows } = await connection.query<StoredUse>(
    sql`select ${columns} from break_glass x ${joins} where x.id = ${id} and ${present('x')}`,
  );
  return rows[0];
}

/** The number of times since an instant that a user took a role by emergency access. */
export async function countUses({ connection }: Snapshot, userId: string, since: string): Promise<number> {
  const { rows } = await connection.query<{ uses: number }>(
    sql`select count(*)::int as uses from break_glass x where x.user_id = ${userId} and ${present('x')} and x.used_at > ${since}`,
  );
  return rows[0]?.uses ?? 0;
}

/**
 * A page of uses, newest first by default.
 * @throws Refusal `invalid_cursor`
 */
export async function listUses(snapshot: Snapshot, query: UsesQuery): Promise<Page<StoredUse>> {
  const { sight, state, application } = query;
  const where = [present('x')];
  // The state is part of the text, so that every plan can use the index of unreviewed uses.
  if (state) where.push(sql`x.state = ${literal(state)}`);
  const keyed = (keys: readonly string[]) =>
    sql`x.app_id = any(array(select a.id from applications a where a.key = any(${keys}::text[]) and ${present('a')}))`;
  if (application !== undefined) where.push(keyed([application.replaceAll('\0', ' ')]));
  const seen = !sight.everywhere
    ? keyed(sight.applications)
    : sight.licet
      ? sql`true`
      : sql`not ${keyed([licetApplication])}`;
  where.push(sight.own ? sql`(x.user_id = ${sight.userId} or ${seen})` : sql`x.user_id <> ${sight.userId} and ${seen}`);
  return page<StoredUse>(
    snapshot,
    {
      name: `break-glass ${state} ${application !== undefined} ${sight.everywhere} ${sight.licet}`,
      select: columns,
      alias: 'x',
      from: sql`break_glass x`,
      joins,
      where,
      order: orderOf({ at: [{ sql: sql`x.used_at`, type: 'timestamptz' }, byId('x.id')] }, query.sort ?? '-at'),
    },
    query,
  );
}

/** A role that a user may take by emergency access, with the duration in seconds. */
export interface Offer {
  readonly application: Ref;
  /** The id of the application’s facts. */
  readonly appId: string;
  readonly role: { readonly id: string; readonly name: string; readonly title: string };
  readonly seconds: number;
  /** Whether the user holds it already. */
  readonly held: boolean;
  /** Whether a reviewer recently found that the user should not have taken it. */
  readonly objected: boolean;
}

/**
 * Returns the roles that a user may take by emergency access, directly or as a member of a group, sorted by name.
 * `application` is an identifier; without it, the roles of all applications are returned.
 */
export async function offersTo(snapshot: Snapshot, userId: string, application?: string): Promise<Offer[]> {
  const walk = walkOf(snapshot);
  const { rows } = await snapshot.connection.query<Offer>(sql`
    ${withWalks(walk.holdings(sql`select ${userId}::uuid`))}
    select json_build_object('id', a.key, 'name', a.name) as application, a.id as "appId",
      json_build_object('id', role.id, 'name', role.name, 'title', role.title) as role, (o.policy -> 'breakGlass' ->> 'seconds')::int as seconds,
      role.id in (select id from r) as held,
      exists (select from break_glass x where x.user_id = ${userId} and x.role_id = role.id and ${present('x')} and x.state = 'objected'
        and x.reviewed_at > ${later(snapshot.at, -limits.breakGlassAfterObjection.value)}) as objected
    from role_policies o join roles role on role.id = o.role_id and ${present('role')} join applications a on a.id = o.app_id and ${present('a')}
    where ${application === undefined ? sql`true` : sql`a.key = ${application}`} and ${present('o')} and ${policyNames('o', sql`select id from g`)}
      and exists (
        select from g where to_jsonb(g.id) <@ (o.policy -> 'breakGlass' -> 'users') or to_jsonb(g.id) <@ (o.policy -> 'breakGlass' -> 'groups'))
    order by ${inNameOrder(sql`a.name`)}, ${inNameOrder(sql`role.name`)}`);
  return rows;
}
