import { limits } from '@licet/contract';
import type { Snapshot } from '../kernel/snapshot.ts';
import { idsOf, literal, namedByText, type Sql, sql } from '../kernel/sql.ts';
import { enabled, type Walk, walkOf, withWalks } from '../walk/walk.ts';

/** Users who hold something in an application. */
export interface Holding {
  /** True for a user `u` who holds something in it. */
  readonly where: Sql;
  /** Their number; above the maximum of lists, any larger number. Absent if counting took too long. */
  readonly total?: number;
}

/**
 * The users who hold something in an application, in one statement. A few are looked up by id. Up to the maximum of lists, the users that
 * the list visits are checked against them. Beyond that each visited user is checked, because a page fills quickly. The condition is a
 * subquery of one row: PostgreSQL might evaluate an `exists` for all users first.
 * @param most the number of users to find first
 * @param few the number to look up, whatever the list would visit
 */
export async function holdingIn(
  snapshot: Snapshot,
  key: string,
  most: number = limits.countMax.value,
  few = 2000,
): Promise<Holding> {
  const walk = walkOf(snapshot);
  const { app: id, total, ids, groups, whole } = await found(snapshot, walk, key, most);
  if (id === null) return { where: sql`false`, total: 0 };
  if (total <= most && whole) {
    const among = sql`u.id in (select unnest(${idsOf(ids)}))`;
    return { where: total <= few ? among : sql`(${among}) is true`, total }; // checks each row by a hash, without a join
  }
  return {
    where: sql`${enabled('u')} and (
      (select true from grants x where x.principal_id = u.id and x.app_id = ${id} and ${walk.granted('x')} limit 1)
      or (select true from memberships m where m.member_id = u.id and m.group_id = any(${idsOf(groups)}) and ${walk.counts('m')} limit 1)
    ) is true`,
    ...(total > most && { total }),
  };
}

/**
 * Some users hold something by several paths. So this many grants and memberships are read for each counted user; the second number is
 * used only if the first was not enough.
 */
const waysEach = [1.25, 3];

async function found(snapshot: Snapshot, walk: Walk, key: string, most: number): Promise<Found & { whole: boolean }> {
  let all: Found | undefined;
  for (const ways of waysEach) {
    const mostRead = Math.ceil(ways * most);
    const { rows } = await snapshot.connection.query<Found>(namedByText(finding(walk, key, most, mostRead)));
    [all] = rows;
    if (!all || all.total > most || all.read < mostRead) return { ...nobody, ...all, whole: true };
  }
  return { ...nobody, ...all, whole: false };
}

const nobody: Found = { app: null, read: 0, total: 0, ids: '{}', groups: [] };

function finding(walk: Walk, key: string, most: number, mostRead: number): Sql {
  const app = sql`(select a.id from applications a where a.key = ${key.replaceAll('\0', ' ')} and ${walk.counts('a')})`;
  const given = (kind: string) =>
    sql`select x.principal_id as id from grants x where x.app_id = ${app} and x.principal_kind = ${literal(kind)} and ${walk.granted('x')}`;
  return sql`
      ${withWalks(
        walk.groupsBelow('groups_giving', given('group')),
        sql`reads as materialized (select id from (${walk.membersOf('groups_giving')} union all ${given('user')}) each(id) limit ${literal(mostRead)})`,
        sql`found as materialized (
          select id from reads except select u.id from users u where ${walk.counts('u')} and u.status = 'suspended' limit ${literal(most + 1)}
        )`,
      )}
      select ${app} as app, (select count(*)::int from reads) as read, (select count(*)::int from found) as total,
        case when (select count(*) from found) <= ${literal(most)} then array(select id from found) else '{}' end::text as ids,
        array(select id from groups_giving) as groups`;
}

interface Found {
  readonly app: string | null;
  /** The number of grants and memberships that were read. */
  readonly read: number;
  readonly total: number;
  /** The text of an array in PostgreSQL's syntax, because only PostgreSQL reads it. */
  readonly ids: string;
  readonly groups: readonly string[];
}
