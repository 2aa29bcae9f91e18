import { limits } from '@licet/contract';
import type { Snapshot } from '../kernel/snapshot.ts';
import { idsOf, namedByText, raw, type Sql, sql } from '../kernel/sql.ts';
import { enabled, walkOf, withWalks } from '../walk/walk.ts';

/** Users who hold something in an application. */
export interface Holding {
  /** True for a user `u` who does. */
  readonly where: Sql;
  /** How many do; of more than lists count, no less than one more. Absent where it took too much to tell. */
  readonly total?: number;
}

/**
 * Who holds something in an application, found by one statement. As many as a list counts are looked up by their ids. Where more do, everybody is
 * walked past in the order of the list, and each is asked for: a page is soon full. A subquery of one row, as PostgreSQL would answer `exists` for
 * everybody at once.
 * @param most as many people as are found first
 */
export async function holdingIn(
  snapshot: Snapshot,
  key: string,
  most: number = limits.countMax.value,
): Promise<Holding> {
  const mostRead = waysEach * most;
  const walk = walkOf(snapshot);
  const app = sql`(select a.id from applications a where a.key = ${key.replaceAll('\0', ' ')} and ${walk.counts('a')})`;
  const given = (kind: string) =>
    sql`select x.principal_id as id from grants x where x.app_id = ${app} and x.principal_kind = ${raw(`'${kind}'`)} and ${walk.granted('x')}`;
  const { rows } = await snapshot.connection.query<Found>(
    namedByText(sql`
      ${withWalks(
        walk.groupsBelow('groups_giving', given('group')),
        sql`reads as materialized (select id from (${walk.membersOf('groups_giving')} union all ${given('user')}) each(id) limit ${raw(`${mostRead}`)})`,
        sql`found as materialized (
          select id from reads except select u.id from users u where ${walk.counts('u')} and u.status = 'suspended' limit ${raw(`${most + 1}`)}
        )`,
      )}
      select ${app} as app, (select count(*)::int from reads) as read, (select count(*)::int from found) as total,
        case when (select count(*) from found) <= ${raw(`${most}`)} then array(select id from found) else '{}' end as ids,
        array(select id from groups_giving) as groups`),
  );
  const { app: id = null, read = 0, total = 0, ids = [], groups = [] } = rows[0] ?? {};
  if (id === null) return { where: sql`false`, total: 0 };
  if (total <= most && read < mostRead) return { where: sql`u.id in (select unnest(${idsOf(ids)}))`, total };
  return {
    where: sql`${enabled('u')} and (
      (select true from grants x where x.principal_id = u.id and x.app_id = ${id} and ${walk.granted('x')} limit 1)
      or (select true from memberships m where m.member_id = u.id and m.group_id = any(${idsOf(groups)}) and ${walk.counts('m')} limit 1)
    ) is true`,
    ...(total > most && { total }),
  };
}

/** Most people hold something in more than one way: so many grants and memberships are read for each that is counted. */
const waysEach = 3;

interface Found {
  readonly app: string | null;
  /** How many grants and memberships were read. */
  readonly read: number;
  readonly total: number;
  readonly ids: readonly string[];
  readonly groups: readonly string[];
}
