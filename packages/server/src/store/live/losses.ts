import type { Snapshot } from '../kernel/snapshot.ts';
import { identifier, literal, prepared, type Sql, sql } from '../kernel/sql.ts';
import { enabled, lasting, started, Walk, withWalks } from '../walk/walk.ts';

/** A loss of access in an application: the change that caused it, and the users or clients concerned. */
export interface Loss {
  /** The number of the change. */
  readonly no: number;
  readonly kind: 'user' | 'role' | 'client' | 'everyone';
  /**
   * For `user`, the subject of the tokens: the id of a user or a program. For `client`, the id of the deleted client.
   * For `role`, the name of the role in tokens.
   */
  readonly value: string;
}

/** The maximum number of losses listed individually. */
const lossesMax = 5000;

/**
 * Returns the losses in an application by the changes after `since`, up to the snapshot. They are computed from ended
 * facts, so every call gives the same answer. Returns undefined if there are too many; callers must then assume that
 * each change took something from every user.
 */
export async function lossesSince(
  { connection, no }: Snapshot,
  application: string,
  since: number,
): Promise<readonly Loss[] | undefined> {
  if (since >= no) return [];
  const { rows } = await connection.query<Loss | TooMany>(losses(since, no, application));
  const found = rows.filter((row) => row.kind !== 'too many');
  return rows.length > lossesMax || found.length < rows.length ? undefined : found;
}

interface TooMany {
  readonly kind: 'too many';
}

const most = literal(lossesMax + 1);
const before = (alias: string, no: Sql) =>
  sql`${identifier(alias)}.no_from < ${no} and ${identifier(alias)}.no_to >= ${no}`;
const inApplication = (alias: string) => sql`${identifier(alias)}.app_id = any(array(select id from app))`;

// How losses are found:
// - If the same change replaces a fact by another, that is a loss only if the new fact gives less.
// - A deleted role is reported by its name.
// - Tokens also contain included roles, so only the role that lost something itself is reported.
// - The members of groups are those before the change.
// - Each limit counts distinct rows; otherwise repeated rows could hide other losses.
// - Reaching the limit of `losers` or `groups_left` adds the row `too many`, even if few users are reported.
const losses = prepared<[since: number, no: number, application: string]>('losses', (since, no, application) => {
  const ended = (alias: string) => sql`${identifier(alias)}.no_to > ${since} and ${identifier(alias)}.no_to <= ${no}`;
  const left = (alias: string) => sql`not exists (select from memberships n
    where n.group_id = ${identifier(`${alias}.group_id`)} and n.member_id = ${identifier(`${alias}.member_id`)} and n.no_from = ${identifier(`${alias}.no_to`)})`;
  // Each step of the walk uses facts that existed before the change `w.no`.
  const walk = new Walk((alias) => before(alias, sql`w.no`), null);
  return sql`
  ${withWalks(
    sql`app as materialized (select distinct a.id from applications a where a.key = ${application} and a.no_to > ${since}),
    roles_ended as materialized (
      select r.id, r.name, r.no_to as no, exists (select from roles n where n.id = r.id and n.no_from = r.no_to) as stays,
        exists (select from roles n where n.id = r.id and n.no_from = r.no_to and n.name = r.name) as named
      from roles r where ${ended('r')} and ${inApplication('r')}
    ),
    grants_lost as materialized (
      select distinct x.no_to as no, x.principal_id, x.principal_kind
      from grants x join change c on c.no = x.no_to
      where ${ended('x')} and ${inApplication('x')} and ${started('x', sql`c.at`)} and ${lasting('x', sql`c.at`)}
        and not exists (select from grants y where y.id = x.id and y.no_from = x.no_to and ${started('y', sql`x.starts`)} and y.ends >= x.ends)
        and not exists (select from roles_ended r where r.id = x.role_id and r.no = x.no_to and not r.stays)
      limit ${most}
    ),
    groups_left as materialized (
      select distinct m.no_to as no, m.group_id from memberships m where ${ended('m')} and ${left('m')} limit ${most}
    )`,
    walk.groupsAbove('above', sql`select no, group_id, group_id from groups_left`, ['no', 'start']),
    sql`groups_giving as materialized (
      select distinct a.no, a.start from above a
      where exists (select from grants x where x.principal_id = a.id and ${inApplication('x')} and ${before('x', sql`a.no`)})
    ),
    losers(no, id, kind) as (
      select no, principal_id, principal_kind from grants_lost
      union
      (select distinct m.no_to, m.member_id, m.member_kind from groups_giving b join memberships m on m.group_id = b.start and m.no_to = b.no
       where ${left('m')} limit ${most})
    )`,
    walk.groupsBelow('groups_losing', sql`select no, id from losers where kind = 'group'`, ['no']),
    sql`users_losing(no, id) as (
      select no, id from losers where kind <> 'group' union ${walk.membersOf('groups_losing', ['no'])}
    )`,
  )},
  reported as (
    (select distinct p.no_to as no, 'everyone' as kind, '' as value from permissions p
     where ${ended('p')} and ${inApplication('p')}
       and not exists (select from permissions n where n.id = p.id and n.no_from = p.no_to and n.name = p.name)
     limit ${most})
    union all
    select a.no_to, 'everyone', '' from applications a
    where ${ended('a')} and a.key = ${application} and not exists (select from applications n where n.id = a.id and n.no_from = a.no_to)
    union all
    select no, 'role', name from roles_ended where not named
    union all
    (select distinct rp.no_to, 'role', r.name from role_permissions rp join roles r on r.id = rp.role_id and ${before('r', sql`rp.no_to`)}
     where ${ended('rp')} and ${inApplication('r')}
       and not exists (select from role_permissions n where n.role_id = rp.role_id and n.permission_id = rp.permission_id and n.no_from = rp.no_to)
     limit ${most})
    union all
    (select distinct i.no_to, 'role', r.name from inclusions i join roles r on r.id = i.role_id and ${before('r', sql`i.no_to`)}
     where ${ended('i')} and ${inApplication('r')}
       and not exists (select from inclusions n where n.role_id = i.role_id and n.included_id = i.included_id and n.no_from = i.no_to)
     limit ${most})
    union all
    select c.no_to, 'client', c.id::text from clients c
    where ${ended('c')} and ${inApplication('c')} and not exists (select from clients n where n.id = c.id and n.no_from = c.no_to)
    union all
    (select u.no_to, 'user', u.id::text from users u
     where ${ended('u')} and ${enabled('u')}
       and not exists (select from users n where n.id = u.id and n.no_from = u.no_to and ${enabled('n')})
     limit ${most})
    union all
    (select no, 'user', id::text from users_losing limit ${most})
    union all
    select ${no}, 'too many', '' where greatest((select count(*) from losers), (select count(*) from groups_left)) >= ${most}
  )
  select no, kind, value from (select distinct no, kind, value from reported) t order by no, kind, value limit ${most}`;
});
