import { inForce, type Snapshot } from '../kernel/snapshot.ts';
import { fragment, identifier, prepared, type Sql, sql } from '../kernel/sql.ts';
import { asOf, nextTurn, started, withWalks } from '../walk/walk.ts';

/** A user in an application, by its identifier. */
export interface Pair {
  readonly userId: string;
  readonly application: string;
}

/** A digest of a user's access in an application. */
export interface PairState {
  /** `fingerprintOf` of the names that a token would carry. */
  readonly fingerprint: string;
  /** The next start or end of one of the user's grants; the answer stays the same until then. */
  readonly changesAt: string | null;
}

/**
 * Returns the states of the pairs, in their order, from one snapshot. Many users have the same roles and permissions,
 * so names are looked up once for each distinct set.
 */
export async function pairStates(snapshot: Snapshot, pairs: readonly Pair[]): Promise<PairState[]> {
  if (pairs.length === 0) return [];
  const { connection, no, at } = snapshot;
  const { rows } = await connection.query<AccessOfPair>(holdings(no, at, usersOf(pairs), applicationsOf(pairs)));
  const sets = [...new Map(rows.map((row) => [keyOf(row), row])).values()];
  const digests = await fingerprintsOf(snapshot, sets);
  const byKey = new Map(sets.map((set, index) => [keyOf(set), digests[index] ?? '']));
  return rows.map((row) => ({ fingerprint: byKey.get(keyOf(row)) ?? '', changesAt: row.changesAt }));
}

/**
 * The indexes of the pairs whose access may differ because of facts that began or ended after change `since`. It may include pairs that
 * are not affected, but never misses one.
 */
export async function touchedPairs(
  { connection, no }: Snapshot,
  since: number,
  pairs: readonly Pair[],
): Promise<number[]> {
  if (pairs.length === 0 || since >= no) return [];
  const { rows } = await connection.query<{ place: number }>(touched(since, no, usersOf(pairs), applicationsOf(pairs)));
  return rows.map(({ place }) => place);
}

const usersOf = (pairs: readonly Pair[]) => pairs.map(({ userId }) => userId);
const applicationsOf = (pairs: readonly Pair[]) => pairs.map(({ application }) => application);

/** The sorted ids of a user's roles, with all roles that these include, and of the user's direct permissions. */
interface AccessOfPair {
  readonly roles: readonly string[];
  readonly permissions: readonly string[];
  readonly changesAt: string | null;
}

const keyOf = ({ roles, permissions }: AccessOfPair) => `${roles.join()} ${permissions.join()}`;

async function fingerprintsOf({ connection, no }: Snapshot, sets: readonly AccessOfPair[]): Promise<string[]> {
  const placesOf = (idsOf: (set: AccessOfPair) => readonly string[]) =>
    sets.flatMap((set, n) => idsOf(set).map(() => n));
  const roles = ({ roles: ids }: AccessOfPair) => ids;
  const permissions = ({ permissions: ids }: AccessOfPair) => ids;
  const { rows } = await connection.query<{ fingerprint: string }>(
    fingerprints(
      no,
      sets.length,
      placesOf(roles),
      sets.flatMap(roles),
      placesOf(permissions),
      sets.flatMap(permissions),
    ),
  );
  return rows.map(({ fingerprint }) => fingerprint);
}

// The access of many users in one statement; `n` is the index of the pair.
const holdings = prepared<[no: number, at: string, users: readonly string[], applications: readonly string[]]>(
  'pair-holdings',
  (no, at, users, applications) => {
    const walk = asOf(no, at);
    const enabled = sql`
      select p.n, u.id from p cross join lateral (
        select u.id from users u where u.id = p.user_id and ${walk.enabled('u')} offset 0
      ) u`;
    return sql`
      ${withWalks(
        sql`p as materialized (
          select x.n, x.user_id, a.id as app_id
          from unnest(${users}::uuid[], ${applications}::text[]) with ordinality as x(user_id, key, n)
          left join applications a on a.key = x.key and ${walk.counts('a')}
        )`,
        walk.groupsAbove('g', enabled, ['n']),
        sql`gr as materialized (
          select g.n, x.role_id, x.permission_id, x.starts, x.ends
          from g join p on p.n = g.n cross join lateral (
            select x.role_id, x.permission_id, x.starts, x.ends from grants x
            where x.principal_id = g.id and x.app_id = p.app_id and ${walk.grantedOrLater('x')} offset 0
          ) x
        )`,
        walk.rolesBelow('r', sql`select n, role_id from gr where role_id is not null and ${started('gr', at)}`, ['n']),
      )},
      role_lists as (select n, array_agg(id::text order by id) as ids from r group by n),
      permission_lists as (
        select n, array_agg(distinct permission_id::text order by permission_id::text) as ids
        from gr where permission_id is not null and ${started('gr', at)} group by n
      ),
      nexts as (select n, ${nextTurn('gr', at)} as at from gr group by n)
      select coalesce(rl.ids, '{}') as roles, coalesce(pl.ids, '{}') as permissions, nexts.at as "changesAt"
      from p left join role_lists rl using (n) left join permission_lists pl using (n) left join nexts using (n)
      order by p.n`;
  },
);

