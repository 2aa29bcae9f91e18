import {
  foldIdentity,
  type MatchingUser,
  type Missing,
  type Page,
  type SignInHealth,
  type User,
  type UserFilter,
  type UserRow,
} from '@licet/contract';
import { present, recorded, seen, seenInParts, withNameNow } from '../kernel/facts.ts';
import { byId, byName, inNameOrder, type ListQuery, rankedOrder } from '../kernel/lists.ts';
import { searchFor } from '../kernel/matching.ts';
import { type List, mapPage, type Order, orderOf, page, type Source } from '../kernel/paging.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { idsOf, join, literal, prepared, type Sql, sql } from '../kernel/sql.ts';
import { asOf, asRecorded, enabled, type Walk, walkOf, withWalks } from '../walk/walk.ts';
import { type Holding, holdingIn } from './holding.ts';
import { openInvitation, userColumns, userJoins } from './users.ts';

/** A filter and order of users. */
export interface UserQuery extends ListQuery, Omit<UserFilter, 'q'> {}

/**
 * A page of users, each with the first direct groups, the first roles and the next end of a grant.
 * @throws Refusal `invalid_cursor`
 */
export async function listUsers(snapshot: Snapshot, query: UserQuery): Promise<Page<UserRow>> {
  // Users without a replacement factor are computed once from the factors of all users, for both the count and the rows.
  const shared =
    query.missing === 'recovery' ? [sql`lacking as materialized (${withoutRecovery(walkOf(snapshot))})`] : undefined;
  const holding = query.application === undefined ? undefined : await holdingIn(snapshot, query.application);
  const where = filtersOf(snapshot, shared ? { ...query, missing: undefined } : query, holding);
  if (shared) where.push(sql`u.id in (select id from lacking)`);
  const search = searchFor(query.q);
  const sorted = orderOf(
    {
      name: [byName('u.name'), byId('u.id')],
      username: [{ sql: inNameOrder(sql`u.username_key`), type: 'text' }, byId('u.id')],
      createdAt: [{ sql: sql`u.created_no`, type: 'int8' }, byId('u.id')],
      lastSignInAt: signedIn.keys,
    },
    query.sort,
  );
  const order = rankedOrder(search, sql`u.sought`, query.sort, sorted);
  const users = await page<User>(
    snapshot,
    {
      name: 'users',
      select: userColumns(snapshot),
      alias: 'u',
      ...sourcesOf(snapshot, order),
      joins: userJoins(snapshot),
      countFrom: seen(snapshot, 'users', 'u'),
      where,
      ...(shared && { shared }),
      whole: where.length === 0,
      counted: where.length === 1 && !shared ? holding?.total : undefined,
    },
    query,
  );
  const more = await rowAccess(
    snapshot,
    users.items.map(({ id }) => id),
  );
  return mapPage(users, (user) => ({
    ...withNameNow(user),
    ...(more.get(user.id) ?? { groups: [], roles: [], endsNext: null }),
  }));
}

// The users who have signed in, by their last sign-in. Those who have not are a second source that comes first: two
// index scans concatenated, so no sort.
const signedIn: Source = {
  from: sql`last_sign_ins l join users u on u.id = l.user_id and ${present('u')}`,
  keys: [{ sql: sql`l.at`, type: 'timestamptz' }, byId('l.user_id')],
};
const neverSignedIn: Source = {
  from: sql`(select u.* from users u where ${present('u')} and not exists (select from last_sign_ins l where l.user_id = u.id)) u`,
  keys: [{ sql: sql`'-infinity'::timestamptz`, type: 'timestamptz' }, byId('u.id')],
};

function sourcesOf(snapshot: Snapshot, order: Order): Pick<List, 'from' | 'fromEnded' | 'order' | 'rest'> {
  if (!order.name.endsWith('lastSignInAt')) return { ...seenInParts(snapshot, 'users', 'u'), order };
  const [first, rest] = order.descending ? [signedIn, neverSignedIn] : [neverSignedIn, signedIn];
  return { from: first.from, order: { ...order, keys: first.keys }, rest };
}

/** The conditions on users `u`: that they exist, and one condition for each part of the filter that is set. */
export const usersWhere = async (snapshot: Snapshot, filter: UserFilter): Promise<Sql[]> => [
  recorded(snapshot, 'u'),
  ...filtersOf(
    snapshot,
    filter,
    filter.application === undefined ? undefined : await holdingIn(snapshot, filter.application),
  ),
];

