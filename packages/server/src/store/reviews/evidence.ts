import type { EvidenceRow } from '@licet/contract/audit-chain';
import { instantAsText } from '../kernel/clock.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { sql } from '../kernel/sql.ts';
import { itemJoins } from './rows.ts';

/** The lines of a review by the columns of the evidence; null is an empty text. */
export async function evidenceRows({ connection }: Snapshot, review: string): Promise<EvidenceRow[]> {
  const { rows } = await connection.query<Record<string, unknown>>(sql`
    select i.line, i.kind, (select a.key from applications a where a.id = i.app_id order by a.no_to desc limit 1) as application,
      i.grant_id as "grant", i.group_id as "group", i.fact_no as no, i.principal_kind as "holder kind", i.principal_id as holder, i.role_id as role,
      i.permission_id as permission, ${instantAsText(sql`i.ends`)} as ends, i.state, i.decided_by as "decided by",
      ${instantAsText(sql`i.decided_at`)} as "decided at", ${instantAsText(sql`i.shorten_to`)} as "shorten to", i.outcome, i.applied_no as change,
      who.told ->> 'name' as name, who.told ->> 'detail' as username,
      coalesce(what.told ->> 'name', 'member of ' || (select g.name from groups g where g.id = i.group_id order by g.no_to desc limit 1)) as access,
      ${instantAsText(sql`fact.since`)} as since, fact.by as "given by", fact.reason, i.people, ${instantAsText(sql`i.last_at`)} as "last exercised",
      ${instantAsText(sql`i.reported_since`)} as "reported since", i.suggestion ->> 'decision' as suggested, (select u.name from users u where u.id = i.decided_by order by u.no_to desc limit 1) as "decided by name",
      case when i.decided_at is not null then i.together end as "decided with others", i.told ->> 'note' as note
    from review_items i join reviews r on r.id = i.review_id ${itemJoins}
    where i.review_id = ${review} order by i.line`);
  return rows.map(
    (row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, String(value ?? '')])) as EvidenceRow,
  );
}