// Hashes the JSON array of the names, sorted by code point, as `JSON.stringify` writes it.
const digest = (names: string) =>
  fragment(`translate(encode(sha256(convert_to('[' || ${names} || ']', 'UTF8')), 'base64'), '+/=', '-_')`);
const digestOfNames = digest(`string_agg(to_json(names.name)::text, ',' order by names.name)`);
const digestOfNone = digest(`''`);

const fingerprints = prepared<
  [
    no: number,
    sets: number,
    rolePlaces: readonly number[],
    roles: readonly string[],
    permissionPlaces: readonly number[],
    permissions: readonly string[],
  ]
>('fingerprints', (no, sets, rolePlaces, roles, permissionPlaces, permissions) => {
  const live = (alias: string) => inForce(alias, no);
  return sql`
    with r(n, id) as materialized (select * from unnest(${rolePlaces}::int[], ${roles}::uuid[])),
    role_names as materialized (
      select x.id, x.name from roles x where x.id = any(array(select distinct id from r)) and ${live('x')}
    ),
    holds as materialized (
      select rp.role_id, rp.permission_id from role_permissions rp
      where rp.role_id = any(array(select distinct id from r)) and ${live('rp')}
    ),
    held as materialized (
      select r.n, h.permission_id as id from r join holds h on h.role_id = r.id
      union
      select n, id from unnest(${permissionPlaces}::int[], ${permissions}::uuid[]) as granted(n, id)
    ),
    permission_names as materialized (
      select x.id, x.name from permissions x where x.id = any(array(select distinct id from held)) and ${live('x')}
    ),
    role_digests as (
      select r.n, ${digestOfNames} as digest from r join role_names names on names.id = r.id group by r.n
    ),
    permission_digests as (
      select h.n, ${digestOfNames} as digest from held h join permission_names names on names.id = h.id group by h.n
    )
    select coalesce(rd.digest, ${digestOfNone}) || '.' || coalesce(pd.digest, ${digestOfNone}) as fingerprint
    from generate_series(0, ${sets}::int - 1) as sets(n) left join role_digests rd using (n) left join permission_digests pd using (n)
    order by n`;
});

/** The maximum number of altered facts to examine; beyond it every pair counts as touched. */
const most = sql`20000`;

const touched = prepared<[since: number, no: number, users: readonly string[], applications: readonly string[]]>(
  'touched-pairs',
  (since, no, users, applications) => {
    const ended = (alias: string) => between(identifier(`${alias}.no_to`), since, no);
    const either = (what: string, table: string, alias: string) => {
      const some = sql`select ${fragment(`${what} from ${table} ${alias}`)}`;
      return sql`(${some} where ${between(identifier(`${alias}.no_from`), since, no)} limit ${most} + 1)
        union all (${some} where ${ended(alias)} limit ${most} + 1)`;
    };
    const seeded = sql`select distinct user_id, user_id from p where exists (select from seeds)`;
    return sql`
      ${withWalks(
        sql`seeds(principal_id, app_id) as materialized (
          ${either('x.principal_id, x.app_id', 'grants', 'x')}
          union all ${either('m.member_id, null::uuid', 'memberships', 'm')}
          union all (select u.id, null::uuid from users u where ${ended('u')} limit ${most} + 1)
        ),
        structure(role_id) as materialized (
          ${either('rp.role_id', 'role_permissions', 'rp')} union all ${either('i.role_id', 'inclusions', 'i')}
        ),
        shaken(app_id) as materialized (
          select app_id from roles where id = any(array(select distinct role_id from structure))
          union select app_id from roles x where ${ended('x')}
          union select app_id from permissions x where ${ended('x')}
          union select id from applications x where ${ended('x')}
        ),
        p as materialized (
          select x.n, x.user_id, a.id as app_id
          from unnest(${users}::uuid[], ${applications}::text[]) with ordinality as x(user_id, key, n)
          join applications a on a.key = x.key and a.no_from <= ${no} and a.no_to > ${since}
        )`,
        asOf(no, null).groupsAbove('up', seeded, ['user_id']),
      )},
      reached as materialized (
        select distinct up.user_id, s.app_id from up join (select distinct principal_id, app_id from seeds) s on s.principal_id = up.id
      )
      select distinct p.n::int as place from p
      where (select count(*) from seeds) > ${most} or (select count(*) from structure) > ${most}
        or p.app_id in (select app_id from shaken)
        or exists (select from reached t where t.user_id = p.user_id and (t.app_id is null or t.app_id = p.app_id))
      order by place`;
  },
);

const between = (number: Sql, since: unknown, no: unknown) => sql`${number} > ${since} and ${number} <= ${no}`;