function filtersOf(snapshot: Snapshot, filter: UserFilter, holding: Holding | undefined): Sql[] {
  const where = filters(filter, walkOf(snapshot));
  if (holding) where.push(holding.where);
  if (filter.invitation) {
    const open = openInvitation(snapshot.at);
    where.push(sql`u.status = 'invited' and ${filter.invitation === 'open' ? open : sql`not ${open}`}`);
  }
  const search = searchFor(filter.q);
  if (search) where.push(search.matches(sql`u.sought`));
  return where;
}

/**
 * The users who match a filter, by name, at most `most`. With `notIn`, direct members of that group are left out.
 */
export async function matchingUsers(
  snapshot: Snapshot,
  { notIn, ...filter }: UserFilter & { readonly notIn?: string | undefined },
  most: number,
): Promise<MatchingUser[]> {
  const where = await usersWhere(snapshot, filter);
  if (notIn !== undefined)
    where.push(sql`not exists (
      select from memberships m where m.group_id = ${notIn} and m.member_id = u.id and ${walkOf(snapshot).counts('m')}
    )`);
  const { rows } = await snapshot.connection.query<MatchingUser>(sql`
    select u.id, u.name, u.status from users u where ${join(where, ' and ')}
    order by ${inNameOrder(sql`u.name`)}, u.id limit ${most}`);
  return rows;
}

const shownOfEach = 5;

function filters({ status, deletion, missing, username, group, role, import: change }: UserFilter, walk: Walk): Sql[] {
  const conditions: Sql[] = [];
  if (change !== undefined) conditions.push(sql`u.created_no = ${change}`);
  if (status) conditions.push(sql`u.status = ${status}`);
  if (deletion) conditions.push(sql`u.id in (select user_id from deletion_requests)`);
  if (missing) conditions.push(isMissing(missing, walk));
  if (username !== undefined) conditions.push(sql`u.username_key = ${foldIdentity(username.replaceAll('\0', ' '))}`);
  if (group)
    conditions.push(sql`u.id in (
      ${withWalks(walk.everybodyBelow('members', sql`select ${group}::uuid`))} select id from members
    )`);
  if (role)
    conditions.push(sql`${enabled('u')} and u.id in (
      ${withWalks(walk.holdersOf('holders', sql`select ${role}::uuid`))} select id from holders
    )`);
  return conditions;
}

type RowAccess = { readonly id: string } & Pick<UserRow, 'groups' | 'roles' | 'endsNext'>;

