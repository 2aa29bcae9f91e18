import { adminRole } from '@licet/contract';
import type { Connection } from '../kernel/database.ts';
import type { Draft } from '../kernel/draft.ts';
import { present } from '../kernel/facts.ts';
import { inForce, type Snapshot } from '../kernel/snapshot.ts';
import { named, sql } from '../kernel/sql.ts';
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
 * The number of grants that a draft replaces in conflict with the decisions of an open review: the review is to revoke
 * or shorten the grant, the draft ends it, and a new grant gives the same holder some of the same access for longer
 * than the decision allows. Each pair of roles is compared once, no matter how many holders have both.
 */
export async function replacedAgainstReview({ connection, no, at }: Draft): Promise<number> {
  const before = new Walk((alias) => inForce(alias, no - 1), at, withoutDraft);
  const after = new Walk((alias) => inForce(alias, no), at);
  const replaces = sql`g.principal_id = d.principal_id and g.app_id = d.app_id and g.ends > d.until`;
  const { rows } = await connection.query<{ grants: number }>(sql`
    ${withWalks(
      sql`decided as materialized (
        select e.id, e.principal_id, e.app_id, e.role_id, coalesce(e.role_id, e.permission_id) as item,
          min(case i.state when 'revoked' then '-infinity' else i.shorten_to end) as until
        from reviews r join review_items i on i.review_id = r.id and i.state in ('revoked', 'shortened')
          join pg_temp.ended_grants e on e.id = i.grant_id
        where r.closed_no is null and not exists (select from grants x where x.id = e.id and ${present('x')})
        group by e.id, e.principal_id, e.app_id, e.role_id, e.permission_id)`,
      sql`given as materialized (
        select distinct o.principal_id, o.app_id, o.role_id, coalesce(o.role_id, o.permission_id) as item, o.ends from pg_temp.opened_grants o
        where ${present('o')} and exists (select from decided d where d.principal_id = o.principal_id and d.app_id = o.app_id and o.ends > d.until))`,
      sql`pairs as materialized (select distinct d.item as ended, g.item as given from decided d join given g on ${replaces})`,
      before.rolesBelow('roles_before', sql`select d.role_id, d.role_id from decided d where d.role_id is not null`, [
        'of',
      ]),
      after.rolesBelow('roles_after', sql`select g.role_id, g.role_id from given g where g.role_id is not null`, [
        'of',
      ]),
      sql`access_before(of, id) as materialized (
        select d.item, d.item from decided d
        union select b.of, b.id from roles_before b
        union select b.of, p.permission_id from roles_before b join ${before.relations.role_permissions} p on p.role_id = b.id and ${before.counts('p')})`,
      sql`access_after(of, id) as materialized (
        select g.item, g.item from given g
        union select a.of, a.id from roles_after a
        union select a.of, p.permission_id from roles_after a join role_permissions p on p.role_id = a.id and ${after.counts('p')})`,
      sql`alike as materialized (
        select p.ended, p.given from pairs p join access_before b on b.of = p.ended join access_after a on a.of = p.given and a.id = b.id
        union
        select p.ended, p.given from pairs p join roles_after a on a.of = p.given
          join roles o on o.id = a.id and ${after.counts('o')} where o.name = ${adminRole}
        union
        select p.ended, p.given from pairs p join roles_before b on b.of = p.ended
          join roles o on o.id = b.id and ${before.counts('o')} where o.name = ${adminRole})`,
    )}
    select count(distinct d.id)::int as grants from decided d join given g on ${replaces} join alike a on a.ended = d.item and a.given = g.item`);
  return rows[0]?.grants ?? 0;
}

/** Decisions of open reviews about the grants that a draft ends. */
export interface Decisions {
  /** The ids of the ended grants. */
  readonly grants: readonly string[];
  readonly digest: string;
}

export async function decisionsOnEnded({ connection }: Draft): Promise<Decisions> {
  const { rows } = await connection.query<{ id: string }>(sql`select f.id from pg_temp.ended_grants f order by f.id`);
  const grants = rows.map(({ id }) => id);
  return { grants, digest: await digestOfDecisions(connection, grants) };
}

/**
 * Locks the open reviews with lines about grants, so that no further decision is made before the transaction ends.
 * Returns whether the decisions are still the same. Decisions need no writer lock. Call it before the first change,
 * because a hand-over takes decisions back.
 */
export async function lockDecisions({ connection }: Snapshot, { grants, digest }: Decisions): Promise<boolean> {
  if (grants.length === 0) return true;
  await connection.query(
    named(
      'reviews-of-grants-locked',
      sql`
      select from reviews r where r.closed_no is null
        and r.id in (select i.review_id from review_items i where i.grant_id = any(${grants}::uuid[])) order by r.id for no key update`,
    ),
  );
  return (await digestOfDecisions(connection, grants)) === digest;
}

/** The ids of the grants that changes of this transaction end. */
export async function grantsEndedBy(
  { connection }: Snapshot,
  { first, last }: { readonly first: number; readonly last: number },
): Promise<string[]> {
  const { rows } = await connection.query<{ id: string }>(
    sql`select f.id from grants f where f.no_to between ${first} and ${last} and f.no_from < ${first}`,
  );
  return rows.map(({ id }) => id);
}

async function digestOfDecisions(connection: Connection, grants: readonly string[]): Promise<string> {
  const { rows } = await connection.query<{ digest: string }>(
    named(
      'decisions-on-grants',
      sql`
      select md5(coalesce(string_agg(concat_ws(' ', i.review_id, i.line, i.state, i.shorten_to), ',' order by i.review_id, i.line), '')) as digest
      from reviews r join review_items i on i.review_id = r.id where r.closed_no is null and i.grant_id = any(${grants}::uuid[])`,
    ),
  );
  return rows[0]?.digest ?? '';
}
