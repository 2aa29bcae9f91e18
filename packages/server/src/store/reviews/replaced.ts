import { adminRole } from '@licet/contract';
import type { Draft } from '../kernel/draft.ts';
import { present } from '../kernel/facts.ts';
import { inForce, type Snapshot } from '../kernel/snapshot.ts';
import { sql } from '../kernel/sql.ts';
import { withoutDraft } from '../plan/granted-names.ts';
import { Walk, withWalks } from '../walk/walk.ts';

/** The roles of an application with a line of an open review. */
export async function rolesInReview({ connection, no }: Snapshot, appId: string): Promise<ReadonlySet<string>> {
  const { rows } = await connection.query<{ id: string }>(sql`
    select distinct i.role_id as id from reviews r join review_items i on i.review_id = r.id
    where r.opened_no <= ${no} and (r.closed_no is null or r.closed_no > ${no}) and i.app_id = ${appId} and i.role_id is not null`);
  return new Set(rows.map(({ id }) => id));
}

/**
 * The number of grants that a draft replaces against the decisions of an open review: the review is to revoke or
 * shorten the grant, the draft ends it, and a new grant gives the same holder some of the same access for longer than
 * the decision allows.
 */
export async function replacedAgainstReview({ connection, no, at }: Draft): Promise<number> {
  const before = new Walk((alias) => inForce(alias, no - 1), at, withoutDraft);
  const after = new Walk((alias) => inForce(alias, no), at);
  const { rows } = await connection.query<{ grants: number }>(sql`
    ${withWalks(
      sql`decided as materialized (
        select e.id, e.principal_id, e.app_id, e.role_id, e.permission_id,
          max(case i.state when 'revoked' then '-infinity' else i.shorten_to end) as until
        from reviews r join review_items i on i.review_id = r.id and i.state in ('revoked', 'shortened')
          join pg_temp.ended_grants e on e.id = i.grant_id
        where r.closed_no is null and not exists (select from grants x where x.id = e.id and ${present('x')})
        group by e.id, e.principal_id, e.app_id, e.role_id, e.permission_id)`,
      sql`given as materialized (
        select distinct o.id, o.principal_id, o.app_id, o.role_id, o.permission_id, o.ends from pg_temp.opened_grants o
        where ${present('o')} and exists (select from decided d where d.principal_id = o.principal_id and d.app_id = o.app_id and o.ends > d.until))`,
      before.rolesBelow('roles_before', sql`select d.id, d.role_id from decided d where d.role_id is not null`, ['of']),
      after.rolesBelow('roles_after', sql`select g.id, g.role_id from given g where g.role_id is not null`, ['of']),
      sql`access_before(of, id) as (
        select d.id, coalesce(d.role_id, d.permission_id) from decided d
        union select b.of, b.id from roles_before b
        union select b.of, p.permission_id from roles_before b join ${before.relations.role_permissions} p on p.role_id = b.id and ${before.counts('p')})`,
      sql`access_after(of, id) as (
        select g.id, coalesce(g.role_id, g.permission_id) from given g
        union select a.of, a.id from roles_after a
        union select a.of, p.permission_id from roles_after a join role_permissions p on p.role_id = a.id and ${after.counts('p')})`,
    )}
    select count(*)::int as grants from decided d where exists (
      select from given g where g.principal_id = d.principal_id and g.app_id = d.app_id and g.ends > d.until and (
        exists (select from access_before b join access_after a on a.id = b.id where b.of = d.id and a.of = g.id)
        or exists (select from roles_after a join roles o on o.id = a.id and ${after.counts('o')} where a.of = g.id and o.name = ${adminRole})))`);
  return rows[0]?.grants ?? 0;
}