async function rowAccess(
  { connection, no, at }: Snapshot,
  ids: readonly string[],
): Promise<ReadonlyMap<string, RowAccess>> {
  if (ids.length === 0) return new Map();
  const { rows } = await connection.query<RowAccess>(accountDetailsOf(at, ids, no));
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * The extra columns of each user, for all users in one query: the first groups, the first roles, and the next end of a
 * grant. Roles and ends include those through groups. Suspended users have none.
 */
const accountDetails = (walk: Walk, ids: unknown): Sql => {
  const given = sql`
    select a.root, x.app_id, x.role_id, x.ends from above a cross join lateral (
      select x.app_id, x.role_id, x.ends from grants x
      where x.principal_id = a.id and ${walk.granted('x')} and (x.role_id is not null or x.ends < 'infinity') offset 0
    ) x`;
  const first = (rows: Sql, item: Sql) => sql`
    select root, json_agg(${item} order by place) as items from (${rows}) one where place <= ${literal(shownOfEach)} group by root`;
  return sql`
    ${withWalks(
      walk.groupsAbove(
        'above',
        sql`select s.id, s.id from users s where s.id = any(${idsOf(ids)}) and ${walk.enabled('s')}`,
        ['root'],
      ),
      sql`given as materialized (${given})`,
    )}
    select u.id, coalesce(g.items, '[]') as groups, coalesce(r.items, '[]') as roles, e.ends as "endsNext"
    from unnest(${idsOf(ids)}) u(id)
    left join (${first(
      sql`select m.member_id as root, g.id, g.name,
            row_number() over (partition by m.member_id order by ${inNameOrder(sql`g.name`)}, g.id) as place
          from memberships m join groups g on g.id = m.group_id and ${walk.counts('g')}
          where m.member_id = any(${idsOf(ids)}) and ${walk.counts('m')}`,
      sql`json_build_object('id', id, 'name', name)`,
    )}) g on g.root = u.id
    left join (${first(
      sql`select d.root, d.key, d.name, row_number() over (partition by d.root order by d.key, ${inNameOrder(sql`d.name`)}) as place from (
            select distinct x.root, a.key, n.name from given x join roles n on n.id = x.role_id and ${walk.counts('n')}
            join applications a on a.id = x.app_id and ${walk.counts('a')}
          ) d`,
      sql`json_build_object('application', key, 'name', name)`,
    )}) r on r.root = u.id
    left join (select root, min(ends) as ends from given where ends < 'infinity' group by root) e on e.root = u.id`;
};

// Selects by change number even in the newest snapshot. The partial index on present rows does not contain the times,
// so PostgreSQL would read a table page for each grant.
const accountDetailsOf = prepared<[at: string, ids: readonly string[], no: number]>(
  'users-beside-each',
  (at, ids, no) => accountDetails(asOf(no, at), ids),
);

/**
 * True for users `u` who lack one of these:
 * - a second factor
 * - a replacement, in case they lose their only second factor
 * - a first sign-in
 * Users who cannot sign in lack nothing, and programs are not users.
 */
export function isMissing(what: Missing, walk: Walk): Sql {
  switch (what) {
    case 'sign_in':
      return sql`${enabled('u')} and not exists (select from last_sign_ins l where l.user_id = u.id)`;
    case 'second_factor':
      return sql`${walk.active('u')} and not exists (select from (${factors}) f where f.user_id = u.id)`;
    case 'recovery':
      // Every user in the subquery has at least one factor, so `< 2` means one. For `= 1`, PostgreSQL would expect few
      // rows and look up each user separately.
      return sql`${walk.active('u')}
        and u.id in (select f.user_id from (${factors}) f where f.factors < 2)
        and not exists (select from recovery_codes r where r.user_id = u.id and r.used_at is null)`;
  }
}

/**
 * Selects the `id` of users without a replacement factor, all in one pass. The condition is that of {@link isMissing}.
 */
export const withoutRecovery = (walk: Walk): Sql => sql`
  select u.id from users u join (${factors}) f on f.user_id = u.id and f.factors < 2
    left join (${codesLeft}) r on r.user_id = u.id
  where ${walk.active('u')} and r.user_id is null`;

/** The number of users who lack each thing in {@link isMissing}, all in one pass. */
export async function signInHealth({ connection, at }: Snapshot): Promise<SignInHealth> {
  const walk = asRecorded(at);
  const count = (which: Sql) => sql`(count(*) filter (where ${which}))::int`;
  const { rows } = await connection.query<SignInHealth>(sql`
    select ${count(sql`${walk.active('u')} and f.user_id is null`)} as "secondFactor",
      ${count(sql`${walk.active('u')} and f.factors < 2 and r.user_id is null`)} as recovery,
      ${count(sql`${enabled('u')} and l.user_id is null`)} as "signIn"
    from users u
      left join (${factors}) f on f.user_id = u.id
      left join (${codesLeft}) r on r.user_id = u.id
      left join last_sign_ins l on l.user_id = u.id
    where ${present('u')}`);
  return rows[0] ?? { secondFactor: 0, recovery: 0, signIn: 0 };
}

/**
 * Selects `user_id` and `factors` of all users with a second factor: an authenticator app, passkeys, or external
 * accounts. Only accounts whose provider confirms two factors count, and together they count as one. Uses three joins
 * instead of counting a union, because the planner has no statistics for a union.
 */
const factors = sql`
  select user_id, coalesce(t.factors, 0) + coalesce(k.factors, 0) + coalesce(i.factors, 0) as factors
  from (select user_id, 1 as factors from totp) t
    full join (select user_id, count(*) as factors from passkeys group by user_id) k using (user_id)
    full join (
      select l.user_id, 1 as factors
      from identities l join connections x on x.id = l.connection_id and x.enabled and ${present('x')}
      where l.said && x.two_factor_values group by l.user_id
    ) i using (user_id)`;

/** Selects `user_id` of all users with unused recovery codes. */
const codesLeft = sql`select user_id from recovery_codes where used_at is null group by user_id`;
