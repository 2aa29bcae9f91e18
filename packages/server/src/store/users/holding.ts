import { limits } from '@licet/contract';
import type { Snapshot } from '../kernel/snapshot.ts';
import { idsOf, literal, namedByText, type Sql, sql } from '../kernel/sql.ts';
import { enabled, type Walk, walkOf, withWalks } from '../walk/walk.ts';

/** Users who hold something in an application. */
export interface Holding {
  /** SQL that is true for a user `u` who holds something in the application. */
  readonly where: Sql;
  /**
   * The number of these users. A number above `most` of {@link holdingIn} only means “more”. Absent if counting took
   * too long.
   */
  readonly total?: number;
}

/**
 * Finds the users who hold something in an application, in one statement. The condition depends on their number:
 * - up to `few`, they are looked up by id
 * - up to `most`, each user that the list visits is compared with the users found
 * - beyond `most`, each visited user's access is checked, because a page fills quickly
 * The condition is a subquery of one row, because PostgreSQL might evaluate an `exists` for all users first.
 * @param most the maximum number of users to find first
 * @param few the maximum number of users to look up by id
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
 * The numbers of grants and memberships to read for each counted user, because some users hold something by several
 * paths. The second number is used only if the first was not enough.
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
  /** An array as text in PostgreSQL's syntax, because only PostgreSQL reads it. */
  readonly ids: string;
  readonly groups: readonly string[];
}
