import { limits } from '@licet/contract';
import type { Snapshot } from '../kernel/snapshot.ts';
import { idsOf, namedByText, raw, type Sql, sql } from '../kernel/sql.ts';
import { enabled, type Walk, walkOf, withWalks } from '../walk/walk.ts';

/** Users who hold something in an application. */
export interface Holding {
  /** True for a user `u` who does. */
  readonly where: Sql;
  /** How many do; of more than lists count, no less than one more. Absent where it took too much to tell. */
  readonly total?: number;
}

/**
 * Who holds something in an application, found by one statement. Few are looked up by their ids; of as many as a list counts those whom the list
 * walks past are looked for among them. Where more do, each is asked for: a page is soon full. A subquery of one row, as PostgreSQL would answer
 * `exists` for everybody at once.
 * @param most as many people as are found first
 * @param few as many as are looked up, however many the list would walk past
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
    return { where: total <= few ? among : sql`(${among}) is true`, total }; // so it is asked of each row, by a hash, and nothing is joined
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
 * Some people hold something in more than one way: so many grants and memberships are read for each that is counted, more only where the first tell too
 * little.
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
    sql`select x.principal_id as id from grants x where x.app_id = ${app} and x.principal_kind = ${raw(`'${kind}'`)} and ${walk.granted('x')}`;
  return sql`
      ${withWalks(
        walk.groupsBelow('groups_giving', given('group')),
        sql`reads as materialized (select id from (${walk.membersOf('groups_giving')} union all ${given('user')}) each(id) limit ${raw(`${mostRead}`)})`,
        sql`found as materialized (
          select id from reads except select u.id from users u where ${walk.counts('u')} and u.status = 'suspended' limit ${raw(`${most + 1}`)}
        )`,
      )}
      select ${app} as app, (select count(*)::int from reads) as read, (select count(*)::int from found) as total,
        case when (select count(*) from found) <= ${raw(`${most}`)} then array(select id from found) else '{}' end::text as ids,
        array(select id from groups_giving) as groups`;
}

interface Found {
  readonly app: string | null;
  /** How many grants and memberships were read. */
  readonly read: number;
  readonly total: number;
  /** As PostgreSQL writes an array: nothing but itself reads them. */
  readonly ids: string;
  readonly groups: readonly string[];
}
