import type { Snapshot } from '../kernel/snapshot.ts';
import { identifier, literal, prepared, type Sql, sql } from '../kernel/sql.ts';
import { enabled, lasting, started, Walk, withWalks } from '../walk/walk.ts';

/** A loss of something in the tokens of an application since a change, and the principals concerned. */
export interface Loss {
  /** The number of the change. */
  readonly no: number;
  readonly kind: 'user' | 'role' | 'client' | 'everyone';
  /**
   * The id of the user or of the program, which is the subject of the tokens; the id of the deleted client; or the name of the role in
   * tokens.
   */
  readonly value: string;
}

/** The maximum number of losses listed individually. Above it, callers must assume that every user lost access. */
export const lossesMax = 5000;

/**
 * The losses in an application by the changes after `since`, up to the snapshot. They are computed from ended facts, so every caller gets
 * the same answer at any time. Returns at most one more than {@link lossesMax}.
 */
export async function lossesSince(
  { connection, no }: Snapshot,
  application: string,
  since: number,
): Promise<readonly Loss[]> {
  if (since >= no) return [];
  const { rows } = await connection.query<Loss>(losses(since, no, application));
  return rows;
}

const most = literal(lossesMax + 1);
const before = (alias: string, no: Sql) =>
  sql`${identifier(alias)}.no_from < ${no} and ${identifier(alias)}.no_to >= ${no}`;
const mine = (alias: string) => sql`${identifier(alias)}.app_id = any(array(select id from app))`;

// If a fact ends and another begins with the same change, it was replaced; this is a loss only as far as the new one gives less. A deleted
// role is reported by its name. Tokens also contain included roles, so it is enough to report the role that lost something. The members of
// groups are those before the change.
const losses = prepared<[since: number, no: number, application: string]>('losses', (since, no, application) => {
  const ended = (alias: string) => sql`${identifier(alias)}.no_to > ${since} and ${identifier(alias)}.no_to <= ${no}`;
  // Each link of the walk must exist before the change whose number the walk carries.
  const walk = new Walk((alias) => before(alias, sql`w.no`), null);
  return sql`
  ${withWalks(
    sql`app as materialized (select distinct a.id from applications a where a.key = ${application} and a.no_to > ${since}),
    roles_ended as materialized (
      select r.id, r.name, r.no_to as no, exists (select from roles n where n.id = r.id and n.no_from = r.no_to) as stays,
        exists (select from roles n where n.id = r.id and n.no_from = r.no_to and n.name = r.name) as named
      from roles r where ${ended('r')} and ${mine('r')}
    ),
    grants_lost as materialized (
      select x.no_to as no, x.principal_id, x.principal_kind
      from grants x join change c on c.no = x.no_to
      where ${ended('x')} and ${mine('x')} and ${started('x', sql`c.at`)} and ${lasting('x', sql`c.at`)}
        and not exists (select from grants y where y.id = x.id and y.no_from = x.no_to and ${started('y', sql`x.starts`)} and y.ends >= x.ends)
        and not exists (select from roles_ended r where r.id = x.role_id and r.no = x.no_to and not r.stays)
      limit ${most}
    ),
    left_groups as materialized (
      select m.no_to as no, m.group_id, m.member_id, m.member_kind from memberships m
      where ${ended('m')}
        and not exists (select from memberships n where n.group_id = m.group_id and n.member_id = m.member_id and n.no_from = m.no_to)
      limit ${most}
    )`,
    walk.groupsAbove('above', sql`select distinct no, group_id, group_id from left_groups`, ['no', 'start']),
    sql`bringing as materialized (
      select distinct a.no, a.start from above a
      where exists (select from grants x where x.principal_id = a.id and ${mine('x')} and ${before('x', sql`a.no`)})
    ),
    losers(no, id, kind) as (
      select no, principal_id, principal_kind from grants_lost
      union
      select l.no, l.member_id, l.member_kind from left_groups l join bringing b on b.no = l.no and b.start = l.group_id
    )`,
    walk.groupsBelow('groups_losing', sql`select no, id from losers where kind = 'group'`, ['no']),
    sql`users_losing(no, id) as (
      select no, id from losers where kind <> 'group' union ${walk.membersOf('groups_losing', ['no'])}
    )`,
  )},
  told as (
    (select p.no_to as no, 'everyone' as kind, '' as value from permissions p
     where ${ended('p')} and ${mine('p')}
       and not exists (select from permissions n where n.id = p.id and n.no_from = p.no_to and n.name = p.name)
     limit ${most})
    union all
    select a.no_to, 'everyone', '' from applications a
    where ${ended('a')} and a.key = ${application} and not exists (select from applications n where n.id = a.id and n.no_from = a.no_to)
    union all
    select no, 'role', name from roles_ended where not named
    union all
    (select rp.no_to, 'role', r.name from role_permissions rp join roles r on r.id = rp.role_id and ${before('r', sql`rp.no_to`)}
     where ${ended('rp')} and ${mine('r')}
       and not exists (select from role_permissions n where n.role_id = rp.role_id and n.permission_id = rp.permission_id and n.no_from = rp.no_to)
     limit ${most})
    union all
    (select i.no_to, 'role', r.name from inclusions i join roles r on r.id = i.role_id and ${before('r', sql`i.no_to`)}
     where ${ended('i')} and ${mine('r')}
       and not exists (select from inclusions n where n.role_id = i.role_id and n.included_id = i.included_id and n.no_from = i.no_to)
     limit ${most})
    union all
    select c.no_to, 'client', c.id::text from clients c
    where ${ended('c')} and ${mine('c')} and not exists (select from clients n where n.id = c.id and n.no_from = c.no_to)
    union all
    (select u.no_to, 'user', u.id::text from users u
     where ${ended('u')} and ${enabled('u')}
       and not exists (select from users n where n.id = u.id and n.no_from = u.no_to and ${enabled('n')})
     limit ${most})
    union all
    (select no, 'user', id::text from users_losing limit ${most})
  )
  select no, kind, value from (select distinct no, kind, value from told) t order by no, kind, value limit ${most}`;
});
