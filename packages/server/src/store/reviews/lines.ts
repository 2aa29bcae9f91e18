import { createHash } from 'node:crypto';
import type { NewReview } from '@licet/contract';
import { limits } from '@licet/contract';
import { refuse } from '../../refusal.ts';
import { among, findEnds } from '../grants/list.ts';
import type { Change } from '../kernel/change.ts';
import { instantAsText } from '../kernel/clock.ts';
import type { Connection } from '../kernel/database.ts';
import { present } from '../kernel/facts.ts';
import { newId } from '../kernel/ids.ts';
import { inNameOrder } from '../kernel/lists.ts';
import { join, type Sql, sql } from '../kernel/sql.ts';
import { asRecorded, withWalks } from '../walk/walk.ts';

/** The scope of a review, with the ids of facts. */
export interface ScopeOfReview {
  readonly kind: NewReview['scope']['kind'];
  readonly app?: string;
  readonly role?: string;
  readonly permission?: string;
  readonly principal?: string;
  readonly group?: string;
  readonly q?: string;
}

/** A review to be opened. Instants are ISO 8601 with microseconds. */
export interface ReviewFields {
  readonly name: string;
  readonly scope: ScopeOfReview;
  readonly reviewers: NewReview['reviewers'];
  readonly fallback: string | null;
  readonly endsAt: string;
  readonly undecided: NewReview['undecided'];
  readonly everyMonths: number | null;
  /** The user who opened the series, if Licet opens its next review. */
  readonly openedBy?: string | null;
}

/** The opened review: its number of lines and their digest. */
export interface OpenedReview {
  readonly id: string;
  readonly lines: number;
  readonly digest: string;
}

/**
 * Writes a review with its lines: the present and future grants and the memberships in its scope.
 * @throws Refusal `too_many_lines`
 */
export async function insertReview(change: Change, fields: ReviewFields): Promise<OpenedReview> {
  const { connection, no, at, clock, actor } = change;
  const id = newId();
  const { name, scope, reviewers, fallback, endsAt, undecided, everyMonths } = fields;
  const openedBy = actor.kind === 'user' ? actor.id : (fields.openedBy ?? null);
  const users = reviewers.kind === 'users' ? reviewers.users : [];
  const next = everyMonths === null ? sql`null` : sql`${clock}::timestamptz + ${everyMonths}::int * interval '1 month'`;
  await connection.query(sql`
    insert into reviews (id, name, scope, reviewer_kind, reviewers, fallback, undecided, every_months, next_at, opened_no, opened_at, opened_by, ends_at, version)
    values (${id}, ${name}, ${JSON.stringify(scope)}::jsonb, ${reviewers.kind}, ${users}::uuid[], ${fallback}, ${undecided}, ${everyMonths}, ${next},
      ${no}, ${at}, ${openedBy}, ${endsAt}, ${no})`);
  const most = limits.reviewLinesMax.value;
  const lines = await insertLines(change, id, scope, most + 1);
  if (lines > most) refuse('too_many_lines', 'review_too_long', { review: name, most });
  const digest = await digestOfLines(connection, id);
  await connection.query(sql`
    update reviews r set lines = ${lines}, lines_digest = ${digest},
      apps = array(select distinct a from review_items i cross join unnest(i.apps) a where i.review_id = ${id})
    where r.id = ${id}`);
  return { id, lines, digest };
}

async function insertLines(change: Change, id: string, scope: ScopeOfReview, most: number): Promise<number> {
  const walk = asRecorded(change.at);
  const where: Sql[] = [walk.grantedOrLater('x')];
  if (scope.app) where.push(sql`x.app_id = ${scope.app}`);
  if (scope.role) where.push(sql`x.role_id = ${scope.role}`);
  if (scope.permission) where.push(sql`x.permission_id = ${scope.permission}`);
  if (scope.principal ?? scope.group) where.push(sql`x.principal_id = ${scope.principal ?? scope.group}`);
  const found = await findEnds(change, { q: scope.q, application: scope.app });
  if (found) where.push(among(found));
  const { rowCount } = await change.connection.query(sql`
    ${withWalks(walk.groupsAbove('above', sql`select ${scope.group ?? null}::uuid`))},
    taken as (
      select 'grant' as kind, x.app_id, array[x.app_id] as apps, x.id as grant_id, null::uuid as group_id, x.no_from, x.principal_kind, x.principal_id,
        x.role_id, x.permission_id, nullif(x.ends, 'infinity') as ends
      from grants x where ${join(where, ' and ')}
      union all
      select 'membership', null, array(select distinct x.app_id from grants x where x.principal_id in (select id from above) and ${walk.grantedOrLater('x')}),
        null, m.group_id, m.no_from, m.member_kind, m.member_id, null, null, null
      from memberships m where m.group_id = ${scope.group ?? null}::uuid and ${walk.counts('m')}
      limit ${most}
    )
    insert into review_items (review_id, line, kind, app_id, apps, grant_id, group_id, fact_no, principal_kind, principal_id, role_id, permission_id, ends)
    select ${id}, row_number() over (order by a.key collate "C" nulls first, t.kind desc, who.sorted, t.principal_id, what.name, t.grant_id), t.kind, t.app_id, t.apps,
      t.grant_id, t.group_id, t.no_from, t.principal_kind, t.principal_id, t.role_id, t.permission_id, t.ends
    from taken t left join applications a on a.id = t.app_id and ${present('a')}
    left join lateral (
      select ${inNameOrder(sql`u.name`)} as sorted from users u where t.principal_kind = 'user' and u.id = t.principal_id and ${present('u')}
      union all select ${inNameOrder(sql`g.name`)} from groups g where t.principal_kind = 'group' and g.id = t.principal_id and ${present('g')}
      union all select ${inNameOrder(sql`c.name`)} from clients c where t.principal_kind = 'client' and c.id = t.principal_id and ${present('c')}
    ) who on true
    left join lateral (
      select ${inNameOrder(sql`o.name`)} as name from roles o where o.id = t.role_id and ${present('o')}
      union all select ${inNameOrder(sql`p.name`)} from permissions p where p.id = t.permission_id and ${present('p')}
    ) what on true`);
  return rowCount ?? 0;
}

/** SHA-256 over the ids and change numbers of a review's lines, in hexadecimal. Evidence is verified against it. */
export async function digestOfLines(connection: Connection, id: string): Promise<string> {
  const { rows } = await connection.query<Record<string, unknown>>(sql`
    select i.line, i.kind, a.key as application, i.grant_id as "grant", i.group_id as "group", i.fact_no as no, i.principal_kind as "holderKind",
      i.principal_id as holder, i.role_id as role, i.permission_id as permission, ${instantAsText(sql`i.ends`)} as ends
    from review_items i
      left join lateral (select a.key from applications a where a.id = i.app_id order by a.no_to desc limit 1) a on true
    where i.review_id = ${id} order by i.line`);
  return digestOfRows(rows.map((row) => Object.values(row)));
}

/** SHA-256 over rows, each as one line of JSON. */
export function digestOfRows(rows: readonly (readonly unknown[])[]): string {
  const hash = createHash('sha256');
  for (const row of rows) hash.update(`${JSON.stringify(row)}\n`);
  return hash.digest('hex');
}
