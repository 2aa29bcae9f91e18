import type { RolePolicyChange } from '@licet/contract';
import type { Change } from '../kernel/change.ts';
import { endFacts, present } from '../kernel/facts.ts';
import { sql } from '../kernel/sql.ts';

/** Who hands over to whom, by id. */
export interface Handing {
  readonly from: string;
  readonly to: string;
}

/** Makes another user the owner of applications in somebody's place. `keys` are the identifiers of applications that `from` owns. */
export async function handOverApplications(
  change: Change,
  { from, to }: Handing,
  keys: readonly string[],
): Promise<void> {
  const { rows } = await change.connection.query<{ id: string; owns: boolean }>(sql`
    select a.id, exists (select from owners o where o.app_id = a.id and o.user_id = ${to} and ${present('o')}) as owns
    from applications a where a.key = any(${keys}::text[]) and ${present('a')}`);
  await endFacts(change, 'owners', { user_id: [from], app_id: rows.map(({ id }) => id) });
  const gained = rows.flatMap(({ id, owns }) => (owns ? [] : [id]));
  await change.connection.query(sql`
    insert into owners (app_id, user_id, no_from) select id, ${to}::uuid, ${change.no}::bigint from unnest(${gained}::uuid[]) g(id)`);
}

/** Names another user in somebody's place in the policies of roles. Answers the ids of the roles whose policy changed. */
export async function handOverRoles(change: Change, handing: Handing, roleIds: readonly string[]): Promise<string[]> {
  const { rows } = await change.connection.query<{ role: string; app: string; policy: RolePolicyChange }>(sql`
    select p.role_id as role, p.app_id as app, p.policy from role_policies p
    where p.role_id = any(${roleIds}::uuid[]) and ${present('p')} order by p.role_id`);
  const changed = rows.flatMap((row) => {
    const policy = renamed(row.policy, handing);
    return JSON.stringify(policy) === JSON.stringify(row.policy) ? [] : [{ ...row, policy }];
  });
  const roles = changed.map(({ role }) => role);
  await endFacts(change, 'role_policies', { role_id: roles });
  await change.connection.query(sql`
    insert into role_policies (app_id, role_id, policy, no_from)
    select n.app, n.role, n.policy::jsonb, ${change.no}::bigint
    from unnest(${changed.map(({ app }) => app)}::uuid[], ${roles}::uuid[], ${changed.map(({ policy }) => JSON.stringify(policy))}::text[]) n(app, role, policy)`);
  return roles;
}

/** A policy that names `to` where it named `from`. */
function renamed(policy: RolePolicyChange, handing: Handing): RolePolicyChange {
  const { approval, breakGlass } = policy;
  const steps = approval.steps.map((step) => {
    if (step.approvers === 'owners') return step;
    const approvers = { ...step.approvers, users: replaced(step.approvers.users, handing) };
    // Two who must agree stay two: the step keeps naming who left, and an owner agrees in their place.
    const few = approvers.groups.length === 0 && approvers.users.length < step.needed;
    return few ? step : { ...step, approvers };
  });
  return {
    ...policy,
    approval: { ...approval, steps },
    breakGlass: breakGlass && { ...breakGlass, users: replaced(breakGlass.users, handing) },
  };
}

const replaced = (ids: readonly string[], { from, to }: Handing): string[] => [
  ...new Set(ids.map((id) => (id === from ? to : id))),
];

/**
 * Names another user in somebody's place in reviews, and hands them the lines that were handed on to that one. Lines about the new one's own access go back to the
 * reviewers: no user decides about themselves. Answers how many lines they were given.
 * @param own the id of the new one, and those of the groups that they are in
 */
export async function handOverReviews(
  { connection, no }: Change,
  { from, to }: Handing,
  reviewIds: readonly string[],
  own: readonly string[],
): Promise<number> {
  await connection.query(sql`
    update reviews r set version = ${no}, fallback = case when r.fallback = ${from} then ${to}::uuid else r.fallback end,
      reviewers = case when ${from} = any(r.reviewers) then array(
        select n.id from (select case when e.id = ${from} then ${to}::uuid else e.id end as id, min(e.place) as place
          from unnest(r.reviewers) with ordinality e(id, place) group by 1) n order by n.place)
        else r.reviewers end
    where r.id = any(${reviewIds}::uuid[]) and (r.closed_no is null or r.next_at is not null)`);
  const { rows } = await connection.query<{ lines: number }>(sql`
    with handed as (
      update review_items i set version = i.version + 1,
        handed_to = case when i.principal_id = any(${own}::uuid[]) then null else ${to}::uuid end,
        state = case when i.principal_id = any(${own}::uuid[]) then 'pending' else i.state end,
        decided_by = case when i.principal_id = any(${own}::uuid[]) then null else i.decided_by end,
        decided_at = case when i.principal_id = any(${own}::uuid[]) then null else i.decided_at end
      where i.review_id = any(${reviewIds}::uuid[]) and i.state = 'handed on' and i.handed_to = ${from}
        and exists (select from reviews r where r.id = i.review_id and r.closed_no is null and r.closing_at is null)
      returning i.handed_to)
    select count(*)::int as lines from handed where handed_to is not null`);
  return rows[0]?.lines ?? 0;
}
