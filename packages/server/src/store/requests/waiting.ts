import { licetApplication } from '@licet/contract';
import { present } from '../kernel/facts.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { type Sql, sql, Value } from '../kernel/sql.ts';
import { policyNames } from '../role-policies/role-policies.ts';
import { asRecorded, withWalks } from '../walk/walk.ts';
import { hasSay, standsInFor, turnOf } from './deciders.ts';

/** The requests that a user sees in addition to their own. */
export interface Sight {
  /** Null if the caller is not a user. */
  readonly userId: string | null;
  /**
   * The applications in which the user decides: `everywhere` means all except Licet's own, `licet` means Licet's own,
   * and `owned` lists others by identifier.
   */
  readonly decides: { readonly everywhere: boolean; readonly licet: boolean; readonly owned: readonly string[] };
  /** Whether the user sees all decided requests without being an approver. */
  readonly audits: boolean;
}

/** True for a request that waits at an instant. */
export const open = (at: unknown) => sql`x.state = 'pending' and x.lapses_at > ${at}`;

/** SQL that is true for requests `x` in the applications in which a user decides as an owner or a grant manager. */
export function decidedBy({ everywhere, licet, owned }: Sight['decides']): Sql {
  if (everywhere && licet) return sql`true`;
  if (everywhere) return sql`x.app_id <> (select a.id from applications a where a.built_in and ${present('a')})`;
  if (owned.length === 0) return sql`false`;
  return sql`x.app_id = any(array(select a.id from applications a where a.key = any(${owned}::text[]) and ${present('a')}))`;
}

/**
 * SQL for the requests `x` that wait for a user: the user may approve the current step, directly or as a deputy. Finds
 * the few waiting requests first; otherwise PostgreSQL would read an index through all other requests. The steps are
 * computed only for requests in whose application or role the user may have a say.
 */
export function waitingFor({ userId, decides }: Sight, instant: string): Sql {
  const at = new Value(instant);
  const walk = asRecorded(at);
  if (userId === null)
    return sql`(select x.* from requests x where ${present('x')} and ${open(at)} and ${decidedBy(decides)} offset 0) x`;
  const me = new Value(userId);
  const licets = sql`(select a.id from applications a where a.key = ${licetApplication} and ${present('a')})`;
  const listed = (key: 'users' | 'groups') =>
    sql`jsonb_array_elements_text(case when jsonb_typeof(x.approvers) = 'object' then x.approvers -> ${key}::text else '[]' end) each(id)`;
  const heard = (who: Sql) => sql`exists (
    select from request_votes v where v.request_id = x.id and ${present('v')} and v.rule = x.digest and (v.user_id = ${who} or v.cast_by = ${who}) and ${hasSay('v')})`;
  return sql`(${withWalks(
    sql`h as materialized (select ${me}::uuid as id, true as itself union all select s.user_id, false from (${standsInFor(walk, me)}) s)`,
    walk.groupsAbove('h_groups', sql`select id, id from h`, ['holder']),
    sql`owned_by_others as materialized (
      select o.app_id from owners o where o.user_id in (select id from h where not itself) and ${present('o')})`,
    sql`naming as materialized (
      select p.role_id from role_policies p where ${present('p')} and ${policyNames('p', sql`select id from h_groups`)})`,
    sql`waits as materialized (
      select x.*, turn.approvers, turn.missing, turn.digest, ${decidedBy(decides)} as decided, x.app_id = ${licets} as in_licet
      from requests x cross join lateral (${turnOf('x')}) turn
      where ${present('x')} and ${open(at)} and x.user_id <> ${me} and (${decidedBy(decides)}
        or x.role_id in (select role_id from naming) or x.app_id in (select app_id from owned_by_others)) offset 0
    )`,
    sql`named as materialized (select distinct x.approvers from waits x
      where (x.decided or x.app_id in (select app_id from owned_by_others)) and x.approvers <> '"owners"')`,
    walk.groupsBelow(
      'named_groups',
      sql`select distinct each.id::uuid, each.id::uuid from named x cross join ${listed('groups')}`,
      ['root'],
    ),
    sql`named_members(root, id) as materialized (${walk.membersOf('named_groups', ['root'])})`,
    sql`people as materialized (
      select distinct w.approvers, u.id from (
        select x.approvers, each.id::uuid as id from named x cross join ${listed('users')}
        union select x.approvers, m.id from named x cross join ${listed('groups')} join named_members m on m.root = each.id::uuid
      ) w join users u on u.id = w.id and ${walk.active('u')}
    )`,
  )}
    select x.* from waits x where not ${heard(sql`${me}`)} and exists (
      select from h where h.id <> x.user_id and not ${heard(sql`h.id`)} and (
        (x.approvers <> '"owners"' and (not x.in_licet or (h.itself and x.decided)) and (
          exists (select from ${listed('users')} where each.id::uuid = h.id)
          or exists (select from ${listed('groups')} join h_groups g on g.id = each.id::uuid and g.holder = h.id)
        ))
        or ((x.approvers = '"owners"' or (
            select count(*) from people p where p.approvers = x.approvers and p.id <> x.user_id and not ${heard(sql`p.id`)}
          ) < x.missing)
          and case when h.itself then x.decided else not x.in_licet
            and exists (select from owners o where o.app_id = x.app_id and o.user_id = h.id and ${present('o')}) end)
      )
    )
  ) x`;
}

/** The number of requests that wait for a user. */
export async function countWaitingFor({ connection, at }: Snapshot, sight: Sight): Promise<number> {
  const { rows } = await connection.query<{ waiting: number }>(
    sql`select count(*)::int as waiting from ${waitingFor(sight, at)}`,
  );
  return rows[0]?.waiting ?? 0;
}
